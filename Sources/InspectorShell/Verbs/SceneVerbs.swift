internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct OpenVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "open", "<file>", "Opens a scene and makes it the current one.",
    "A scene that is already open only becomes current.", [.init("open ~/scenes/card.json", "opens a scene")])

  @Argument(help: "The scene's file.", completion: .file())
  var file: String

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.open(file)
    shell.printSummary("\(TerminalText.escaped(scene.path)): \(pluralised(scene.document.objectCount, "object"))")
  }
}

struct CloseVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "close", "[<scene>]", "Closes a scene.",
    "Without a name the current scene is closed. A scene with unsaved changes is closed only with '--discard'.",
    [.init("close", "the current scene"), .init("close --discard card.json", "discards its changes")])

  @Argument(help: "The scene's name or number, as 'scenes' lists it.", completion: .file())
  var scene: String?

  @Flag(help: "Discard unsaved changes.")
  var discard = false

  func run(in shell: Shell) throws(Diagnostic) {
    let scene = try shell.scene(named: scene)
    guard discard || !scene.isModified else { throw Diagnostic(ShellRefusal.unsaved(scene: scene.name)) }
    try shell.refuseJobs(of: scene)
    scene.base.closeJournal(discarding: true)
    shell.remove(scene)
  }
}

struct ScenesVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "scenes", "", "Lists the open scenes.",
    "'>' marks the current scene, '*' a changed one.",
    [.init("scenes", "one line per scene")], json: "inspector-scenes/1")

  func run(in shell: Shell) throws(Diagnostic) {
    guard !shell.run.isJSON else { return printDocument(shell) }
    guard !shell.scenes.isEmpty else { return shell.say("no scene is open; 'open FILE' opens one") }
    let style = shell.run.style
    var table = TextTable()
    for (place, scene) in shell.scenes.enumerated() {
      let isCurrent = scene === shell.scene
      let path = TerminalText.escaped(scene.path) + (scene.isModified ? "*" : "")
      table.add([
        TextTable.Cell(isCurrent ? ">" : " ", as: .fixed), TextTable.Cell("\(place + 1)", as: .fixed, style: style.dim),
        isCurrent ? TextTable.Cell(path, as: .name, style: style.bold) : TextTable.Cell(path, as: .name),
        TextTable.Cell("\(pluralised(scene.document.objectCount, "object"))", as: .fixed),
        TextTable.Cell(TerminalText.escaped(scene.document.sceneName ?? ""), as: .words, style: style.dim),
      ])
    }
    table.lines(width: shell.run.tableWidth).forEach(shell.print)
  }

  /// Prints the open scenes as an `inspector-scenes/1` document.
  private func printDocument(_ shell: Shell) {
    let records = JSONRecords(shell.run.context, [("format", "inspector-scenes/1")], list: "scenes")
    for (place, scene) in shell.scenes.enumerated() {
      var line = JSONLine()
      line.add("number", .int(place + 1))
      line.add("scene", path: scene.path)
      line.add("name", scene.document.sceneName.map(JSON.string) ?? .null)
      line.add("objects", .int(scene.document.objectCount))
      line.add("current", .bool(scene === shell.scene))
      line.add("modified", .bool(scene.isModified))
      line.add("scratch", scene.scratch.map { .string($0.name) } ?? .null)
      line.add("scratches", .array(scene.scratches.map { .string($0.name) }))
      line.add("transaction", scene.session.transaction.map(JSON.string) ?? .null)
      records.add(line.text)
    }
    records.finish()
  }
}

struct UseVerb: SimpleVerb {
  static let row = CommandRow.verb(
    "use", "<scene>", "Makes an open scene the current one.", "",
    [.init("use 2", "the second of 'scenes'"), .init("use card.json", "by its name")])

  @Argument(help: "The scene's name or number, as 'scenes' lists it.", completion: .file())
  var scene: String

  func run(in shell: Shell) throws(Diagnostic) {
    shell.use(try shell.scene(named: scene))
  }
}

extension Shell {
  /// Returns the open scene with the given path, name or number; the current scene if `name` is nil. Throws if there is
  /// no such scene.
  fileprivate func scene(named name: String?) throws(Diagnostic) -> OpenScene {
    guard let name else { return try current() }
    if let scene = scenes.first(where: { $0.path.isExactly(name) }) ?? scenes.first(where: { $0.name.isExactly(name) })
    {
      return scene
    }
    if let number = Int(name), scenes.indices.contains(number - 1) { return scenes[number - 1] }
    throw Diagnostic(ShellRefusal.noScene(name))
  }
}
