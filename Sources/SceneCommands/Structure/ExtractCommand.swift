internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct ExtractCommand: InspectorCommand {
  static let row = CommandRow(
    name: "extract",
    arguments: "<scene> <id>",
    summary: "Moves an object into a document of its own, and puts an instance of it in its place.",
    discussion: """
      Other scenes can then use the object, too, and a change of the template changes all of them. The scene shows the \
      same objects as before, but the object 'icon' inside 'badge' is now 'badge/icon'. References are updated. \
      The placeholder in the scene keeps the object's frame, position and constraints.

      '--output FILE#ID' names the document and the object's id in it; without '#ID', the object keeps its id. If the \
      file exists, the object is added to its scene. Colours of the scene's palette that the object uses are added to \
      the template's palette. Both files are written, or neither. An object whose descendants other scenes of the \
      workspace name is not extracted without '--leave-dependents'.
      """,
    examples: [
      .init("extract card.json badge -o badges.scene.json", "a new document with the object 'badge'"),
      .init("extract -n card.json badge -o buttons.scene.json#star", "only shows what it would do"),
    ],
    scenes: .many, offer: .program, statuses: SetCommand.row.statuses, jsonFormat: SetCommand.row.jsonFormat,
    takesIDs: true)

  @Argument(help: ArgumentHelp("The scene, then the object.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Flag(help: "Make the edit even if other scenes of the workspace name objects inside.")
  var leaveDependents = false

  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<ExtractCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count == 2, let output = edit.outputName, output != "-" else {
      throw Diagnostic(SceneUsage.nothingToExtract)
    }
    let (scene, word) = (arguments[0], try ArgumentReading.value(arguments[1]))
    let parts = output.parts(between: "#")
    let id = output.rest(after: parts[0] + "#")
    guard !parts[0].isEmpty, id?.isEmpty != true else { throw Diagnostic(SceneUsage.nothingToExtract) }
    let file = OutputPaths.plain(parts[0])
    var edit = edit
    edit.outputName = nil
    return try Diagnostic.naming(scene) { () throws(Diagnostic) in
      try edit.checkOutputs(of: [CommandScene(scene)], run)
      let session = try run.open(CommandScene(scene))
      let extraction = try session.extraction(of: word, to: file, id: id)
      let template =
        FileIdentity(path: file) != nil
        ? CommandScene(file)
        : .open(try run.newScene(file, extraction.newDocument, of: TemplateFiles()), name: file)
      return try edit.perform(
        inOrder: [
          OrderedEdit(template, steps: { session throws(Diagnostic) in try extraction.templateSteps(in: session) }),
          OrderedEdit(
            CommandScene(scene), steps: { _ throws(Diagnostic) in extraction.sceneSteps }, check: extraction.check),
        ], run, .script, hasStructure: true, reaches: leaveDependents ? nil : ReachCheck(run, edit.scenes))
    }
  }
}
