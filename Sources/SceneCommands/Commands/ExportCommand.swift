internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ExportCommand: InspectorCommand {
  static let row = CommandRow(
    name: "export",
    arguments: "<scene> ... -o <folder>",
    summary: "Writes attributes as bundles, which programs load.",
    discussion: """
      Each attribute is typed and checked. A bundle is a folder with 'bundle.json' and 'attributes.json'; the same \
      scene gives the same bytes. Not carried are values that 'check' calls errors, keys that are not implemented, \
      places that constraints give, and values that a component derives from its parent's; the bundle lists all of \
      them, with reasons. If a component fails, nothing is written. Only a bundle is ever replaced.

      One scene is exported to the bundle that '--output' names. Several scenes, those of a folder, a pattern or a \
      list, and a single one if '--output' ends with '/', are exported into a folder of bundles: 'a/card.scene.json' \
      becomes 'a/card.bundle' there, by its path below the innermost folder that contains all scenes. If two scenes \
      would have the same bundle, nothing is written.
      """,
    examples: [
      .init("export card.json -o card.bundle", "the stored values"),
      .init("export card.json --effective -o card.bundle", "the effective values, after hooks"),
      .init("export card.json --strict -o card.bundle", "the whole scene, or nothing"),
      .init("export card.json --verify card.bundle", "derives the bundle again and compares"),
      .init("export --recursive scenes -o bundles/", "one bundle per scene, in the same folders", isForShell: false),
    ],
    scenes: .many,
    statuses: [
      .done, .findings, .usage, .badDocument, .noInput, .noPlugin, .cannotCreate, .cannotWrite, .changedUnderneath,
      .interrupted,
    ],
    jsonFormat: "inspector-export/1")

  @Argument(help: ArgumentHelp("The scenes.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The bundle to write, or a folder for bundles.", valueName: "folder"), completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp("Write nothing; report how this bundle differs from the scene.", valueName: "folder"),
    completion: .directory)
  var verify: String?

  @Flag(help: "Export effective values, as hooks make them, instead of stored ones.")
  var effective = false

  @Flag(help: "Write nothing and fail if anything is not carried.")
  var strict = false

  @Flag(help: "Print one JSON object per line, for each scene when it is done.")
  var ndjson = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<ExportCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let target = try target()
    guard !scenes.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noScene) }
    if ndjson, run.isJSON { throw Diagnostic(SceneUsage.differentOutputs("--json", "--ndjson")) }
    let export = BundleExport(isEffective: effective, isStrict: strict, isComparison: verify != nil)
    if let scene = run.workspace.currentScene ?? (isOne(target) ? CommandScene(scenes[0]) : nil) {
      let done = try export.perform(scene, target, run) {
        run.context.signals.expect(1)
        return true
      }
      done.report(run, isStructured: run.isJSON || ndjson)
      if run.isJSON || ndjson { run.print(done.record(isAlone: !ndjson)) }
      return done.status
    }
    let scenes = try run.scenes(scenes, options)
    let paths = try OutputPaths(of: scenes.map(\.name), in: target, .bundles)
    return export.perform(scenes, paths, options, isLines: ndjson, run)
  }

  /// Returns the path of the bundle, or of the folder of bundles, that `--output` or `--verify` names. Throws unless
  /// exactly one of these options is given, or if its path or another option does not fit.
  private func target() throws(Diagnostic) -> String {
    switch (output, verify) {
    case (nil, nil): throw Diagnostic(SceneUsage.noOutput(kind: "FOLDER", example: "card.bundle"))
    case (_?, _?): throw Diagnostic(SceneUsage.outputAndVerify)
    case (nil, let path?):
      if effective { throw Diagnostic(SceneUsage.effectiveVerify) }
      return path
    case (let path?, nil):
      guard path != "-" else { throw Diagnostic(SceneUsage.bundleToOutput) }
      return path
    }
  }

  /// True if the arguments name a single scene, and one bundle for it instead of a folder of bundles.
  private func isOne(_ target: String) -> Bool {
    guard scenes.count == 1, !options.hasList, !options.recursive else { return false }
    if SceneFile(scenes[0]) == nil, scenes[0] != "-", PathPattern(scenes[0]) != nil { return false }
    return !target.hasSuffix("/") || OutputPaths.isBundle(target)
  }
}
