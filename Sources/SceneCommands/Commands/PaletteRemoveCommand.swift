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

  @Flag(help: "Remove the colour even if other scenes of the workspace have it from this one.")
  var leaveDependents = false

  @OptionGroup var options: EditOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<PaletteRemoveCommand, [String]>? { \.arguments }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard arguments.count > (run.mayNameNoScene(options.scenes) ? 0 : 1), let name = arguments.last else {
      throw Diagnostic(SceneUsage.noNameToRemove)
    }
    let change = PaletteEdit.remove(name: try ArgumentReading.value(name))
    if !leaveDependents, !run.workspace.keepsScenes, options.output == nil {
      try checkUsers(of: name, Array(arguments.dropLast()), run)
    }
    return try options.perform(EditRequest(palette: [change]), in: Array(arguments.dropLast()), run)
  }

  /// Throws an error if a single scene is edited and other scenes of the workspace use its colour.
  private func checkUsers(of name: String, _ named: [String], _ run: CommandRun) throws(Diagnostic) {
    let scenes = try run.scenes(named, options.scenes)
    guard scenes.count == 1, case .file(let path) = scenes[0] else { return }
    // The scenes that would follow a new name are those that use the colour.
    let users = try options.followers(of: path, renaming: name, to: "\(name)-removed", run)
    guard let first = users.first else { return }
    throw Diagnostic(
      SceneUsage.colorOfOtherScenes(name, file: path, scenes: users.count, first: first.scene.name))
  }
}
