import JSONText

/// The list of an object's children, or of the root objects, with the changes that an edit makes to the list.
struct ChildList {
  /// An object that is inserted into the list.
  struct Arrival {
    enum Kind {
      case moved(NodeIndex)
      case copy(NodeIndex, ids: [String])
      case inserted(NewObject)
    }

    var kind: Kind
    /// The number of children before the object, counting only those that the edit neither removes nor moves.
    var slot: Int
    /// The index of the change that inserts the object, among all changes of the edit.
    var change: Int
  }

  let parent: NodeIndex?
  let children: [NodeIndex]
  /// The children that the edit neither removes nor moves.
  let staying: [NodeIndex]
  /// The inserted objects, in the order of the changes.
  var arrivals: [Arrival] = []

  init(of parent: NodeIndex?, in document: SceneDocument, without gone: Set<NodeIndex>) {
    self.parent = parent
    children = parent.map { Array(document.children($0)) } ?? Array(document.roots)
    staying = gone.isEmpty ? children : children.filter { !gone.contains($0) }
  }

  /// True if the edit leaves the list's objects and their order unchanged.
  var isUnchanged: Bool {
    guard staying.count + arrivals.count == children.count else { return false }
    var order: [NodeIndex] = []
    var next = 0
    for arrival in sortedArrivals {
      guard case .moved(let node) = arrival.kind else { return false }
      order += staying[next..<arrival.slot]
      order.append(node)
      next = arrival.slot
    }
    return order + staying[next...] == children
  }

  /// The inserted objects in the order of their slots; objects with equal slots are in the order of the changes.
  private var sortedArrivals: [Arrival] {
    arrivals.enumerated().sorted { ($0.element.slot, $0.offset) < ($1.element.slot, $1.offset) }.map(\.element)
  }

  /// Returns the number of staying children before a child; nil if the edit removes or moves this child.
  func slot(before child: NodeIndex) -> Int? { staying.sortedIndex(of: child) }

  // MARK: The text

  /// Returns the splices that make the changes in the text of the list.
  ///
  /// A staying object keeps the comma and the whitespace after it. Before and after an inserted object, the separator
  /// of a neighbour is copied.
  func splices(in document: SceneDocument) -> [TextSplice] {
    guard !children.isEmpty else { return filled(in: document) }
    let layout = ListLayout(self, document)
    var arrivals = sortedArrivals[...]
    var splices: [TextSplice] = []
    var nextChild = 0
    for slot in 0...staying.count {
      let firstGone = nextChild
      while nextChild < children.count, slot == staying.count || children[nextChild] != staying[slot] { nextChild += 1 }
      let here = Array(arrivals.prefix { $0.slot == slot })
      arrivals = arrivals.dropFirst(here.count)
      if nextChild > firstGone || !here.isEmpty {
        splices.append(gap(from: firstGone, to: nextChild, here, layout, document))
      }
      nextChild += 1
    }
    return splices
  }

  /// Returns the splice that replaces `children[first..<last]` and the text around them by inserted objects.
  ///
  /// - Parameter here: the objects to insert at this position, in order; may be empty.
  private func gap(
    from first: Int, to last: Int, _ here: [Arrival], _ layout: ListLayout, _ document: SceneDocument
  ) -> TextSplice {
    let isFirst = first == 0
    let isLast = last == children.count
    let start = isFirst ? layout.start : document.objectEnd(children[first - 1])
    let end = isLast ? layout.end : document.objectOffset(children[last])
    let separator = layout.separator(near: isFirst ? 0 : first - 1)
    var parts: [TextSplice.Part] = []
    if !isFirst || !isLast || !here.isEmpty {
      var before: [UInt8] = []
      if isFirst {
        before = layout.lead
      } else if !here.isEmpty || !isLast {
        before = first < children.count ? layout.separator(after: first - 1) : separator
      }
      parts.append(.bytes(before))
      for (place, arrival) in here.enumerated() {
        if place > 0 { parts.append(.bytes(separator)) }
        parts.append(part(arrival, after: place > 0 ? separator : before, at: start, document))
      }
      if !isLast, !here.isEmpty { parts.append(.bytes(separator)) }
      if isLast { parts.append(.bytes(layout.tail)) }
    }
    return TextSplice(start: start, end: end, owner: parent, parts: parts)
  }

  /// Returns one splice that inserts all new objects into an empty or missing list; no splice if there are no new
  /// objects.
  private func filled(in document: SceneDocument) -> [TextSplice] {
    guard !arrivals.isEmpty else { return [] }
    let frame = ListFrame(of: parent, in: document)
    var parts: [TextSplice.Part] = [.bytes(frame.before)]
    // All objects have slot 0, so their order is that of the changes.
    for (place, arrival) in arrivals.enumerated() {
      if place > 0 { parts.append(.bytes(frame.separator)) }
      parts.append(part(arrival, after: frame.lead, at: frame.start, document))
    }
    parts.append(.bytes(frame.after))
    return [
      TextSplice(start: frame.start, end: frame.end, owner: parent, order: .afterAttributes, parts: parts)
    ]
  }

  private func part(
    _ arrival: Arrival, after blanks: [UInt8], at offset: Int, _ document: SceneDocument
  ) -> TextSplice.Part {
    let indentation = Indentation.afterLineBreak(blanks)
    let indent = indentation.map { TextSplice.Indent.blanks($0) } ?? .line(of: offset)
    switch arrival.kind {
    case .moved(let node): return .moved(node, to: indent)
    case .copy(let node, let ids): return .copy(node, ids: ids, to: indent, change: arrival.change)
    case .inserted(let object):
      let style = ObjectStyle(for: self, near: arrival.slot, in: document)
      let text = object.text(style) { indentation ?? Indentation.line(of: offset, in: document.base) }
      return .inserted(text, objects: object.count, change: arrival.change)
    }
  }
}
