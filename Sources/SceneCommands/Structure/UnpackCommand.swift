internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import SceneDocument
internal import Workbench

struct UnpackCommand: InspectorCommand {
  static let row = CommandRow(
    name: "unpack",
    arguments: "<scene> ... <selector>",
    summary: "Replaces placeholders with the objects for which they stand.",
    discussion: """
      The scene shows the same objects as before, but no longer follows the template's document. An object inside gets \
      the id that the template gives it, if no other object of the scene has that id; otherwise it keeps its address, \
      such as 'save/icon', as its id. References are updated. Colours of the template that the objects use are added to the \
      scene's palette. Placeholders inside the template are unpacked with it.
      """,
    examples: [
      .init("unpack page.json '#save'", "one placeholder"),
      .init("unpack -n scenes/*.json ':from(buttons.scene.json)' --allow-empty", "only shows what it would do"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: SetCommand.row.jsonFormat)

  @Argument(help: ArgumentHelp("Scenes, then a selector.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: StructureOptions
  @OptionGroup var edit: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<UnpackCommand, [String]>? { \.arguments }

  private static let form = WordForm("unpack", example: "'#save'")

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    try options.perform(arguments, Self.form, edit, run, acceptsIDs: true) { _, selector, _, _ in [.unpack(selector)] }
  }
}
