internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct PaletteRenameCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette rename",
    arguments: "<scene> ... <name> <new-name>",
    summary: "Renames a palette colour and all of its uses.",
    discussion: """
      The entry keeps its place and its colour, and attributes that store the old name get the new one. No colour \
      changes: a new name that the palette already has, or that attributes use for a CSS colour, is refused.
      """,
    examples: [
      .init("palette rename card.json brand accent", "'brand' becomes 'accent' everywhere"),
      .init("palette rename -n scenes/*.json brand accent", "prints the difference, writes nothing"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then the name and the new name.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteRenameCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count > (run.mayNameNoScene(options.scenes) ? 1 : 2) else {
      throw Diagnostic(SceneUsage.noNamesToRename)
    }
    let names = try ArgumentReading.values(arguments.suffix(2))
    let change = PaletteEdit.rename(name: names[0], to: names[1])
    return try options.perform(EditRequest(palette: [change]), in: Array(arguments.dropLast(2)), run)
  }
}
