package import InspectorKit
import WorkbenchSupport

/// Colours of the terminal, or none.
package struct Style {
  package let hasColor: Bool
  package let hasTrueColor: Bool

  package init(hasColor: Bool, hasTrueColor: Bool) {
    self.hasColor = hasColor
    self.hasTrueColor = hasTrueColor
  }

  /// No colours at all.
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

  /// Two blanks on the colour, and one after it; nothing without colours. What is behind a transparent colour is not
  /// known, so opacity is not shown.
  package func swatch(_ color: Color) -> String {
    guard hasColor else { return "" }
    let bytes = [color.red, color.green, color.blue].map { Int(min(max($0.isNaN ? 0 : $0, 0), 1) * 255 + 0.5) }
    return "\u{1B}[\(self.color(bytes.map { UInt8($0) }, as: 48))m  \u{1B}[0m "
  }

  /// The parameters of the code that chooses a colour.
  ///
  /// - Parameters:
  ///   - rgb: red, green and blue.
  ///   - layer: 38 for that of characters, 48 for what is behind them.
  func color(_ rgb: [UInt8], as layer: Int) -> String {
    if hasTrueColor { return "\(layer);2;\(rgb[0]);\(rgb[1]);\(rgb[2])" }
    // The cube of 6 levels a component that terminals of 256 colours have from number 16 on.
    let levels = rgb.map { (Int($0) * 5 + 127) / 255 }
    return "\(layer);5;\(16 + 36 * levels[0] + 6 * levels[1] + levels[2])"
  }

  /// How wide a swatch is.
  package var swatchWidth: Int { hasColor ? 3 : 0 }
}

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
