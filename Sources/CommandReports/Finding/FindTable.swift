internal import CommandLineKit
internal import InspectorKit
internal import JSONText
package import SceneSessions

/// A table of found objects, as wide as the terminal.
package final class FindTable: FindReport {
  private let run: CommandRun
  private let plan: FindPlan
  private let values: ValueText
  private var rows: [FindRow] = []

  /// True if a column names the scene of each object.
  private let showsScenes: Bool

  package init(_ run: CommandRun, _ plan: FindPlan, showsScenes: Bool) {
    self.run = run
    self.plan = plan
    self.showsScenes = showsScenes
    values = ValueText(style: run.style)
  }

  /// Keeps the row for ``finish(count:groups:failures:)``, since column widths depend on all rows.
  package func add(_ row: FindRow) { rows.append(row) }

  package func finish(count: Int?, groups: [(value: ColumnValue, count: Int)], failures: [Diagnostic]) {
    if plan.isCount { return printCounts(count, groups) }
    guard !rows.isEmpty else { return }
    var table = TextTable()
    let columns = plan.listed(standard: standard)
    table.add(columns.map { TextTable.Cell(heading($0), style: run.style.dim) })
    var shown: String?
    var counts: [String: Int] = [:]
    for group in groups where counts[printed(group.value)] == nil { counts[printed(group.value)] = group.count }
    let job = run.job
    for number in rows.indices {
      if job.isCancelled(at: number) { return }
      if let group = plan.group, shown != printed(rows[number][group.column]) {
        shown = printed(rows[number][group.column])
        table.add(line: headline(rows[number][group.column], counts[shown ?? ""] ?? 0))
      }
      table.add(
        columns.map { _, column in
          column == .title
            ? TextTable.Cell(title(rows[number])?.shown ?? "", isWords: true)
            : cell(rows[number][column], column)
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

  /// Returns the title of an object; nil if it has none, or if a requested column shows the same text.
  private func title(_ row: FindRow) -> ObjectTitle? {
    row.object.title.flatMap { title in plan.columns.contains { $0.title == title.property } ? nil : title }
  }

  package var showsTitles: Bool { plan.showsTitles }

  private func heading(_ titled: (title: String, column: FindPlan.Column)) -> String {
    if case .property = titled.column { TerminalText.escaped(titled.title) } else { titled.title.uppercased() }
  }

  private func headline(_ value: ColumnValue, _ count: Int) -> String {
    guard let group = plan.group else { return "" }
    let title = "\(TerminalText.escaped(group.title)): \(words(value, group.column))"
    return "\(run.style.bold(title))  \(run.style.dim("\(pluralised(count, "object"))"))"
  }

  package func printed(_ value: ColumnValue) -> String {
    // Colours that are equal when rounded to 8 bits form one group.
    if case .value(.color(let color)) = value { return words(.value(.color(color.nearestIn8Bits))) }
    return words(value)
  }

  private func words(_ value: ColumnValue) -> String { plan.group.map { words(value, $0.column) } ?? "" }

  private func words(_ value: ColumnValue, _ column: FindPlan.Column) -> String {
    if case .absent = value { return column == .name ? "no name" : "no value" }
    return cell(value, column).shown
  }

  private func cell(_ value: ColumnValue, _ column: FindPlan.Column) -> TextTable.Cell {
    switch (value, column) {
    case (.absent, _), (.unset, _), (.raw, _), (.value, .property): values.cell(value)
    // Ids and paths are cut in the middle before other columns lose their texts.
    case (.value(let value), .id): TextTable.Cell(TerminalText.escaped(value.text), style: run.style.bold)
    case (.value(let value), .scene): TextTable.Cell(TerminalText.escaped(value.text))
    // Names need no quotes.
    case (.value(let value), _): TextTable.Cell(TerminalText.escaped(value.text), isWords: true)
    }
  }

  private func printCounts(_ total: Int?, _ groups: [(value: ColumnValue, count: Int)]) {
    guard let group = plan.group else { return run.print("\(total ?? 0)") }
    var table = TextTable()
    table.add([TextTable.Cell("COUNT", style: run.style.dim), TextTable.Cell(heading(group), style: run.style.dim)])
    for (value, count) in groups {
      let text = words(value, group.column)
      let count = String(count)
      let padding = String(repeating: " ", count: max(5 - count.utf8.count, 0))
      table.add([TextTable.Cell(padding + count), TextTable.Cell(text)])
    }
    run.print(table)
  }
}
