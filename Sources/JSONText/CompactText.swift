/// A fast reader of compact JSON: without blanks, and with strings of ASCII without escapes.
///
/// Each call consumes the expected token, and returns true or the value. If any other text follows, valid JSON or not,
/// the call consumes nothing and returns false or nil. The caller then reads the text with ``JSONReader``, which reads
/// all of JSON and reports errors.
public struct CompactText {
  @usableFromInline let bytes: UnsafeRawBufferPointer

  /// The offset of the next token, in bytes from the start.
  @usableFromInline var offset: Int

  package init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Consumes exactly these bytes and returns true; returns false and consumes nothing if other bytes follow.
  @inlinable @inline(__always)
  public mutating func pass(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    let expected = UnsafeRawPointer(text.utf8Start)
    // The text is a literal, so the compiler can unroll these loops into one or two comparisons with constants.
    var place = 0
    while place + 8 <= count {
      guard hasSame(UInt64.self, as: expected, at: place) else { return false }
      place += 8
    }
    if place + 4 <= count {
      guard hasSame(UInt32.self, as: expected, at: place) else { return false }
      place += 4
    }
    while place < count {
      guard hasSame(UInt8.self, as: expected, at: place) else { return false }
      place += 1
    }
    offset += count
    return true
  }

  @inlinable @inline(__always)
  func hasSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, as expected: UnsafeRawPointer, at place: Int
  ) -> Bool {
    bytes.loadUnaligned(fromByteOffset: offset + place, as: type)
      == (expected + place).loadUnaligned(as: type)
  }

  /// True if no input is left.
  package var isAtEnd: Bool { offset == bytes.count }

  /// Consumes a number without an exponent; returns false and consumes nothing if any other text follows. The text must
  /// be valid JSON, which is not checked again.
  package mutating func passPlainNumber() -> Bool {
    var i = offset
    while i < bytes.count, bytes[i] &- 0x30 < 10 || bytes[i] == 0x2E || bytes[i] == 0x2D { i += 1 }
    guard i > offset, i == bytes.count || bytes[i] | 0x20 != 0x65 else { return false }
    offset = i
    return true
  }

  /// Consumes a number that is written as ``JSONNumber/text(_:)`` writes it, with at most 15 digits; returns false and
  /// consumes nothing if any other text follows. The text must be valid JSON, which is not checked again.
  package mutating func passShortestNumber() -> Bool {
    guard let end = JSONNumber.endOfShortest(bytes, from: offset) else { return false }
    offset = end
    return true
  }

  /// Reads a number as a double; returns nil if no number follows, or if the number exceeds the range of a double.
  package mutating func number() -> Double? {
    guard let number = JSONNumber.double(bytes, from: offset) else { return nil }
    offset = number.end
    return number.value
  }

  /// Reads an integer of at most 18 digits; returns nil if no integer follows, or if it has more digits, a fraction or
  /// an exponent.
  package mutating func integer() -> Int? {
    var i = offset
    let isNegative = i < bytes.count && bytes[i] == 0x2D
    if isNegative { i += 1 }
    let first = i
    var value = 0
    while i < bytes.count, bytes[i] &- 0x30 < 10 {
      value = value &* 10 &+ Int(bytes[i] &- 0x30)
      i += 1
    }
    guard first < i, i - first <= 18, bytes[first] != 0x30 || i == first + 1 else { return nil }
    guard i == bytes.count || bytes[i] != 0x2E && bytes[i] | 0x20 != 0x65 else { return nil }
    offset = i
    return isNegative ? -value : value
  }

  /// Reads a string of ASCII without escapes, and returns the bytes between its quotes; returns nil if anything else
  /// follows.
  package mutating func string() -> UnsafeRawBufferPointer? {
    guard offset < bytes.count, bytes[offset] == 0x22 else { return nil }
    var i = offset + 1
    while i < bytes.count, bytes[i] != 0x22 {
      guard bytes[i] >= 0x20, bytes[i] < 0x80, bytes[i] != 0x5C else { return nil }
      i += 1
    }
    guard i < bytes.count else { return nil }
    defer { offset = i + 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[offset + 1..<i])
  }
}
