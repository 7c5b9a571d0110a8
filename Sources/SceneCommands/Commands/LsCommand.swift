internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct LsCommand: SceneCommand {
  static let row = CommandRow(
    name: "ls",
    arguments: "<scene> [<id>]",
    summary: "Lists the children of an object, or the top-level objects.",
    discussion: """
      One line per object: its id, its class, its title (see 'help tree'), and the number of its children. The object \
      is given by its id, or by a path of ids such as '/card/skills'; '/' is the scene. In a shell, a path begins at \
      the current object, whose children are listed if no object is given; '..' is its parent.
      """,
    examples: [
      .init("ls card.json", "the top-level objects; in a shell the current object's children"),
      .init("ls card.json card", "an object's children"),
    ],
    scenes: .one, statuses: TreeCommand.row.statuses, jsonFormat: "inspector-tree/1", takesIDs: true)

  @Argument(help: "The object.")
  var path: String?

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let document = session.document
    let current = run.workspace.currentID.flatMap { document.node(id: $0) }
    let node = try path.map { path throws(Diagnostic) in try session.node(at: path, from: current) } ?? current
    let children = node.map { Array(document.children($0)) } ?? Array(document.roots)
    guard !run.isJSON else {
      run.printTree(children, of: session, scene: scene.name)
      return .done
    }
    let style = run.style
    var table = TextTable()
    for child in children {
      let isKnown = session.knows(classID: document.classID(child))
      let count = document.children(child).reduce(0) { count, _ in count + 1 }
      table.add([
        TextTable.Cell(TerminalText.escaped(document.id(child)), as: .name, style: style.bold),
        TextTable.Cell(TerminalText.escaped(document.className(child)) + (isKnown ? "" : "?"), as: .words),
        TextTable.Cell(session.title(of: child)?.shown ?? "", as: .words),
        TextTable.Cell(count > 0 ? "\(pluralised(count, "object"))" : "", as: .fixed, style: style.dim),
      ])
    }
    run.print(table)
    return .done
  }
}
