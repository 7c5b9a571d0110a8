internal import JSONText

/// Reads a selector, character by character.
struct SelectorParser {
  let text: String
  let bytes: [UInt8]
  var offset = 0

  /// How many parentheses are open.
  private var depth = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// A whole selector: paths with commas between them.
  mutating func selector() throws(SelectorError) -> [Selector.Path] {
    skipBlanks()
    guard next != nil else { throw error(.empty) }
    let paths = try paths(isRelative: false)
    guard next == nil else { throw error(.afterCompound(found, isInside: false)) }
    return paths
  }

  /// Paths up to the end or the `)` that closes them.
  private mutating func paths(isRelative: Bool) throws(SelectorError) -> [Selector.Path] {
    var paths: [Selector.Path] = []
    while true {
      skipBlanks()
      paths.append(try path(isRelative: isRelative))
      guard next == UInt8(ascii: ",") else { return paths }
      offset += 1
    }
  }

  private mutating func path(isRelative: Bool) throws(SelectorError) -> Selector.Path {
    var steps: [Selector.Step] = []
    var combinator = Selector.Combinator.descendant
    if isRelative, let first = combinatorSign() { combinator = first }
    while true {
      steps.append(.init(combinator: combinator, compound: try compound()))
      let end = offset
      skipBlanks()
      guard let byte = next, byte != UInt8(ascii: ","), depth == 0 || byte != UInt8(ascii: ")") else {
        return .init(steps: steps)
      }
      if let sign = combinatorSign() {
        combinator = sign
      } else if offset > end {
        combinator = .descendant
      } else {
        throw error(.afterCompound(found, isInside: depth > 0))
      }
    }
  }

  /// Passes over `>`, `+` or `~` and the blanks behind it.
  private mutating func combinatorSign() -> Selector.Combinator? {
    let sign: Selector.Combinator
    switch next {
    case UInt8(ascii: ">"): sign = .child
    case UInt8(ascii: "+"): sign = .next
    case UInt8(ascii: "~"): sign = .later
    default: return nil
    }
    offset += 1
    skipBlanks()
    return sign
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
      case UInt8(ascii: ":"): compound.pseudoClasses.append(try pseudoClass())
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

  private mutating func id() throws(SelectorError) -> String {
    offset += 1
    if isAtQuote {
      let start = offset
      let id = try quoted()
      guard !id.isEmpty else { throw error(.noID("an empty text"), at: start) }
      return id
    }
    let start = offset
    // Real ids begin with digits and hold dashes and dots; only what a selector goes on with ends them.
    let ends = depth > 0 ? ">,[:)" : ">,[:"
    while let byte = next, !isBlank(byte), !ends.utf8.contains(byte) { offset += 1 }
    guard offset > start else { throw error(.noID(found)) }
    return string(start..<offset)
  }

  // MARK: conditions behind a colon

  private mutating func pseudoClass() throws(SelectorError) -> Selector.PseudoClass {
    let colon = offset
    offset += 1
    let start = offset
    guard let name = typeName() else { throw error(.noPseudoClass(found)) }
    if name == "modified" { return .init(kind: .modified, offset: colon) }
    guard SelectorProblem.pseudoClasses.contains(where: { $0.name == name }) else {
      throw error(.unknownPseudoClass(name), at: start)
    }
    guard next == UInt8(ascii: "(") else { throw error(.noParenthesis(name, found)) }
    let open = offset
    guard depth < Self.greatestDepth else { throw error(.tooDeep(Self.greatestDepth)) }
    offset += 1
    depth += 1
    skipBlanks()
    let inside = offset
    let kind = try argument(of: name, open: open)
    skipBlanks()
    guard next != nil else { throw error(.unclosedPseudoClass(name), at: open) }
    guard next == UInt8(ascii: ")") else { throw error(.noEndOfPseudoClass(name, found)) }
    offset += 1
    depth -= 1
    return .init(kind: kind, offset: inside)
  }

  /// Nobody nests so deep; a text that does must not use up the stack.
  private static let greatestDepth = 50

  private mutating func argument(of name: String, open: Int) throws(SelectorError) -> Selector.PseudoClass.Kind {
    switch name {
    case "kind":
      guard let className = typeName() else { throw error(.noClass(found)) }
      return .kind(className)
    case "unset":
      let property = try argumentText(open: open, of: name)
      guard !property.isEmpty else { throw error(.noProperty(found)) }
      return .unset(property)
    case "text":
      let start = offset
      let text = try argumentText(open: open, of: name)
      guard !text.isEmpty else { throw error(.noText, at: start) }
      return .text(text)
    case "not": return .not(try paths(isRelative: false))
    case "is": return .is(try paths(isRelative: false))
    default: return .has(try paths(isRelative: true))
    }
  }

  /// A text in quotes, or everything up to the `)` without the blanks around it.
  private mutating func argumentText(open: Int, of name: String) throws(SelectorError) -> String {
    if isAtQuote { return try quoted() }
    let start = offset
    while let byte = next, byte != UInt8(ascii: ")") { offset += 1 }
    guard next != nil else { throw error(.unclosedPseudoClass(name), at: open) }
    return trimmed(start..<offset)
  }

  // MARK: pieces

  var isAtQuote: Bool { next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") }

  /// A text in quotes of either kind, with the escapes of JSON; `\'` too.
  mutating func quoted() throws(SelectorError) -> String {
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

  /// The text of a range without the blanks at its end.
  func trimmed(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, isBlank(bytes[end - 1]) { end -= 1 }
    return string(range.lowerBound..<end)
  }

  /// What stands at the cursor, as error texts name it.
  var found: String { nextScalar.map { "'\(TerminalText.escaped(String($0)))'" } ?? "the end" }

  func error(_ problem: SelectorProblem, at place: Int? = nil) -> SelectorError {
    SelectorError(selector: text, offset: place ?? offset, message: problem.message)
  }
}
