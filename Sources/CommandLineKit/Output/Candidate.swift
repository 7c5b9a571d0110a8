internal import JSONText
internal import PluginHost
internal import WorkbenchSupport

/// One possible completion of the word that the user is typing.
package struct Candidate: Hashable {
  /// The whole word, without quotes.
  package var text: String

  /// A short description of the candidate, for a list.
  package var detail = ""

  /// True if the candidate is a complete word; false if the user continues typing without a blank, as after a folder's
  /// name.
  package var isWhole = true

  /// The maximum number of candidates that a list shows with details; a longer list omits all details.
  package static let mostDetailed = 30

  package init(text: String, detail: String = "", isWhole: Bool = true) {
    self.text = text
    self.detail = detail
    self.isWhole = isWhole
  }
}

// The completion candidates for a word, with the list that a prompt shows.
extension [Candidate] {
  /// Returns the candidates that begin with the word, sorted by text and without duplicates. Case is ignored if no
  /// candidate matches exactly. Texts with a null character are left out, since command lines cannot contain that
  /// character.
  package func completing(_ word: String) -> [Candidate] {
    let all = filter { !$0.text.utf8.contains(0) }
    let exact = all.filter { $0.text.begins(with: word) }
    let found = exact.isEmpty ? all.filter { $0.text.lowercased().begins(with: word.lowercased()) } : exact
    var seen: Set<ExactText> = []
    return found.filter { seen.insert(ExactText($0.text)).inserted }.sorted { $0.text < $1.text }
  }

  /// The longest common prefix of all candidates; empty if there are no candidates.
  package var commonPrefix: String {
    guard var prefix = first?.text else { return "" }
    for candidate in self {
      while !candidate.text.begins(with: prefix) { prefix.unicodeScalars.removeLast() }
    }
    return prefix
  }

  /// Returns a list of at most 100 candidates as text, with a line break after each line. If there are more candidates,
  /// the last line reports the number of omitted ones. A list of at most ``Candidate/mostDetailed`` candidates, at
  /// least one with details, has a row for each candidate; any other list is arranged in columns.
  package func lines(width: Int, style: Style) -> String {
    let shown = prefix(100)
    var lines: [String]
    if shown.contains(where: { !$0.detail.isEmpty }), shown.count <= Candidate.mostDetailed {
      var table = TextTable()
      for candidate in shown {
        table.add([
          TextTable.Cell(TerminalText.escaped(candidate.text), as: .name),
          TextTable.Cell(TerminalText.escaped(candidate.detail), as: .words, style: style.dim),
        ])
      }
      lines = table.lines(width: width)
    } else {
      lines = Self.columns(shown.map { TerminalText.escaped($0.text) }, width: width)
    }
    if count > shown.count { lines.append("… \(count - shown.count) more; type another letter") }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Arranges words column by column, in as many columns as fit.
  private static func columns(_ words: [String], width: Int) -> [String] {
    let widest = (words.map(TerminalText.width).max() ?? 0) + 2
    let columns = Swift.max(1, width / Swift.max(widest, 1))
    let rows = (words.count + columns - 1) / columns
    return (0..<rows).map { row in
      let cells = stride(from: row, to: words.count, by: rows).map { words[$0] }
      return cells.dropLast().map { $0 + TerminalText.padding($0, to: widest) }.joined() + (cells.last ?? "")
    }
  }
}
