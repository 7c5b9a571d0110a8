internal import CFontTable

extension FontTable {
  /// The distance between the baselines of two lines, in font units.
  static let lineHeight = Double(ascent + descent + lineGap)
}

/// The widths and the kerning of characters in DejaVu Sans, in font units.
///
/// A table supplies the numbers, so that text has the same width on every machine, whether the font is installed or
/// not.
extension FontWeight {
  /// Returns the width of a character, in font units; nil if the font lacks the character.
  func width(_ scalar: Unicode.Scalar) -> Int? {
    let width = Int(font_width(self == .bold, scalar.value))
    return width < 0 ? nil : width
  }

  /// Returns the kerning of two adjacent characters, in font units; negative if they are drawn closer together, 0 if
  /// the font defines none.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
    Int(font_kerning(self == .bold, left.value, right.value))
  }
}
