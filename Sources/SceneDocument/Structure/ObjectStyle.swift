/// The whitespace layout within a pair of braces or brackets.
struct ContainerStyle: Hashable {
  /// True if each member or element begins a new line.
  var isBlock: Bool
  /// True if the closing brace or bracket begins a new line.
  var closesOnLine: Bool
  /// The whitespace after the opening brace and before the closing brace, for members on the same line.
  var pad: [UInt8] = []
  /// The whitespace after a comma, for members on the same line.
  var comma: [UInt8] = []
}

/// The layout of a scene's objects, derived from objects near the position of a new object.
struct ObjectStyle {
  /// The role of a pair of braces or brackets in the scene.
  enum Role {
    case object, attributes, children, value
  }

  private(set) var colon: [UInt8] = [0x3A]
  private(set) var newline: [UInt8] = [0x0A]
  private(set) var unit: [UInt8] = [0x20, 0x20]
  private var known: [Role: ContainerStyle] = [:]
  private var hasColon = false

  /// True if the style breaks any line.
  var hasLines: Bool { known.values.contains { $0.isBlock || $0.closesOnLine } }

  /// The layout of the braces or brackets that have a role. If the scene has no example of a role, the role has the
  /// layout of its container. Without any example of an object, objects are written on one line.
  subscript(role: Role) -> ContainerStyle {
    if let style = known[role] { return style }
    switch role {
    case .object: return ContainerStyle(isBlock: false, closesOnLine: false)
    case .attributes, .children: return self[.object]
    case .value: return self[.attributes]
    }
  }

  /// The number of objects at the beginning of the scene that supply the layout of a role if no nearby object does.
  private static let samples = 32

  /// Derives the layout from the list of the new object, then from objects beside its position, then from its parent,
  /// and finally from the first objects of the scene.
  ///
  /// - Parameter slot: the number of staying children before the new object.
  init(for list: ChildList, near slot: Int, in document: SceneDocument) {
    if let first = list.children.first {
      let layout = ListLayout(list, document)
      learn(.children, layout.start - 1, layout.end, firstEnd: document.objectEnd(first), in: document)
    }
    let near = list.staying.isEmpty ? list.children : list.staying
    let place = min(slot, near.count)
    let beside = near[..<place].suffix(Self.samples / 4).reversed() + near[place...].prefix(Self.samples / 4)
    for node in beside { learn(node, in: document) }
    if let parent = list.parent { learn(parent, in: document) }
    for node in document.objects.prefix(Self.samples) { learn(node, in: document) }
    if known[.object] == nil {
      // A scene without objects has only its outermost braces.
      let start = TrustedText.blanks(document.base) - document.base
      learn(.object, start, document.original.buffer.lastIndex(of: 0x7D) ?? start, in: document)
    }
  }

  private mutating func learn(_ node: NodeIndex, in document: SceneDocument) {
    guard known.count < 4 else { return }
    learn(.object, document.objectOffset(node), document.objectEnd(node) - 1, in: document)
    document.forEachMember(of: node) { key, value, isChildren in
      let start = document.offset(of: value)
      let close = start + value.count - 1
      if isChildren {
        guard let child = document.firstChild(node) else { return true }
        learn(.children, start, close, firstEnd: document.objectEnd(child), in: document)
      } else if KeyShapes.role(of: key, in: .object) == .attributes {
        learn(.attributes, start, close, in: document)
        guard known[.value] == nil else { return true }
        TrustedText.forEachMember(document.base + start) { _, value in
          let start = document.offset(of: value)
          if value.first == 0x7B { learn(.value, start, start + value.count - 1, in: document) }
          return known[.value] == nil
        }
      }
      return true
    }
  }

  /// Reads the layout of a role from the braces or brackets at `start` and `close`. Does nothing if they are empty or
  /// the role's layout is already known.
  ///
  /// - Parameter firstEnd: the offset after an array's first element; nil for an object.
  private mutating func learn(
    _ role: Role, _ start: Int, _ close: Int, firstEnd: Int? = nil, in document: SceneDocument
  ) {
    guard known[role] == nil else { return }
    let base = document.base
    let first = TrustedText.blanks(base + start + 1)
    guard first < base + close else { return }
    let lead = document.text(start + 1, first - base)
    let tail = document.blanks(before: close)
    var end = firstEnd.map { base + $0 } ?? first
    if firstEnd == nil {
      let keyEnd = TrustedText.closingQuote(first + 1)
      let value = TrustedText.blanks(TrustedText.blanks(keyEnd + 1) + 1)
      if !hasColon { colon = document.text(keyEnd + 1 - base, value - base) }
      hasColon = true
      end = TrustedText.skipValue(value)
    }
    let isBlock = lead.contains(0x0A)
    let closesOnLine = tail.contains(0x0A)
    var style = ContainerStyle(isBlock: isBlock, closesOnLine: closesOnLine, pad: isBlock ? tail : lead)
    let next = TrustedText.blanks(end)
    if next.pointee == 0x2C {
      let comma = document.text(next + 1 - base, TrustedText.blanks(next + 1) - base)
      style.comma = comma.contains(0x0A) ? [0x20] : comma
    } else if colon.count > 1 {
      style.comma = [0x20]
    }
    if isBlock { learnLines(lead, tail) }
    known[role] = style
  }

  private mutating func learnLines(_ lead: [UInt8], _ tail: [UInt8]) {
    if known.values.contains(where: \.isBlock) { return }
    if lead.contains(0x0D) { newline = [0x0D, 0x0A] }
    let inner = Indentation.afterLineBreak(lead) ?? []
    let outer = Indentation.afterLineBreak(tail) ?? []
    if inner.count > outer.count, inner.starts(with: outer), tail.contains(0x0A) {
      unit = Array(inner.dropFirst(outer.count))
    } else if inner.first == 0x09 {
      unit = [0x09]
    }
  }
}

extension SceneDocument {
  /// Returns the run of whitespace that ends at an offset.
  func blanks(before offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, base[start - 1] &- 1 < 0x20 { start -= 1 }
    return text(start, offset)
  }
}

/// Functions for the indentation of lines: the spaces and tabs at their beginnings.
enum Indentation {
  private static let lineFeed: UInt8 = 0x0A

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the spaces and tabs at the start of a text's last line; nil if the text has no line break.
  static func afterLineBreak(_ separator: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    guard let lineBreak = separator.lastIndex(of: lineFeed) else { return nil }
    return Array(separator[separator.index(after: lineBreak)...].prefix(while: isBlank))
  }

  /// Returns the spaces and tabs at the start of the line that contains `offset`, up to `offset` at most.
  static func line(of offset: Int, in text: UnsafePointer<UInt8>) -> [UInt8] {
    var start = offset
    while start > 0, text[start - 1] != lineFeed { start -= 1 }
    var end = start
    while end < offset, isBlank(text[end]) { end += 1 }
    return (start..<end).map { text[$0] }
  }

  /// Returns a text in which all lines after the first have the new indentation instead of the old one. A line that
  /// does not begin with the old indentation stays unchanged.
  static func moved(_ text: [UInt8], from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    guard old != new, text.contains(lineFeed) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 8)
    var rest = text[...]
    while let end = rest.firstIndex(of: lineFeed) {
      result += rest[...end]
      rest = rest[(end + 1)...]
      if rest.starts(with: old) {
        result += new
        rest = rest.dropFirst(old.count)
      }
    }
    return result + rest
  }
}
