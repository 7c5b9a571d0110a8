internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct CheckCommand: InspectorCommand {
  static let row = CommandRow(
    name: "check",
    arguments: "<scene> ...",
    summary: "Reports all errors and warnings in scenes.",
    discussion: """
      It checks syntax, format, types, ranges and names, and reports warnings from hooks. Each finding is printed with \
      its position, its line and a caret. A class or property that no plugin knows is only a warning, since its plugin \
      may simply be missing. Views without a frame, which pictures do not show, are reported in one warning per scene, \
      unless no view of the scene has a frame.

      Warnings with the same code, class and property are printed as one, with a count and the first few places; \
      '--all' lists each of them. Errors are always listed.

      A baseline is a file that records the current findings in scenes, so that only new ones are reported: write it \
      with '--baseline FILE --write-baseline', and give '--baseline FILE' from then on. A finding is recognised by its \
      scene, code, object and property, not by its line. A scene that cannot be read is always reported.
      """,
    examples: [
      .init("check card.json", "checks one scene"),
      .init("check --strict scenes/*.json", "unknown names are errors"),
      .init(
        "check --recursive . --fail-fast", "all '*.scene.json' files here and below, until one has errors",
        isForShell: false),
      .init("git diff --name-only | inspector check --files-from -", "the changed scenes", isForShell: false),
      .init("check --twice card.json", "finds hooks that respond differently to the same values"),
      .init("check --no-hooks scenes/*.json", "stored values only, which is faster"),
      .init("check --summary scenes/*.json", "counts the findings by code and class"),
      .init("check --all card.json", "lists every warning"),
      .init("check --ignore unknown.class:MapView scenes/*.json", "leaves out what is known to be missing"),
      .init(
        "check --recursive . --baseline baseline.json --write-baseline", "records the current findings",
        isForShell: false),
      .init(
        "check --recursive . --format github", "annotates a pull request; with '--strict', unknown names are errors",
        isForShell: false),
      .init("check --recursive . --format sarif > findings.sarif", "for code scanning", isForShell: false),
      .init("check --errors-only scenes/*.json", "leaves out warnings"),
      .init("check --json card.json", "for programs"),
    ],
    scenes: .many,
    statuses: [
      .done, .findings, .usage, .badDocument, .noInput, .noPlugin, .changedUnderneath, .cannotCreate, .cannotWrite,
      .interrupted,
    ],
    jsonFormat: "inspector-check/1", otherWords: ["lint", "validate"])

  @Argument(help: ArgumentHelp("The scenes to check.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Flag(help: "Treat unknown classes, properties and keys as errors.")
  var strict = false

  @Flag(help: "Check only stored values: types, ranges, options and names.")
  var noHooks = false

  @Flag(
    help: ArgumentHelp(
      "Build each object twice, the second time in new processes, and warn of components that respond differently."))
  var twice = false

  @Flag(help: "Leave out warnings; they are still counted.")
  var errorsOnly = false

  @Flag(help: "Instead of the findings, print how many there are of each code and class.")
  var summary = false

  @Flag(help: "Print every warning, even if others have the same code, class and property.")
  var all = false

  @Option(
    help: ArgumentHelp(
      "Leave out findings that match CODE, CODE:CLASS or CODE:CLASS.PROPERTY; may be repeated.",
      valueName: "pattern"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Report only findings that are not recorded in this file, and list recorded ones that no longer occur.",
      valueName: "file"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Record the findings in the file of '--baseline' instead of reporting them.")
  var writeBaseline = false

  @Option(
    help: ArgumentHelp("The format of the findings: text, json, ndjson, github or sarif.", valueName: "format"))
  var format: CheckFormat?

  @Flag(help: "Print one JSON object per line for each scene, as soon as the scene is done.")
  var ndjson = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<CheckCommand, [String]>? { \.scenes }

  mutating func validate() throws {
    // `--format json` and `--format ndjson` have the effect of the flags `--json` and `--ndjson`.
    if format == .json { global.json = true }
    if format == .ndjson { ndjson = true }
  }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard !scenes.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noSceneAtAll) }
    try checkOptions(run)
    let scenes = try run.scenes(scenes, options)
    let filter = try FindingFilter(
      ignoring: ignore, baseline: baseline, isWriting: writeBaseline, isStrict: strict, run)
    let problems = run.pluginProblems()
    try run.requireGivenPlugins("checked", ofPlace: true, saying: problems)
    var needed = Set<String>()
    let report = report(run)
    var totals = CheckTotals()
    var common = CommonStatus()
    let batch = SceneBatch<CheckedScene>(run: run, scenes: scenes, options: options)
    let ofTemplates = TemplateFindings { [self, library = run.library, job = run.job] path throws(Diagnostic) in
      let session = try Diagnostic.ofFile(path) { () throws(SceneError) in
        try SceneSession.open(path: path, library: library, under: job)
      }
      return found(in: session)
    }
    var templates = ShownTemplates()
    let end = batch.perform(
      { scene, _ in check(scene, filter, ofTemplates, run) },
      take: { finding in
        totals.add(finding)
        report.add(finding)
        templates.add(finding)
        needed.formUnion(finding.plugins.map { $0.lowercased() })
        common.add(finding.status)
      })
    // A problem of a plugin that a scene needs is already an error among that scene's findings.
    let names = Dictionary(run.library.plugins.map { ($0.path, $0.name.lowercased()) }, uniquingKeysWith: { $1 })
    for var template in templates.unchecked {
      filter.apply(to: &template)
      guard template.isReported || writeBaseline else { continue }
      if errorsOnly { template.leaveOutWarnings() }
      totals.add(template)
      if template.isReported { report.add(template) }
      common.add(template.status)
    }
    for problem in problems where !needed.contains(names[problem.file] ?? "") { run.say(problem.shown()) }
    if case .done = end { try filter.finish(&totals) }
    if end.hasResults || run.isJSON || format == .sarif { report.finish(totals, templates) }
    let checked = end.reached(of: scenes.count)
    batch.sayEnd(end, done: "\(checked == 1 ? "it was" : "these were") checked")
    if case .interrupted = end { return .interrupted }
    return common.status
  }

  private func checkOptions(_ run: CommandRun) throws(Diagnostic) {
    if twice, noHooks { throw Diagnostic(SceneUsage.twiceWithoutHooks) }
    if writeBaseline, baseline == nil { throw Diagnostic(SceneUsage.noBaseline) }
    let formatted = format.map { "--format \($0.rawValue)" }
    let json = run.isJSON ? format == .json ? formatted : "--json" : nil
    let lines = ndjson ? format == .ndjson ? formatted : "--ndjson" : nil
    let chosen = [json, lines, format?.flag == nil ? formatted : nil].compactMap(\.self)
    if chosen.count > 1 { throw Diagnostic(SceneUsage.differentOutputs(chosen[0], chosen[1])) }
    guard summary else { return }
    if let lines { throw Diagnostic(SceneUsage.summaryOfLines(option: lines)) }
    if let format, format == .github || format == .sarif {
      throw Diagnostic(SceneUsage.differentOutputs("--summary", "--format \(format.rawValue)"))
    }
  }

  private func report(_ run: CommandRun) -> any CheckReport {
    switch format {
    case .github: CheckAnnotations(run)
    case .sarif: CheckSARIF(run)
    case _ where run.isJSON || ndjson: CheckJSON(run, isLines: ndjson, hasSummary: summary)
    default: CheckText(run, hasSummary: summary, listsAll: all)
    }
  }

  private func found(in session: SceneSession) -> [Diagnostic] {
    session.check(strict: strict, hooks: !noHooks, twice: twice)
  }

  private func check(
    _ scene: CommandScene, _ filter: FindingFilter, _ templates: TemplateFindings, _ run: CommandRun
  ) -> CheckedScene {
    var checked: CheckedScene
    do throws(Diagnostic) {
      let session = try run.open(scene, findsAllFaults: true)
      var found = found(in: session)
      try run.checkCancelled()
      let ofTemplates = templates.remove(from: &found, of: session.document)
      checked = CheckedScene(
        scene: scene.name, objects: session.document.objectCount, plugins: session.document.allPlugins.map(\.need.name),
        diagnostics: found, ofTemplates: ofTemplates)
    } catch {
      checked = CheckedScene(failure: error, scene: scene.name)
    }
    filter.apply(to: &checked)
    checked.hasTemplateErrors = checked.ofTemplates.contains(where: filter.keepsError)
    if errorsOnly { checked.leaveOutWarnings() }
    return checked
  }
}

/// An output format of `check`.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, ndjson
  /// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
  case github
  /// The Static Analysis Results Interchange Format, for code scanning.
  case sarif

  /// The flag that chooses the same format; nil for a format without a flag.
  var flag: String? {
    switch self {
    case .json, .ndjson: "--\(rawValue)"
    case .text, .github, .sarif: nil
    }
  }
}
