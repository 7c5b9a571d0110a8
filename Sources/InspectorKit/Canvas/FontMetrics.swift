internal import JSONText

/// The widths of characters in DejaVu Sans, regular or bold, in font units.
///
/// The widths are in a table, so that a text measures the same on every machine, whether or not the font is installed.
struct FontMetrics: Sendable {
  /// The widths of the characters before U+0180; -1 for characters that the font lacks.
  private let first: [Int16]
  private let runs: [Run]
  private let kerning: [UInt64: Int16]

  /// A range of consecutive characters with the same width.
  private struct Run {
    var start: UInt32
    var end: UInt32
    var width: Int16
  }

  static let regular = FontMetrics(widths: FontTable.regularWidths, kerning: FontTable.regularKerning)
  static let bold = FontMetrics(widths: FontTable.boldWidths, kerning: FontTable.boldKerning)

  /// The distance between two baselines, in font units.
  static let lineHeight = Double(FontTable.ascent + FontTable.descent + FontTable.lineGap)

  static func of(_ weight: FontWeight) -> FontMetrics { weight == .bold ? bold : regular }

  private init(widths: String, kerning: String) {
    var (runs, next): ([Run], UInt32) = ([], 0)
    var numbers = NumberText(widths)
    while let gap = numbers.next(), let count = numbers.next(), let width = numbers.next() {
      let start = next + UInt32(gap)
      next = start + UInt32(count)
      runs.append(Run(start: start, end: next, width: Int16(width)))
    }
    self.runs = runs
    var first = [Int16](repeating: -1, count: 0x180)
    for run in runs where run.start < 0x180 {
      for code in run.start..<min(run.end, 0x180) { first[Int(code)] = run.width }
    }
    self.first = first
    var pairs: [UInt64: Int16] = [:]
    numbers = NumberText(kerning)
    var left = 0
    while let gap = numbers.next(), let count = numbers.next() {
      left += gap
      var right = 0
      for _ in 0..<count {
        guard let gap = numbers.next(), let distance = numbers.next() else { break }
        right += gap
        pairs[UInt64(left) << 32 | UInt64(right)] = Int16(distance)
      }
    }
    self.kerning = pairs
  }

  /// Returns the width of a character, in font units; nil if the font lacks it.
  func width(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0x180 {
      let width = Int(first[Int(scalar.value)])
      return width < 0 ? nil : width
    }
    let place = runs.partitioningIndex { $0.end > scalar.value }
    guard place < runs.count, runs[place].start <= scalar.value else { return nil }
    return Int(runs[place].width)
  }

  /// Returns the kerning between two adjacent characters, in font units; a negative value moves them closer together.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
    Int(kerning[UInt64(left.value) << 32 | UInt64(right.value)] ?? 0)
  }
}

/// Reads base-36 numbers separated by blanks.
private struct NumberText {
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = text[...].utf8 }

  mutating func next() -> Int? {
    while bytes.first == 0x20 || bytes.first == 0x0A { bytes.removeFirst() }
    guard !bytes.isEmpty else { return nil }
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes.removeFirst() }
    var number = 0
    while let byte = bytes.first, byte != 0x20, byte != 0x0A {
      number = number * 36 + Int(byte < 0x3A ? byte - 0x30 : byte - 0x57)
      bytes.removeFirst()
    }
    return isNegative ? -number : number
  }
}
