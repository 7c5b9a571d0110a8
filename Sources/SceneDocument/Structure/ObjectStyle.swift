/// How a pair of braces or brackets is laid out.
struct ContainerStyle: Hashable {
  /// Whether each member has a line of its own.
  var isBlock: Bool
  /// Whether the closing brace has.
  var closesOnLine: Bool
  /// Within the braces, before the first member and after the last, where they are on one line.
  var pad: [UInt8] = []
  /// After a comma, where the members are on one line.
  var comma: [UInt8] = []
}

/// How the objects of a scene are laid out, learned from those beside the place of a new one.
struct ObjectStyle {
  /// What a pair of braces or brackets is to the scene.
  enum Role {
    case object, attributes, children, value
  }

  private(set) var colon: [UInt8] = [0x3A]
  private(set) var newline: [UInt8] = [0x0A]
  private(set) var unit: [UInt8] = [0x20, 0x20]
  private var known: [Role: ContainerStyle] = [:]
  private var hasColon = false

  /// Whether any line may be broken.
  var hasLines: Bool { known.values.contains { $0.isBlock || $0.closesOnLine } }

  /// Where nothing of a sort was seen, it is laid out as what is around it.
  subscript(role: Role) -> ContainerStyle {
    if let style = known[role] { return style }
    switch role {
    case .object: return ContainerStyle(isBlock: false, closesOnLine: false)
    case .attributes, .children: return self[.object]
    case .value: return self[.attributes]
    }
  }

  /// How many objects are looked at for what the nearest do not show.
  private static let samples = 32

  /// Learns from the list that a new object comes into, from the objects beside its place, then from its parent, then
  /// from the first of the scene.
  init(for list: ChildList, near slot: Int, in document: SceneDocument) {
    if let first = list.children.first {
      let layout = ListLayout(list, document)
      learn(.children, layout.start - 1, layout.end, firstEnd: document.objectEnd(first), in: document)
    }
    let near = list.staying.isEmpty ? list.children : list.staying
    let place = min(slot, near.count)
    for node in near[..<place].suffix(Self.samples / 4).reversed() { learn(node, in: document) }
    for node in near[place...].prefix(Self.samples / 4) { learn(node, in: document) }
    if let parent = list.parent { learn(parent, in: document) }
    for node in 0..<min(document.objectCount, Self.samples) { learn(node, in: document) }
    if known[.object] == nil {
      // An empty scene has its own braces only.
      let start = TrustedText.blanks(document.base) - document.base
      learn(.object, start, document.source.buffer.lastIndex(of: 0x7D) ?? start, in: document)
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

  /// Learns from the braces or brackets at `start` and `close`, unless they are empty or nothing is to be learned.
  ///
  /// - Parameter firstEnd: where the first element of an array ends.
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
  /// The blanks that end at an offset.
  func blanks(before offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, base[start - 1] &- 1 < 0x20 { start -= 1 }
    return text(start, offset)
  }
}
