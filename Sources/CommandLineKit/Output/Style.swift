package import InspectorKit
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
