internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import Workbench

/// The options of the commands that change scenes.
struct EditOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: "Run the hooks, print what would change, and write nothing.")
  var dryRun = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the scene to this file, not in place; '-' is the standard output.", valueName: "file"),
    completion: .file())
  var outputName: String?

  @Flag(help: "Exit with 1 if anything differs, and with 2 if anything was refused or nothing matched.")
  var exitCode = false

  @Flag(help: "Print one JSON object per line, for each scene when it is done.")
  var ndjson = false

  @OptionGroup var saving: SavingOptions
  @OptionGroup var scenes: SceneOptions

  /// Returns the report of a command's edits: JSON for programs, text for people.
  func report(_ run: CommandRun, kind: EditText.Kind = .selection) -> any EditReport {
    if isStructured(run) { return EditJSON(run, isDryRun: dryRun, isLines: ndjson) }
    return EditText(run, isDryRun: dryRun, isStdout: output == "-", kind: kind)
  }

  /// The output path; nil for the scene's own file.
  var output: String? { outputName.map(OutputPaths.plain) }

  /// Returns the output path of one scene; nil for its own file, by whatever name.
  func output(of scene: String) -> String? {
    guard let output, output != "-", let file = SceneFile(output) else { return output }
    return file.isRegular && file == SceneFile(scene) ? nil : output
  }

  /// True if the output is for programs: `--json` or `--ndjson`.
  func isStructured(_ run: CommandRun) -> Bool { run.isJSON || ndjson }

  /// Refuses an output that the scenes cannot be written to, or that conflicts with other options.
  func checkOutputs(of scenes: [CommandScene], _ run: CommandRun) throws(CommandFailure) {
    if run.workspace.keepsScenes {
      guard output == nil else {
        throw .usage(SceneUsage.outputInShell)
      }
      for scene in scenes { _ = try run.open(scene) }
      return
    }
    if output != nil, scenes.count > 1 {
      throw .usage(SceneUsage.outputOfSeveral(scenes: scenes.count))
    }
    if ndjson, run.isJSON { throw .usage(SceneUsage.differentOutputs("--json", "--ndjson")) }
    if output == "-", dryRun || run.isJSON || ndjson {
      let other = dryRun ? "--dry-run" : ndjson ? "--ndjson" : "--json"
      throw .usage(SceneUsage.bothWantOutput("--output -", other))
    }
    guard output == nil, !dryRun else { return }
    for scene in scenes where !scene.canBeReplaced {
      throw .usage(SceneUsage.notInPlace(scene: scene.name))
    }
  }

  /// Refuses to edit if a plugin named on the command line does not load, because its hooks would not run.
  func checkPlugins(_ run: CommandRun) throws(CommandFailure) {
    for problem in run.library.problems {
      let path = problem.file ?? ""
      guard run.global.plugins.contains(where: { path.isExactly($0) || path.begins(with: "\($0)/") }) else { continue }
      throw CommandFailure(
        problem, status: .noPlugin,
        text: "inspector: nothing was edited, since a plugin given by '--plugin' cannot be used")
    }
  }
}

extension CommandScene {
  /// True if an edited scene can replace its source. Opening reports a missing file later.
  fileprivate var canBeReplaced: Bool {
    guard case .file(let path) = self else { return false }
    return SceneFile(path)?.isRegular != false
  }
}
