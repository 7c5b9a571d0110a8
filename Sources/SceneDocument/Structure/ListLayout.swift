import JSONText

/// The text before, between and after the objects of a list that is not empty; new objects are laid out in the same
/// way.
struct ListLayout {
  private let document: SceneDocument
  private let children: [NodeIndex]

  /// The offset after the list's `[` (`start`), and the offset of its `]` (`end`).
  let start: Int
  let end: Int

  /// The text between the `[` and the first object.
  var lead: [UInt8] { document.text(start, document.objectOffset(children[0])) }

  /// The text between the last object and the `]`.
  var tail: [UInt8] { document.text(document.objectEnd(children[children.count - 1]), end) }

  /// Reads the layout of a list. The list must have at least one object.
  init(_ list: ChildList, _ document: SceneDocument) {
    self.document = document
    children = list.children
    start = document.childrenStart(of: list.parent)
    end = TrustedText.blanks(document.base + document.objectEnd(children[children.count - 1])) - document.base
  }

  /// Returns the text between a child and the next one.
  func separator(after child: Int) -> [UInt8] {
    document.text(document.objectEnd(children[child]), document.objectOffset(children[child + 1]))
  }

  /// Returns the separator for a new object: a copy of the separator after `child`, or before it if it is the last
  /// child. If the list has only one object, returns a comma and whitespace that match its layout.
  func separator(near child: Int) -> [UInt8] {
    if children.count > 1 { return separator(after: min(child, children.count - 2)) }
    return AttributeText.separator(afterOnly: lead, hasBlankColon: document.hasBlankColons(children[0]))
  }
}

/// The span to replace when objects are inserted into an empty or missing list of children, and the text to write
/// before, between and after the objects.
struct ListFrame {
  let start: Int
  let end: Int
  /// The text before the first object: the whitespace `lead`, preceded by the key and the `[` if the list is missing.
  let before: [UInt8]
  /// The whitespace before the first object.
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
    separator = AttributeText.separator(afterOnly: lead, hasBlankColon: style.colon.count > 1)
  }
}

extension SceneDocument {
  /// Returns a part of the original text, as read or as the last structural edit left it.
  func text(_ start: Int, _ end: Int) -> [UInt8] {
    Array(text(start..<end))
  }

  /// Returns true if there is whitespace beside the colon of the object's first member, as in `"id": …`.
  package func hasBlankColons(_ node: NodeIndex) -> Bool {
    var hasBlanks = false
    forEachMember(of: node) { key, value, _ in
      hasBlanks = offset(of: value) - offset(of: key) - key.count > 2
      return false
    }
    return hasBlanks
  }

  /// Returns the offset after the `[` of the list of children of `parent`, or of the root objects if `parent` is nil.
  /// The list must exist.
  func childrenStart(of parent: NodeIndex?) -> Int {
    var start = headerMember(.objects)?.value ?? 0
    if let parent {
      forEachMember(of: parent) { _, value, isChildren in
        if isChildren { start = offset(of: value) }
        return !isChildren
      }
    }
    return start + 1
  }

  /// Returns the layout around the list of an object's children, and the span between the list's brackets. If the
  /// object has no such list, returns the layout around its last member, and nil. If `parent` is nil, the list is that
  /// of the root objects.
  fileprivate func listLayout(of parent: NodeIndex?) -> (ObjectLayout, Range<Int>?) {
    guard let parent else {
      return (sceneLayout(around: [.objects]), headerMember(.objects).map { $0.value + 1..<$0.end - 1 })
    }
    var last = (key: text(0..<0), value: text(0..<0))
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
}
