internal import WorkbenchSupport

/// Text with the codes of colours in it.
package enum StyledText {
  /// The text in lines of that width, if any, broken at blanks; the later ones begin below the first word. A style that a break
  /// stands in ends with the line and goes on in the next.
  package static func wrapped(_ text: String, to width: Int?) -> [String] {
    guard let width else { return [text] }
    let margin = String(text.prefix { $0 == " " })
    guard self.width(text) > width, margin.utf8.count < width else { return [text] }
    var lines: [String] = []
    var (line, used, code) = (margin, margin.utf8.count, "")
    for word in text.dropFirst(margin.count).split(separator: " ", omittingEmptySubsequences: false) {
      let wordWidth = self.width(String(word))
      if used > margin.utf8.count, used + 1 + wordWidth > width {
        lines.append(code.isEmpty ? line : line + reset)
        (line, used) = (margin + code, margin.utf8.count)
      } else if used > margin.utf8.count {
        (line, used) = (line + " ", used + 1)
      }
      line += word
      used += wordWidth
      for part in codes(in: word) { code = part == reset ? "" : code + part }
    }
    return lines + [line]
  }

  private static let reset = "\u{1B}[0m"

  /// The number of columns that a text takes.
  private static func width(_ text: String) -> Int {
    TerminalText.width(codes(in: text[...]).reduce(text) { $0.replacing($1, with: "") })
  }

  private static func codes(in text: Substring) -> [String] {
    var codes: [String] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "\u{1B}"), let end = rest[start...].firstIndex(of: "m") {
      codes.append(String(rest[start...end]))
      rest = rest[rest.index(after: end)...]
    }
    return codes
  }
}
