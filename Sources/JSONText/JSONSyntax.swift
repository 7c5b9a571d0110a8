/// The exact scanner: strict RFC 8259, UTF-8, whole surrogate pairs, no duplicate keys in an object.
///
/// It keeps its own stack, so depth costs memory and never the call stack, and it reports the first error in the text.
/// It checks every text that reaches json-c (which is lenient), and makes the messages for the scene scanner (which
/// returns only yes or no).
package enum JSONSyntax {
  /// The maximum nesting depth of arrays and objects if the caller gives no limit.
  package static let defaultMaximumDepth = 512

  /// Checks that `bytes` is one JSON value between blanks, or throws the first error.
  ///
  /// - Parameter finiteNumbers: refuse numbers beyond the range of a double, such as `1e400`.
  package static func validate(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = defaultMaximumDepth, finiteNumbers: Bool = false
  ) throws(JSONSyntaxError) {
    _ = try facts(of: bytes, maximumDepth: maximumDepth, finiteNumbers: finiteNumbers)
  }

  /// Returns all duplicate keys, up to the first other error, which is the last element.
  package static func faults(in bytes: UnsafeRawBufferPointer, maximumDepth: Int) -> [JSONSyntaxError] {
    var scanner = JSONScanner(bytes)
    scanner.duplicates = []
    do throws(JSONSyntaxError) {
      try scanner.finish(maximumDepth: maximumDepth)
      return scanner.duplicates ?? []
    } catch {
      return (scanner.duplicates ?? []) + [error]
    }
  }

  /// The features of a valid text that json-c would not reproduce as written.
  struct Traits: OptionSet {
    let rawValue: UInt8
    /// `\u0000` somewhere: json-c cuts keys there.
    static let escapedNUL = Traits(rawValue: 1)
    /// An integer of 19 digits or more: json-c clamps beyond 64 bits.
    static let longInteger = Traits(rawValue: 2)
    /// `-0`: json-c drops the sign.
    static let negativeZero = Traits(rawValue: 4)
    /// A character beyond U+FFFF, as a pair of escapes, whose lower 16 bits are those of a surrogate, such as U+1DA0A:
    /// json-c takes it for half a pair and turns it into U+FFFD.
    static let oddPair = Traits(rawValue: 8)
  }

  /// Validates a text and returns the facts that decide about reading it with json-c.
  ///
  /// - Returns: its traits, and the number of its values other than `null`, nested ones included.
  static func facts(
    of bytes: UnsafeRawBufferPointer, maximumDepth: Int, finiteNumbers: Bool
  ) throws(JSONSyntaxError) -> (traits: Traits, values: Int) {
    var scanner = JSONScanner(bytes)
    scanner.finiteNumbers = finiteNumbers
    try scanner.finish(maximumDepth: maximumDepth)
    return (scanner.traits, scanner.values)
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes, as `withUnsafeBytes` does, and keeps the type of its error.
  package func withRawBytes<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { bytes throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension JSONScanner {
  /// Scans the whole text as one value between blanks.
  fileprivate mutating func finish(maximumDepth: Int) throws(JSONSyntaxError) {
    try refuseForeignEncodings()
    var keys: JSONKeyTable? = JSONKeyTable(bytes)
    let end = try value(blanks(0), maximumDepth: maximumDepth, keys: &keys)
    let rest = blanks(end)
    guard rest == bytes.count else {
      throw unexpected(rest, expected: "the end of the text", remedy: "one text holds one value")
    }
  }
}
