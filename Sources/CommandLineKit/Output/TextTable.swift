package import WorkbenchSupport

/// A table of rows whose columns are as wide as their widest cell, or as the terminal permits.
///
/// If a terminal is narrower than the table, words wrap within their column, values are cut in the middle with an
/// ellipsis, and a last column of words that would be very narrow moves below its row.
package struct TextTable {
  /// One cell, with its measured text and its styled form.
  package struct Cell {
    fileprivate let text: String
    fileprivate let width: Int
    fileprivate let isWords: Bool
    fileprivate let style: (String) -> String
    fileprivate let prefix: String
    fileprivate let prefixWidth: Int

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - text: the text, already escaped for a terminal.
    ///   - isWords: true to wrap the text if it is too wide, false to cut it.
    ///   - style: returns the coloured form of a text.
    ///   - prefix: the text before the first line of the cell, `prefixWidth` columns wide.
    package init(
      _ text: String, isWords: Bool = false, style: @escaping (String) -> String = { $0 }, prefix: String = "",
      prefixWidth: Int = 0
    ) {
      self.text = text
      self.isWords = isWords
      self.style = style
      self.prefix = prefix
      self.prefixWidth = prefixWidth
      width = TerminalText.width(text) + prefixWidth
    }

    /// The prefix and the styled text, neither wrapped nor cut.
    package var shown: String { prefix + style(text) }

    /// The smallest width that holds the longest word; for a value, the width of the whole text.
    fileprivate var leastWidth: Int {
      guard isWords else { return width }
      let words = text.split(separator: " ").map { TerminalText.width(String($0)) }
      let margin = text.prefix { $0 == " " }.utf8.count
      return (words.max() ?? 0) + margin + prefixWidth
    }

    /// Returns the cell's lines in a column of the given width, each with the number of columns that the line occupies.
    ///
    /// - Parameter isCut: true to cut values that are too wide, false to continue them on further lines.
    fileprivate func lines(_ column: Int, isCut: Bool) -> [(text: String, width: Int)] {
      guard width > column else { return [(shown, width)] }
      let room = max(column - prefixWidth, 1)
      let texts =
        isWords || !isCut
        ? TerminalText.wrapped(text, to: room, cutsWords: isCut) : [TerminalText.cutInMiddle(text, to: room)]
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

  /// The indices of the columns that are left out if only their heading, in the first row, has text.
  package var optionalColumns: Set<Int> = []

  /// True if wide values may be cut; false if they are shown in full, over several lines.
  package var isCut = true

  /// The number of blanks between columns.
  fileprivate static let gap = 2

  /// The largest width to which cells are padded, so that one cell of megabytes does not lengthen every row.
  private static let mostPadding = 1_000

  package init() {}

  package mutating func add(_ cells: [Cell]) { rows.append(.cells(cells)) }

  /// Adds a line across all columns. The line wraps if it is wider than the output.
  package mutating func add(line: String) { rows.append(.line(line)) }

  /// Returns the lines, without trailing blanks. A column without text is left out.
  ///
  /// - Parameter width: the largest width of a line; `nil` for no limit, as for all outputs except terminals.
  package func lines(width: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(width: width) { lines.append($0) }
    return lines
  }

  /// Passes the lines to `body` one by one, in the same layout as ``lines(width:)``; ends early if the job is
  /// cancelled.
  package func forEachLine(width: Int? = nil, under job: InspectorJob? = nil, _ body: (String) -> Void) {
    let layout = TableLayout(widths: naturalWidths(), needs: needs, into: width)
    for (number, row) in rows.enumerated() {
      if job?.isCancelled(at: number) == true { return }
      switch row {
      case .line(let line): Style.wrapped(line, to: width).forEach(body)
      case .cells(let cells): write(cells, layout, isHead: number == 0, body)
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

  /// Returns the least width of each column: the width of the heading or, in a column of words, of the longest word if
  /// that is wider. The flag is true for a column of words.
  private func needs() -> [(width: Int, isWords: Bool)] {
    var needs: [(width: Int, isWords: Bool)] = []
    for (row, content) in rows.enumerated() {
      guard case .cells(let cells) = content else { continue }
      for (place, cell) in cells.enumerated() {
        if place == needs.count { needs.append((0, false)) }
        if cell.isWords { needs[place].isWords = true }
        if cell.isWords || row == 0 { needs[place].width = max(needs[place].width, cell.leastWidth) }
      }
    }
    return needs
  }

  private func write(_ cells: [Cell], _ layout: TableLayout, isHead: Bool, _ body: (String) -> Void) {
    let shown = cells.indices.filter { layout.widths[$0] > 0 }
    let widths = shown.map { layout.widths[$0] }
    if zip(shown, widths).allSatisfy({ cells[$0].width <= $1 }) {
      body(line(shown.lazy.map { (cells[$0].shown, cells[$0].width) }, widths))
    } else {
      let columns = zip(shown, widths).map { cells[$0].lines($1, isCut: isCut) }
      for number in 0..<(columns.map(\.count).max() ?? 0) {
        body(line(columns.lazy.map { number < $0.count ? $0[number] : ("", 0) }, widths))
      }
    }
    guard !isHead, let below = layout.below, below.column < cells.count, cells[below.column].width > 0 else { return }
    let margin = String(repeating: " ", count: below.margin)
    for part in cells[below.column].lines(below.width, isCut: isCut) { body(margin + part.text) }
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

/// The column widths of a table.
struct TableLayout {
  /// The width of each column; 0 for a column that is left out.
  private(set) var widths: [Int]

  /// The index of the column that is printed below each row, with its margin and its width; `nil` if there is no such
  /// column.
  private(set) var below: (column: Int, margin: Int, width: Int)?

  /// The width to which columns of values shrink first. They shrink further only if the table still does not fit.
  private static let valueWidth = 12

  /// The width below which a column shrinks only if the table does not fit otherwise.
  private static let narrowWidth = 6

  /// The smallest comfortable width of a column of words. A last column that would be narrower is printed below its
  /// row.
  private static let wordsWidth = 24

  /// Computes the widths of the columns.
  ///
  /// - Parameters:
  ///   - widths: the natural widths of the columns.
  ///   - needs: returns the least width of each column; called only if the table is wider than the limit.
  ///   - width: the available width; `nil` for no limit.
  init(widths: [Int], needs: () -> [(width: Int, isWords: Bool)], into width: Int?) {
    self.widths = widths
    guard let width, excess(width) > 0 else { return }
    let needs = needs()
    fit(width, needs)
    guard let column = widths.indices.last, needs[column].isWords,
      self.widths[column] < min(widths[column], max(needs[column].width, Self.wordsWidth))
    else { return }
    let margin = min(5, width / 8)
    below = (column, margin, width - margin)
    self.widths = widths
    self.widths[column] = 0
    fit(width, needs)
  }

  /// Returns the number of columns by which the table exceeds a width; 0 or less if the table fits.
  private func excess(_ width: Int) -> Int {
    widths.reduce(TextTable.gap * max(widths.count { $0 > 0 } - 1, 0), +) - width
  }

  /// Shrinks the widest columns until the table fits, first down to comfortable widths, then further.
  private mutating func fit(_ width: Int, _ needs: [(width: Int, isWords: Bool)]) {
    let natural = widths
    let bounds = [
      needs.map { $0.isWords ? $0.width : max($0.width, Self.valueWidth) },
      needs.map { max($0.width, Self.narrowWidth) },
      natural.map { _ in Self.narrowWidth },
      natural.map { _ in 1 },
    ]
    for bound in bounds {
      var excess = excess(width)
      while excess > 0 {
        let spare = widths.indices.filter { widths[$0] > bound[$0] }
        guard let widest = spare.map({ widths[$0] }).max() else { break }
        for place in spare where widths[place] == widest && excess > 0 {
          widths[place] -= 1
          excess -= 1
        }
      }
    }
  }
}
