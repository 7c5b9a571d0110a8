internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import Workbench

struct ExportCommand: InspectorCommand {
  static let row = CommandRow(
    name: "export",
    arguments: "<scene> ... -o <folder>",
    summary: "Writes the attributes of scenes as bundles that programs can load.",
    discussion: """
      Each attribute has a type and has been checked. A bundle is a folder with 'bundle.json' and 'attributes.json'; \
      the same scene always gives the same bytes. A bundle leaves out values that 'check' reports as errors, keys that \
      are reserved for later versions, frames that come from constraints, and values that a component takes from its \
      parent; it lists all of these, with the reasons. If a component fails, nothing is written. Nothing but a bundle \
      is ever replaced.

      A single scene is exported to the bundle that '--output' names. If several scenes are given, or a folder, a \
      pattern or a list of scenes, or if '--output' ends with '/', the bundles are written into a folder. There, each \
      bundle has the path of its scene within the innermost folder that contains all scenes: 'a/card.scene.json' \
      becomes 'a/card.bundle'. If two scenes would have the same bundle, nothing is written.
      """,
    examples: [
      .init("export card.json -o card.bundle", "the stored values"),
      .init("export card.json --effective -o card.bundle", "the effective values, after hooks"),
      .init("export card.json --strict -o card.bundle", "the whole scene, or nothing"),
      .init("export card.json --verify card.bundle", "makes the bundle again and compares the two"),
      .init(
        "export --recursive scenes -o bundles/", "one bundle per scene, in folders like those of the scenes",
        isForShell: false),
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

  @Flag(help: "Export effective values, which hooks may have changed, instead of stored ones.")
  var effective = false

  @Flag(help: "Write nothing and fail if anything would be left out.")
  var strict = false

  @Flag(help: "Print one JSON object per line for each scene, as soon as the scene is done.")
  var ndjson = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<ExportCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let target = try target()
    guard !scenes.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noScene) }
    if ndjson, run.isJSON { throw Diagnostic(SceneUsage.differentOutputs("--json", "--ndjson")) }
    try run.requireGivenPlugins("exported", ofPlace: true)
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

  /// Returns the path of the bundle or bundle folder that `--output` or `--verify` names. Throws if neither or both of
  /// these options are given, if the output is `-`, or if `--verify` is given with `--effective`.
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

  /// Returns true if the arguments name a single scene, and the output is this scene's bundle instead of a folder of
  /// bundles.
  private func isOne(_ target: String) -> Bool {
    guard scenes.count == 1, !options.hasList, !options.recursive else { return false }
    if SceneFile(scenes[0]) == nil, scenes[0] != "-", PathPattern(scenes[0]) != nil { return false }
    return !target.hasSuffix("/") || OutputPaths.isBundle(target)
  }
}
