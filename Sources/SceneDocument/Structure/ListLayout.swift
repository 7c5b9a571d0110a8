import JSONText

/// The text between the brackets of a list besides its objects.
struct ListLayout {
  private let document: SceneDocument
  private let children: [NodeIndex]

  /// The offsets after the `[`, and before the `]`.
  let start: Int
  let end: Int

  /// The text between the `[` and the first object.
  var lead: [UInt8] { document.text(start, document.objectOffset(children[0])) }

  /// The text between the last object and the `]`.
  var tail: [UInt8] { document.text(document.objectEnd(children[children.count - 1]), end) }

  /// Reads the layout of a list, which must have an object.
  init(_ list: ChildList, _ document: SceneDocument) {
    self.document = document
    children = list.children
    start = document.childrenStart(of: list.parent)
    end = TrustedText.blanks(document.base + document.objectEnd(children[children.count - 1])) - document.base
  }

  /// Returns the text between an object and the next.
  func separator(after child: Int) -> [UInt8] {
    document.text(document.objectEnd(children[child]), document.objectOffset(children[child + 1]))
  }

  /// Returns the separator for a new object: a copy of a nearby one, or one that matches the blanks before the only
  /// object.
  func separator(near child: Int) -> [UInt8] {
    if children.count > 1 { return separator(after: min(child, children.count - 2)) }
    let lead = lead
    if lead.contains(0x0A) { return [0x2C] + lead }
    return lead.isEmpty && !document.hasBlankColons(children[0]) ? [0x2C] : [0x2C, 0x20]
  }
}

/// The place of the children of an empty or missing list, and the text to write before, between and after them.
struct ListFrame {
  let start: Int
  let end: Int
  /// The text before the object: the member itself, where the list is missing, and `lead`.
  let before: [UInt8]
  /// The blanks before the object.
  let lead: [UInt8]
  let separator: [UInt8]
  let after: [UInt8]

  init(of parent: NodeIndex?, in document: SceneDocument) {
    let (layout, list) = document.listLayout(of: parent)
    let style = layout.emptyStyle
    if let list {
      let blanks = document.text(list.lowerBound, list.upperBound)
      (start, end) = (list.lowerBound, list.upperBound)
      if blanks.isEmpty {
        (lead, after) = (style.before, style.after)
      } else {
        lead = blanks.contains(0x0A) ? blanks + style.unit : blanks
        after = blanks
      }
      before = lead
    } else {
      (start, end) = (layout.insertion, layout.insertion)
      lead = style.before
      before = layout.separator + Array("\"children\"".utf8) + style.colon + [0x5B] + lead
      after = style.after + [0x5D]
    }
    let hasBlanks = !lead.isEmpty || style.colon.count > 1
    separator = lead.contains(0x0A) ? [0x2C] + lead : hasBlanks ? [0x2C, 0x20] : [0x2C]
  }
}

extension SceneDocument {
  /// Returns a part of the text as read or as the last structural edit left it.
  func text(_ start: Int, _ end: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: base + start, count: end - start))
  }

  /// True if the object writes `"id": …` and not `"id":…`.
  func hasBlankColons(_ node: NodeIndex) -> Bool {
    var hasBlanks = false
    forEachMember(of: node) { key, value, _ in
      hasBlanks = offset(of: value) - offset(of: key) - key.count > 2
      return false
    }
    return hasBlanks
  }

  /// Returns the offset after the `[` of an existing list.
  func childrenStart(of parent: NodeIndex?) -> Int {
    var start = members.first { $0.role == .objects }?.value ?? 0
    if let parent {
      forEachMember(of: parent) { _, value, isChildren in
        if isChildren { start = offset(of: value) }
        return !isChildren
      }
    }
    return start + 1
  }

  /// Returns the layout around an empty list, or where there is none, around the object's last member; and the span
  /// between the brackets.
  fileprivate func listLayout(of parent: NodeIndex?) -> (ObjectLayout, Range<Int>?) {
    guard let parent else {
      let member = members.first { $0.role == .objects } ?? SceneMember(role: .objects, key: 0, value: 0, end: 0)
      let start = TrustedText.blanks(base) - base
      let end = original.buffer.lastIndex(of: 0x7D) ?? member.end
      let keyEnd = TrustedText.closingQuote(base + member.key + 1) - base
      let layout = ObjectLayout(
        base: base, start: start, end: end + 1, key: buffer(member.key + 1, keyEnd),
        value: buffer(member.value, member.end))
      return (layout, member.value + 1..<member.end - 1)
    }
    var last = (key: buffer(0, 0), value: buffer(0, 0))
    var list: Range<Int>?
    forEachMember(of: parent) { key, value, isChildren in
      last = (key, value)
      if isChildren { list = offset(of: value) + 1..<offset(of: value) + value.count - 1 }
      return !isChildren
    }
    let layout = ObjectLayout(
      base: base, start: objectOffset(parent), end: objectEnd(parent), key: last.key, value: last.value)
    return (layout, list)
  }

  private func buffer(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + start, count: end - start)
  }
}
