internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct OverridesApplyCommand: InspectorCommand {
  static let row = CommandRow(
    name: "overrides apply",
    arguments: "<scene> <id>[.<property>] ...",
    summary: "Stores overrides in the template's document instead of the scene.",
    discussion: """
      The scene shows the same values as before, and so does every other scene that uses the template and does not \
      override them. If documents are nested, the one that the scene itself names is changed. \
      Naming an object means its overrides and those of the objects inside it. The 'frame' and the 'position' of a placeholder \
      itself are only applied by name, as in 'save.frame'. The template's document is written first. If it refuses a \
      value, nothing is written.
      """,
    examples: [
      .init("overrides apply page.json save/title.text", "one override"),
      .init("overrides apply -n page.json save", "only shows how the template's document would change"),
    ],
    scenes: .many, offer: .program, statuses: SetCommand.row.statuses, jsonFormat: SetCommand.row.jsonFormat,
    takesIDs: true)

  @Argument(
    help: ArgumentHelp("The scene, then objects or properties of objects.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<OverridesApplyCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (scenes, words) = try OverridesRevertCommand.words(arguments, "apply", run, edit.scenes)
    guard scenes.count == 1, edit.output == nil else { throw Diagnostic(SceneUsage.appliesToOne) }
    return try Diagnostic.naming(scenes[0]) { () throws(Diagnostic) in
      try edit.checkOutputs(of: [CommandScene(scenes[0])], run)
      let scene = CommandScene(scenes[0])
      let session = try run.open(scene)
      let overrides = try session.overrides(named: words, onlyReached: true)
      var edits = try run.edits(inTemplates: try session.applying(overrides), of: [scene], edit.scenes)
      edits.append(OrderedEdit(scene, steps: { session throws(Diagnostic) in try session.reverting(overrides) }))
      return try edit.perform(inOrder: edits, run)
    }
  }
}
