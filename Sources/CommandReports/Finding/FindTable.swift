internal import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneSessions

/// A table of found objects, as wide as the terminal.
package final class FindTable: FindReport {
  private let run: CommandRun
  private let plan: FindPlan
  private var headings: FindHeadings
  private var rows: [FindRow] = []

  /// True if a column names the scene of each object.
  private let showsScenes: Bool

  package init(_ run: CommandRun, _ plan: FindPlan, showsScenes: Bool) {
    self.run = run
    self.plan = plan
    self.showsScenes = showsScenes
    headings = FindHeadings(run, plan)
  }

  /// Keeps the row for ``finish(count:groups:failures:)``, since column widths depend on all rows.
  package func add(_ row: FindRow) { rows.append(row) }

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {
    if plan.isCount { return printCounts(count, groups) }
    guard !rows.isEmpty else { return }
    var table = TextTable()
    let columns = plan.listed(standard: standard)
    table.add(headings: columns.map(heading), run.style)
    headings.take(groups)
    let job = run.job
    for number in rows.indices {
      if job.isCancelled(at: number) { return }
      if let line = headings.next(rows[number]) { table.add(line: line) }
      table.add(
        columns.map { _, column in
          column == .title
            ? TextTable.Cell(title(rows[number])?.shown ?? "", as: .words)
            : headings.cell(rows[number][column], column)
        })
    }
    run.print(table)
  }

  private var standard: Set<FindPlan.Column> {
    var columns: Set<FindPlan.Column> = [.id, .className]
    if showsScenes { columns.insert(.scene) }
    if rows.contains(where: { title($0) != nil }) { columns.insert(.title) }
    return columns
  }

  /// Returns the title of an object; nil if the object has no title, or if a requested column shows the same text.
  private func title(_ row: FindRow) -> ObjectTitle? {
    row.object.title.flatMap { title in plan.columns.contains { $0.title == title.property } ? nil : title }
  }

  package var showsTitles: Bool { plan.showsTitles }

  private func heading(_ titled: (title: String, column: FindPlan.Column)) -> String {
    if case .property = titled.column { TerminalText.escaped(titled.title) } else { titled.title.uppercased() }
  }

  package func printed(_ value: ColumnValue) -> String { headings.printed(value) }

  private func printCounts(_ total: Int?, _ groups: [(value: ColumnValue, count: Int)]) {
    guard let group = plan.group else { return run.print("\(total ?? 0)") }
    var table = TextTable()
    table.add(headings: ["COUNT", heading(group)], run.style)
    for (value, count) in groups {
      let text = headings.words(value)
      let count = String(count)
      let padding = String(repeating: " ", count: max(5 - count.utf8.count, 0))
      table.add([TextTable.Cell(padding + count, as: .fixed), TextTable.Cell(text)])
    }
    run.print(table)
  }
}
