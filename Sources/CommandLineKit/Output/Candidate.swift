internal import JSONText
internal import PluginHost
internal import WorkbenchSupport

/// What a word can be completed to.
package struct Candidate: Hashable {
  /// The whole word, without quotes.
  package var text: String

  /// A short description of the candidate, for a list.
  package var detail = ""

  /// Whether the word ends there; else more is to be typed right after it.
  package var isWhole = true

  package init(text: String, detail: String = "", isWhole: Bool = true) {
    self.text = text
    self.detail = detail
    self.isWhole = isWhole
  }
}

/// Candidates as a person at a prompt wants them.
package struct CandidateList {
  package let candidates: [Candidate]

  /// The candidates that begin as the word does, upper and lower case being the same where no other does. No line can hold
  /// a text with a null character, so it is no candidate.
  package init(_ all: [Candidate], for word: String) {
    let all = all.filter { !$0.text.utf8.contains(0) }
    let exact = all.filter { $0.text.begins(with: word) }
    let found = exact.isEmpty ? all.filter { $0.text.lowercased().begins(with: word.lowercased()) } : exact
    var seen: Set<ExactText> = []
    candidates = found.filter { seen.insert(ExactText($0.text)).inserted }.sorted { $0.text < $1.text }
  }

  /// What all begin with.
  package var commonPrefix: String {
    guard var prefix = candidates.first?.text else { return "" }
    for candidate in candidates {
      while !candidate.text.begins(with: prefix) { prefix.unicodeScalars.removeLast() }
    }
    return prefix
  }

  private static let shown = 100

  /// The lines of a list: with details one below the other, without in columns.
  ///
  /// - Parameter shownFrom: how many characters all have in common that need not be read again, as a selector's beginning.
  package func lines(width: Int, style: Style) -> String {
    let shown = candidates.prefix(Self.shown)
    var lines: [String]
    if shown.contains(where: { !$0.detail.isEmpty }), shown.count <= 30 {
      var table = TextTable()
      for candidate in shown {
        table.add([
          TextTable.Cell(TerminalText.escaped(candidate.text)),
          TextTable.Cell(TerminalText.escaped(candidate.detail), style: style.dim),
        ])
      }
      lines = table.lines(width: width)
    } else {
      lines = Self.columns(shown.map { TerminalText.escaped($0.text) }, width: width)
    }
    if candidates.count > shown.count { lines.append("… \(candidates.count - shown.count) more; type another letter") }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Words one below the other, in as many columns as fit.
  private static func columns(_ words: [String], width: Int) -> [String] {
    let widest = (words.map(TerminalText.width).max() ?? 0) + 2
    let columns = max(1, width / max(widest, 1))
    let rows = (words.count + columns - 1) / columns
    return (0..<rows).map { row in
      let cells = stride(from: row, to: words.count, by: rows).map { words[$0] }
      return cells.dropLast().map { $0 + TerminalText.padding($0, to: widest) }.joined() + (cells.last ?? "")
    }
  }
}
