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
    if path == "-" { scene.cursor.goBack() } else { scene.cursor.go(to: try shell.node(at: path, in: scene)) }
  }
}

struct LsVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "ls", "[<id>]", "Lists the children of the current object.",
    "One line per object: its id, its class, its title (see 'help tree'), and the number of its children.",
    [.init("ls", "the children of the current object"), .init("ls /", "the scene's top-level objects")],
    json: "inspector-tree/1",
    takesIDs: true)

  @Argument(help: "The object, as for 'cd'.")
  var path: String?

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    let document = scene.document
    let node = try path.map { path throws(Diagnostic) in try shell.node(at: path, in: scene) } ?? scene.cursor.current
    let children = node.map { Array(document.children($0)) } ?? Array(document.roots)
    guard !shell.run.isJSON else {
      return shell.run.printTree(children, of: scene.session, scene: scene.path)
    }
    let style = shell.run.style
    var table = TextTable()
    for child in children {
      let isKnown = scene.session.knows(classID: document.classID(child))
      let count = document.children(child).reduce(0) { count, _ in count + 1 }
      table.add([
        TextTable.Cell(TerminalText.escaped(document.id(child)), isWords: true, style: style.bold),
        TextTable.Cell(TerminalText.escaped(document.className(child)) + (isKnown ? "" : "?"), isWords: true),
        TextTable.Cell(scene.session.title(of: child)?.shown ?? "", isWords: true),
        TextTable.Cell(count > 0 ? "\(pluralised(count, "object"))" : "", style: style.dim),
      ])
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
  }
}

struct PwdVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "pwd", "", "Prints the path of the current object.", "", [.init("pwd", "such as /card/badge")],
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
    "'find' also selects what it finds. Without a selector nothing is selected, and commands act on the current object.",
    [.init("select 'StarView[pointCount>5]'", "without listing them"), .init("select", "nothing")],
    json: "inspector-selection/1")

  @Argument(help: "A selector of the objects.")
  var selector: String?

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.current()
    var nodes: [NodeIndex] = []
    if let selector {
      let meant = try shell.run.selector(selector)
      nodes = try shell.edit(scene) { session throws(Diagnostic) in try session.select(meant) }
      guard !nodes.isEmpty else { throw Diagnostic(QueryRefusal.nothingMatches(selector)) }
      shell.print("\(pluralised(nodes.count, "object")) selected")
    }
    scene.cursor.select(nodes)
    guard shell.run.isJSON else { return }
    let head = [("format", "inspector-selection/1")] + FileName.members("scene", scene.path)
    let records = JSONRecords(shell.run.context, head, list: "objects")
    for node in scene.cursor.selection { records.add(JSON.string(scene.document.id(node)).text()) }
    records.finish()
  }
}

extension Shell {
  /// Returns the object with an id or at a path of ids; nil for the scene itself.
  fileprivate func node(at path: String, in scene: OpenScene) throws(Diagnostic) -> NodeIndex? {
    let document = scene.document
    // Ids may hold slashes.
    if let node = document.node(typed: path) { return node }
    guard path == ".." || path == "." || path.utf8.contains(UInt8(ascii: "/")) else {
      return try edit(scene) { session throws(Diagnostic) in try session.node(id: path) }
    }
    var node = path.begins(with: "/") ? nil : scene.cursor.current
    for step in path.parts(between: "/") where !step.isEmpty && step != "." {
      if step == ".." {
        node = node.flatMap { document.parent($0) }
        continue
      }
      let children = node.map { Array(document.children($0)) } ?? Array(document.roots)
      let written = Selector.id(written: step)
      let child = children.first { document.id($0).isExactly(step) || written?.isExactly(document.id($0)) == true }
      guard let child else { throw Diagnostic(ShellRefusal.holdsNone(step, holder: node.map(document.id))) }
      node = child
    }
    return node
  }
}
