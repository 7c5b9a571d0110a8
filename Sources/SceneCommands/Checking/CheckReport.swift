internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A report that prints the findings of `check`, scene by scene.
protocol CheckReport: AnyObject {
  func add(_ scene: CheckedScene)

  /// Prints the end of the report.
  ///
  /// - Parameter templates: the templates among the checked scenes whose findings appear in other scenes.
  func finish(_ totals: CheckTotals, _ templates: ShownTemplates)
}

/// A report of findings as text: errors as they are found, and then the warnings in groups.
final class CheckText: CheckReport {
  private let run: CommandRun
  private let listsAll: Bool

  /// The counts of findings, printed instead of the findings; nil if the findings are printed.
  private var summary: CheckSummary?
  private var groups = FindingGroups()

  init(_ run: CommandRun, hasSummary: Bool, listsAll: Bool) {
    (self.run, self.listsAll) = (run, listsAll)
    summary = hasSummary ? CheckSummary() : nil
  }

  func add(_ scene: CheckedScene) {
    summary?.add(scene.diagnostics)
    if let text = scene.text { return run.print(text) }
    guard summary == nil else { return }
    let (job, style) = (run.job, run.style)
    for (number, finding) in scene.diagnostics.enumerated() {
      if job.isCancelled(at: number) { break }
      if listsAll || finding.severity == .error {
        run.printWords(finding.shown(style))
      } else {
        groups.add(finding, of: scene.scene)
      }
    }
  }

  func finish(_ totals: CheckTotals, _ templates: ShownTemplates) {
    for (number, group) in groups.list.enumerated() {
      if run.job.isCancelled(at: number) { break }
      run.printWords(group.first.shown(run.style))
      if let more = group.more { run.printWords("    \(TerminalText.escaped(more))") }
    }
    for (path, findings, scenes) in templates.checkedThemselves where !run.context.isQuiet {
      let other = scenes == 1 ? "1 scene that uses it shows" : "\(scenes) scenes that use it show"
      run.printWords("\(TerminalText.escaped(path)): \(other) \(findings) of its findings")
    }
    if let summary, totals.errors + totals.warnings > 0 { run.print(summary.table(run.style)) }
    if !run.context.isQuiet { printResolved(totals) }
    run.printSummary(totals.text)
  }

  /// The maximum number of resolved findings that are listed; further findings are only counted.
  private static let shownResolved = 20

  private func printResolved(_ totals: CheckTotals) {
    var left = Self.shownResolved
    for (scene, findings) in totals.resolved + totals.missing {
      for (finding, count) in Baseline.sorted(findings).prefix(max(left, 0)) {
        left -= 1
        let place = [finding.object, finding.property].filter { !$0.isEmpty }.joined(separator: ".")
        run.printWords(
          "\(TerminalText.escaped(scene)): resolved: \(count > 1 ? "\(count) × " : "")\(finding.code)"
            + (place.isEmpty ? "" : " of '\(TerminalText.escaped(place))'"))
      }
    }
    let rest = totals.resolvedKinds - Self.shownResolved
    if rest > 0 { run.print("… and \(rest) more resolved") }
  }
}

extension CheckTotals {
  /// The number of distinct findings that are resolved.
  fileprivate var resolvedKinds: Int { (resolved + missing).reduce(0) { $0 + $1.findings.count } }

  /// The last line of a text: the numbers of scenes, objects and findings.
  fileprivate var text: String {
    let resolved = (resolved + missing).reduce(0) { $0 + $1.findings.values.reduce(0, +) }
    let left = [
      ignored > 0 ? "\(ignored) ignored" : nil,
      written == nil && known > 0 ? "\(known) in the baseline" : nil,
      resolved > 0 ? "\(resolved) resolved" : nil,
      written.map { "\(pluralised($0, "finding")) in the new baseline" },
    ].compactMap(\.self)
    return
      "\(pluralised(scenes, "scene")), \(pluralised(objects, "object")): \(pluralised(errors, "error")), \(pluralised(warnings, "warning"))"
      + (left.isEmpty ? "" : "; \(left.joined(separator: ", "))")
  }
}

/// Findings grouped by code, class and property, in the order of each group's first finding.
struct FindingGroups {
  private struct Kind: Hashable {
    var code: DiagnosticCode
    var className: String?
    /// The property of the finding or, for an unknown or unsupported key of an object, this key.
    var property: String?
  }

  /// The findings of one code, class and property.
  struct Group {
    let first: Diagnostic
    fileprivate(set) var count = 1
    fileprivate(set) var scenes = 1

    /// The places of the findings after the first one; at most ``mostPlaces``.
    fileprivate(set) var places: [String] = []
    fileprivate var lastScene: String

    fileprivate static let mostPlaces = 2

    /// The line about the findings after the first one; nil if the group has only one finding.
    var more: String? {
      guard count > 1 else { return nil }
      let listed = places.joined(separator: ", ")
      guard count - 1 > places.count else { return "and \(count - 1) more: \(listed)" }
      let scope = scenes > 1 ? " (\(scenes) scenes in all)" : ""
      return "and \(count - 1) more, such as \(listed)\(scope); '--all' lists them"
    }
  }

  private var places: [Kind: Int] = [:]

  /// The kind and group of the last finding, cached because findings of one kind often follow each other.
  private var last: (kind: Kind, place: Int)?
  private(set) var list: [Group] = []

  mutating func add(_ finding: Diagnostic, of scene: String) {
    let kind = Kind(
      code: finding.code, className: finding.className,
      property: finding.property ?? (finding.reason.base as? SceneRefusal)?.key)
    guard let place = last?.kind == kind ? last?.place : places[kind] else {
      (places[kind], last) = (list.count, (kind, list.count))
      return list.append(Group(first: finding, lastScene: scene))
    }
    last = (kind, place)
    list[place].count += 1
    if list[place].lastScene != scene { (list[place].scenes, list[place].lastScene) = (list[place].scenes + 1, scene) }
    if list[place].places.count < Group.mostPlaces {
      list[place].places.append(finding.place.isEmpty ? scene : finding.place)
    }
  }
}

/// A report of findings as one `inspector-check/1` document, or as a line of JSON for each scene.
final class CheckJSON: CheckReport {
  private let run: CommandRun

  /// The array of records in the JSON document; nil for one line of JSON per scene.
  private let records: JSONRecords?
  private var summary: CheckSummary?

  init(_ run: CommandRun, isLines: Bool, hasSummary: Bool) {
    self.run = run
    summary = hasSummary ? CheckSummary() : nil
    records = isLines ? nil : JSONRecords(run.context, [("format", "inspector-check/1")], list: "scenes")
  }

  func add(_ scene: CheckedScene) {
    summary?.add(scene.diagnostics)
    if let text = scene.text { run.say(text, isInJSON: true) }
    var line = JSONLine()
    line.add("scene", path: scene.scene)
    if scene.isTemplate { line.add("isTemplate", .bool(true)) }
    line.add("exitCode", .int(Int(scene.status.rawValue)))
    line.add("objects", .int(scene.objects))
    line.add("errors", .int(scene.count(.error)))
    line.add("warnings", .int(scene.count(.warning)))
    if scene.ignored > 0 { line.add("ignored", .int(scene.ignored)) }
    if scene.known > 0 { line.add("known", .int(scene.known)) }
    let templates = scene.ofTemplates.filter { !$0.indices.isEmpty }.map {
      JSON.string(FileName.shown($0.template.path))
    }
    if !templates.isEmpty { line.add("templates", .array(templates)) }
    // Each finding is serialized separately, because one JSON value of all findings would take more memory than the
    // findings.
    line.add(
      "diagnostics", list: (summary == nil ? scene.diagnostics : []).map { $0.json(ofScene: scene.scene).text() })
    if !scene.resolved.isEmpty { line.add("resolved", list: Self.records(of: scene.resolved)) }
    if let records { records.add(line.text) } else { run.print(line.text) }
  }

  func finish(_ totals: CheckTotals, _ templates: ShownTemplates) {
    var tail = summary.map { [("summary", $0.json.text())] } ?? []
    if !totals.missing.isEmpty {
      tail.append(("missingScenes", JSON.array(totals.missing.map { .string(FileName.shown($0.scene)) }).text()))
    }
    records?.finish(tail)
  }

  private static func records(of findings: Baseline.Findings) -> [String] {
    Baseline.sorted(findings).map { finding, count in
      var line = JSONLine()
      line.add("code", .string(finding.code))
      if !finding.object.isEmpty { line.add("object", .string(finding.object)) }
      if !finding.property.isEmpty { line.add("property", .string(finding.property)) }
      line.add("count", .int(count))
      return line.text
    }
  }
}
