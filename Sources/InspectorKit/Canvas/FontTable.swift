/// Heights of DejaVu Sans, written by `Tests/Tools/font_metrics.py`; `CFontTable` holds the widths.
enum FontTable {
  /// The units into which the size of a letter is divided.
  static let unitsPerEm = 2048

  /// The height of a line above its baseline.
  static let ascent = 1901

  /// The height of a line below its baseline.
  static let descent = 483

  /// The free space between lines.
  static let lineGap = 0
}
