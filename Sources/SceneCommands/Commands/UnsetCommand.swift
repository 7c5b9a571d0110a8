internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct UnsetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "unset",
    arguments: "<scene> ... <selector> <name> ...",
    summary: "Stores null: optional properties then have no value.",
    discussion: """
      Null is stored even if the class's default is to have no value; 'reset' removes the key instead. Hooks run and \
      may refuse, as with 'set': this command is short for 'set … --unset NAME'. The first argument is a scene, and so \
      is each later one that is a file or ends with '.json'; then come the selector and the properties, or properties \
      with their objects, such as 'card.backgroundColor'.
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

  static var wordList: WritableKeyPath<UnsetCommand, [String]>? { \.names.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try names.perform(.unset, edit, options, run)
  }
}
