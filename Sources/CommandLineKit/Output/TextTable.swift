package import WorkbenchSupport

/// A table of rows whose columns are as wide as their widest cell, or as the terminal permits.
///
/// If a terminal is narrower than the table, columns without text are left out, words wrap within their column, values
/// and names are cut with an ellipsis, and last columns of words that would be very narrow move below their rows.
package struct TextTable {
  /// The kind of a cell's text, which decides how the text fits a narrow column.
  package enum Kind {
    /// A value, which is cut in the middle.
    case value
    /// Words, which wrap.
    case words
    /// An id or a path. The parts that differ from the other names in the column are kept, and names are cut last.
    case name
    /// A number, or a word from a small vocabulary; always shown in full.
    case fixed
  }

  /// One cell, with its measured text and its styled form.
  package struct Cell {
    fileprivate let text: String
    fileprivate let width: Int
    fileprivate let kind: Kind
    fileprivate let style: (String) -> String
    fileprivate let prefix: String
    fileprivate let prefixWidth: Int

    /// Creates a cell, and measures the width of its text.
    ///
    /// - Parameters:
    ///   - text: the text, already escaped for a terminal.
    ///   - kind: the kind of the text.
    ///   - style: returns the coloured form of a text.
    ///   - prefix: the text before the first line of the cell, `prefixWidth` columns wide.
    package init(
      _ text: String, as kind: Kind = .value, style: @escaping (String) -> String = { $0 }, prefix: String = "",
      prefixWidth: Int = 0
    ) {
      self.text = text
      self.kind = kind
      self.style = style
      self.prefix = prefix
      self.prefixWidth = prefixWidth
      width = TerminalText.width(text) + prefixWidth
    }

    /// The prefix and the styled text, neither wrapped nor cut.
    package var shown: String { prefix + style(text) }

    /// Returns the cell's lines in a column of the given width, each with the number of columns that the line occupies.
    ///
    /// - Parameters:
    ///   - common: the common parts of the names, if the column is too narrow for all of them.
    ///   - isCut: true to cut texts that are too wide, false to continue them on further lines.
    fileprivate func lines(_ column: Int, _ common: CommonNameParts?, isCut: Bool) -> [(text: String, width: Int)] {
      guard width > column || common != nil && kind == .name && isCut else { return [(shown, width)] }
      let room = max(column - prefixWidth, 1)
      let texts =
        switch kind {
        case .name where isCut: [common?.shortened(text, to: room) ?? TerminalText.cutInMiddle(text, to: room)]
        case .value where isCut: [TerminalText.cutInMiddle(text, to: room)]
        case .value, .words, .name, .fixed: TerminalText.wrapped(text, to: room, cutsWords: isCut)
        }
      return texts.enumerated().map { place, text in
        let start = place == 0 ? prefix : String(repeating: " ", count: prefixWidth)
        return (start + style(text), TerminalText.width(text) + prefixWidth)
      }
    }
  }

  private enum Row {
    case cells([Cell])
    case line(String)
  }

  private var rows: [Row] = []

  /// True if the first row has the headings of the columns.
  private var hasHeadings = false

  /// The indices of the optional columns. An optional column in which only the heading has text is always left out; any
  /// other column in which only the heading has text is left out only if the table is too wide.
  package var optionalColumns: Set<Int> = []

  /// True if wide values may be cut; false if they are shown in full, over several lines.
  package var isCut = true

  /// The number of blanks between columns.
  static let gap = 2

  /// The maximum width to which cells are padded. Wider cells do not widen the other rows, so a single huge cell does
  /// not lengthen every row.
  private static let mostPadding = 1_000

  package init() {}

  /// Adds the headings of the columns, as the first row.
  package mutating func add(headings: [String], _ style: Style) {
    hasHeadings = true
    add(headings.map { Cell($0, as: .words, style: style.dim) })
  }

  package mutating func add(_ cells: [Cell]) { rows.append(.cells(cells)) }

  /// Adds a line across all columns. The line wraps if it is wider than the output.
  package mutating func add(line: String) { rows.append(.line(line)) }

  /// Returns the lines, without trailing blanks. A column without heading or text is left out. A column with only a
  /// heading is left out if it is optional or if the table is too wide.
  ///
  /// - Parameter width: the maximum width of a line; `nil` for no limit, as for all outputs except terminals.
  package func lines(width: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(width: width) { lines.append($0) }
    return lines
  }

  /// Passes the lines to `body` one by one, in the same layout as ``lines(width:)``; ends early if the job is
  /// cancelled.
  package func forEachLine(width: Int? = nil, under job: InspectorJob? = nil, _ body: (String) -> Void) {
    let layout = TableLayout(widths: naturalWidths(), columns: columns, into: width)
    for (number, row) in rows.enumerated() {
      if job?.isCancelled(at: number) == true { return }
      switch row {
      case .line(let line): body(Style.wrappedMessage(line, to: width))
      case .cells(let cells): write(cells, layout, isHead: hasHeadings && number == 0, body)
      }
    }
  }

  /// Returns the width of each column's widest cell; 0 for an optional column in which only the heading has text.
  private func naturalWidths() -> [Int] {
    var widths: [Int] = []
    var used: Set<Int> = []
    for (row, content) in rows.enumerated() {
      guard case .cells(let cells) = content else { continue }
      for (place, cell) in cells.enumerated() {
        if place == widths.count { widths.append(0) }
        widths[place] = max(widths[place], cell.width)
        if row > 0, cell.width > 0 { used.insert(place) }
      }
    }
    for place in optionalColumns.subtracting(used) where place < widths.count { widths[place] = 0 }
    return widths
  }

  /// Measures the columns for a table that is too wide.
  private func columns() -> [TableColumn] {
    var columns: [TableColumn] = []
    for (row, content) in rows.enumerated() {
      guard case .cells(let cells) = content else { continue }
      for (place, cell) in cells.enumerated() {
        if place == columns.count { columns.append(TableColumn()) }
        if hasHeadings, row == 0 {
          columns[place].addHeading(cell.text)
        } else if cell.width > 0 {
          columns[place].add(cell.text, cell.kind, prefixWidth: cell.prefixWidth)
        }
      }
    }
    return columns
  }

  private func write(_ cells: [Cell], _ layout: TableLayout, isHead: Bool, _ body: (String) -> Void) {
    let shown = cells.indices.filter { layout.widths[$0] > 0 }
    let widths = shown.map { layout.widths[$0] }
    if zip(shown, widths).allSatisfy({ cells[$0].width <= $1 && (isHead || layout.commonNameParts[$0] == nil) }) {
      body(line(shown.lazy.map { (cells[$0].shown, cells[$0].width) }, widths))
    } else {
      let columns = zip(shown, widths).map { cells[$0].lines($1, layout.commonNameParts[$0], isCut: isCut) }
      for number in 0..<(columns.map(\.count).max() ?? 0) {
        body(line(columns.lazy.map { number < $0.count ? $0[number] : ("", 0) }, widths))
      }
    }
    guard !isHead else { return }
    let margin = String(repeating: " ", count: layout.below.margin)
    for column in layout.below.columns where column < cells.count && cells[column].width > 0 {
      for part in cells[column].lines(layout.below.width, nil, isCut: isCut) { body(margin + part.text) }
    }
  }

  /// Joins the parts of cells into one line, in columns of the given widths.
  private func line(_ parts: some Sequence<(text: String, width: Int)>, _ widths: [Int]) -> String {
    var line = ""
    var padding = 0
    for (part, column) in zip(parts, widths) {
      if part.width > 0 {
        line += String(repeating: " ", count: padding)
        line += part.text
        padding = 0
      }
      padding += max(min(column, Self.mostPadding) - part.width, 0) + Self.gap
    }
    return line
  }
}
