package import InspectorKit
import JSONText
import WorkbenchSupport

/// The terminal styling of text: colours, or none.
package struct Style {
  package let hasColor: Bool

  /// True if the terminal shows 24-bit colours, not only 256.
  package let hasTrueColor: Bool

  package init(hasColor: Bool, hasTrueColor: Bool) {
    self.hasColor = hasColor
    self.hasTrueColor = hasTrueColor
  }

  /// The style without colours.
  package static let plain = Style(hasColor: false, hasTrueColor: false)

  package func bold(_ text: String) -> String { code("1", text) }
  package func dim(_ text: String) -> String { code("2", text) }
  package func old(_ text: String) -> String { code("31", text) }
  package func new(_ text: String) -> String { code("32", text) }
  package func error(_ text: String) -> String { code("31;1", text) }
  package func warning(_ text: String) -> String { code("33;1", text) }

  private func code(_ code: String, _ text: String) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// Returns a swatch, which consists of two blanks with the colour as their background and a plain blank; an empty
  /// text if the style has no colours. Opacity is not shown, because the background behind a transparent colour is
  /// unknown.
  package func swatch(_ color: Color) -> String {
    guard hasColor else { return "" }
    let bytes = [color.red, color.green, color.blue].map { UInt8(min(max($0.isNaN ? 0 : $0, 0), 1) * 255 + 0.5) }
    return "\u{1B}[\(self.color(bytes, as: 48))m  \u{1B}[0m "
  }

  /// Returns the parameters of the escape code that selects a colour. A terminal without 24-bit colours gets a similar
  /// colour of the 256-colour palette.
  ///
  /// - Parameters:
  ///   - rgb: the red, green and blue bytes.
  ///   - layer: 38 for the foreground, 48 for the background.
  func color(_ rgb: [UInt8], as layer: Int) -> String {
    if hasTrueColor { return "\(layer);2;\(rgb[0]);\(rgb[1]);\(rgb[2])" }
    // In the palette of 256 colours, the numbers from 16 on form a cube with 6 levels per component.
    let levels = rgb.map { (Int($0) * 5 + 127) / 255 }
    return "\(layer);5;\(16 + 36 * levels[0] + 6 * levels[1] + levels[2])"
  }

  /// The width of a swatch in columns; 0 if the style has no colours.
  package var swatchWidth: Int { hasColor ? 3 : 0 }
}

// Line breaking for text that contains colour codes.
extension Style {
  /// Wraps a text at blanks to lines of the given width; a nil width means a single line. Later lines are indented like
  /// the first. A colour code in effect at a break is reset at the end of the line and repeated in the next line. A
  /// word that is wider than a line is not broken.
  package static func wrapped(_ text: String, to width: Int?) -> [String] { wrapped(text, to: width, hanging: 0) }

  /// Wraps a message at a terminal. Further lines of its sentence have a hanging indent, and texts in quotes are not
  /// broken. Indented lines after the first are not wrapped; an excerpt is cut to the width around its caret.
  ///
  /// - Parameter width: the width of the terminal in columns; nil if the output is not a terminal, to return the
  ///   message unchanged.
  package static func wrappedMessage(_ text: String, to width: Int?) -> String {
    guard let width, text.utf8.count > width else { return text }
    var lines: [String] = []
    for (place, line) in text.parts(between: "\n").enumerated() {
      guard place > 0, line.utf8.first == UInt8(ascii: " ") else {
        lines += wrapped(line, to: width, hanging: 2)
        continue
      }
      if line.hasSuffix("^"), let excerpt = lines.popLast() {
        lines += cut(excerpt, caret: line, to: width)
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Cuts an excerpt and the line with its caret to a width. The caret stays in the first two thirds of the line.
  private static func cut(_ excerpt: String, caret: String, to width: Int) -> [String] {
    let isCaret = caret.dropLast().allSatisfy { $0 == " " }
    guard isCaret, self.width(excerpt) > width, width > 12 else { return [excerpt, caret] }
    let indent = excerpt.prefix { $0 == " " }
    var (rest, column) = (excerpt.dropFirst(indent.count), caret.count - 1 - indent.count)
    let room = width - indent.count
    if column > room * 2 / 3 {
      var dropped = 0
      while column + 1 - dropped > room * 2 / 3, let first = rest.first {
        dropped += self.width(String(first))
        rest = rest.dropFirst()
      }
      column += 1 - dropped
      rest = "…" + rest
    }
    if self.width(String(rest)) > room {
      while self.width(String(rest)) > room - 1 { rest = rest.dropLast() }
      rest += "…"
    }
    return ["\(indent)\(rest)", indent + String(repeating: " ", count: max(0, column)) + "^"]
  }

  /// Wraps a text at blanks.
  ///
  /// - Parameter hanging: the indentation of later lines beyond that of the first; texts in quotes are then not broken.
  private static func wrapped(_ text: String, to width: Int?, hanging: Int) -> [String] {
    guard let width else { return [text] }
    let first = String(text.prefix { $0 == " " })
    let margin = first + String(repeating: " ", count: hanging)
    guard self.width(text) > width, margin.utf8.count < width else { return [text] }
    var words = text.dropFirst(first.count).split(separator: " ", omittingEmptySubsequences: false)
    if hanging > 0 { words = unbroken(words, of: text, to: width - margin.utf8.count) }
    var lines: [String] = []
    var (line, used, code) = (first, first.utf8.count, "")
    for word in words {
      let wordWidth = self.width(String(word))
      let start = lines.isEmpty ? first.utf8.count : margin.utf8.count
      if used > start, used + 1 + wordWidth > width {
        lines.append(code.isEmpty ? line : line + reset)
        (line, used) = (margin + code, margin.utf8.count)
      } else if used > start {
        (line, used) = (line + " ", used + 1)
      }
      line += word
      used += wordWidth
      for part in codes(in: word) { code = part == reset ? "" : code + part }
    }
    return lines + [line]
  }

  /// Returns the words of a text. The words between two quotes are joined to one word, if that word fits a line.
  private static func unbroken(_ words: [Substring], of text: String, to width: Int) -> [Substring] {
    var result: [Substring] = []
    var place = 0
    while place < words.count {
      var end = place
      if opensQuote(words[place]) {
        end = words[place...].firstIndex(where: closesQuote) ?? place
        if Self.width(String(text[words[place].startIndex..<words[end].endIndex])) > width { end = place }
      }
      result.append(text[words[place].startIndex..<words[end].endIndex])
      place = end + 1
    }
    return result
  }

  private static func opensQuote(_ word: Substring) -> Bool {
    word.drop { $0 == "(" }.utf8.first == UInt8(ascii: "'")
  }

  private static func closesQuote(_ word: Substring) -> Bool {
    var word = word
    while let last = word.last, ",.;:?!)".contains(last) { word.removeLast() }
    return word.utf8.last == UInt8(ascii: "'") && word.utf8.count > 1
  }

  private static let reset = "\u{1B}[0m"

  /// Returns the number of columns that a text occupies, without its colour codes.
  private static func width(_ text: String) -> Int {
    TerminalText.width(codes(in: text[...]).reduce(text) { $0.replacing($1, with: "") })
  }

  /// Returns the colour codes in a text, in order.
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
