internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct NameCommand: InspectorCommand {
  static let row = CommandRow(
    name: "name",
    arguments: "<scene> ... <selector> <name>",
    summary: "Sets the human-readable name of objects in scenes.",
    discussion: """
      An empty name removes the name. In a shell, if no selector is given, the selected objects are named, or else the \
      current one.
      """,
    examples: [
      .init("name card.json '#badge' 'The star'", "one object"),
      .init("name card.json StarView ''", "removes the names of all stars"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(help: ArgumentHelp("Scenes, then a selector, then a name.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<NameCommand, [String]>? { \.arguments }

  private static let form = WordForm("name", then: "a name", example: "'#badge' 'The star'")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try options.perform(arguments, Self.form, edit, run) { _, selector, name, _ in
      [.setName(selector, to: name.isEmpty ? nil : name)]
    }
  }
}
