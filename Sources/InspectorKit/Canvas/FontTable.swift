/// Heights of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; `CFontTable` contains the widths.
enum FontTable {
  /// The number of font units in one em, the font size.
  static let unitsPerEm = 2048

  /// The height of a line above its baseline, in font units.
  static let ascent = 1901

  /// The height of a line below its baseline, in font units.
  static let descent = 483

  /// The free space between two lines, in font units.
  static let lineGap = 0
}
