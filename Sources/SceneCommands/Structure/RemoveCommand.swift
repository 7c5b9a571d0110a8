internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct RemoveCommand: InspectorCommand {
  static let row = CommandRow(
    name: "remove",
    arguments: "<scene> ... <selector>",
    summary: "Removes objects and their descendants from scenes.",
    discussion: """
      Remaining objects whose constraints or properties refer to a removed one are listed. In a shell, if no selector \
      is given, the selected objects are removed, or else the current one. An object that other scenes of the workspace \
      name, as a template or by an address inside one, is not removed without '--leave-dependents'.
      """,
    examples: [
      .init("remove card.json '#badge'", "one object"),
      .init("remove -n scenes/*.json 'LabelView[text=\"\"]' --allow-empty", "only shows what it would do"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat,
    otherWords: ["delete", "rm"])

  @Argument(help: ArgumentHelp("Scenes, then a selector.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<RemoveCommand, [String]>? { \.arguments }

  private static let form = WordForm("remove", example: "'#badge'")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try options.perform(arguments, Self.form, edit, run) { _, selector, _, _ in [.remove(selector)] }
  }
}
