extension SelectorParser {
  /// Reads the escape whose backslash is at `offset`, and appends its meaning to `text`. Throws an error if the escape
  /// is incomplete.
  ///
  /// In quotes, JSON's escapes have precedence: `\n`, `\u00e9`, and `\b` and `\f`, which CSS would read as hexadecimal
  /// digits. All other escapes, and all escapes outside quotes, are CSS's. `\31 ` is the character with a hexadecimal
  /// number of up to six digits, and includes one space after it. Any other escaped character means itself. An escaped
  /// line break in quotes is dropped.
  mutating func escape(into text: inout [UInt8], isQuoted: Bool) throws(SelectorError) {
    let start = offset
    offset += 1
    guard let scalar = nextScalar else { throw error(.openEscape, at: start) }
    if isQuoted, let meant = Self.jsonEscapes[scalar] {
      text.append(meant)
      offset += 1
    } else if isQuoted, scalar == "u" {
      guard let unit = utf16Escapes() else { throw error(.badEscape, at: start) }
      text += Array(UTF8.encode(unit) ?? UTF8.encodedReplacementCharacter)
    } else if scalar == "\n" || scalar == "\r" || scalar == "\u{C}" {
      guard isQuoted else { throw error(.openEscape, at: start) }
      offset += bytes[offset...].starts(with: "\r\n".utf8) ? 2 : 1
    } else if let number = hexNumber(upTo: 6) {
      text += Array(Self.scalar(number).utf8)
      if bytes[offset...].starts(with: "\r\n".utf8) { offset += 1 }
      if let byte = next, isBlank(byte) { offset += 1 }
    } else {
      take(scalar, into: &text)
    }
  }

  private static let jsonEscapes: [Unicode.Scalar: UInt8] = [
    "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
  ]

  /// Returns the character that CSS assigns to a number: U+FFFD for zero and for a number that is not a Unicode scalar.
  private static func scalar(_ number: UInt32) -> String {
    String(number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}")
  }

  /// Reads a JSON escape after its backslash: `u` with four hexadecimal digits, or two such escapes for a scalar beyond
  /// U+FFFF. Nil if a digit or one half of a surrogate pair is missing.
  private mutating func utf16Escapes() -> Unicode.Scalar? {
    offset += 1
    let first = offset
    guard let high = hexNumber(upTo: 4), offset == first + 4 else { return nil }
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) else { return nil }
    offset += 2
    let second = offset
    guard let low = hexNumber(upTo: 4), offset == second + 4, low & 0xFFFF_FC00 == 0xDC00 else { return nil }
    return Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
  }

  /// Reads a hexadecimal number of at most `count` digits; nil if there is no digit at `offset`.
  private mutating func hexNumber(upTo count: Int) -> UInt32? {
    let start = offset
    var number: UInt32 = 0
    while offset < start + count, let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
      number = number << 4 | UInt32(digit)
      offset += 1
    }
    return offset > start ? number : nil
  }
}
