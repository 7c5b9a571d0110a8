/// Heights of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; `CFontTable` contains the widths.
enum FontTable {
  /// The number of font units in the font size.
  static let unitsPerEm = 2048

  /// The height of a line above its baseline.
  static let ascent = 1901

  /// The height of a line below its baseline.
  static let descent = 483

  /// The free space between lines.
  static let lineGap = 0
}
