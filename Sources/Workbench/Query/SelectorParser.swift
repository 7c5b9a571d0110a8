internal import JSONText

/// Reads a selector, character by character.
struct SelectorParser {
  private let text: String
  let bytes: [UInt8]
  var offset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// A whole selector: compounds with commas between them.
  mutating func selector() throws(SelectorError) -> [Selector.Compound] {
    skipBlanks()
    guard next != nil else { throw error(.empty) }
    var alternatives: [Selector.Compound] = []
    while true {
      alternatives.append(try compound())
      let end = offset
      skipBlanks()
      guard let byte = next else { return alternatives }
      guard byte == UInt8(ascii: ",") else { throw error(offset > end ? .afterBlank(found) : .afterCompound(found)) }
      offset += 1
      skipBlanks()
    }
  }

  private mutating func compound() throws(SelectorError) -> Selector.Compound {
    var compound = Selector.Compound(typeName: nil, id: nil, predicates: [], offset: offset)
    if next == UInt8(ascii: "*") {
      offset += 1
    } else {
      compound.typeName = typeName()
    }
    while true {
      switch next {
      case UInt8(ascii: "#"):
        guard compound.id == nil else { throw error(.secondID) }
        compound.id = try id()
      case UInt8(ascii: "["): compound.predicates.append(try predicate())
      default:
        guard offset > compound.offset else { throw error(.noCompound(found)) }
        return compound
      }
    }
  }

  /// `StarView` or `Shapes.StarView`; nil where no name stands.
  private mutating func typeName() -> String? {
    let start = offset
    while let scalar = nextScalar, isNameScalar(scalar, first: offset == start) { offset += UTF8.width(scalar) }
    return offset > start ? string(start..<offset) : nil
  }

  private func isNameScalar(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    if scalar == "_" || scalar.properties.isXIDStart { return true }
    return !first && (scalar == "." || scalar == "-" || scalar.properties.isXIDContinue)
  }

  // MARK: ids

  private mutating func id() throws(SelectorError) -> String {
    offset += 1
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      let start = offset
      let id = try quoted()
      guard !id.isEmpty else {
        offset = start
        throw error(.noID("an empty text"))
      }
      return id
    }
    let start = offset
    // Real ids begin with digits and hold dashes and dots; only what a selector goes on with ends them.
    while let byte = next, !isBlank(byte), !">,[:".utf8.contains(byte) { offset += 1 }
    guard offset > start else { throw error(.noID(found)) }
    return string(start..<offset)
  }

  // MARK: conditions

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
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try quoted() }
    let start = offset
    while let byte = next, !"]=!<>^$*~|".utf8.contains(byte), !end.utf8.contains(byte) { offset += 1 }
    if next == nil { throw error(.unclosedBracket, at: open) }
    var stop = offset
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    guard stop > start else { throw error(.noProperty(found)) }
    return string(start..<stop)
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
    if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
      let value = try quoted()
      skipBlanks()
      guard next != nil else { throw error(.unclosedBracket, at: open) }
      guard next == UInt8(ascii: "]") else { throw error(.afterQuoted(found)) }
      return value
    }
    let start = offset
    while let byte = next, byte != UInt8(ascii: "]") { offset += 1 }
    guard next != nil else { throw error(.unclosedBracket, at: open) }
    var stop = offset
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    guard stop > start else { throw error(.noValue(comparator)) }
    return string(start..<stop)
  }

  // MARK: pieces

  /// A text in quotes of either kind, with the escapes of JSON; `\'` too.
  private mutating func quoted() throws(SelectorError) -> String {
    let (start, quote) = (offset, bytes[offset])
    offset += 1
    var json: [UInt8] = [UInt8(ascii: "\"")]
    while let byte = next, byte != quote {
      if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        if bytes[offset + 1] != UInt8(ascii: "'") { json.append(byte) }
        offset += 1
      } else if byte == UInt8(ascii: "\"") {
        json.append(UInt8(ascii: "\\"))
      }
      json.append(bytes[offset])
      offset += 1
    }
    guard next == quote else { throw error(.unclosedQuote(quote), at: start) }
    offset += 1
    json.append(UInt8(ascii: "\""))
    let parsed = json.withUnsafeBytes { buffer -> String? in
      var reader = JSONReader(buffer)
      return try? reader.readString()
    }
    guard let parsed else { throw error(.badEscape, at: start) }
    return parsed
  }

  mutating func skipBlanks() {
    while let byte = next, isBlank(byte) { offset += 1 }
  }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private var nextScalar: Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    return text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: offset)]
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// What stands at the cursor, as error texts name it.
  var found: String { nextScalar.map { "'\(TerminalText.escaped(String($0)))'" } ?? "the end" }

  func error(_ problem: SelectorProblem, at place: Int? = nil) -> SelectorError {
    SelectorError(selector: text, offset: place ?? offset, message: problem.message)
  }
}
