internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct PaletteExtractCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette extract",
    arguments: "<scene> ... <name>=<color> ...",
    summary: "Replaces a stored colour with a palette name wherever it is stored.",
    discussion: """
      Every attribute that stores the colour, in whatever notation, stores the name instead, and the name is added to \
      the palette with the colour. No colour changes. If the palette already has the name, it must stand for this \
      colour. The name is refused if it is a CSS colour name that attributes use for CSS's own colour.

      If no attribute stores exactly this colour, but exactly one stored colour is shown as '≈#RRGGBB', that one is \
      extracted.
      """,
    examples: [
      .init("palette extract card.json star=#FFCC00", "'star' wherever '#FFCC00' was stored"),
      .init(
        "palette extract -n --recursive scenes star=#FFCC00", "prints the difference, writes nothing", isForShell: false
      ),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then names with their colours.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Flag(help: "Accept a colour that no attribute stores.")
  var allowEmpty = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteExtractCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (scenes, colors) = try PaletteSetCommand.colors(of: arguments, run)
    let changes = colors.map { PaletteEdit.extract(name: $0.name, of: $0.color) }
    var request = EditRequest(palette: changes)
    request.allowsEmpty = allowEmpty
    return try options.perform(request, in: scenes, run, .values)
  }
}
