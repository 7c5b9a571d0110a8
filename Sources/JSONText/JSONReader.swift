internal import Glibc

/// A pull parser over unchecked bytes, such as a worker's messages.
///
/// The caller requests the values that it expects, one after the other. Each call checks the text that it consumes,
/// throws an error with its offset, and allocates only the strings that it returns:
///
/// ```swift
/// var reader = JSONReader(bytes)  // {"x": 1, "y": 2}
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///   if JSONString.equals(key, "x") { x = try reader.readDouble() } else { try reader.skipValue() }
/// }
/// try reader.end()
/// ```
///
/// The bytes must outlive the reader and every span it returns. A duplicate key is returned twice unless the reader is
/// created to refuse it.
package struct JSONReader {
  /// The offset of the next token, in bytes from the start.
  package private(set) var offset = 0

  private var scanner: JSONScanner
  /// True if an array or object was just opened. No comma is then expected.
  private var isFresh = false
  private let maximumDepth: Int
  /// The keys of the open objects, for finding duplicates; nil if duplicate keys are allowed.
  private let keys: OpenKeys?

  /// A reference to the keys of the open objects, so that copies of the reader are cheap.
  private final class OpenKeys {
    var table: JSONKeyTable

    init(_ bytes: UnsafeRawBufferPointer) { table = JSONKeyTable(bytes) }
  }

  /// Creates a reader at the start of a text.
  ///
  /// - Parameter refusesDoubleKeys: true to make a duplicate key in an object an error.
  package init(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONSyntax.defaultMaximumDepth, refusesDoubleKeys: Bool = false
  ) {
    scanner = JSONScanner(bytes)
    self.maximumDepth = maximumDepth
    keys = refusesDoubleKeys ? OpenKeys(bytes) : nil
  }

  /// Returns the first byte of the next token; nil at the end of the text.
  package mutating func peek() -> UInt8? {
    offset = scanner.blanks(offset)
    return scanner.byte(offset)
  }

  package mutating func beginObject() throws(JSONSyntaxError) {
    try open(0x7B, "an object")
    keys?.table.open()
  }

  package mutating func beginArray() throws(JSONSyntaxError) {
    try open(0x5B, "an array")
  }

  /// Moves to the next member's value and returns its raw key, or closes the object and returns nil.
  package mutating func nextKey() throws(JSONSyntaxError) -> UnsafeRawBufferPointer? {
    guard try next(0x7D, inObject: true) else {
      keys?.table.close()
      return nil
    }
    guard peek() == 0x22 else { throw scanner.keyExpected(offset, first: false) }
    let end = try scanner.string(offset)
    let key = scanner.slice(offset + 1, end - 1)
    if let first = keys?.table.add(start: offset + 1, end: end - 1) {
      throw scanner.doubleKey(offset, end, firstOffset: first)
    }
    offset = end
    guard peek() == 0x3A else { throw scanner.unexpected(offset, expected: "':' after a key") }
    offset += 1
    return key
  }

  /// Moves to the next element and returns true, or closes the array and returns false.
  package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    // A comma with a value right after it is by far the most frequent case.
    if !isFresh, offset + 1 < scanner.bytes.count, scanner.bytes[offset] == 0x2C {
      let next = scanner.bytes[offset + 1]
      if next > 0x20, next != 0x5D {
        offset += 1
        return true
      }
    }
    return try next(0x5D, inObject: false)
  }

  /// Reads the next string, and returns it with its escapes decoded.
  package mutating func readString() throws(JSONSyntaxError) -> String {
    JSONString.decode(try readRawString())
  }

  /// Reads the next string, and returns the bytes between its quotes, escapes included.
  package mutating func readRawString() throws(JSONSyntaxError) -> UnsafeRawBufferPointer {
    guard peek() == 0x22 else { throw mismatch("a string") }
    let start = offset
    offset = try scanner.string(start)
    isFresh = false
    return scanner.slice(start + 1, offset - 1)
  }

  /// Reads the next number as a 64-bit integer; `5.0` and `1e2` are refused.
  package mutating func readInt() throws(JSONSyntaxError) -> Int {
    let text = try readNumber("an integer")
    guard let value = JSONNumber.int(text.text) else {
      throw JSONSyntaxError(
        offset: text.offset, kind: .syntax, found: scanner.found(text.offset), expected: "an integer of 64 bits")
    }
    return value
  }

  /// Reads the next number; throws if it is beyond the range of a double.
  package mutating func readDouble() throws(JSONSyntaxError) -> Double {
    if peek() != nil, let number = JSONNumber.double(scanner.bytes, from: offset) {
      offset = number.end
      isFresh = false
      return number.value
    }
    let text = try readNumber("a number")
    throw JSONSyntaxError(
      offset: text.offset, kind: .syntax, found: scanner.found(text.offset), expected: "a number of at most 1.8e308")
  }

  package mutating func readBool() throws(JSONSyntaxError) -> Bool {
    let first = peek()
    guard first == 0x74 || first == 0x66 else { throw mismatch("true or false") }
    offset = try scanner.literal(offset, first == 0x74 ? "true" : "false")
    isFresh = false
    return first == 0x74
  }

  package mutating func readNull() throws(JSONSyntaxError) {
    guard peek() == 0x6E else { throw mismatch("null") }
    offset = try scanner.literal(offset, "null")
    isFresh = false
  }

  /// Checks and skips the next value of any kind.
  package mutating func skipValue() throws(JSONSyntaxError) {
    _ = try rawValue()
  }

  /// Checks the next value of any kind, and returns its text.
  package mutating func rawValue() throws(JSONSyntaxError) -> UnsafeRawBufferPointer {
    _ = peek()
    let start = offset
    var inner = keys == nil ? nil : JSONKeyTable(scanner.bytes)
    offset = try scanner.value(start, maximumDepth: maximumDepth, keys: &inner)
    isFresh = false
    return scanner.slice(start, offset)
  }

  /// Throws an error if any text except blanks is left.
  package mutating func end() throws(JSONSyntaxError) {
    guard peek() == nil else {
      throw scanner.unexpected(offset, expected: "the end of the text", remedy: "one text holds one value")
    }
  }

  /// Returns an error about the next token, for callers whose rules go beyond syntax.
  package mutating func mismatch(_ expected: String) -> JSONSyntaxError {
    _ = peek()
    return scanner.unexpected(offset, expected: expected)
  }

  private mutating func open(_ bracket: UInt8, _ name: String) throws(JSONSyntaxError) {
    guard peek() == bracket else { throw mismatch(name) }
    offset += 1
    isFresh = true
  }

  private mutating func next(_ closing: UInt8, inObject: Bool) throws(JSONSyntaxError) -> Bool {
    let wasFresh = isFresh
    isFresh = false
    guard let c = peek() else { throw scanner.separatorExpected(offset, inObject: inObject) }
    if c == closing {
      offset += 1
      return false
    }
    if wasFresh { return true }
    guard c == 0x2C else { throw scanner.separatorExpected(offset, inObject: inObject) }
    offset += 1
    if peek() == closing {
      throw inObject ? scanner.keyExpected(offset, first: false) : scanner.valueExpected(offset, after: 0)
    }
    return true
  }

  /// A reader of the remaining text as compact JSON. After reading a value, the caller continues with ``pass(_:)``.
  package var ahead: CompactText { CompactText(scanner.bytes, from: offset) }

  /// Continues after a value that the caller read from ``ahead``.
  package mutating func pass(_ text: CompactText) {
    offset = text.offset
    isFresh = false
  }

  /// Reads the text of the next value if that is a number; otherwise returns nil and consumes nothing.
  package mutating func readNumberText() throws(JSONSyntaxError) -> UnsafeRawBufferPointer? {
    guard let c = peek(), c == 0x2D || c &- 0x30 < 10 else { return nil }
    return try readNumber("a number").text
  }

  private mutating func readNumber(
    _ expected: String
  ) throws(JSONSyntaxError) -> (offset: Int, text: UnsafeRawBufferPointer) {
    guard let c = peek(), c == 0x2D || c &- 0x30 < 10 else { throw mismatch(expected) }
    let start = offset
    offset = try scanner.number(start)
    isFresh = false
    return (start, scanner.slice(start, offset))
  }
}
