internal import WorkbenchSupport

/// A parser of selectors and conditions, which reads the text byte by byte.
struct SelectorParser {
  let text: String
  let bytes: [UInt8]
  var offset = 0

  /// The number of open parentheses.
  private var depth = 0

  /// The offset of an unclosed comment; nil if there is none.
  private var openComment: Int?

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Parses a whole selector, which consists of one or more comma-separated paths. Throws an error if the text is not a
  /// selector.
  mutating func selector() throws(SelectorError) -> [Selector.Path] {
    skipBlanks()
    guard next != nil else { throw error(.empty) }
    let paths = try paths(isRelative: false)
    guard isAtEnd else { throw error(.afterCompound(found, isInside: false)) }
    return paths
  }

  /// Parses comma-separated paths, up to the end of the text or to the closing `)`.
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
      let isApart = skipBlanks()
      guard let byte = next, byte != UInt8(ascii: ","), depth == 0 || byte != UInt8(ascii: ")") else {
        return .init(steps: steps)
      }
      if let sign = combinatorSign() {
        combinator = sign
      } else if isApart {
        combinator = .descendant
      } else {
        throw error(.afterCompound(found, isInside: depth > 0))
      }
    }
  }

  /// Consumes `>`, `+` or `~` and the whitespace after it; returns nil if none of these signs is next.
  private mutating func combinatorSign() -> Selector.Combinator? {
    guard let byte = next, let sign = Selector.Combinator(rawValue: "\(Unicode.Scalar(byte))") else { return nil }
    offset += 1
    skipBlanks()
    return sign
  }

  private mutating func compound() throws(SelectorError) -> Selector.Compound {
    var compound = Selector.Compound(offset: offset)
    if next == UInt8(ascii: "*") {
      offset += 1
    } else {
      compound.typeName = try typeName()
    }
    while true {
      while skipComment() {}
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

  /// Reads the name of a class, such as `StarView` or `Shapes.StarView`, or of a pseudo-class; nil if no name is next.
  private mutating func typeName() throws(SelectorError) -> String? {
    let start = offset
    var name: [UInt8] = []
    while let scalar = nextScalar {
      if scalar == "\\" {
        try escape(into: &name, isQuoted: false)
      } else if isNameScalar(scalar, first: offset == start) {
        take(scalar, into: &name)
      } else {
        break
      }
    }
    return offset > start ? String(decoding: name, as: UTF8.self) : nil
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
    // Ids may begin with digits and contain hyphens and dots, so an id ends only at a character that can continue a
    // selector.
    let ends = depth > 0 ? ">,[:)" : ">,[:"
    var id: [UInt8] = []
    while let byte = next, !isBlank(byte), !ends.utf8.contains(byte), !isAtComment {
      if byte == UInt8(ascii: "\\") {
        try escape(into: &id, isQuoted: false)
      } else {
        id.append(byte)
        offset += 1
      }
    }
    guard offset > start else { throw error(.noID(found)) }
    return String(decoding: id, as: UTF8.self)
  }

  // MARK: conditions after a colon

  private mutating func pseudoClass() throws(SelectorError) -> Selector.PseudoClass {
    let colon = offset
    offset += 1
    let start = offset
    guard let written = try typeName() else { throw error(.noPseudoClass(found)) }
    let name = written.lowercased()
    switch name {
    case "modified": return .init(kind: .modified, offset: colon)
    case "first-child": return .init(kind: .nthChild(ChildPattern(step: 0, start: 1)), offset: colon)
    case "last-child": return .init(kind: .lastChild, offset: colon)
    case "instance": return .init(kind: .composed(.instance), offset: colon)
    case "overridden": return .init(kind: .composed(.overridden), offset: colon)
    case "authored": return .init(kind: .composed(.authored), offset: colon)
    default: break
    }
    guard Selector.pseudoClasses.contains(where: { $0.name == name }) else {
      throw error(.unknownPseudoClass(written), at: start)
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

  /// The maximum number of nested parentheses; a deeper selector is refused. The limit, far above practical needs,
  /// prevents a stack overflow.
  private static let greatestDepth = 50

  private mutating func argument(of name: String, open: Int) throws(SelectorError) -> Selector.PseudoClass.Kind {
    switch name {
    case "kind":
      guard let className = try typeName() else { throw error(.noClass(found)) }
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
    case "nth-child":
      let start = offset
      let text = try argumentText(open: open, of: name)
      guard let pattern = ChildPattern(parsing: text) else { throw error(.noChildPattern(text), at: start) }
      return .nthChild(pattern)
    case "from":
      let start = offset
      let name = try argumentText(open: open, of: name)
      guard !name.isEmpty else { throw error(.noDocument, at: start) }
      return .composed(.from(name))
    case "not": return .not(try paths(isRelative: false))
    case "is", "where": return .is(try paths(isRelative: false))
    case "related": return .related(try paths(isRelative: false))
    case "references": return .references(try paths(isRelative: false))
    default: return .has(try paths(isRelative: true))
    }
  }

  /// Parses a quoted text, or else everything up to the `)` without trailing whitespace.
  private mutating func argumentText(open: Int, of name: String) throws(SelectorError) -> String {
    if isAtQuote { return try quoted() }
    let start = offset
    while let byte = next, byte != UInt8(ascii: ")") { offset += 1 }
    guard next != nil else { throw error(.unclosedPseudoClass(name), at: open) }
    return trimmed(start..<offset)
  }

  // MARK: pieces

  var isAtQuote: Bool { next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") }

  /// Reads a text in quotes of either kind, with the escapes of JSON and of CSS.
  mutating func quoted() throws(SelectorError) -> String {
    let (start, quote) = (offset, bytes[offset])
    offset += 1
    var text: [UInt8] = []
    while let byte = next, byte != quote {
      if byte == UInt8(ascii: "\\"), offset + 1 < bytes.count {
        try escape(into: &text, isQuoted: true)
      } else {
        text.append(byte)
        offset += 1
      }
    }
    guard next == quote else { throw error(.unclosedQuote(quote), at: start) }
    offset += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips whitespace and comments. Returns true if there was whitespace; false for a comment alone, which does not
  /// separate two steps.
  @discardableResult mutating func skipBlanks() -> Bool {
    var hasBlank = false
    while let byte = next {
      if isBlank(byte) {
        offset += 1
        hasBlank = true
      } else if !skipComment() {
        break
      }
    }
    return hasBlank
  }

  var isAtComment: Bool { next == UInt8(ascii: "/") && bytes[offset...].starts(with: "/*".utf8) }

  /// Skips a comment `/* … */`; returns false if no comment is next. An unclosed comment is skipped to the end of the
  /// text, and recorded.
  private mutating func skipComment() -> Bool {
    guard isAtComment else { return false }
    let start = offset
    offset += 2
    while offset < bytes.count, !bytes[offset...].starts(with: "*/".utf8) { offset += 1 }
    if offset < bytes.count { offset += 2 } else { openComment = openComment ?? start }
    return true
  }

  /// True if no input is left and all comments are closed.
  var isAtEnd: Bool { next == nil && openComment == nil }

  mutating func take(_ scalar: Unicode.Scalar, into text: inout [UInt8]) {
    text += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    offset += UTF8.width(scalar)
  }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var nextScalar: Unicode.Scalar? {
    guard offset < bytes.count else { return nil }
    return text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: offset)]
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Returns the text of a range of bytes, without trailing whitespace.
  func trimmed(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, isBlank(bytes[end - 1]) { end -= 1 }
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
  }

  /// The character at `offset` in the form for error messages; `the end` if no input is left.
  var found: String { nextScalar.map { "'\(TerminalText.escaped(String($0)))'" } ?? "the end" }

  func error(_ problem: SelectorProblem, at place: Int? = nil) -> SelectorError {
    if let openComment {
      return SelectorError(selector: text, offset: openComment, message: SelectorProblem.unclosedComment.message)
    }
    return SelectorError(selector: text, offset: place ?? offset, message: problem.message)
  }
}
