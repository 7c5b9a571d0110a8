internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct CdVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "cd", "[<id>]", "Makes an object current.",
    """
    The object is given by its id, wherever it is, or by a path of ids: '..' is the parent of the current object, \
    '/' or no argument is the scene, and '-' is the previous object.
    """,
    [.init("cd badge", "by its id"), .init("cd ..", "its parent"), .init("cd", "the scene")], takesIDs: true)

  @Argument(help: "The object.")
  var path: String = "/"

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    guard path != "-" else { return scene.cursor.goBack() }
    let node = try shell.edit(scene) { session throws(Diagnostic) in
      try session.node(at: path, from: scene.cursor.current)
    }
    scene.cursor.go(to: node)
  }
}

struct CatVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "cat", "[<id>]", "Prints the JSON text of an object, or of the scene.",
    """
    The text is what 'save' would write, unsaved edits included. Without an argument it is that of the current \
    object, and '/' is the scene.
    """,
    [.init("cat badge", "an object with its descendants"), .init("cat /", "the scene")], takesIDs: true)

  @Argument(help: "The object, as for 'cd'.")
  var path: String?

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let node = try shell.edit(scene) { session throws(Diagnostic) in
      try path.map { path throws(Diagnostic) in try session.node(at: path, from: scene.cursor.current) }
        ?? scene.cursor.current
    }
    let document = scene.document
    var bytes = document.bytes()
    if let node, document.isInner(node) {
      bytes = Array(document.objectText(of: node))
    } else if let node {
      // `fileText` returns the text as parsed, so the edited document is parsed again.
      let edited = try Diagnostic.ofFile(scene.path) { () throws(SceneError) in
        try SceneDocument(bytes: bytes, name: scene.path, of: document.formats)
      }
      bytes = edited.node(id: document.id(node)).map(edited.fileText) ?? bytes
    }
    if bytes.last == 0x0A { bytes.removeLast() }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // A nested object begins at the margin: its lines lose the indentation of its last line.
    let margin = lines.last?.prefix { $0 == 0x20 || $0 == 0x09 } ?? []
    for line in lines {
      shell.print(String(decoding: line.starts(with: margin) ? line.dropFirst(margin.count) : line, as: UTF8.self))
    }
  }
}

struct PwdVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "pwd", "", "Prints the path of the current object.", "", [.init("pwd", "prints '/card/badge', for example")],
    json: "inspector-place/1")

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    guard !shell.run.isJSON else {
      let path = JSON.array(scene.cursor.path.map { .string(scene.document.id($0)) })
      let head = [("format", "inspector-place/1")] + FileName.members("scene", scene.path)
      return shell.run.print(JSON(members: head + [("path", path)]).text())
    }
    shell.print("/" + scene.cursor.path.map { TerminalText.escaped(scene.document.id($0)) }.joined(separator: "/"))
  }
}

struct SelectVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "select", "[<selector>]", "Selects the objects that commands act on.",
    """
    'find' also selects what it finds. Without a selector, 'select' clears the selection, and commands act on the \
    current object.
    """,
    [.init("select 'StarView[pointCount>5]'", "without listing them"), .init("select", "clears the selection")],
    json: "inspector-selection/1")

  @Argument(help: "A selector for the objects.")
  var selector: String?

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    var nodes: [NodeIndex] = []
    if let selector {
      let meant = try shell.run.selector(selector)
      nodes = try shell.edit(scene) { session throws(Diagnostic) in try session.select(meant) }
      guard !nodes.isEmpty else { throw scene.session.nothingMatches(meant) }
      shell.printSummary("\(pluralised(nodes.count, "object")) selected")
    }
    scene.cursor.select(nodes)
    guard shell.run.isJSON else { return }
    let head = [("format", "inspector-selection/1")] + FileName.members("scene", scene.path)
    let records = JSONRecords(shell.run.context, head, list: "objects")
    for node in scene.cursor.selection { records.add(JSON.string(scene.document.id(node)).text()) }
    records.finish()
  }
}
