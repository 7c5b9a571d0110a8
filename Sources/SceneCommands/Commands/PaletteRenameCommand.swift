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

      Other scenes of the workspace may use the colour, too, if the scene supplies templates. If one scene is given, \
      these scenes follow: all files are written, or none. '--in' renames the colour of a palette document, which \
      scenes name in 'palettes', and these scenes follow; do not give a scene. '--leave-dependents' leaves the other \
      scenes alone.
      """,
    examples: [
      .init("palette rename card.json brand accent", "'brand' becomes 'accent' everywhere"),
      .init("palette rename -n scenes/*.json brand accent", "prints the difference, writes nothing"),
      .init(
        "palette rename --in brand.palette.json brand accent", "in a palette and the scenes that share it",
        isForShell: false),
    ],
    scenes: .many,
    statuses: SetCommand.row.statuses,
    jsonFormat: "inspector-changes/1")

  @Argument(help: ArgumentHelp("Scenes, then the name and the new name.", valueName: "argument"), completion: .file())
  var arguments: [String] = []

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp("Rename the colour of this palette document, which scenes share.", valueName: "file"),
    completion: .file())
  var document: String?

  @Flag(help: "Do not change other scenes of the workspace that use the colour.")
  var leaveDependents = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteRenameCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count > (document != nil || run.mayNameNoScene(options.scenes) ? 1 : 2) else {
      throw Diagnostic(SceneUsage.noNamesToRename)
    }
    let names = try ArgumentReading.values(arguments.suffix(2))
    let scenes = Array(arguments.dropLast(2))
    if let document {
      guard scenes.isEmpty, !options.scenes.hasList else {
        throw Diagnostic(SceneUsage.sceneBesidePalette(scenes.first))
      }
      let path = run.workspace.expanded(document)
      // The scenes that are open in a shell would not follow.
      guard !run.workspace.keepsScenes || leaveDependents else { throw Diagnostic(SceneUsage.renamedInShell(path)) }
      return try options.rename(
        names[0], to: names[1], inPalette: path, leavesDependents: leaveDependents, run)
    }
    let change = PaletteEdit.rename(name: names[0], to: names[1])
    if !leaveDependents, !run.workspace.keepsScenes, options.output == nil,
      let edits = try followed(scenes, change, names, run)
    {
      return try options.perform(inOrder: edits, run)
    }
    return try options.perform(EditRequest(palette: [change]), in: scenes, run)
  }

  /// Returns the edits of a scene and of all scenes in the workspace that use its colour; nil if the command edits
  /// several scenes, or if no other scene uses the colour.
  private func followed(
    _ named: [String], _ change: PaletteEdit, _ names: [String], _ run: CommandRun
  ) throws(Diagnostic) -> [OrderedEdit]? {
    let scenes = try run.scenes(named, options.scenes)
    guard scenes.count == 1, case .file(let path) = scenes[0] else { return nil }
    let users = try options.followers(of: path, renaming: names[0], to: names[1], run)
    guard !users.isEmpty else { return nil }
    try options.checkOutputs(of: scenes, run)
    return [OrderedEdit(scenes[0]) { _ throws(Diagnostic) in [.palette([change])] }] + users
  }
}
