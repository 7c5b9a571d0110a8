import JSONText

/// A pointer to a byte of a text.
@usableFromInline typealias Cursor = UnsafePointer<UInt8>

/// Functions that read JSON which a scanner has already validated, without checking it again.
///
/// These functions may read up to 16 bytes beyond the end of a text; `TextBytes` and `TextArena` keep that many bytes
/// after their texts.
@usableFromInline
enum TrustedText {
  @inlinable @inline(__always)
  static func load(_ p: Cursor) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  @inlinable @inline(__always)
  static func blanks(_ p: Cursor) -> Cursor {
    var p = p
    // The zeros after the text are not whitespace.
    while p.pointee &- 1 < 0x20 { p += 1 }
    return p
  }

  /// Returns the position of a string's closing quote.
  ///
  /// - Parameter start: the position after the opening quote.
  @inlinable @inline(__always)
  static func closingQuote(_ start: Cursor) -> Cursor {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var p = start
    while true {
      let w = load(p)
      let quote = w ^ (ones &* 0x22)
      let backslash = w ^ (ones &* 0x5C)
      // Only the lowest set bit is exact; a borrow may set higher ones.
      let hits = (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & (ones &* 0x80)
      if hits == 0 {
        p += 8
        continue
      }
      p += hits.trailingZeroBitCount >> 3
      if p.pointee == 0x22 { return p }
      p += 2
    }
  }

  /// Returns the position after the value that begins at `start`.
  @inlinable @inline(__always)
  static func skipValue(_ start: Cursor) -> Cursor {
    let c = start.pointee
    if c == 0x22 { return closingQuote(start + 1) + 1 }
    if c | 0x20 == 0x7B { return skipContainer(start) }
    // A number or literal ends before the next comma, closing bracket or whitespace.
    var p = start + 1
    while p.pointee > 0x20, p.pointee != 0x2C, p.pointee | 0x20 != 0x7D { p += 1 }
    return p
  }

  /// Returns the position of the first quotation mark, bracket or brace from `start` on.
  @inlinable @inline(__always)
  static func mark(_ start: Cursor) -> Cursor {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var p = start
    while true {
      let w = load(p)
      let quote = w ^ (ones &* 0x22)
      // Setting one bit in all bytes turns `[` into `{` and `]` into `}`, and no other byte into a brace.
      let opening = (w | (ones &* 0x20)) ^ (ones &* 0x7B)
      let closing = (w | (ones &* 0x20)) ^ (ones &* 0x7D)
      let zeros = ((quote &- ones) & ~quote) | ((opening &- ones) & ~opening) | ((closing &- ones) & ~closing)
      let hits = zeros & (ones &* 0x80)
      if hits != 0 { return p + hits.trailingZeroBitCount >> 3 }
      p += 8
    }
  }

  /// Returns the position after the array or object whose opening bracket is at `start`.
  @inlinable
  static func skipContainer(_ start: Cursor) -> Cursor {
    var p = start
    var depth = 0
    while true {
      p = mark(p)
      if p.pointee == 0x22 {
        p = closingQuote(p + 1) + 1
      } else if p.pointee | 0x20 == 0x7B {
        depth += 1
        p += 1
      } else {
        depth -= 1
        p += 1
        if depth == 0 { return p }
      }
    }
  }

  /// Calls `body` with each member of the object whose `{` is at `start`, in order, until `body` returns false.
  ///
  /// - Parameter skip: returns the position after the value that begins at a position.
  @inlinable @inline(__always)
  static func forEachMember<E: Error>(
    _ start: Cursor, skip: (Cursor) -> Cursor = skipValue,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(E) -> Bool
  ) throws(E) {
    var p = blanks(start + 1)
    while p.pointee == 0x22 {
      let keyEnd = closingQuote(p + 1)
      let value = blanks(blanks(keyEnd + 1) + 1)
      let valueEnd = skip(value)
      let key = UnsafeRawBufferPointer(start: p + 1, count: keyEnd - (p + 1))
      guard try body(key, UnsafeRawBufferPointer(start: value, count: valueEnd - value)) else { return }
      p = blanks(valueEnd)
      if p.pointee == 0x2C { p = blanks(p + 1) }
    }
  }

  /// Calls `body` with each element of the array whose `[` is at `start`, in order, until `body` returns false.
  ///
  /// - Parameter skip: returns the position after the value that begins at a position.
  @inline(__always)
  static func forEachElement(
    _ start: Cursor, skip: (Cursor) -> Cursor = skipValue, _ body: (_ value: UnsafeRawBufferPointer) -> Bool
  ) {
    var p = blanks(start + 1)
    while p.pointee != 0x5D {
      let end = skip(p)
      guard body(UnsafeRawBufferPointer(start: p, count: end - p)) else { return }
      p = blanks(end)
      if p.pointee == 0x2C { p = blanks(p + 1) }
    }
  }

  /// Returns the start of the value of the member `name` of the object whose `{` is at `start`; nil if there is no such
  /// member. The value itself is not read.
  ///
  /// - Parameter skip: returns the position after the value that begins at a position.
  @inline(__always)
  static func memberStart(_ name: String, of start: Cursor, skip: (Cursor) -> Cursor = skipValue) -> Cursor? {
    var p = blanks(start + 1)
    while p.pointee == 0x22 {
      let keyEnd = closingQuote(p + 1)
      let value = blanks(blanks(keyEnd + 1) + 1)
      if JSONString.equals(UnsafeRawBufferPointer(start: p + 1, count: keyEnd - (p + 1)), name) { return value }
      p = blanks(skip(value))
      if p.pointee == 0x2C { p = blanks(p + 1) }
    }
    return nil
  }

  /// Returns the raw key and the value of the member `name` of the object whose `{` is at `start`; nil if there is no
  /// such member.
  static func member(
    _ name: String, of start: Cursor
  ) -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
    var found: (UnsafeRawBufferPointer, UnsafeRawBufferPointer)?
    forEachMember(start) { key, value in
      guard JSONString.equals(key, name) else { return true }
      found = (key, value)
      return false
    }
    return found
  }
}
