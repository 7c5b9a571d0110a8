internal import CFontTable

/// The widths of letters, in units of the font: DejaVu Sans, regular or bold.
///
/// It is a table, so that a text has the same width on every machine, with the font or without.
struct FontMetrics: Sendable {
  private let isBold: Bool

  /// The distance between two baselines, in units of the font.
  static let lineHeight = Double(FontTable.ascent + FontTable.descent + FontTable.lineGap)

  static func of(_ weight: FontWeight) -> FontMetrics { FontMetrics(isBold: weight == .bold) }

  /// The width of a character; nil where the font lacks it.
  func width(_ scalar: Unicode.Scalar) -> Int? {
    let width = Int(font_width(isBold, scalar.value))
    return width < 0 ? nil : width
  }

  /// The distance that a pair of characters adds to the width of the first; below 0 for a closer pair.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
    Int(font_kerning(isBold, left.value, right.value))
  }
}
