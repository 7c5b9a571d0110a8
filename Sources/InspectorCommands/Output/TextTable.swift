internal import Workbench

/// Rows whose columns are as wide as their widest cell.
struct TextTable {
  /// One cell: what is measured, and what is written.
  struct Cell {
    let shown: String
    let width: Int

    /// - Parameters:
    ///   - text: fit for a terminal already.
    ///   - style: colours it.
    ///   - prefix: written before it, `prefixWidth` columns wide.
    init(_ text: String, style: (String) -> String = { $0 }, prefix: String = "", prefixWidth: Int = 0) {
      shown = prefix + style(text)
      width = TerminalText.width(text) + prefixWidth
    }
  }

  private enum Row {
    case cells([Cell])
    case line(String)
  }

  private var rows: [Row] = []
  private let separator = "  "

  mutating func add(_ cells: [Cell]) { rows.append(.cells(cells)) }

  /// A line across all columns.
  mutating func add(line: String) { rows.append(.line(line)) }

  /// The lines, without blanks at their ends. A column that is empty throughout is left out.
  func lines() -> [String] {
    var widths: [Int] = []
    for case .cells(let cells) in rows {
      for (place, cell) in cells.enumerated() {
        if place == widths.count { widths.append(0) }
        widths[place] = max(widths[place], cell.width)
      }
    }
    return rows.map { row in
      switch row {
      case .line(let line): return line
      case .cells(let cells): return line(of: cells, widths)
      }
    }
  }

  private func line(of cells: [Cell], _ widths: [Int]) -> String {
    var line = ""
    var owed = ""
    for (place, cell) in cells.enumerated() where widths[place] > 0 {
      if cell.width > 0 {
        line += owed + cell.shown
        owed = ""
      }
      owed += String(repeating: " ", count: widths[place] - cell.width) + separator
    }
    return line
  }
}
