extension JSONNumber {
  /// Appends a number as ``text(_:)`` writes it; `null` if the number is not finite.
  package static func append(_ double: Double, to bytes: inout [UInt8]) {
    let magnitude = abs(double)
    if magnitude >= 0.0001, magnitude < 1e11 {
      // A decimal of at most 15 digits that is read back as the same double is also the shortest such decimal.
      let scaled = (magnitude * 10_000).rounded()
      if scaled / 10_000 == magnitude {
        if double < 0 { bytes.append(UInt8(ascii: "-")) }
        return append(tenThousandths: UInt64(scaled), to: &bytes)
      }
    } else if double.bitPattern == 0 {
      return bytes.append(UInt8(ascii: "0"))
    }
    bytes.append(contentsOf: text(double).utf8)
  }

  private static func append(tenThousandths: UInt64, to bytes: inout [UInt8]) {
    var (whole, fraction) = tenThousandths.quotientAndRemainder(dividingBy: 10_000)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole % 10)
        whole /= 10
      } while whole > 0
      var end = 20
      if fraction > 0 {
        digits[20] = UInt8(ascii: ".")
        while fraction > 0 {
          end += 1
          digits[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / 1000)
          fraction = fraction % 1000 * 10
        }
        end += 1
      }
      bytes.append(contentsOf: digits[start..<end])
    }
  }

  /// Returns the end of the number at `start` if the number is written as ``text(_:)`` writes it. Returns nil if it is
  /// written differently, if there is no number, or if the number has more than 15 digits and would have to be parsed.
  ///
  /// - Parameter text: valid JSON.
  static func endOfShortest(_ text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var i = start
    if i < text.count, text[i] == UInt8(ascii: "-") { i += 1 }
    let first = i
    while i < text.count, text[i] &- 0x30 < 10 { i += 1 }
    var digits = i - first
    guard digits > 0 else { return nil }
    let isBelowOne = text[first] == UInt8(ascii: "0")
    if i < text.count, text[i] == UInt8(ascii: ".") {
      let fraction = i + 1
      i = fraction
      while i < text.count, text[i] &- 0x30 < 10 { i += 1 }
      digits += i - fraction
      guard i > fraction, text[i - 1] != UInt8(ascii: "0") else { return nil }
      // A number below 0.0001 is written with an exponent.
      guard !isBelowOne || text[fraction..<min(fraction + 4, i)].contains(where: { $0 != 0x30 }) else { return nil }
    } else if isBelowOne, first > start {
      return nil
    }
    guard digits <= 15, i == text.count || text[i] | 0x20 != UInt8(ascii: "e") else { return nil }
    return i
  }
}
