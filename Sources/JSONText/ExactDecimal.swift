/// A decimal number: an integer of up to 128 bits times a power of ten.
///
/// ```swift
/// ExactDecimal("0.1") + ExactDecimal("0.2")   // 0.3
/// ExactDecimal(1) / ExactDecimal(8)           // 0.125
/// ExactDecimal(1) / ExactDecimal(3)           // nil: its digits have no end
/// ```
///
/// Operations are exact and never round: they return nil if the result needs more digits than an integer of 128 bits
/// holds. Values are never allocated on the heap.
package struct ExactDecimal: Hashable, Sendable {
  /// The digits as an integer, without trailing zeros, so that each number has only one representation; 0 for zero.
  package private(set) var significand: UInt128

  /// The power of ten that the significand is multiplied by; 0 for zero.
  package private(set) var exponent: Int
  package private(set) var isNegative: Bool

  private init(_ significand: UInt128, exponent: Int, isNegative: Bool) {
    (self.significand, self.exponent, self.isNegative) = (significand, exponent, isNegative)
    guard significand != 0 else {
      (self.exponent, self.isNegative) = (0, false)
      return
    }
    // Dividing integers of 64 bits is many times as fast as dividing integers of 128 bits, and nearly all numbers fit.
    while self.significand > UInt128(UInt64.max), self.significand % 10 == 0 {
      self.significand /= 10
      self.exponent += 1
    }
    guard var short = UInt64(exactly: self.significand) else { return }
    while short % 10 == 0 {
      short /= 10
      self.exponent += 1
    }
    self.significand = UInt128(short)
  }

  package init(_ integer: Int) {
    self.init(UInt128(integer.magnitude), exponent: 0, isNegative: integer < 0)
  }

  /// Creates the number that a double's shortest decimal text denotes; nil if the double is not finite.
  package init?(_ double: Double) {
    // Below 2^53, the shortest text of a whole number consists of all its digits.
    if abs(double) < 0x1p53, let integer = Int(exactly: double) {
      self.init(integer)
      return
    }
    self.init(double.description)
  }

  /// Creates the number of a JSON text such as `-1.50e3`; nil if the text is not a number, has more than 38 digits, or
  /// has an exponent beyond a million.
  package init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { Self.parse(UnsafeRawBufferPointer($0)) }
    guard let parsed else { return nil }
    self = parsed
  }

  private static func parse(_ text: UnsafeRawBufferPointer) -> ExactDecimal? {
    var i = 0
    func isDigit(_ place: Int) -> Bool { place < text.count && text[place] &- UInt8(ascii: "0") < 10 }
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { i += 1 }
    let first = i
    guard isDigit(i), text[i] != UInt8(ascii: "0") || !isDigit(i + 1) else { return nil }
    while isDigit(i) { i += 1 }
    var exponent = 0
    var end = i
    if i < text.count, text[i] == UInt8(ascii: ".") {
      guard isDigit(i + 1) else { return nil }
      end = i + 1
      while isDigit(end) { end += 1 }
      exponent = i + 1 - end
    }
    if end < text.count {
      guard let power = power(UnsafeRawBufferPointer(rebasing: text[end...])) else { return nil }
      exponent += power
    }
    guard let (significand, zeros) = digits(UnsafeRawBufferPointer(rebasing: text[first..<end])) else { return nil }
    return ExactDecimal(significand, exponent: exponent + zeros, isNegative: isNegative)
  }

  /// Returns the digits of a text as an integer without trailing zeros, and the number of trailing zeros; nil if the
  /// integer has more than 38 digits.
  private static func digits(_ text: UnsafeRawBufferPointer) -> (significand: UInt128, zeros: Int)? {
    var significand: UInt128 = 0
    var (count, zeros) = (0, 0)
    for byte in text where byte != UInt8(ascii: ".") {
      if byte == UInt8(ascii: "0") {
        if significand != 0 { zeros += 1 }
        continue
      }
      count += zeros + 1
      guard count <= 38 else { return nil }
      for _ in 0...zeros { significand *= 10 }
      significand += UInt128(byte - UInt8(ascii: "0"))
      zeros = 0
    }
    return (significand, zeros)
  }

  /// Returns the exponent of a text such as `e-5`; nil if the text is anything but an exponent, or if the exponent is
  /// far beyond a million.
  private static func power(_ text: UnsafeRawBufferPointer) -> Int? {
    guard text[0] | 0x20 == UInt8(ascii: "e"), text.count > 1 else { return nil }
    let hasSign = text[1] == UInt8(ascii: "-") || text[1] == UInt8(ascii: "+")
    let digits = text[(hasSign ? 2 : 1)...]
    guard !digits.isEmpty else { return nil }
    var power = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10, power <= 100_000 else { return nil }
      power = power * 10 + Int(digit)
    }
    return text[1] == UInt8(ascii: "-") ? -power : power
  }
}

extension ExactDecimal {
  /// The number of digits of the significand; 0 for zero.
  package var digitCount: Int {
    var (count, rest) = (0, significand)
    while rest > UInt128(UInt64.max) {
      rest /= 10
      count += 1
    }
    var short = UInt64(rest)
    while short > 0 {
      short /= 10
      count += 1
    }
    return count
  }

  /// Returns true if two numbers can be calculated as decimals instead of doubles: both have at most 15 digits, which
  /// every double can represent, and their exponents differ by at most 15.
  package static func areShort(_ left: ExactDecimal, _ right: ExactDecimal) -> Bool {
    abs(left.exponent - right.exponent) <= 15 && left.digitCount <= 15 && right.digitCount <= 15
  }

  package static prefix func - (value: ExactDecimal) -> ExactDecimal {
    ExactDecimal(value.significand, exponent: value.exponent, isNegative: !value.isNegative)
  }

  /// Returns the exact sum; nil if its digits do not fit in 128 bits.
  package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? {
    if left.significand == 0 { return right }
    if right.significand == 0 { return left }
    let exponent = min(left.exponent, right.exponent)
    guard let a = left.significand(downTo: exponent), let b = right.significand(downTo: exponent) else { return nil }
    guard left.isNegative == right.isNegative else {
      return ExactDecimal(
        a > b ? a - b : b - a, exponent: exponent, isNegative: a > b ? left.isNegative : right.isNegative)
    }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : ExactDecimal(sum, exponent: exponent, isNegative: left.isNegative)
  }

  /// Returns the exact difference; nil if its digits do not fit in 128 bits.
  package static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? { left + -right }

  /// Returns the exact product; nil if its digits do not fit in 128 bits.
  package static func * (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? {
    var (a, b, exponent) = (left.significand, right.significand, left.exponent + right.exponent)
    // A factor of 2 on one side and a factor of 5 on the other make a trailing zero of the product, which only changes
    // the exponent.
    if a > UInt128(UInt64.max) || b > UInt128(UInt64.max) {
      exponent += cancel(&a, 2, &b, 5)
      exponent += cancel(&a, 5, &b, 2)
    }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : ExactDecimal(product, exponent: exponent, isNegative: left.isNegative != right.isNegative)
  }

  /// Returns the exact quotient; nil if the divisor is zero, if the digits never end, as in 1 / 3, or if they do not
  /// fit in 128 bits.
  package static func / (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal? {
    guard left.significand != 0, right.significand != 0 else { return right.significand == 0 ? nil : left }
    var (a, b, exponent) = (left.significand, right.significand, left.exponent - right.exponent)
    let divisor = greatestCommonDivisor(a, b)
    a /= divisor
    b /= divisor
    // The rest of the divisor must consist of the factors of ten: a / 2 is a · 5 / 10.
    for (factor, other) in [(2, 5), (5, 2)] as [(UInt128, UInt128)] {
      while b % factor == 0 {
        let (product, overflow) = a.multipliedReportingOverflow(by: other)
        guard !overflow else { return nil }
        (a, b, exponent) = (product, b / factor, exponent - 1)
      }
    }
    return b == 1 ? ExactDecimal(a, exponent: exponent, isNegative: left.isNegative != right.isNegative) : nil
  }

  /// Returns the number's significand for a smaller or equal exponent; nil if the significand does not fit in 128 bits.
  private func significand(downTo exponent: Int) -> UInt128? {
    guard self.exponent - exponent <= 38 else { return nil }
    var result = significand
    for _ in 0..<(self.exponent - exponent) {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      result = product
    }
    return result
  }

  /// Divides `a` by `factor` and `b` by `other` for as long as both divide evenly; returns the number of divisions.
  private static func cancel(
    _ a: inout UInt128, _ factor: UInt128, _ b: inout UInt128, _ other: UInt128
  ) -> Int {
    var times = 0
    while a != 0, b != 0, a % factor == 0, b % other == 0 {
      a /= factor
      b /= other
      times += 1
    }
    return times
  }

  private static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension ExactDecimal {
  /// The number as an `Int`; nil if the number has a fraction or does not fit.
  package var integer: Int? {
    guard exponent >= 0, let magnitude = significand(downTo: 0) else { return nil }
    if isNegative, magnitude == UInt128(Int.min.magnitude) { return .min }
    return Int(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }

  /// The nearest double, ties to even; infinite beyond the range of doubles.
  package var double: Double {
    if let digits = UInt64(exactly: significand), let magnitude = JSONNumber.double(digits, exponent: exponent) {
      return isNegative ? -magnitude : magnitude
    }
    // This text is always a number. A number that is too large becomes infinite.
    return Double("\(isNegative ? "-" : "")\(significand)e\(exponent)") ?? .infinity
  }

  /// The number as a decimal text with all its digits; with an exponent if that saves more than twenty zeros.
  package var text: String {
    let sign = isNegative ? "-" : ""
    let digits = significand.description
    let point = digits.utf8.count + exponent
    if exponent >= 0, exponent <= 20 { return sign + digits + String(repeating: "0", count: exponent) }
    if point > 0, exponent < 0 { return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))" }
    if point <= 0, point >= -20 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    let fraction = digits.utf8.count > 1 ? ".\(digits.dropFirst())" : ""
    return "\(sign)\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "")\(point - 1)"
  }
}
