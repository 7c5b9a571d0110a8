internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct PaletteSetCommand: InspectorCommand {
  static let row = CommandRow(
    name: "palette set",
    arguments: "<scene> ... <name>=<color> ...",
    summary: "Sets the colours of palette names.",
    discussion: """
      In one scene, a new name is added to the palette. In many scenes, those that lack the name are left alone; with \
      '--add' it is added to them, too. Every attribute that uses a name takes \
      on its new colour and keeps the name: hooks run, and if one of them refuses the colour, the scene stays as it \
      was. A name that nothing uses is reported; 'palette extract' names a colour that attributes already store.

      '--in' sets the names in a palette document instead; do not give a scene. All scenes that name the document in \
      'palettes' get the new colours.

      A colour is written as '#3366FF', as 'rgb(51 102 255 / 50%)' or another CSS function, as a CSS name, or as a \
      JSON object of components, but never as another palette name. It is stored in the notation of the colour that it \
      replaces, if that notation can express it.
      """,
    examples: [
      .init("palette set card.json brand=#FF8800", "another colour wherever 'brand' is used"),
      .init("palette set -n scenes/*.json brand=tomato", "runs the hooks, prints the difference"),
      .init("palette set --in brand.palette.json brand=#FF8800", "in a palette that scenes share", isForShell: false),
      .init("palette set card.json brand=tomato ink='rgb(20 20 30)'", "two names; a new one is added"),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then names with their colours.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Flag(help: "With several scenes, add a new name to scenes that lack it; by default these are left unchanged.")
  var add = false

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Set the colours of this palette document, which scenes share.", valueName: "file"),
    completion: .file())
  var document: String?

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteSetCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let (scenes, colors) = try Self.colors(of: arguments, run)
    if let document {
      guard scenes.isEmpty, !options.scenes.hasList else {
        throw Diagnostic(SceneUsage.sceneBesidePalette(scenes.first))
      }
      return try options.perform(inPalette: run.workspace.expanded(document), run) { palette throws(Diagnostic) in
        try palette.set(colors)
      }
    }
    let changes = colors.map { PaletteEdit.set(name: $0.name, to: $0.color) }
    var request = EditRequest(palette: changes)
    request.warnsOfUnusedColors = true
    request.skipsNewColors = !add
    return try options.perform(request, in: scenes, run)
  }

  /// Splits arguments into scenes and pairs of a name and a colour. Throws an error if there is no pair.
  static func colors(
    of arguments: [String], _ run: CommandRun
  ) throws(Diagnostic) -> (scenes: [String], colors: [(name: String, color: String)]) {
    var scenes = arguments[...]
    var colors: [(name: String, color: String)] = []
    while let last = scenes.last, let typed = Assignment(typed: last), case .set = typed.operation {
      let assignment = Assignment(typed: try ArgumentReading.value(last)) ?? typed
      if case .set(let color) = assignment.operation { colors.append((assignment.name, color)) }
      scenes.removeLast()
    }
    guard !colors.isEmpty else {
      throw Diagnostic(SceneUsage.noColor(last: scenes.last ?? run.workspace.currentScene?.name))
    }
    return (Array(scenes), colors.reversed())
  }
}
