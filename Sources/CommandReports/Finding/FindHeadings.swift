internal import CommandLineKit
internal import InspectorKit
internal import JSONText
internal import SceneSessions

/// The headings of groups among printed objects: the value of each group with the number of its objects.
struct FindHeadings {
  private let run: CommandRun
  private let group: (title: String, column: FindPlan.Column)?
  private let values: ValueText
  private var counts: [String: Int] = [:]
  private var shown: String?

  /// The declarations whose options or flags name the values of a column, in the order of ``FindPlan/asked``; nil for a
  /// column whose values have no names.
  private let definitions: [PropertyDefinition?]

  init(_ run: CommandRun, _ plan: FindPlan) {
    (self.run, group) = (run, plan.group)
    values = ValueText(style: run.style)
    definitions = plan.asked.isEmpty ? [] : DeclaredProperties(run).definitions(of: plan.asked)
  }

  /// Sets the number of objects that each heading shows. Groups with the same text share a heading.
  mutating func take(_ groups: [(value: ColumnValue, count: Int)]) {
    for group in groups where counts[printed(group.value)] == nil { counts[printed(group.value)] = group.count }
  }

  /// Returns the heading to print before an object, and remembers the heading. Returns nil if the previous object has
  /// the same heading, or if objects are not grouped.
  mutating func next(_ row: FindRow) -> String? {
    guard let group, shown != printed(row[group.column]) else { return nil }
    let text = printed(row[group.column])
    shown = text
    let title = "\(TerminalText.escaped(group.title)): \(words(row[group.column]))"
    return "\(run.style.bold(title))  \(run.style.dim("\(pluralised(counts[text] ?? 0, "object"))"))"
  }

  /// Returns the printed text of a group's value. Colours that are equal when rounded to 8 bits form one group.
  func printed(_ value: ColumnValue) -> String {
    if case .value(.color(let color)) = value { return words(.value(.color(color.nearestIn8Bits))) }
    return words(value)
  }

  /// Returns the text of a group's value for a heading: `no value` or `no name` for an absent value.
  func words(_ value: ColumnValue) -> String {
    guard let column = group?.column else { return "" }
    if case .absent = value { return column == .name ? "no name" : "no value" }
    return cell(value, column).shown
  }

  /// Returns the declaration whose options or flags name the values of a column; nil if the values have no names.
  func definition(of column: FindPlan.Column) -> PropertyDefinition? {
    if case .property(let place) = column { definitions[place] } else { nil }
  }

  /// Returns the table cell of a value in a column.
  func cell(_ value: ColumnValue, _ column: FindPlan.Column) -> TextTable.Cell {
    switch (value, column) {
    case (_, .property): values.cell(value, of: definition(of: column))
    case (.absent, _), (.unset, _), (.raw, _): values.cell(value)
    case (.value(let value), .id):
      TextTable.Cell(TerminalText.escaped(value.text), as: .name, style: run.style.bold)
    case (.value(let value), .scene): TextTable.Cell(TerminalText.escaped(value.text), as: .name)
    // Names need no quotes.
    case (.value(let value), _): TextTable.Cell(TerminalText.escaped(value.text), as: .words)
    }
  }
}
