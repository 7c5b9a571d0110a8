internal import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneSessions

/// A report as comma-separated values of RFC 4180: lines end in CR LF, and a field with a comma, a quote or a line
/// break is quoted.
///
/// Texts are escaped if the output is a terminal, and otherwise unchanged.
package final class FindCSV: FindReport {
  private let run: CommandRun
  private let plan: FindPlan
  private let columns: [(title: String, column: FindPlan.Column)]

  /// True if an apostrophe precedes each text that a spreadsheet would evaluate as a formula.
  private let isSafe: Bool

  package init(_ run: CommandRun, _ plan: FindPlan, isSafe: Bool) {
    self.run = run
    self.plan = plan
    self.isSafe = isSafe
    var columns = plan.listed(standard: [.scene, .id, .className, .name])
    if let group = plan.group, !columns.contains(where: { $0.title == group.title }) { columns.append(group) }
    self.columns = columns
    if !plan.isCount { write(columns.map { title($0) }) }
  }

  package func add(_ row: FindRow) { write(columns.map { cell(row[$0.column]) }) }

  package func printed(_ value: ColumnValue) -> String { value.plainText }

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {
    guard plan.isCount else { return }
    write((plan.group.map { [title($0)] } ?? []) + ["count"])
    if plan.group == nil { write(["\(count ?? 0)"]) }
    for (value, count) in groups { write([cell(value), "\(count)"]) }
  }

  private func write(_ fields: [String]) {
    let isShown = run.context.terminal.isOutputTerminal
    let fields = fields.map { Self.field(isShown ? TerminalText.escaped($0) : $0) }
    run.context.write(fields.joined(separator: ",") + "\r\n")
  }

  private func title(_ column: (title: String, column: FindPlan.Column)) -> String {
    isSafe ? Self.guarded(column.title) : column.title
  }

  private func cell(_ value: ColumnValue) -> String {
    guard isSafe else { return value.plainText }
    switch value {
    // A value other than a text begins with a sign only if it is a negative number, which calls no function.
    case .value(.string(let text)), .raw(let text): return Self.guarded(text)
    default: return value.plainText
    }
  }

  /// Returns a text that no spreadsheet evaluates as a formula. An apostrophe precedes a text that begins like a
  /// formula, as OWASP's page on CSV injection advises.
  static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first,
      "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
    else { return text }
    return "'" + text
  }

  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
    return "\"" + text.parts(between: "\"").joined(separator: "\"\"") + "\""
  }
}
