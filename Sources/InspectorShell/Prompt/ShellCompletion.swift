internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import LineEditing

// The Tab completion of the prompt.
extension Shell {
  /// Returns the completion of the last word before the cursor; nil if there is no candidate. The completion is the
  /// text that all candidates share or, if the word already has this text, a list of the candidates.
  func completion(of before: String) -> LineEditor.Completion? {
    let word = TypedWord(before)
    let found = Candidates(shell: self, word: word).all.completing(word.text)
    guard let first = found.first else { return nil }
    let scalars = word.raw.unicodeScalars.count
    if found.count == 1 {
      let text = first.isWhole ? ShellLine.quoted(first.text) + " " : Self.open(first.text, raw: word.raw)
      return LineEditor.Completion(replaced: scalars, text: text)
    }
    let common = found.commonPrefix
    if common.utf8.count > word.text.utf8.count {
      return LineEditor.Completion(replaced: scalars, text: Self.open(common, raw: word.raw))
    }
    return LineEditor.Completion(shown: found.lines(width: run.tableWidth ?? 80, style: run.style))
  }

  /// Returns a completion that the user will continue. The completion has an opening quote if its characters need one
  /// or if the typed word begins with one.
  ///
  /// - Parameter raw: the word as typed.
  private static func open(_ text: String, raw: String) -> String {
    if DollarQuote.isNeeded(text) || raw.begins(with: "$'") { return DollarQuote.opened(text) }
    let first = raw.unicodeScalars.first
    let quote = first == "\"" ? "\"" : "'"
    guard first == "'" || first == "\"" || ShellLine.quoted(text) != text else { return text }
    guard quote == "'" else {
      return quote
        + text.unicodeScalars.map { "\"\\$`".unicodeScalars.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
    return "'" + text.parts(between: "'").joined(separator: "'\\''")
  }
}
