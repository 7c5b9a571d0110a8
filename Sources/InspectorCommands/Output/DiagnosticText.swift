internal import Workbench

/// Diagnostics as text: `card.json:3:12: error: …` with the source line and a caret below.
enum DiagnosticText {
  static func text(_ diagnostic: Diagnostic) -> String { text(diagnostic, Style.plain) }

  static func text(_ diagnostic: Diagnostic, _ style: Style) -> String {
    let place = [
      diagnostic.file.map(TerminalText.escaped), diagnostic.line.map(String.init), diagnostic.column.map(String.init),
    ]
    .compactMap(\.self).joined(separator: ":")
    let word = diagnostic.severity.rawValue
    let severity = diagnostic.severity == .error ? style.error(word) : style.warning(word)
    let head = "\(place.isEmpty ? "inspector" : place): \(severity): \(TerminalText.escapedLines(diagnostic.message))"
    guard let excerpt = diagnostic.excerpt else { return head }
    return head + excerpt.split(separator: "\n").map { "\n    \($0)" }.joined()
  }
}
