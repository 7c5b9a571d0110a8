internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ResetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "reset",
    arguments: "<scene> ... <selector> <name> ...",
    summary: "Removes keys, so that the defaults of the class hold.",
    discussion: """
      A value that is not stored is no change. Hooks run, and may refuse, as with 'set', of which this is another spelling: 'set … --reset NAME'. The first argument is a \
      scene, and so are those after it that are files or end with '.json'; the next is the selector, the rest are properties.
      """,
    examples: [
      .init("reset card.json '#badge' cornerRadius", "one property of one object"),
      .init(
        "reset card.json '*' tag alpha -o new.json", "two properties of all objects; writes elsewhere",
        isForShell: false),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @OptionGroup var names: NameOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    try names.perform(.reset, edit, options, run)
  }
}
