/// Exact conversions between the text of JSON numbers and `Int` and `Double`.
package enum JSONNumber {
  /// Returns the double nearest to a JSON number (ties to even); nil if the text is not a number, or if the number
  /// exceeds the range of a double.
  ///
  /// `1.5` → 1.5, `1e2` → 100, `-0` → -0.0, `.5`, `1e400` → nil. Nearly all numbers need one division, or one division
  /// of 128 bits (W. Clinger, "How to read floating point numbers accurately", 1990, extended to 64-bit significands
  /// with a sticky remainder). The standard library converts the rest.
  package static func double(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let parts = Parts(text, 0), parts.end == text.count else { return nil }
    return parts.value(in: text, 0)
  }

  /// Reads the number that begins at `start`, and returns its value and its end; nil if there is no number, or if the
  /// number exceeds the range of a double.
  @inline(__always)
  static func double(_ text: UnsafeRawBufferPointer, from start: Int) -> (value: Double, end: Int)? {
    guard let parts = Parts(text, start), let value = parts.value(in: text, start) else { return nil }
    return (value, parts.end)
  }

  /// Returns the value of an integer literal; nil for any other text, such as `5.0` or `1e2`, and for an integer that
  /// does not fit 64 bits.
  ///
  /// `-0` is 0.
  package static func int(_ text: UnsafeRawBufferPointer) -> Int? {
    var i = 0
    let isNegative = text.first == 0x2D
    if isNegative { i = 1 }
    guard i < text.count, text[i] != 0x30 || i + 1 == text.count else { return nil }
    var value = 0
    while i < text.count {
      let digit = text[i] &- 0x30
      guard digit < 10 else { return nil }
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) =
        isNegative
        ? tenfold.subtractingReportingOverflow(Int(digit)) : tenfold.addingReportingOverflow(Int(digit))
      guard !overflow, !overflow2 else { return nil }
      value = sum
      i += 1
    }
    return value
  }

  /// Returns the shortest text that reads back as `double`, without `.0`: 5 → `5`, 0.1 → `0.1`, 1e300 → `1e+300`, -0.0
  /// → `-0`.
  ///
  /// Values that are not finite become `null`, since JSON has no text for them.
  package static func text(_ double: Double) -> String {
    guard double.isFinite else { return "null" }
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns digits · 10^exponent, rounded once; nil if only the standard library can calculate it.
  static func double(_ digits: UInt64, exponent: Int) -> Double? { Parts(digits, exponent).magnitude }

  private static func slowDouble(_ text: UnsafeRawBufferPointer) -> Double? {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return value
  }

  /// A JSON number as an integer times a power of ten.
  private struct Parts {
    var isNegative = false
    var digits: UInt64 = 0
    var exponent = 0
    /// True if the number has more than 19 digits, or an exponent too large for the fast paths.
    var isLong = false

    /// The offset after the number's last character.
    var end = 0

    init(_ digits: UInt64, _ exponent: Int) { (self.digits, self.exponent) = (digits, exponent) }

    /// Reads the number that begins at `start`; nil if no number begins there.
    @inline(__always)
    init?(_ text: UnsafeRawBufferPointer, _ start: Int) {
      let count = text.count
      var i = start
      if i < count, text[i] == 0x2D {
        isNegative = true
        i += 1
      }
      let first = i
      while i < count, text[i] &- 0x30 < 10 {
        digits = digits &* 10 &+ UInt64(text[i] &- 0x30)
        i += 1
      }
      guard i > first, text[first] != 0x30 || i == first + 1 else { return nil }
      if i < count, text[i] == 0x2E {
        i += 1
        let fraction = i
        while i < count, text[i] &- 0x30 < 10 {
          digits = digits &* 10 &+ UInt64(text[i] &- 0x30)
          i += 1
        }
        guard i > fraction else { return nil }
        exponent = fraction - i
      }
      // Any 19 digits fit into 64 bits, but 20 digits may not. A decimal point counts as a digit here.
      isLong = i - first > 19
      if i < count, text[i] | 0x20 == 0x65 {
        guard readExponent(text, &i) else { return nil }
      }
      end = i
    }

    @inline(__always)
    func value(in text: UnsafeRawBufferPointer, _ start: Int) -> Double? {
      if let magnitude { return isNegative ? -magnitude : magnitude }
      return JSONNumber.slowDouble(UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }

    private mutating func readExponent(_ text: UnsafeRawBufferPointer, _ i: inout Int) -> Bool {
      i += 1
      var isMinus = false
      if i < text.count, text[i] == 0x2B || text[i] == 0x2D {
        isMinus = text[i] == 0x2D
        i += 1
      }
      let first = i
      var value = 0
      while i < text.count, text[i] &- 0x30 < 10 {
        if value < 100_000 { value = value * 10 + Int(text[i] &- 0x30) }
        i += 1
      }
      exponent += isMinus ? -value : value
      if value >= 100_000 { isLong = true }
      return i > first
    }

    /// The absolute value of the number; nil if the fast paths cannot calculate it.
    var magnitude: Double? {
      if isLong { return nil }
      if digits == 0 { return 0 }
      if digits < 1 << 53, -22...22 ~= exponent {
        let exact = Double(digits)
        // Most numbers have one of these exponents.
        switch exponent {
        case 0: return exact
        case -1: return exact / 10
        case -2: return exact / 100
        case -3: return exact / 1000
        case -4: return exact / 10000
        default: break
        }
        return exponent < 0 ? exact / powerOfTen(-exponent) : exact * powerOfTen(exponent)
      }
      switch exponent {
      case -27..<0: return quotient(powerOfFive: -exponent)
      case 0...27: return product(powerOfFive: exponent)
      default: return nil
      }
    }

    private func powerOfTen(_ k: Int) -> Double {
      // 10^22 is the largest power of ten that a double holds exactly: 5^22 < 2^53.
      Double(JSONNumber.powerOfFive(k)) * powerOfTwo(k)
    }

    /// Returns 2^k for a k that is far from the ends of a double's range.
    private func powerOfTwo(_ k: Int) -> Double {
      Double(bitPattern: UInt64(truncatingIfNeeded: 1023 + k) << 52)
    }

    /// Returns digits / 5^k / 2^k, rounded once from a quotient of at least 62 bits and its remainder.
    private func quotient(powerOfFive k: Int) -> Double {
      let divisor = JSONNumber.powerOfFive(k)
      let divisorShift = divisor.leadingZeroBitCount
      let digitsShift = digits.leadingZeroBitCount
      let shifted = digits << UInt64(digitsShift)
      // Halving keeps the dividend's high word below the divisor, as the division requires.
      let (quotient, remainder) = (divisor << UInt64(divisorShift))
        .dividingFullWidth((shifted >> 1, shifted << 63))
      let scale = divisorShift - digitsShift - k - 63
      return round(high: 0, low: quotient, isInexact: remainder != 0, scale: scale)
    }

    /// Returns digits · 5^k · 2^k, rounded once from the 128-bit product.
    private func product(powerOfFive k: Int) -> Double {
      let (high, low) = digits.multipliedFullWidth(by: JSONNumber.powerOfFive(k))
      return round(high: high, low: low, isInexact: false, scale: k)
    }

    /// Returns (high·2^64 + low) · 2^scale, rounded to 53 bits, ties to even. If `isInexact` is true, the exact value
    /// is a little greater, which decides ties. The result must be far from subnormal numbers.
    private func round(high: UInt64, low: UInt64, isInexact: Bool, scale: Int) -> Double {
      let isWide = high != 0
      let width = isWide ? 128 - high.leadingZeroBitCount : 64 - low.leadingZeroBitCount
      let drop = width - 53
      guard drop > 0 else { return Double(low) * powerOfTwo(scale) }
      let value = UInt128(high) << 64 | UInt128(low)
      var kept = UInt64(value >> UInt128(drop))
      let rest = value & (1 << UInt128(drop) - 1)
      let half = UInt128(1) << UInt128(drop - 1)
      if rest > half || rest == half && (isInexact || kept & 1 == 1) { kept += 1 }
      return Double(kept) * powerOfTwo(scale + drop)
    }
  }

  /// Returns 5^k for k up to 27, the greatest k for which 64 bits hold the result.
  private static func powerOfFive(_ k: Int) -> UInt64 {
    var result: UInt64 = 1
    var base: UInt64 = 5
    var k = k
    while k > 0 {
      if k & 1 == 1 { result = result &* base }
      base = base &* base
      k >>= 1
    }
    return result
  }
}
