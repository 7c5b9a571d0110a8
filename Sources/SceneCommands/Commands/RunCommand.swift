internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct RunCommand: InspectorCommand {
  static let row = CommandRow(
    name: "run",
    arguments: "<scene> ... <selector> <action>",
    summary: "Runs an action that the components of objects offer.",
    discussion: """
      An action is a named thing that a component can do to its own properties, such as 'reset'; 'show' lists those of an \
      object, 'plugin describe' those of a class. It is named by its identifier or its label. What it changes is stored as 'set' \
      would store it: hooks run, and may warn or refuse, and each scene is changed as a whole or not at all.

      All objects that the selector matches have to have the action, unless '--skip-missing' is given. An action with a \
      condition is refused where that does not hold.
      """,
    examples: [
      .init("run card.json '#rating' clear", "one object"),
      .init("run -n card.json '*' clear --skip-missing", "shows what it would change in all that have it"),
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

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let words: RunArguments
    do throws(RunArgumentsError) {
      words = try RunArguments(
        arguments, hasOtherScenes: run.mayNameNoScene(edit.scenes), defaultSelector: run.workspace.defaultTarget)
    } catch {
      throw .usage(error)
    }
    let action = try ArgumentReading.value(words.action)
    let selector = try ArgumentReading.value(words.selector)
    return try options.perform(in: words.scenes, of: selector, edit, run) { .run($0, action: action) }
  }
}
