internal import CommandLineKit
internal import JSONText
internal import SceneDocument
package import SceneSessions

/// A report with one line for each object, `file:line:column: id class title`, which editors can parse as a position.
///
/// Requested columns follow as `name=value`. A heading precedes the objects of each group.
package final class FindLines: FindReport {
  private let run: CommandRun
  private let plan: FindPlan
  private let values: ValueText
  private var headings: FindHeadings

  /// The objects of groups. They are printed at the end, because each heading states the number of its group's objects.
  private var grouped: [FindRow] = []

  package init(_ run: CommandRun, _ plan: FindPlan) {
    self.run = run
    self.plan = plan
    values = ValueText(style: run.style)
    headings = FindHeadings(run, plan)
  }

  package var showsTitles: Bool { true }
  package var showsPositions: Bool { true }

  package func add(_ row: FindRow) { if plan.group == nil { print(row) } else { grouped.append(row) } }

  private func print(_ row: FindRow) {
    let object = row.object
    var words = [TerminalText.escaped(object.id), TerminalText.escaped(object.className)]
    if let title = object.title { words.append(title.shown) }
    for (title, column) in plan.columns {
      if let text = text(row[column], column) { words.append("\(TerminalText.escaped(title))=\(text)") }
    }
    let place = [TerminalText.escaped(Diagnostic.placeName(of: row.scene)), object.position?.description].compactMap(
      \.self)
    run.print("\(place.joined(separator: ":")): \(words.joined(separator: " "))")
  }

  /// Returns the text of a value; nil for an absent value, and for a column that every line shows anyway.
  private func text(_ value: ColumnValue, _ column: FindPlan.Column) -> String? {
    switch column {
    case .scene, .id, .className, .name, .title: return nil
    case .parent, .property: break
    }
    switch value {
    case .absent: return nil
    case .unset: return values.text(nil)
    case .value(let value): return values.labelled(value, of: headings.definition(of: column)) ?? values.short(value)
    case .raw(let text): return ValueText.raw(text)
    }
  }

  package func printed(_ value: ColumnValue) -> String { headings.printed(value) }

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {
    headings.take(groups)
    for (number, row) in grouped.enumerated() {
      if run.job.isCancelled(at: number) { return }
      if let line = headings.next(row) { run.print(line) }
      print(row)
    }
  }
}
