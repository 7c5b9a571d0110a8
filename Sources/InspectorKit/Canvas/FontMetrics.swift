internal import CFontTable

extension FontTable {
  /// The distance between two baselines, in units of the font.
  static let lineHeight = Double(ascent + descent + lineGap)
}

/// The widths of letters in DejaVu Sans, in units of the font.
///
/// They come from a table, so that a text has the same width on every machine, whether the font is installed or not.
extension FontWeight {
  /// Returns the width of a character; nil if the font lacks it.
  func width(_ scalar: Unicode.Scalar) -> Int? {
    let width = Int(font_width(self == .bold, scalar.value))
    return width < 0 ? nil : width
  }

  /// Returns the kerning of two adjacent characters, in units of the font; negative if they are drawn closer
  /// together.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
    Int(font_kerning(self == .bold, left.value, right.value))
  }
}
