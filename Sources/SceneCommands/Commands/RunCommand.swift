internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct RunCommand: InspectorCommand {
  static let row = CommandRow(
    name: "run",
    arguments: "<scene> ... <selector> <action>",
    summary: "Runs an action of selected objects.",
    discussion: """
      An action is a named operation of a component on its own properties, such as 'reset'; 'show' lists the actions \
      of an object, and 'plugin describe' those of a class. An action is given by its identifier or its label. Its \
      changes are stored as 'set' would store them: hooks run and may warn or refuse, and if anything in a scene is \
      refused, that scene is not changed at all.

      All objects that the selector matches must have the action, unless '--skip-missing' is given. An action with a \
      condition is refused if the condition does not hold.
      """,
    examples: [
      .init("run card.json '#rating' clear", "one object"),
      .init("run -n card.json '*' clear --skip-missing", "shows what it would change in all objects that have it"),
      .init("run scenes/*.json CosmosView 'Clear Stars'", "by its label, in many scenes"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(
    help: ArgumentHelp("Scenes, then a selector, then an action.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let words = try SceneArguments(
      running: arguments, hasOtherScenes: run.mayNameNoScene(edit.scenes),
      defaultSelector: run.workspace.defaultTarget)
    return try options.perform(words, edit, run) { .run($0, action: words.names[0]) }
  }
}
