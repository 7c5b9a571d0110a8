internal import Workbench

/// Rows whose columns are as wide as their widest cell.
struct TextTable {
  /// One cell: what is measured, and how it is written.
  struct Cell {
    fileprivate let text: String
    fileprivate let width: Int
    private let style: (String) -> String
    private let prefix: String
    private let prefixWidth: Int

    /// - Parameters:
    ///   - text: fit for a terminal already.
    ///   - style: colours it.
    ///   - prefix: written before it, `prefixWidth` columns wide.
    init(_ text: String, style: @escaping (String) -> String = { $0 }, prefix: String = "", prefixWidth: Int = 0) {
      self.text = text
      self.style = style
      self.prefix = prefix
      self.prefixWidth = prefixWidth
      width = TerminalText.width(text) + prefixWidth
    }

    /// What is written.
    var shown: String { prefix + style(text) }

    /// The cell in a column of that width: where it is wider, cut with an ellipsis.
    fileprivate func fitting(_ column: Int) -> Cell {
      guard width > column else { return self }
      let text = TerminalText.truncated(text, to: max(column - prefixWidth, 1))
      return Cell(text, style: style, prefix: prefix, prefixWidth: prefixWidth)
    }
  }

  private enum Row {
    case cells([Cell])
    case line(String)
  }

  private var rows: [Row] = []

  /// Columns that are left out where only their heading, in the first row, says anything.
  var optionalColumns: Set<Int> = []

  private let separator = "  "

  mutating func add(_ cells: [Cell]) { rows.append(.cells(cells)) }

  /// A line across all columns.
  mutating func add(line: String) { rows.append(.line(line)) }

  /// The lines, without blanks at their ends. A column that is empty throughout is left out.
  ///
  /// - Parameter width: how wide the lines may be: the widest columns are cut until they are. Nil for as wide as it gets,
  ///   which is right for everything but a terminal.
  func lines(width: Int? = nil) -> [String] {
    var lines: [String] = []
    forEachLine(width: width) { lines.append($0) }
    return lines
  }

  /// The same lines one by one, up to the end or until that is cancelled.
  func forEachLine(width: Int? = nil, until cancellation: Cancellation? = nil, _ body: (String) -> Void) {
    var widths = naturalWidths()
    if let width { fit(&widths, into: width) }
    for (number, row) in rows.enumerated() {
      if cancellation?.isCancelled(at: number) == true { return }
      switch row {
      case .line(let line): body(line)
      case .cells(let cells): body(line(of: cells, widths))
      }
    }
  }

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

  /// Narrower columns say nothing.
  private static let leastWidth = 6

  private func fit(_ widths: inout [Int], into width: Int) {
    let gaps = separator.utf8.count * max(widths.count { $0 > 0 } - 1, 0)
    var excess = widths.reduce(gaps, +) - width
    while excess > 0, let widest = widths.max(), widest > Self.leastWidth {
      for place in widths.indices where widths[place] == widest && excess > 0 {
        widths[place] -= 1
        excess -= 1
      }
    }
  }

  private func line(of cells: [Cell], _ widths: [Int]) -> String {
    var line = ""
    var owed = ""
    for (place, cell) in cells.enumerated() where widths[place] > 0 {
      let cell = cell.fitting(widths[place])
      if cell.width > 0 {
        line += owed + cell.shown
        owed = ""
      }
      owed += String(repeating: " ", count: max(widths[place] - cell.width, 0)) + separator
    }
    return line
  }
}
