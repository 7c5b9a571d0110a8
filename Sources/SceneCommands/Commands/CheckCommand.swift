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
      Checks syntax, format, types, ranges and names, and reports warnings of hooks, each with its place, the line \
      and a caret. A class or property that no plugin knows is a warning, since only the plugin may be missing; the \
      text output reports such a class once per scene.
      """,
    examples: [
      .init("check card.json", "checks one scene"),
      .init("check --strict scenes/*.json", "unknown names are errors"),
      .init(
        "check --recursive . --fail-fast", "all '*.scene.json' here and below, until one has errors", isForShell: false),
      .init("git diff --name-only | inspector check --files-from -", "the changed scenes", isForShell: false),
      .init("check --twice card.json", "finds hooks that answer differently for the same values"),
      .init("check --no-hooks scenes/*.json", "stored values only, which is faster"),
      .init("check --summary scenes/*.json", "counts the findings by code and class"),
      .init("check --errors-only scenes/*.json", "leaves out warnings"),
      .init("check --json card.json", "for programs"),
    ],
    scenes: .many, statuses: [.done, .findings, .usage, .noInput, .changedUnderneath, .cannotWrite, .interrupted],
    jsonFormat: "inspector-check/1")

  @Argument(help: ArgumentHelp("The scenes to check.", valueName: "scene"), completion: .file())
  var scenes: [String] = []

  @Flag(help: "Treat unknown classes, properties and keys as errors.")
  var strict = false

  @Flag(help: "Check only stored values: types, ranges, options and names.")
  var noHooks = false

  @Flag(
    help: ArgumentHelp(
      "Build each object twice, the second time in new processes, and warn of components that answer differently."))
  var twice = false

  @Flag(help: "Leave out warnings; they are still counted.")
  var errorsOnly = false

  @Flag(help: "Print the number of findings of each code and class instead of the findings.")
  var summary = false

  @Flag(help: "Print one JSON object per line, for each scene when it is done.")
  var ndjson = false

  @OptionGroup var options: SceneOptions
  @OptionGroup var global: GlobalOptions

  static var wordList: WritableKeyPath<CheckCommand, [String]>? { \.scenes }

  func perform(_ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    guard !scenes.isEmpty || run.mayNameNoScene(options) else { throw Diagnostic(SceneUsage.noSceneAtAll) }
    if twice, noHooks { throw Diagnostic(SceneUsage.twiceWithoutHooks) }
    if ndjson, run.isJSON { throw Diagnostic(SceneUsage.differentOutputs("--json", "--ndjson")) }
    let scenes = try run.scenes(scenes, options)
    if ndjson, summary { throw Diagnostic(SceneUsage.summaryOfLines) }
    let problems = run.pluginProblems()
    var needed = Set<String>()
    let report = CheckReport(run, isLines: ndjson, hasSummary: summary)
    var common = CommonStatus()
    let batch = SceneBatch<CheckedScene>(run: run, scenes: scenes, options: options)
    let end = batch.perform(
      { scene, _ in check(scene, run) },
      take: { finding in
        report.add(finding)
        needed.formUnion(finding.plugins.map { $0.lowercased() })
        common.add(finding.status)
      })
    // A problem of a plugin that a scene needs is already an error among that scene's findings.
    let names = Dictionary(run.library.plugins.map { ($0.path, $0.name.lowercased()) }, uniquingKeysWith: { $1 })
    for problem in problems where !needed.contains(names[problem.file] ?? "") { run.say(problem.shown()) }
    if end.hasResults || run.isJSON { report.finish() }
    let checked = end.reached(of: scenes.count)
    batch.sayEnd(end, done: "\(checked == 1 ? "it was" : "these were") checked")
    if case .interrupted = end { return .interrupted }
    return common.status
  }

  private func check(_ scene: CommandScene, _ run: CommandRun) -> CheckedScene {
    do throws(Diagnostic) {
      let session = try run.open(scene, findsAllFaults: true)
      let found = session.check(
        strict: strict, byClass: !run.isJSON && !ndjson && !summary, hooks: !noHooks, twice: twice)
      try run.checkCancelled()
      var checked = CheckedScene(
        scene: scene.name, objects: session.document.objectCount, plugins: session.document.plugins.map(\.name),
        diagnostics: found)
      if errorsOnly { checked.leaveOutWarnings() }
      return checked
    } catch {
      return CheckedScene(failure: error, scene: scene.name)
    }
  }
}

/// The result of checking one scene.
struct CheckedScene: SceneOutcome {
  var scene: String
  var objects = 0

  /// The names of the plugins that the scene needs, whose problems its findings already report.
  var plugins: [String] = []
  var diagnostics: [Diagnostic]
  var status: ExitStatus

  init(scene: String, objects: Int, plugins: [String], diagnostics: [Diagnostic]) {
    self.scene = scene
    self.objects = objects
    self.plugins = plugins
    self.diagnostics = diagnostics
    status = diagnostics.contains { $0.severity == .error } ? .findings : .done
  }

  /// Creates the result of a scene that could not be read. Mistakes in its text are findings like any other.
  init(failure: Diagnostic, scene: String) {
    self.scene = scene
    diagnostics = failure.faults.map { Diagnostic($0, severity: .error) }
    if diagnostics.isEmpty {
      diagnostics = [Diagnostic(failure.reason, severity: .error, file: scene)]
    }
    text = failure.faults.isEmpty ? failure.report : failure.faults.map(\.description).joined(separator: "\n")
    status = ExitStatus(failure)
    if status == .badDocument { status = .findings }
  }

  /// The text of the failure to read the scene; nil if the scene was read.
  private(set) var text: String?

  private var warningsLeftOut = 0

  mutating func leaveOutWarnings() {
    warningsLeftOut = count(.warning)
    diagnostics.removeAll { $0.severity == .warning }
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    (severity == .warning ? warningsLeftOut : 0) + diagnostics.count { $0.severity == severity }
  }
}

/// The counts of findings by code, class and severity, for `--summary`.
private struct CheckSummary {
  struct FindingKind: Hashable {
    var code: DiagnosticCode
    /// The class of the affected object; nil if the finding concerns no object.
    var className: String?
    var isError: Bool
  }

  private var counts: [FindingKind: (count: Int, scenes: Int)] = [:]

  mutating func add(_ diagnostics: [Diagnostic]) {
    var here: [FindingKind: Int] = [:]
    for finding in diagnostics {
      let kind = FindingKind(code: finding.code, className: finding.className, isError: finding.severity == .error)
      here[kind, default: 0] += 1
    }
    for (kind, count) in here {
      let former = counts[kind] ?? (0, 0)
      counts[kind] = (former.count + count, former.scenes + 1)
    }
  }

  /// The counts, errors first, then by descending frequency.
  var rows: [(kind: FindingKind, count: Int, scenes: Int)] {
    counts.map { ($0.key, $0.value.count, $0.value.scenes) }.sorted { first, second in
      let (a, b) = (first.0, second.0)
      if a.isError != b.isError { return a.isError }
      if first.1 != second.1 { return first.1 > second.1 }
      return (a.code.rawValue, a.className ?? "") < (b.code.rawValue, b.className ?? "")
    }
  }

  func table(_ style: Style) -> TextTable {
    var table = TextTable()
    table.add(["COUNT", "", "CODE", "CLASS", "SCENES"].map { TextTable.Cell($0, style: style.dim) })
    for (kind, count, scenes) in rows {
      let padding = String(repeating: " ", count: max(5 - String(count).utf8.count, 0))
      table.add([
        TextTable.Cell("\(padding)\(count)"),
        kind.isError ? TextTable.Cell("error", style: style.error) : TextTable.Cell("warning", style: style.warning),
        TextTable.Cell(kind.code.rawValue, isWords: true),
        TextTable.Cell(kind.className.map(TerminalText.escaped) ?? "", isWords: true), TextTable.Cell("\(scenes)"),
      ])
    }
    return table
  }

  /// The member `summary` of `inspector-check/1`.
  var json: JSON {
    .array(
      rows.map { kind, count, scenes in
        [
          "code": .string(kind.code.rawValue), "class": kind.className.map(JSON.string) ?? .null,
          "severity": .string(kind.isError ? "error" : "warning"), "count": .int(count), "scenes": .int(scenes),
        ]
      })
  }
}

/// A report of findings: as text, as one `inspector-check/1` document, or as a line of JSON for each scene.
private final class CheckReport {
  private let run: CommandRun

  /// True to print a line of JSON for each scene.
  private let isLines: Bool

  /// The array of records of a JSON document; nil for text and lines.
  private let records: JSONRecords?

  /// The counts for `--summary`; nil to print each finding.
  private var summary: CheckSummary?
  private var (scenes, objects, errors, warnings) = (0, 0, 0, 0)

  init(_ run: CommandRun, isLines: Bool, hasSummary: Bool) {
    (self.run, self.isLines) = (run, isLines)
    summary = hasSummary ? CheckSummary() : nil
    records = run.isJSON ? JSONRecords(run.context, [("format", "inspector-check/1")], list: "scenes") : nil
  }

  func add(_ scene: CheckedScene) {
    summary?.add(scene.diagnostics)
    scenes += 1
    objects += scene.objects
    errors += scene.count(.error)
    warnings += scene.count(.warning)
    if records != nil || isLines { addRecord(of: scene) } else { addText(of: scene) }
  }

  func finish() {
    if let records { return records.finish(summary.map { [("summary", $0.json.text())] } ?? []) }
    if isLines { return }
    if let summary, errors + warnings > 0 { run.print(summary.table(run.style)) }
    run.print(
      "\(pluralised(scenes, "scene")), \(pluralised(objects, "object")): \(pluralised(errors, "error")), \(pluralised(warnings, "warning"))"
    )
  }

  private func addText(of scene: CheckedScene) {
    if let text = scene.text {
      run.print(text)
    } else if summary == nil {
      let (job, style) = (run.job, run.style)
      for (number, diagnostic) in scene.diagnostics.enumerated() {
        if job.isCancelled(at: number) { break }
        run.print(diagnostic.shown(style))
      }
    }
  }

  private func addRecord(of scene: CheckedScene) {
    if let text = scene.text { run.say(text) }
    var line = JSONLine()
    line.add("scene", path: scene.scene)
    line.add("exitCode", .int(Int(scene.status.rawValue)))
    line.add("objects", .int(scene.objects))
    line.add("errors", .int(scene.count(.error)))
    line.add("warnings", .int(scene.count(.warning)))
    line.add("diagnostics", raw: Self.list(summary == nil ? scene.diagnostics : []))
    if let records { records.add(line.text) } else { run.print(line.text) }
  }

  /// Returns the findings as a JSON array. Each is serialized separately, because a JSON value of them all would take
  /// more memory than the findings.
  private static func list(_ findings: [Diagnostic]) -> String {
    var text = "["
    for finding in findings {
      if text.utf8.count > 1 { text += "," }
      text += finding.json.text()
    }
    return text + "]"
  }
}
