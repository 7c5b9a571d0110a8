import Glibc

/// A bounds-checked scanner of JSON text. Each scanning function receives the offset of a piece of text, and returns
/// the offset after this piece.
///
/// `JSONSyntax` and `JSONReader` use the scanner. No function recurses, and only depths beyond 64 allocate memory.
struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  var traits: JSONSyntax.Traits = []
  var finiteNumbers = false

  /// The number of values other than `null` that were scanned, nested ones included.
  var values = 0

  /// The errors for duplicate keys found so far; nil if the first duplicate key ends the scan.
  var duplicates: [JSONSyntaxError]?

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Returns the byte at `i`; nil beyond the end of the text.
  func byte(_ i: Int) -> UInt8? {
    i < bytes.count ? bytes[i] : nil
  }

  /// Returns the offset of the first byte from `i` on that is not a blank; the length of the text if there is none.
  @inline(__always)
  func blanks(_ i: Int) -> Int {
    i < bytes.count && bytes[i] > 0x20 ? i : manyBlanks(i)
  }

  private func manyBlanks(_ i: Int) -> Int {
    var i = i
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] == 0x0A || bytes[i] == 0x0D || bytes[i] == 0x09 { i += 1 }
    return i
  }

  // MARK: Values

  /// Scans a value with its nested values, and returns the offset after the whole value.
  mutating func value(
    _ start: Int, maximumDepth: Int, keys: inout JSONKeyTable?
  ) throws(JSONSyntaxError) -> Int {
    var i = start
    // Most values are scalars, which need no stack.
    if let c = byte(i), c != 0x7B, c != 0x5B { return try scalar(i, first: start) }
    var open = NestingStack()
    while true {
      // A value begins at `i`.
      guard let c = byte(i) else { throw valueExpected(i, after: start) }
      if c == 0x7B || c == 0x5B {
        guard open.depth < maximumDepth else { throw tooDeep(i, maximumDepth) }
        open.push(object: c == 0x7B)
        values += 1
        let isObject = c == 0x7B
        if isObject { keys?.open() }
        i = blanks(i + 1)
        if byte(i) == (isObject ? 0x7D : 0x5D) {
          // An empty array or object is a finished value: the loop below pops it.
        } else {
          if isObject { i = try member(i, keys: &keys, first: true) }
          continue
        }
      } else {
        i = try scalar(i, first: start)
        if open.depth == 0 { return i }
        i = blanks(i)
      }
      // A value is finished: close the arrays and objects that end here, then go to the next value.
      while true {
        let c = byte(i)
        if c == (open.isObject ? 0x7D : 0x5D) {
          if open.isObject { keys?.close() }
          open.pop()
          i += 1
          if open.depth == 0 { return i }
          i = blanks(i)
          continue
        }
        guard c == 0x2C else { throw separatorExpected(i, inObject: open.isObject) }
        i = blanks(i + 1)
        if open.isObject { i = try member(i, keys: &keys, first: false) }
        break
      }
    }
  }

  func doubleKey(_ i: Int, _ end: Int, firstOffset: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: i, kind: .duplicateKey(firstOffset: firstOffset),
      found: "the key \(quote(i, end)) appears twice in one object", expected: "",
      remedy: "remove or rename one of the two")
  }

  /// Scans a key and its colon, and returns the offset of the value.
  private mutating func member(
    _ i: Int, keys: inout JSONKeyTable?, first: Bool
  ) throws(JSONSyntaxError) -> Int {
    guard byte(i) == 0x22 else { throw keyExpected(i, first: first) }
    let end = try string(i)
    if keys != nil, let firstOffset = keys?.add(start: i + 1, end: end - 1) {
      let error = doubleKey(i, end, firstOffset: firstOffset)
      if duplicates == nil { throw error }
      duplicates?.append(error)
    }
    let colon = blanks(end)
    guard byte(colon) == 0x3A else { throw unexpected(colon, expected: "':' after the key \(quote(i, end))") }
    return blanks(colon + 1)
  }

  /// Scans a string, number or literal, and returns the offset after it.
  mutating func scalar(_ i: Int, first: Int) throws(JSONSyntaxError) -> Int {
    let c = byte(i) ?? 0
    if c != 0x6E { values += 1 }
    switch c {
    case 0x22: return try string(i)
    case 0x2D, 0x30...0x39: return try number(i)
    case 0x74: return try literal(i, "true")
    case 0x66: return try literal(i, "false")
    case 0x6E: return try literal(i, "null")
    default: throw valueExpected(i, after: first)
    }
  }

  func literal(_ i: Int, _ word: StaticString) throws(JSONSyntaxError) -> Int {
    let end = i + word.utf8CodeUnitCount
    guard let start = bytes.baseAddress, end <= bytes.count,
      memcmp(start + i, word.utf8Start, word.utf8CodeUnitCount) == 0
    else {
      throw unexpected(i, expected: "'\(word)'")
    }
    return end
  }

  // MARK: Numbers

  mutating func number(_ start: Int) throws(JSONSyntaxError) -> Int {
    var i = start
    if byte(i) == 0x2D { i += 1 }
    let digits = i
    i = skipDigits(i)
    guard i > digits else {
      let remedy = byte(i) == 0x49 ? "JSON has no infinity" : ""
      throw unexpected(i, expected: "a digit after '-'", remedy: remedy)
    }
    guard bytes[digits] != 0x30 || i == digits + 1 else {
      throw unexpected(
        digits, expected: "a number without leading zeros", remedy: "remove the zeros in front")
    }
    var isInteger = true
    if byte(i) == 0x2E {
      isInteger = false
      let fraction = i + 1
      i = skipDigits(fraction)
      guard i > fraction else { throw unexpected(i, expected: "a digit after '.'") }
    }
    if let e = byte(i), e | 0x20 == 0x65 {
      isInteger = false
      i += 1
      if let sign = byte(i), sign == 0x2B || sign == 0x2D { i += 1 }
      let exponent = i
      i = skipDigits(exponent)
      guard i > exponent else { throw unexpected(i, expected: "a digit in the exponent") }
    }
    if isInteger {
      if i - digits >= 19 { traits.insert(.longInteger) }
      if i == start + 2, bytes[start] == 0x2D, bytes[digits] == 0x30 { traits.insert(.negativeZero) }
    }
    // Only a number with an exponent or some three hundred digits can exceed the range of a double.
    if finiteNumbers, !isInteger || i - start > 300, JSONNumber.double(slice(start, i)) == nil {
      throw JSONSyntaxError(
        offset: start, kind: .syntax, found: excerpt(start, i), expected: "a number of at most 1.8e308")
    }
    return i
  }

  private func skipDigits(_ i: Int) -> Int {
    var i = i
    while i < bytes.count, bytes[i] &- 0x30 < 10 { i += 1 }
    return i
  }

  func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}

/// A stack with one bit for each open array or object; the first 64 levels cost no allocation.
struct NestingStack {
  private(set) var depth = 0
  /// The innermost levels, the current one in the lowest bit.
  private var word: UInt64 = 0
  private var outer: [UInt64] = []

  /// True if the innermost open container is an object; false if it is an array, or if none is open.
  var isObject: Bool { word & 1 == 1 }

  mutating func push(object: Bool) {
    if depth > 0, depth % 64 == 0 {
      outer.append(word)
      word = 0
    }
    word = word << 1 | (object ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    if depth > 0, depth % 64 == 0, let last = outer.popLast() {
      word = last
    } else {
      word >>= 1
    }
  }
}
