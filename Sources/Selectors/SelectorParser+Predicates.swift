extension SelectorParser {
  /// Parses the condition whose `[` is at `offset`, and moves `offset` after its `]`.
  mutating func predicate() throws(SelectorError) -> Selector.Predicate {
    let open = offset
    offset += 1
    skipBlanks()
    let nameOffset = offset
    let (property, isStored) = try propertyName(open: open)
    skipBlanks()
    var predicate = Selector.Predicate(
      property: property, isStored: isStored, comparison: nil, offset: nameOffset, valueOffset: offset)
    if next != UInt8(ascii: "]") {
      guard next != nil else { throw error(.unclosedBracket, at: open) }
      let comparator = try comparisonOperator()
      skipBlanks()
      predicate.valueOffset = offset
      let (value, ignoresCase) = try value(after: comparator, open: open)
      predicate.comparison = Comparison(comparator, value, ignoresCase: ignoresCase)
    }
    offset += 1
    return predicate
  }

  private mutating func propertyName(open: Int) throws(SelectorError) -> (String, isStored: Bool) {
    if bytes[offset...].starts(with: "stored(".utf8) {
      let start = offset
      offset += "stored(".utf8.count
      skipBlanks()
      let name = try name(until: ")", open: open)
      skipBlanks()
      guard next == UInt8(ascii: ")") else { throw error(.unclosedStored, at: start) }
      offset += 1
      return (name, true)
    }
    return (try name(until: "", open: open), false)
  }

  /// Parses the name of a property: a quoted text, or everything up to an operator, a bracket or a comment, without
  /// trailing whitespace. Throws an error if an unquoted name is empty, or if the quote or the bracket is not closed.
  ///
  /// - Parameters:
  ///   - end: further characters that end the name.
  ///   - open: the offset of the opening bracket, for errors.
  private mutating func name(until end: String, open: Int) throws(SelectorError) -> String {
    if isAtQuote { return try quoted() }
    let start = offset
    while let byte = next, !"]=!<>^$*~|".utf8.contains(byte), !end.utf8.contains(byte), !isAtComment { offset += 1 }
    if next == nil { throw error(.unclosedBracket, at: open) }
    let name = trimmed(start..<offset)
    guard !name.isEmpty else { throw error(.noProperty(found)) }
    return name
  }

  private mutating func comparisonOperator() throws(SelectorError) -> Comparison.Operator {
    // The longest operators come first, so that `<=` is not parsed as `<`.
    let all = Comparison.Operator.allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
    guard let found = all.first(where: { bytes[offset...].starts(with: $0.rawValue.utf8) }) else {
      throw error(.noOperator(self.found))
    }
    offset += found.rawValue.utf8.count
    if found == .equal, next == UInt8(ascii: "=") { throw error(.doubledEquals) }
    return found
  }

  /// Reads the value of a condition, up to the closing bracket. The second result is true if CSS's flag `i` follows the
  /// value.
  private mutating func value(
    after comparator: Comparison.Operator, open: Int
  ) throws(SelectorError) -> (String, ignoresCase: Bool) {
    if isAtQuote {
      let value = try quoted()
      skipBlanks()
      let flag = flag()
      skipBlanks()
      guard next != nil else { throw error(.unclosedBracket, at: open) }
      guard next == UInt8(ascii: "]") else { throw error(.afterValue(found)) }
      return (value, flag == UInt8(ascii: "i"))
    }
    let start = offset
    var end = offset
    var ignoresCase = false
    while let byte = next, byte != UInt8(ascii: "]"), !isAtComment {
      offset += 1
      if !isBlank(byte) { end = offset }
      guard isBlank(byte), end > start else { continue }
      // A separate letter at the end is a flag.
      let place = offset
      if let flag = flag() {
        skipBlanks()
        if next == UInt8(ascii: "]") {
          ignoresCase = flag == UInt8(ascii: "i")
          break
        }
      }
      offset = place
    }
    skipBlanks()
    // Instead of a space, a comment may separate the value from the flag.
    if let flag = flag() {
      ignoresCase = flag == UInt8(ascii: "i")
      skipBlanks()
    }
    guard next != nil else { throw error(.unclosedBracket, at: open) }
    guard next == UInt8(ascii: "]") else { throw error(.afterValue(found)) }
    guard end > start else { throw error(.noValue(comparator)) }
    return (trimmed(start..<end), ignoresCase)
  }

  /// Consumes CSS's flag `i` or `s`, and returns it in lower case; nil if neither is next.
  private mutating func flag() -> UInt8? {
    guard let byte = next, "iIsS".utf8.contains(byte) else { return nil }
    offset += 1
    return byte | 0x20
  }
}
