internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct RenameCommand: InspectorCommand {
  static let row = CommandRow(
    name: "rename",
    arguments: "<scene> ... <selector> <id>",
    summary: "Changes the id of an object in scenes.",
    discussion: """
      Constraints and other references to the object are updated. The object is given by a selector, or by its id with \
      or without '#'. In a shell, if no selector is given, the current object is renamed.
      """,
    examples: [
      .init("rename card.json badge star", "one object"),
      .init("rename scenes/*.json '#badge' star --allow-empty", "in all scenes that have it"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(help: ArgumentHelp("Scenes, then an object, then its new id.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<RenameCommand, [String]>? { \.arguments }

  private static let form = WordForm("rename", then: "an id", example: "'#badge' star")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try options.perform(arguments, Self.form, edit, run, acceptsIDs: true) { session, selector, id, _ in
      [.rename(selector, id: session.document.typedID(id))]
    }
  }
}
