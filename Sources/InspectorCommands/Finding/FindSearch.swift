internal import SceneDocument
internal import Workbench

/// Searches scene after scene.
struct FindSearch {
  let run: CommandRun
  let plan: FindPlan
  let selector: Selector
  let report: any FindReport

  private var rows: [FindRow] = []
  private var counts: [ColumnValue: Int] = [:]
  private var told = 0
  private var count = 0
  private var isCutShort = false
  private var searched = 0
  private var failures: [CommandFailure] = []

  /// Names that a scene and the plugins do not have. They are mistakes only where no scene has them.
  private var unknownNames: [CommandFailure] = []

  init(run: CommandRun, plan: FindPlan, selector: Selector, report: any FindReport) {
    self.run = run
    self.plan = plan
    self.selector = selector
    self.report = report
  }

  mutating func perform(on scenes: [String]) -> ExitStatus {
    let progress = Progress(run, total: scenes.count)
    for (place, scene) in scenes.enumerated() {
      if run.context.isInterrupted() {
        progress.clear()
        finish()
        run.say("inspector: interrupted; \(place) of \(scenes.count) scenes were searched")
        return .interrupted
      }
      if isFull {
        isCutShort = true
        break
      }
      progress.update(place, scene)
      let failure = search(scene, progress)
      progress.clear()
      if let failure { note(failure) }
    }
    if searched == 0, var unknown = unknownNames.first {
      if scenes.count > 1 {
        // Some scene may know what was meant.
        unknown = unknownNames.first { $0.message.holds("did you mean") } ?? unknown
        unknown.nameNoScene()
      }
      note(unknown, isFinal: true)
    }
    finish()
    return status(of: scenes)
  }

  private var isFull: Bool { !plan.gathers && !plan.isCount && told == plan.limit }

  private mutating func note(_ failure: CommandFailure, isFinal: Bool = false) {
    if !isFinal, failure.code == "unknown.class" || failure.code == "unknown.property" {
      unknownNames.append(failure)
      return
    }
    failures.append(failure)
    run.say(failure)
  }

  private mutating func search(_ scene: String, _ progress: Progress) -> CommandFailure? {
    do throws(CommandFailure) {
      let session = try run.open(scene)
      var (found, counts, seen) = ([FindRow](), self.counts, told)
      let result: FindResult
      do throws(EditError) {
        result = try session.find(selector, columns: plan.asked, limit: limit) { object in
          let row = FindRow(scene: scene, object: object)
          if let group = plan.group { counts[row[group.column], default: 0] += 1 }
          if plan.isCount { return }
          seen += 1
          if plan.gathers { found.append(row) } else { report.add(row) }
        }
      } catch {
        throw CommandFailure(error, scene: scene)
      }
      progress.clear()
      for diagnostic in result.diagnostics { run.say(DiagnosticText.text(diagnostic)) }
      rows += found
      (self.counts, told) = (counts, seen)
      count += result.count
      searched += 1
      return nil
    } catch {
      return error
    }
  }

  /// How many objects of the next scene are asked for.
  private var limit: Int {
    if plan.isCount { return plan.group == nil ? 0 : .max }
    guard let limit = plan.limit, !plan.gathers else { return .max }
    return limit - told
  }

  // MARK: the end

  private mutating func finish() {
    let sorted = plan.sorted(rows)
    for row in sorted.prefix(plan.limit ?? .max) { report.add(row) }
    report.finish(FindEnd(count: isCutShort ? nil : count, groups: groups(sorted), failures: failures))
  }

  /// In the order of the rows; where only counts are asked for, the most frequent value first.
  private func groups(_ sorted: [FindRow]) -> [(value: ColumnValue, count: Int)] {
    guard let group = plan.group else { return [] }
    if plan.isCount {
      return counts.map { (value: $0.key, count: $0.value) }.sorted { first, second in
        if first.count != second.count { return first.count > second.count }
        return FindOrder.precedes(first.value, second.value, isDescending: false) ?? false
      }
    }
    var groups: [(value: ColumnValue, count: Int)] = []
    for row in sorted where groups.last?.value != row[group.column] {
      let value = row[group.column]
      groups.append((value: value, count: counts[value] ?? 0))
    }
    return groups
  }

  private func status(of scenes: [String]) -> ExitStatus {
    let shown = min(count, plan.limit ?? .max)
    if !plan.isCount, shown < count || isCutShort {
      let total = isCutShort ? "; '--limit' ended the search" : " of \(count)"
      run.say("inspector: \(Counted(shown, "object"))\(total)")
    }
    var common = CommonStatus()
    for failure in failures { common.add(failure.status) }
    guard searched > 0 else { return common.status }
    if count == 0 {
      let place = scenes.count == 1 ? TerminalText.escaped(scenes[0]) : "inspector"
      let scope = scenes.count == 1 ? "" : " in \(Counted(searched, "scene"))"
      run.say("\(place): the selector '\(TerminalText.escaped(selector.text))' matches nothing\(scope)")
    }
    common.add(count == 0 ? .findings : .done)
    return common.status
  }
}

extension String {
  /// Whether a part stands in the text; the library's own search brings the machine of regular expressions with it.
  fileprivate func holds(_ part: String) -> Bool {
    indices.contains { self[$0...].hasPrefix(part) }
  }
}
