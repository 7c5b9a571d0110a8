package import InspectorKit

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
