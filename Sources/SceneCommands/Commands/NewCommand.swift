internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Workbench

struct NewCommand: InspectorCommand {
  static let row = CommandRow(
    name: "new",
    arguments: "<file>",
    summary: "Creates an empty scene, or one with a single object.",
    discussion: """
      An existing file is never replaced. With '--class' the scene holds one object of that class, with the values \
      that the class requires and, with '--preset', those of a preset of the class. The file '-' is standard output. In a shell, the scene is also opened.
      """,
    examples: [
      .init("new empty.json", "no objects yet"),
      .init("new view.json --class View", "one object, with the id 'view'"),
    ],
    scenes: .none,
    statuses: [.done, .findings, .usage, .noPlugin, .cannotCreate, .cannotWrite],
    jsonFormat: "inspector-new/1")

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @Option(
    name: .customLong("class"), help: ArgumentHelp("Put one object of this class into the scene.", valueName: "class"))
  var className: String?

  @Option(help: "Store the values of this preset of the class.")
  var preset: String?

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    if preset != nil, className == nil { throw Diagnostic(SceneUsage.presetWithoutClass) }
    if file == "-" {
      guard !run.isJSON else { throw Diagnostic(SceneUsage.bothWantOutput("-", "--json")) }
      let document = try run.newScene("-", className, preset: preset).document
      run.context.writePieces { document.withPieces($0) }
      return .done
    }
    let path = run.workspace.expanded(file)
    let scene = try run.writeNewScene(path, className, preset: preset)
    try run.workspace.use(path)
    if run.isJSON {
      var line = JSONLine()
      line.add("format", "inspector-new/1")
      line.add("scene", path: path)
      line.add("objects", .int(scene.objectCount))
      run.print(line.text)
    } else {
      run.printSummary("\(TerminalText.escaped(path)): \(pluralised(scene.objectCount, "object"))")
    }
    return .done
  }
}
