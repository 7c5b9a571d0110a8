internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct PaletteRemoveCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette remove",
    arguments: "<scene> ... <name>",
    summary: "Removes an unused colour from palettes.",
    discussion: """
      A name that attributes use is not removed, unless a palette document or a template has it, too: the attributes \
      get that colour, and hooks may refuse it. 'inspector palette list' shows how many attributes use a name.
      """,
    examples: [.init("palette remove card.json brand", "removes 'brand'")],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then the name.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteRemoveCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count > (run.mayNameNoScene(options.scenes) ? 0 : 1), let name = arguments.last else {
      throw Diagnostic(SceneUsage.noNameToRemove)
    }
    let change = PaletteEdit.remove(name: try ArgumentReading.value(name))
    return try options.perform(EditRequest(palette: [change]), in: Array(arguments.dropLast()), run)
  }
}
