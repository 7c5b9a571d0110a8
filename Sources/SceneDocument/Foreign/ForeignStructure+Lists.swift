import JSONText

// The lists that contain the objects of a foreign document.
extension ForeignStructure {
  /// A place between the items of a list.
  struct Target {
    var list: Int
    var index: Int

    /// The name and followers of a list to create with its first item; nil if the list exists. In this case, `list` is
    /// the element that will contain the list.
    var new: (name: String, followers: [String])?
  }

  /// Returns the spans of a list's items: the elements of an array, the members of a JSON object, or the children of an
  /// XML element.
  func items(of list: Int) -> [Range<Int>] {
    if let markup {
      return markup.element(at: list).map(markup.children)?.map {
        markup.elements[$0].start..<markup.elements[$0].end
      } ?? []
    }
    let value = root.value(atOffset: list)
    guard value.kind == .object else { return value.elements.map(\.span) }
    var items: [Range<Int>] = []
    value.forEachMember { _, key, value in
      items.append(key..<value.span.upperBound)
      return true
    }
    return items
  }

  func span(of object: ForeignObject) -> Range<Int> {
    object.start..<end(at: object.offset)
  }

  /// Returns the offset after the JSON value or XML element that begins at an offset.
  private func end(at offset: Int) -> Int {
    guard let markup else { return root.value(atOffset: offset).span.upperBound }
    return markup.element(at: offset).map { markup.elements[$0].end } ?? offset
  }

  /// Returns the span between the brackets or tags of a list.
  func inner(of list: Int) -> Range<Int> {
    guard let markup, let number = markup.element(at: list) else { return list + 1..<end(at: list) - 1 }
    return markup.elements[number].tagEnd..<markup.elements[number].contentEnd
  }

  func bytes(_ span: Range<Int>) -> [UInt8] { Array(text[span]) }

  func target(after object: ForeignObject) throws(ForeignRefusal) -> Target {
    guard let list = object.list, let index = items(of: list).firstIndex(where: { $0.lowerBound == object.start })
    else { throw .isOutermost(object.id) }
    return Target(list: list, index: index + 1)
  }

  /// Converts an object's place in the scene to a position in a list of the document.
  func target(
    of object: ForeignObject, _ number: Int, _ place: ObjectPlace
  ) throws(ForeignRefusal) -> Target {
    func sibling(_ node: NodeIndex, _ step: Int) throws(ForeignRefusal) -> Target {
      guard let other = now(node).map({ scene.objects[$0] }), other.kind == object.kind, !other.isSingle,
        let list = other.list,
        let index = items(of: list).firstIndex(where: { $0.lowerBound == other.start })
      else { throw .notThere(object.id) }
      return Target(list: list, index: index + step)
    }
    func list(in parent: NodeIndex?) throws(ForeignRefusal) -> Target {
      guard let owner = parent.flatMap(now).map({ scene.objects[$0] }) else { throw .notThere(object.id) }
      if let list = format.list(ofKind: object.kind, in: owner, root) { return Target(list: list, index: 0) }
      guard let new = format.missingList(ofKind: object.kind, in: owner, root) else { throw .notThere(object.id) }
      return Target(list: owner.offset, index: 0, new: new)
    }
    switch place {
    case .before(let node): return try sibling(node, 0)
    case .after(let node):
      var target = try sibling(node, 1)
      let stays = staying(in: target.list)
      while target.index < stays.count, !stays[target.index] { target.index += 1 }
      return target
    case .first(let parent):
      var target = try list(in: parent)
      if target.new == nil { target.index = self.place(of: 0, in: target.list) }
      return target
    case .last(let parent):
      var target = try list(in: parent)
      if target.new == nil { target.index = items(of: target.list).count }
      return target
    case .at(let index, let parent):
      let target = try list(in: parent)
      if target.new != nil { return target }
      let list = target.list
      // The children of other lists may precede these.
      let siblings = scene.objects.filter { $0.parent == parent.flatMap(now) }
      let wanted = index - (siblings.firstIndex { $0.list == list } ?? index)
      guard (0...staying(in: list).count { $0 }).contains(wanted) else { throw .notThere(object.id) }
      return Target(list: list, index: self.place(of: wanted, in: list))
    }
  }

  /// Returns, for each item of a list, true if the edit neither adds nor moves the item. Only these items count in
  /// places, so that objects inserted at one place keep the order of the changes.
  private func staying(in list: Int) -> [Bool] {
    var stays: [Int: Bool] = [:]
    for (number, object) in scene.objects.enumerated() where object.list == list {
      stays[object.start] = if case .old(let node) = origins[number] { !moving.contains(node) } else { false }
    }
    return items(of: list).map { stays[$0.lowerBound] ?? true }
  }

  /// Returns the index of the item with the given number of unmoved items before it; the number of items if there is
  /// none.
  private func place(of number: Int, in list: Int) -> Int {
    var rest = number
    for (index, isStaying) in staying(in: list).enumerated() where isStaying {
      if rest == 0 { return index }
      rest -= 1
    }
    return items(of: list).count
  }

  /// Returns the splices that remove items from a list, each with the adjacent comma or whitespace.
  func removal(_ removed: Set<Int>, in list: Int) -> [(span: Range<Int>, pieces: [Piece])] {
    let items = items(of: list)
    if let markup {
      // An empty list is kept for later insertions.
      return items.filter { removed.contains($0.lowerBound) }.map {
        (markup.blanksStart(before: $0.lowerBound)..<$0.upperBound, [])
      }
    }
    guard items.contains(where: { !removed.contains($0.lowerBound) }) else { return [(inner(of: list), [])] }
    return ForeignSplices.removals(of: removed, from: items).map { ($0.span, []) }
  }

  /// Returns the splice that inserts an item into a list, with the same separator as its neighbours.
  func insertion(_ item: [Piece], _ target: Target) -> (span: Range<Int>, pieces: [Piece]) {
    if let new = target.new, let markup { return insertion(item, inNew: new, ofElementAt: target.list, markup) }
    let items = items(of: target.list)
    guard !items.isEmpty else {
      return (inner(of: target.list), item)
    }
    let separator: [UInt8]
    if let markup {
      separator = Array(markup.text(markup.blanksStart(before: items[0].lowerBound)..<items[0].lowerBound))
    } else if items.count > 1 {
      let place = min(max(target.index, 1), items.count - 1)
      separator = bytes(items[place - 1].upperBound..<items[place].lowerBound)
    } else {
      separator = [0x2C] + bytes(target.list + 1..<items[0].lowerBound)
    }
    if target.index == 0 {
      return (items[0].lowerBound..<items[0].lowerBound, item + [.text(separator)])
    }
    let end = items[target.index - 1].upperBound
    return (end..<end, [.text(separator)] + item)
  }

  /// Returns the splice that creates a list with its first item in an XML document.
  private func insertion(
    _ item: [Piece], inNew list: (name: String, followers: [String]), ofElementAt offset: Int, _ markup: MarkupIndex
  ) -> (span: Range<Int>, pieces: [Piece]) {
    var child = MarkupSite.Child(before: "", after: "", followers: list.followers)
    child.list = list.name
    // A byte that XML does not allow marks the place of the item.
    let mark: UInt8 = 1
    var splices = MarkupSplices(markup)
    splices.insert([mark], at: MarkupSite(element: offset, .child(child)))
    guard let splice = splices.finished().values.first, let place = splice.text.firstIndex(of: mark) else {
      return (offset..<offset, item)
    }
    return (
      splice.span, [.text(Array(splice.text[..<place]))] + item + [.text(Array(splice.text[(place + 1)...]))]
    )
  }
}
