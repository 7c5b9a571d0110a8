internal import Glibc

/// Conversions between the bytes of JSON strings as written and `String`.
///
/// "Raw" means the bytes between the quotes, with their escapes. A scanner must have validated them; invalid bytes
/// decode to U+FFFD and never trap.
package enum JSONString {
  /// Returns the unescaped text of raw bytes: `a\n\u00e9` → "a", line feed, "é".
  package static func decode(_ raw: UnsafeRawBufferPointer) -> String {
    guard raw.contains(0x5C) else { return String(decoding: raw, as: UTF8.self) }
    // No escape is shorter than the UTF-8 of its character, so the result always fits.
    return withUnsafeTemporaryAllocation(byteCount: raw.count + 4, alignment: 1) { buffer in
      var count = 0
      _ = allUnescaped(raw) { byte in
        buffer[count] = byte
        count += 1
        return true
      }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Calls `body` with each byte of the unescaped text until `body` returns false. Returns true if `body` never
  /// returned false.
  @inline(__always)
  private static func allUnescaped(_ raw: UnsafeRawBufferPointer, _ body: (UInt8) -> Bool) -> Bool {
    var i = 0
    while i < raw.count {
      if raw[i] == 0x5C {
        let scalar = unescape(raw, &i)
        for byte in Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter {
          guard body(byte) else { return false }
        }
      } else {
        guard body(raw[i]) else { return false }
        i += 1
      }
    }
    return true
  }

  /// Returns true if raw bytes unescape to exactly the scalars of `key`, without Unicode normalization. Allocates
  /// nothing.
  package static func equals(_ raw: UnsafeRawBufferPointer, _ key: String) -> Bool {
    // An escape is never shorter than its character.
    let count = key.utf8.count
    if raw.count < count { return false }
    if raw.count == count {
      guard let start = raw.baseAddress else { return true }
      let isSame = key.utf8.withContiguousStorageIfAvailable { letters -> Bool in
        guard let first = letters.baseAddress else { return true }
        return memcmp(start, first, count) == 0
      }
      return isSame ?? raw.elementsEqual(key.utf8)
    }
    guard raw.contains(0x5C) else { return false }
    return equalsUnescaped(raw, key)
  }

  private static func equalsUnescaped(_ raw: UnsafeRawBufferPointer, _ key: String) -> Bool {
    var left = key.utf8.makeIterator()
    return allUnescaped(raw) { left.next() == $0 } && left.next() == nil
  }

  /// Returns true if two raw strings unescape to the same text.
  package static func equals(_ a: UnsafeRawBufferPointer, raw b: UnsafeRawBufferPointer) -> Bool {
    if a.count == b.count, a.elementsEqual(b) { return true }
    guard a.contains(0x5C) || b.contains(0x5C) else { return false }
    return equals(a, decode(b))
  }

  /// Appends `string` in quotes; `"`, `\` and control characters below U+0020 are escaped, nothing else.
  package static func append(_ string: String, quotedTo bytes: inout [UInt8]) {
    bytes.append(0x22)
    defer { bytes.append(0x22) }
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      bytes += string.utf8
      return
    }
    for byte in string.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x08: bytes += [0x5C, 0x62]
      case 0x09: bytes += [0x5C, 0x74]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x0C: bytes += [0x5C, 0x66]
      case 0x0D: bytes += [0x5C, 0x72]
      case 0x00..<0x20: bytes += Array("\\u00\(twoHexDigits(byte))".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Returns the bytes of `string` in quotes, escaped as ``append(_:quotedTo:)`` does.
  package static func quoted(_ string: String) -> [UInt8] {
    var bytes: [UInt8] = []
    append(string, quotedTo: &bytes)
    return bytes
  }

  /// Returns the scalar of the escape at `i`, or of the pair of escapes of a surrogate pair, and moves `i` after it.
  private static func unescape(_ raw: UnsafeRawBufferPointer, _ i: inout Int) -> Unicode.Scalar {
    guard i + 1 < raw.count else {
      i = raw.count
      return "\u{FFFD}"
    }
    let c = raw[i + 1]
    guard c == 0x75 else {
      i += 2
      return simpleEscape(c)
    }
    let byte = { $0 < raw.count ? raw[$0] : nil }
    // A number beyond Unicode, which decodes to U+FFFD, represents an escape without four hexadecimal digits.
    let unit = codeUnit(at: i + 2, byte) ?? 0x110000
    i = min(i + 6, raw.count)
    guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    guard i + 1 < raw.count, raw[i] == 0x5C, raw[i + 1] == 0x75 else { return "\u{FFFD}" }
    guard let low = codeUnit(at: i + 2, byte), low & 0xFC00 == 0xDC00 else { return "\u{FFFD}" }
    i += 6
    return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)) ?? "\u{FFFD}"
  }

  private static func simpleEscape(_ c: UInt8) -> Unicode.Scalar {
    switch c {
    case 0x62: "\u{8}"
    case 0x66: "\u{C}"
    case 0x6E: "\n"
    case 0x72: "\r"
    case 0x74: "\t"
    default: Unicode.Scalar(c)
    }
  }

  /// Returns the number that is written as four hexadecimal digits from `start` on; nil if one of them is not a digit.
  ///
  /// - Parameter byte: returns the byte at an index; nil beyond the end of the text.
  package static func codeUnit(at start: Int, _ byte: (Int) -> UInt8?) -> UInt32? {
    var unit: UInt32 = 0
    for place in start..<start + 4 {
      guard let digit = byte(place).flatMap(hexDigit) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Returns the value of a hexadecimal digit; nil for any other character.
  @inlinable @inline(__always)
  package static func hexDigit(_ c: UInt8) -> UInt32? {
    switch c {
    case 0x30...0x39: UInt32(c) - 0x30
    case 0x41...0x46: UInt32(c) - 0x37
    case 0x61...0x66: UInt32(c) - 0x57
    default: nil
    }
  }

  /// Returns the escape of a UTF-16 code unit, such as `\u001b`.
  package static func unicodeEscape(_ unit: UInt16) -> String {
    "\\u" + twoHexDigits(UInt8(unit >> 8)) + twoHexDigits(UInt8(unit & 0xFF))
  }

  /// Returns a byte as two lower-case hexadecimal digits.
  package static func twoHexDigits(_ c: UInt8) -> String {
    (c < 16 ? "0" : "") + String(c, radix: 16)
  }
}
