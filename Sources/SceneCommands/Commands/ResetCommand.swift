internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ResetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "reset",
    arguments: "<scene> ... <selector> <name> ...",
    summary: "Removes stored values, so that properties take their defaults.",
    discussion: """
      A property without a stored value does not change. Hooks run and may refuse, as with 'set': this command is \
      short for 'set … --reset NAME'. The first argument is a scene, and so is each later one that is a file or ends \
      with '.json'; then come the selector and the properties.
      """,
    examples: [
      .init("reset card.json '#badge' cornerRadius", "one property of one object"),
      .init(
        "reset card.json '*' tag alpha -o new.json", "two properties of all objects; writes to another file",
        isForShell: false),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @OptionGroup var names: NameOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var options: SetOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<ResetCommand, [String]>? { \.names.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try names.perform(.reset, edit, options, run)
  }
}
