/// A strict validator of JSON: RFC 8259, UTF-8, whole surrogate pairs, and no duplicate keys in an object.
///
/// The validator reports the first error in the text. It keeps its own stack, so that deep nesting never overflows the
/// call stack. It checks every text for json-c, which is lenient. It also finds the errors of scenes for the scene
/// scanner, which only accepts or refuses a text.
package enum JSONSyntax {
  /// The maximum nesting depth of arrays and objects if the caller gives no limit; a deeper text is refused.
  package static let defaultMaximumDepth = 512

  /// Validates a text that must be one JSON value, with or without blanks around it, and throws the first error.
  ///
  /// - Parameter finiteNumbers: true to refuse numbers beyond the range of a double, such as `1e400`.
  package static func validate(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = defaultMaximumDepth, finiteNumbers: Bool = false
  ) throws(JSONSyntaxError) {
    _ = try facts(of: bytes, maximumDepth: maximumDepth, finiteNumbers: finiteNumbers)
  }

  /// Returns the errors for all duplicate keys, followed by the first error of a different kind, which ends the search.
  /// The list is empty for a valid text.
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
    /// An escape `\u0000`: json-c cuts keys there.
    static let escapedNUL = Traits(rawValue: 1)
    /// An integer with 19 or more digits: json-c clamps beyond 64 bits.
    static let longInteger = Traits(rawValue: 2)
    /// `-0`: json-c drops the sign.
    static let negativeZero = Traits(rawValue: 4)
    /// A character beyond U+FFFF, written as a pair of escapes, whose lower 16 bits look like a surrogate, such as
    /// U+1DA0A: json-c turns it into U+FFFD.
    static let oddPair = Traits(rawValue: 8)
  }

  /// Validates a text, and returns the facts that determine whether json-c can read the text. Throws the first error.
  ///
  /// - Returns: the features that json-c does not reproduce, and the number of values other than `null`, nested ones
  ///   included.
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
  /// Calls `body` with the bytes, like `withUnsafeBytes`, but preserves the type of a thrown error.
  package func withRawBytes<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { bytes throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension JSONScanner {
  /// Scans the whole text as one value between blanks. Throws the first error.
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
