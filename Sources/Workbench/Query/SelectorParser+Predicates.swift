extension SelectorParser {
  /// A condition in brackets; the cursor stands on the `[`.
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
      predicate.comparison = Comparison(comparator, try value(after: comparator, open: open))
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

  /// A name up to an operator or a bracket, without the blanks around it; any text in quotes.
  private mutating func name(until end: String, open: Int) throws(SelectorError) -> String {
    if isAtQuote { return try quoted() }
    let start = offset
    while let byte = next, !"]=!<>^$*~|".utf8.contains(byte), !end.utf8.contains(byte) { offset += 1 }
    if next == nil { throw error(.unclosedBracket, at: open) }
    let name = trimmed(start..<offset)
    guard !name.isEmpty else { throw error(.noProperty(found)) }
    return name
  }

  private mutating func comparisonOperator() throws(SelectorError) -> Comparison.Operator {
    // Longest first, so that `<=` is not read as `<`.
    let all = Comparison.Operator.allCases.sorted { $0.rawValue.utf8.count > $1.rawValue.utf8.count }
    guard let found = all.first(where: { bytes[offset...].starts(with: $0.rawValue.utf8) }) else {
      throw error(.noOperator(self.found))
    }
    offset += found.rawValue.utf8.count
    if found == .equal, next == UInt8(ascii: "=") { throw error(.doubledEquals) }
    return found
  }

  private mutating func value(after comparator: Comparison.Operator, open: Int) throws(SelectorError) -> String {
    if isAtQuote {
      let value = try quoted()
      skipBlanks()
      guard next != nil else { throw error(.unclosedBracket, at: open) }
      guard next == UInt8(ascii: "]") else { throw error(.afterQuoted(found)) }
      return value
    }
    let start = offset
    while let byte = next, byte != UInt8(ascii: "]") { offset += 1 }
    guard next != nil else { throw error(.unclosedBracket, at: open) }
    let value = trimmed(start..<offset)
    guard !value.isEmpty else { throw error(.noValue(comparator)) }
    return value
  }
}
