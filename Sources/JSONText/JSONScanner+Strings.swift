extension JSONScanner {
  /// Scans a string from its opening quote, and returns the offset after the closing quote.
  mutating func string(_ start: Int) throws(JSONSyntaxError) -> Int {
    var i = start + 1
    while true {
      while i + 8 <= bytes.count, Self.isPlain(bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)) { i += 8 }
      guard let c = byte(i) else {
        throw unexpected(i, expected: "'\"' to close the string", remedy: "the text may have been cut off")
      }
      switch c {
      case 0x22: return i + 1
      case 0x5C: i = try escape(i)
      case 0x00..<0x20: throw controlCharacter(i, c)
      case 0x20..<0x80: i += 1
      default:
        let length = Self.utf8Length(bytes, i)
        guard length > 0 else { throw notUTF8(i) }
        i += length
      }
    }
  }

  /// Returns true if all eight bytes are ASCII, and none is a quote, a backslash or a control character.
  ///
  /// In each subtraction, a byte that is too small borrows, which sets its top bit. A borrow can only start at a byte
  /// that is itself special, so the result for all eight bytes together is exact.
  static func isPlain(_ w: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = (w ^ (ones &* 0x22)) &- ones
    let backslash = (w ^ (ones &* 0x5C)) &- ones
    let control = w &- (ones &* 0x20)
    return (quote | backslash | control | w) & (ones &* 0x80) == 0
  }

  /// Returns the length of the UTF-8 sequence of two to four bytes at `i`; 0 if it is invalid (Unicode, table 3-7).
  static func utf8Length(_ bytes: UnsafeRawBufferPointer, _ i: Int) -> Int {
    let left = bytes.count - i
    func tail(_ k: Int) -> Bool { bytes[i + k] & 0xC0 == 0x80 }
    let lead = bytes[i]
    switch lead {
    case 0xC2...0xDF:
      return left >= 2 && tail(1) ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, tail(1), tail(2) else { return 0 }
      let second = bytes[i + 1]
      let isOverlong = lead == 0xE0 && second < 0xA0
      let isSurrogate = lead == 0xED && second > 0x9F
      return isOverlong || isSurrogate ? 0 : 3
    case 0xF0...0xF4:
      guard left >= 4, tail(1), tail(2), tail(3) else { return 0 }
      let second = bytes[i + 1]
      let isOverlong = lead == 0xF0 && second < 0x90
      let isBeyond = lead == 0xF4 && second > 0x8F
      return isOverlong || isBeyond ? 0 : 4
    default:
      return 0
    }
  }

  private mutating func escape(_ i: Int) throws(JSONSyntaxError) -> Int {
    switch byte(i + 1) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return i + 2
    case 0x75: return try unicodeEscape(i)
    case nil: throw unexpected(i + 1, expected: "a character after '\\'", remedy: "the text may have been cut off")
    default:
      throw unexpected(
        i + 1, expected: "one of \" \\ / b f n r t u after '\\'", remedy: "a backslash itself is written '\\\\'")
    }
  }

  private mutating func unicodeEscape(_ i: Int) throws(JSONSyntaxError) -> Int {
    let unit = try hexadecimal(i)
    if unit == 0 { traits.insert(.escapedNUL) }
    guard unit & 0xF800 == 0xD800 else { return i + 6 }
    guard unit < 0xDC00, byte(i + 6) == 0x5C, byte(i + 7) == 0x75 else { throw loneSurrogate(i) }
    let low = try hexadecimal(i + 6)
    guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(i) }
    // The lower 16 bits of the character are those of a surrogate, which json-c does not read correctly.
    if unit & 0x3E == 0x36 { traits.insert(.oddPair) }
    return i + 12
  }

  /// Returns the code unit of the escape at `i`. The error for wrong digits points at the first character that is not a
  /// digit.
  private func hexadecimal(_ i: Int) throws(JSONSyntaxError) -> UInt32 {
    if let unit = JSONString.codeUnit(at: i + 2, byte) { return unit }
    let place = (i + 2..<i + 6).first { byte($0).flatMap(JSONString.hexDigit) == nil } ?? i + 2
    throw unexpected(place, expected: "four hexadecimal digits after '\\u'")
  }
}
