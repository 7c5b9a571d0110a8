internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct UnsetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "unset",
    arguments: "<scene> ... <selector> <name> ...",
    summary: "Stores null: says that optional properties have no value.",
    discussion: """
      Null is stored also where the class's default is no value; 'reset' removes the key instead. Hooks run, and may refuse, as with 'set', of which this is another spelling: 'set … --unset NAME'. The first argument is a \
      scene, and so are those after it that are files or end with '.json'; the next is the selector, the rest are properties.
      """,
    examples: [
      .init("unset card.json '#card' backgroundColor", "no colour, whatever the class's default is"),
      .init(
        "unset -n scenes/*.json StarView 'Background Color'", "prints the difference, writes nothing"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @OptionGroup var names: NameOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    try names.perform(.unset, edit, options, run)
  }
}
