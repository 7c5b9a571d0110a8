internal import CommandLineKit
internal import JSONText
internal import SceneDocument
package import SceneSessions

/// A report with one line for each object, `file:line:column: id class title`, which editors can parse as a position.
///
/// Requested columns follow as `name=value`.
package final class FindLines: FindReport {
  private let run: CommandRun
  private let columns: [(title: String, column: FindPlan.Column)]
  private let values: ValueText

  package init(_ run: CommandRun, _ plan: FindPlan) {
    self.run = run
    let group = plan.group.flatMap { group in plan.columns.contains { $0.title == group.title } ? nil : group }
    columns = plan.columns + (group.map { [$0] } ?? [])
    values = ValueText(style: run.style)
  }

  package var showsTitles: Bool { true }
  package var showsPositions: Bool { true }

  package func add(_ row: FindRow) {
    let object = row.object
    var words = [TerminalText.escaped(object.id), TerminalText.escaped(object.className)]
    if let title = object.title { words.append(title.shown) }
    for (title, column) in columns {
      if let text = text(row[column], column) { words.append("\(TerminalText.escaped(title))=\(text)") }
    }
    let place = [TerminalText.escaped(row.scene), object.position?.description].compactMap(\.self)
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
    case .value(let value): return values.short(value)
    case .raw(let text): return ValueText.raw(text)
    }
  }

  package func printed(_ value: ColumnValue) -> String { value.plainText }

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {}
}
