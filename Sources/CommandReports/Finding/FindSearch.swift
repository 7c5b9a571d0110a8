package import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneSessions

/// A search through scenes that reports the matches in the order of the scenes.
package final class FindSearch {
  let run: CommandRun
  let plan: FindPlan
  let selector: Selector
  let report: any FindReport

  private var rows: [FindRow] = []

  /// The number of objects in each group, by the printed text of the group's value.
  private var counts: [ExactText: (value: ColumnValue, count: Int)] = [:]
  private var printedTexts: [ColumnValue: ExactText] = [:]
  private static let printedLimit = 10_000
  private var printed = 0

  /// The ids of the printed objects. At the end of the search, a shell selects these objects, unless the search is
  /// cancelled.
  private var selected: [String] = []
  private var count = 0
  private var isCutShort = false
  private var searched = 0

  /// The number of searched scenes whose matches, or their order, may be wrong because a component failed.
  private var undecided = 0
  private var emptyColumns = Set<FindColumn>()

  /// The suggested selector from the first scene that has a suggestion, for a search without matches.
  private var suggestion: String?

  /// True if objects are reported as they are found, so that the matches of a large scene need no memory.
  private var reportsAtOnce = false
  private var failures: [Diagnostic] = []
  private var statuses = CommonStatus()

  /// The failures that are due to a name unknown to both the scene and the plugins. One of them is reported if no scene
  /// could be searched.
  private var unknownNames: [Diagnostic] = []

  /// The errors in alternatives of the selector that were skipped, each with the number of scenes. An error is reported
  /// if its alternative was skipped in every searched scene.
  private var leftOut: [(error: Diagnostic, count: Int)] = []
  private var placesOfLeftOut: [Diagnostic: Int] = [:]

  /// True if a search without matches is a success; otherwise it is a finding, which the exit status reports.
  package var allowsEmpty = false

  /// The words of `--text` that a matching object contains, as shown in messages.
  private let words: [String]

  /// The object of `--related`, as shown in messages; nil without this option.
  private let related: String?

  package init(
    run: CommandRun, plan: FindPlan, selector: Selector, words: [String], related: String? = nil,
    report: any FindReport
  ) {
    (self.words, self.related) = (words, related)
    self.run = run
    self.plan = plan
    self.selector = selector
    self.report = report
  }

  package func perform(on scenes: [CommandScene], _ options: SceneOptions) -> ExitStatus {
    var batch = SceneBatch<SearchedScene>(run: run, scenes: scenes, options: options)
    batch.isSerial = isCutByLimit
    reportsAtOnce = scenes.count == 1
    let end = batch.perform({ [self] scene, _ in search(scene) }, take: take)
    let done = "\(pluralised(searched, "scene")) \(searched == 1 ? "was" : "were") searched"
    if case .interrupted = end {
      if end.hasResults || run.isJSON { finish(scenes) }
      batch.sayEnd(end, done: done)
      return .interrupted
    }
    if searched == 0, var unknown = unknownNames.first {
      if scenes.count > 1 {
        // Some scene may know the intended name.
        unknown = unknownNames.first { $0.reason.suggestion != nil } ?? unknown
        unknown.file = nil
      }
      note(unknown, isFinal: true)
    }
    finish(scenes)
    batch.sayEnd(end, done: done)
    return status(of: scenes)
  }

  private var isFull: Bool { isCutByLimit && printed == plan.limit }

  /// True if `--limit` counts across scenes. The share of a scene then depends on earlier matches.
  private var isCutByLimit: Bool { plan.limit != nil && !plan.gathers && !plan.isCount }

  private func note(_ failure: Diagnostic, isFinal: Bool = false) {
    if !isFinal, failure.code == .unknownClass || failure.code == .unknownProperty {
      unknownNames.append(failure)
      return
    }
    failures.append(failure)
    statuses.add(ExitStatus(failure))
    run.say(failure, isInJSON: run.isJSON)
  }

  /// The result of searching one scene.
  private struct SearchedScene: SceneOutcome {
    var rows: [FindRow] = []
    var result: FindResult?
    var failure: Diagnostic?

    /// True if this scene was not searched because earlier scenes had enough matches.
    var isSkipped = false

    /// True if a failed component makes the matches or their order uncertain. This is a failure; a value missing from a
    /// column is only a warning.
    var isUndecided = false

    var status: ExitStatus { failure.map { ExitStatus($0) } ?? (isUndecided ? .noPlugin : .done) }
  }

  /// Searches a scene. Runs on several threads at once, unless `--limit` counts across scenes.
  private func search(_ scene: CommandScene) -> SearchedScene {
    var searched = SearchedScene()
    if isFull {
      searched.isSkipped = true
      return searched
    }
    do throws(Diagnostic) {
      let session = try run.open(scene, comparing: selector)
      let name = scene.name
      searched.result = try session.find(
        selector, columns: plan.asked, limit: limit, readsNames: plan.showsNames,
        readsTitles: report.showsTitles, readsPositions: report.showsPositions
      ) { object in
        let row = FindRow(scene: name, object: object)
        if reportsAtOnce { report(row) } else { searched.rows.append(row) }
      }
      if let result = searched.result {
        searched.isUndecided = result.isUndecided || plan.comparesProperties && !result.diagnostics.isEmpty
      }
    } catch {
      searched.failure = error.named(scene.name)
    }
    return searched
  }

  private func take(_ scene: SearchedScene) {
    if scene.isSkipped { isCutShort = true }
    if let failure = scene.failure { note(failure) }
    guard let result = scene.result else { return }
    for row in scene.rows { report(row) }
    count += result.count
    searched += 1
    suggestion = suggestion ?? result.suggestion
    for column in result.unknownColumns where emptyColumns.insert(column).inserted {
      let name = TerminalText.escaped(column.text)
      run.note("inspector: the column '\(name)' shows stored values where no plugin knows the property")
    }
    report(result.diagnostics, isUndecided: scene.isUndecided)
    for error in result.leftOut {
      if let place = placesOfLeftOut[error] {
        leftOut[place].count += 1
      } else {
        placesOfLeftOut[error] = leftOut.count
        leftOut.append((error, 1))
      }
    }
  }

  /// Reports the components that failed: as failures if the matches or their order may be wrong, otherwise as warnings.
  private func report(_ diagnostics: [Diagnostic], isUndecided: Bool) {
    if isUndecided { undecided += 1 }
    for var diagnostic in diagnostics {
      if isUndecided {
        failures.append(diagnostic)
        statuses.add(.noPlugin)
      } else {
        diagnostic.severity = .warning
      }
      run.say(diagnostic.shown(), isInJSON: isUndecided && run.isJSON)
    }
  }

  private func report(_ row: FindRow) {
    if let group = plan.group {
      let value = row[group.column]
      counts[printed(value), default: (value, 0)].count += 1
    }
    if plan.isCount { return }
    printed += 1
    if plan.gathers { rows.append(row) } else { add(row) }
  }

  /// Returns the printed text of a value to group by. The texts of the first 10,000 different values are cached.
  private func printed(_ value: ColumnValue) -> ExactText {
    switch value {
    case .absent, .unset, .value(.string), .value(.int), .value(.bool): break
    // Colours that are equal in 8 bits form one group.
    case .value(.color(let color)) where color.rgba == nil: return printed(.value(.color(color.nearestIn8Bits)))
    // Equal values may be printed differently: 0 and -0.
    default: return ExactText(report.printed(value))
    }
    if let text = printedTexts[value] { return text }
    let text = ExactText(report.printed(value))
    if printedTexts.count < Self.printedLimit { printedTexts[value] = text }
    return text
  }

  /// The maximum number of objects to report from the next scene.
  private var limit: Int {
    if plan.isCount { return plan.group == nil ? 0 : .max }
    guard let limit = plan.limit, !plan.gathers else { return .max }
    return limit - printed
  }

  // MARK: the end

  private func finish(_ scenes: [CommandScene]) {
    for (error, count) in leftOut where count == searched {
      run.warn(error.message, of: scenes.count == 1 ? scenes[0].name : nil)
    }
    let sorted = plan.sorted(rows, printed: printed)
    for row in sorted.prefix(plan.limit ?? .max) { add(row) }
    report.finish(count: isCutShort ? nil : count, groups: groups(sorted), failures: failures)
    if !selected.isEmpty, !run.job.isCancelled { run.workspace.select(selected) }
  }

  private func add(_ row: FindRow) {
    if run.workspace.keepsScenes { selected.append(row.object.id) }
    report.add(row)
  }

  /// Returns the groups in the order of the rows; if objects are only counted, the most frequent value first.
  private func groups(_ sorted: [FindRow]) -> [(value: ColumnValue, count: Int)] {
    guard let group = plan.group else { return [] }
    if plan.isCount {
      let all = counts.values.sorted { first, second in
        if first.count != second.count { return first.count > second.count }
        return ColumnOrder.precedes(first.value, second.value, isDescending: false) ?? false
      }
      return Array(all.prefix(plan.limit ?? .max))
    }
    var groups: [(value: ColumnValue, count: Int)] = []
    var last: ExactText?
    for row in sorted {
      let value = row[group.column]
      let text = printed(value)
      if text != last { groups.append((value: value, count: counts[text]?.count ?? 0)) }
      last = text
    }
    return groups
  }

  private func status(of scenes: [CommandScene]) -> ExitStatus {
    let shown = min(count, plan.limit ?? .max)
    if plan.isCount, let limit = plan.limit, limit < counts.count {
      run.note("inspector: \(limit) of \(pluralised(counts.count, "group"))")
    } else if !plan.isCount, shown < count || isCutShort {
      let words =
        isCutShort
        ? "\(pluralised(shown, "object")); '--limit' ended the search" : "\(shown) of \(pluralised(count, "object"))"
      run.note("inspector: \(words)")
    }
    guard searched > undecided else { return statuses.status }
    let isEmpty = count == 0 && !allowsEmpty
    if isEmpty {
      let place = scenes.count == 1 ? TerminalText.escaped(scenes[0].name) : "inspector"
      let scope = scenes.count == 1 ? "" : " in \(pluralised(searched, "scene"))"
      let what = "the selector '\(TerminalText.escaped(selector.text))'"
      let texts = words.isEmpty ? "" : " containing the words '\(TerminalText.escaped(words.joined(separator: " ")))'"
      let others = related.map { " related to '\(TerminalText.escaped($0))'" } ?? ""
      run.say("\(place): \(what)\(texts)\(others) matches nothing\(scope)\(DidYouMean.suffix(suggestion))")
    }
    statuses.add(isEmpty ? .findings : .done)
    return statuses.status
  }
}
