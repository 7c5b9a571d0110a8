// The scanning of values of any kind: attributes, and values of keys that the format does not define.
extension SceneScanner {
  /// Scans the value at `start`, and returns the position after it; nil if the value is invalid. The keys of objects in
  /// the value are nodes of `KeyShapes` below `root`.
  mutating func value(_ start: Cursor, _ root: UInt32) -> Cursor? {
    if start.pointee != 0x7B && start.pointee != 0x5B { return scalar(start) }
    let bottom = openValues.count
    var p = start
    var root = root
    // The shape of the innermost array or object; the outer ones are in `openValues`.
    var shape = Self.arrayMark
    var nested = root

    nextValue: while true {
      let c = p.pointee
      if c == 0x7B {
        guard enter() else { return nil }
        openValues.push(OpenValue(shape: shape, nested: nested))
        shape = root
        p = blanks(p + 1)
        if p.pointee != 0x7D {
          guard let value = member(p, &shape, &root) else { return nil }
          p = value
          continue nextValue
        }
      } else if c == 0x5B {
        guard enter() else { return nil }
        openValues.push(OpenValue(shape: shape, nested: nested))
        shape = Self.arrayMark
        nested = root
        p = blanks(p + 1)
        if p.pointee != 0x5D { continue nextValue }
      } else {
        guard let valueEnd = scalar(p) else { return nil }
        p = blanks(valueEnd)
      }
      // A value has ended, or an array or object is empty.
      while true {
        let c = p.pointee
        if shape == Self.arrayMark {
          if c == 0x2C {
            p = blanks(p + 1)
            root = nested
            continue nextValue
          }
          guard c == 0x5D else { return nil }
          depth -= 1
        } else {
          if c == 0x2C {
            guard let value = member(blanks(p + 1), &shape, &root) else { return nil }
            p = value
            continue nextValue
          }
          guard c == 0x7D else { return nil }
          leave(shape)
        }
        guard let outer = openValues.pop() else { return nil }
        p += 1
        if openValues.count == bottom { return p }
        shape = outer.shape
        nested = outer.nested
        p = blanks(p)
      }
    }
  }

  /// Scans a key and the colon after it, and returns the position of the value; nil if the key is invalid or a
  /// duplicate. If the value is an array or object, sets `root` to the root for the keys of objects in the value.
  @inline(__always)
  private mutating func member(_ p: Cursor, _ shape: inout UInt32, _ root: inout UInt32) -> Cursor? {
    guard p.pointee == 0x22, let keyEnd = key(p + 1, &shape), let value = colon(keyEnd) else { return nil }
    if value.pointee == 0x7B || value.pointee == 0x5B { root = shapes.nested(shape) }
    return value
  }

  @inline(__always)
  func scalar(_ p: Cursor) -> Cursor? {
    switch p.pointee {
    case 0x22: return string(p + 1)
    case 0x2D, 0x30...0x39: return number(p)
    case 0x74: return word(p, 0x6575_7274)
    case 0x6E: return word(p, 0x6C6C_756E)
    case 0x66: return p[4] == 0x65 ? word(p, 0x736C_6166).map { $0 + 1 } : nil
    default: return nil
    }
  }

  @inline(__always)
  private func word(_ p: Cursor, _ letters: UInt32) -> Cursor? {
    UInt32(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt32.self)) == letters ? p + 4 : nil
  }

  @inline(__always)
  func colon(_ p: Cursor) -> Cursor? {
    let p = blanks(p)
    return p.pointee == 0x3A ? blanks(p + 1) : nil
  }

  @inline(__always)
  func blanks(_ p: Cursor) -> Cursor {
    p.pointee > 0x20 ? p : manyBlanks(p)
  }

  @inline(never)
  private func manyBlanks(_ p: Cursor) -> Cursor {
    var p = p
    while p.pointee == 0x20 || p.pointee == 0x0A || p.pointee == 0x0D || p.pointee == 0x09 {
      p += 1
      while TrustedText.load(p) == 0x2020_2020_2020_2020 { p += 8 }
    }
    return p
  }

  // MARK: Numbers

  @inline(__always)
  func number(_ start: Cursor) -> Cursor? {
    var p = start
    if p.pointee == 0x2D { p += 1 }
    if p.pointee == 0x30 {
      p += 1
    } else {
      guard let end = digits(p) else { return nil }
      p = end
    }
    if p.pointee == 0x2E {
      guard let end = digits(p + 1) else { return nil }
      p = end
    }
    if p.pointee | 0x20 == 0x65 {
      p += 1
      if p.pointee == 0x2B || p.pointee == 0x2D { p += 1 }
      return digits(p)
    }
    return p
  }

  @inline(__always)
  private func digits(_ p: Cursor) -> Cursor? {
    guard p.pointee &- 0x30 < 10 else { return nil }
    // Eight digits are checked at once, since the number of digits is unpredictable, and a mispredicted branch costs as
    // much as four digits.
    var p = p + 1
    while true {
      let others = Self.otherThanDigits(TrustedText.load(p))
      if others != 0 { return p + (others.trailingZeroBitCount >> 3) }
      p += 8
    }
  }

  /// Returns a word in which the top bit of a byte is set if that byte of `w` is not a digit. Only the lowest set bit
  /// is exact; a carry may set higher ones.
  @inline(__always)
  private static func otherThanDigits(_ w: UInt64) -> UInt64 {
    let value = w ^ 0x3030_3030_3030_3030
    return (value &+ 0x7676_7676_7676_7676 | value) & 0x8080_8080_8080_8080
  }

  // MARK: Strings

  /// Returns a word in which the top bit of a byte is set if that byte of `w` is a quote, a backslash, a control
  /// character or not ASCII.
  ///
  /// Only the lowest set bit is exact; a borrow may set higher ones.
  @inline(__always)
  static func special(_ w: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = (w ^ (ones &* 0x22)) &- ones
    let backslash = (w ^ (ones &* 0x5C)) &- ones
    let control = w &- (ones &* 0x20)
    return (quote | backslash | control | w) & (ones &* 0x80)
  }

  /// Scans the string that begins at `start`, after its opening quote, and returns the position after its closing
  /// quote; nil if the string is invalid.
  @inline(__always)
  func string(_ start: Cursor) -> Cursor? {
    var p = start
    while true {
      let special = Self.special(TrustedText.load(p))
      if special == 0 {
        p += 8
        continue
      }
      p += special.trailingZeroBitCount >> 3
      if p.pointee == 0x22 { return p + 1 }
      guard let next = unusual(p) else { return nil }
      p = next
    }
  }

  /// Scans one escape, or a run of characters beyond ASCII, and returns the position after it. Returns nil if the text
  /// at `p` is invalid.
  @inline(never)
  private func unusual(_ p: Cursor) -> Cursor? {
    if p.pointee == 0x5C { return escape(p) }
    var p = p
    while p.pointee >= 0x80 {
      let length = Self.utf8Length(p)
      if length == 0 { return nil }
      p += length
    }
    return p.pointee < 0x20 ? nil : p
  }

  /// Returns the length of the UTF-8 sequence of two to four bytes at `p`; 0 if it is invalid (Unicode, table 3-7).
  @inline(__always)
  private static func utf8Length(_ p: Cursor) -> Int {
    let lead = p[0]
    if lead < 0xC2 { return 0 }
    guard p[1] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xE0 { return 2 }
    guard p[2] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xF0 {
      // E0 followed by a byte below A0 is an overlong form; ED followed by a byte above 9F is a surrogate.
      return lead == 0xE0 && p[1] < 0xA0 || lead == 0xED && p[1] > 0x9F ? 0 : 3
    }
    guard p[3] & 0xC0 == 0x80, lead < 0xF5 else { return 0 }
    return lead == 0xF0 && p[1] < 0x90 || lead == 0xF4 && p[1] > 0x8F ? 0 : 4
  }

  private func escape(_ p: Cursor) -> Cursor? {
    switch p[1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return p + 2
    case 0x75:
      guard let unit = Self.codeUnit(p + 2) else { return nil }
      if unit & 0xF800 != 0xD800 { return p + 6 }
      guard unit < 0xDC00, p[6] == 0x5C, p[7] == 0x75, let low = Self.codeUnit(p + 8) else { return nil }
      return low & 0xFC00 == 0xDC00 ? p + 12 : nil
    default: return nil
    }
  }

  private static func codeUnit(_ p: Cursor) -> UInt32? {
    var unit: UInt32 = 0
    for i in 0..<4 {
      let digit: UInt8
      switch p[i] {
      case 0x30...0x39: digit = p[i] - 0x30
      case 0x41...0x46: digit = p[i] - 0x37
      case 0x61...0x66: digit = p[i] - 0x57
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
