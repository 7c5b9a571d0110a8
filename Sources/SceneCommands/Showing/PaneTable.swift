internal import CommandLineKit
internal import InspectorKit
internal import Workbench

/// A pane's table: rows with headings, sections and groups.
struct PaneTable {
  private let options: PaneOptions
  private let values: ValueText
  private var table = TextTable()
  private var style: Style { values.style }

  /// - Parameter headings: of the columns before the note.
  init(_ headings: [String], _ options: PaneOptions, _ values: ValueText) {
    self.options = options
    self.values = values
    let all = headings + (options.isLong ? ["LIMITS", "UNIT", "NOTE"] : ["NOTE"])
    table.add(all.map { TextTable.Cell($0, style: values.style.dim) })
    table.isCut = !options.isLong
    if options.isLong { table.optionalColumns = Set(headings.count..<all.count) }
  }

  /// Adds a row.
  ///
  /// - Parameter definition: of the property, where it is the row of one.
  mutating func add(_ cells: [TextTable.Cell], _ definition: PropertyDefinition?, note: String) {
    let note = TextTable.Cell(TerminalText.escaped(note), isWords: true)
    guard options.isLong else { return table.add(cells + [note]) }
    table.add(
      cells + [
        TextTable.Cell(TerminalText.escaped(definition?.limits ?? ""), isWords: true),
        TextTable.Cell(TerminalText.escaped(definition?.unit ?? "")), note,
      ])
    // Sentences are too long for a column.
    for line in definition?.remarks ?? [] { table.add(line: "     \(style.dim(TerminalText.escaped(line)))") }
  }

  /// Begins a section.
  mutating func begin(_ title: String, remark: String = "") { table.add(line: style.bold(title) + style.dim(remark)) }

  /// Begins a group: an empty line but before the first, and the name that an author gave it.
  mutating func beginGroup(_ title: String?, isFirst: Bool) {
    guard options.isGrouped else { return }
    if !isFirst { table.add(line: "") }
    if let title { table.add(line: "   \(style.dim(TerminalText.escaped(title)))") }
  }

  func lines(width: Int? = nil) -> [String] { table.lines(width: width) }
}
