import JSONText

/// The plan of a structural edit: the splices of the text that implement its changes. Creating a plan throws an error
/// if a change is impossible.
struct StructurePlan {
  private let document: SceneDocument
  private(set) var splices: [TextSplice] = []
  private var lists: [NodeIndex?: ChildList] = [:]
  private var ids: FreeIDs?

  /// The objects that the edit removes or moves, each with the way in which it leaves its parent.
  private var leaving: [NodeIndex: ChangeRefusal.Leave] = [:]
  private var gone: Set<NodeIndex> = []

  /// The new ids of renamed objects, by the old ones.
  private(set) var renamed: [ExactText: String] = [:]

  init(_ document: SceneDocument, _ changes: [StructureChange]) throws(SceneError) {
    self.document = document
    for change in changes {
      switch change {
      case .remove(let node): try leave(node, .removed)
      case .move(let node, _): try leave(node, .moved)
      default: break
      }
    }
    gone = Set(leaving.keys)
    for (place, change) in changes.enumerated() { try plan(change, place) }
    follow(changes)
    for list in lists.values where !list.isUnchanged { splices += list.splices(in: document) }
  }

  private mutating func leave(_ node: NodeIndex, _ leave: ChangeRefusal.Leave) throws(SceneError) {
    try refuseReserved(within: node)
    if let other = leaving.updateValue(leave, forKey: node) {
      guard other == .removed, leave == .removed else {
        throw document.refused(.leavesTwice(document.id(node), other, leave))
      }
    }
    if let parent = document.parent(node) { try refuseReserved(parent) }
  }

  private mutating func plan(_ change: StructureChange, _ place: Int) throws(SceneError) {
    switch change {
    case .insert(let text, let target, let filling):
      let object: NewObject
      do throws(SceneFault) {
        object = try NewObject(text, filling: filling, limits: document.limits)
      } catch {
        throw document.refused(.during(.insertion, error.reason))
      }
      try arrive(.inserted(object), at: target, place, what: .new)
    case .remove(let node): touch(document.parent(node))
    case .move(let node, let target):
      touch(document.parent(node))
      try arrive(.moved(node), at: target, place, what: .moved(document.id(node)))
    case .duplicate(let node, let id, let target):
      try refuseReserved(within: node)
      let copy = ChildList.Arrival.Kind.copy(node, ids: try copiedIDs(node, id))
      try arrive(copy, at: target ?? .after(node), place, what: .copy(of: document.id(node)))
    case .setID(let id, let node):
      try refuseReserved(node)
      guard !id.isEmpty else { throw document.refused(.emptyID) }
      let old = document.id(node)
      guard !id.isExactly(old) else { return }
      splices.append(document.splice(id: id, of: node))
      if document.node(id: old) == node { renamed[ExactText(old)] = id }
    case .setClass(let name, let node):
      try refuseReserved(node)
      guard !name.isEmpty else { throw document.refused(.emptyClass) }
      if !name.isExactly(document.className(node)) { splices.append(document.splice(className: name, of: node)) }
    case .setName(let name, let node):
      try refuseReserved(node)
      if name.map(ExactText.init) != document.objectName(node).map(ExactText.init),
        let splice = document.splice(name: name, of: node)
      {
        splices.append(splice)
      }
    case .setConstraints(let text, let node):
      try refuseReserved(node)
      if let splice = document.splice(constraints: text, of: node) { splices.append(splice) }
    case .setMember(let key, let text, let node):
      // Such a member may be copied from a different scene, so objects with reserved keys are allowed.
      splices += document.splices(member: key, text, of: node)
    }
  }

  /// Adds the splices that replace the ids of renamed objects in constraints. Constraints that the edit itself sets are
  /// not changed.
  private mutating func follow(_ changes: [StructureChange]) {
    guard !renamed.isEmpty else { return }
    let given = Set(changes.compactMap { if case .setConstraints(_, let node) = $0 { node } else { nil } })
    for node in document.objects where !given.contains(node) {
      splices += document.splices(following: renamed, in: node)
    }
  }

  /// Reserves and returns the ids for the copies of an object and its descendants, in document order. Throws an error
  /// if `id` is empty.
  ///
  /// - Parameter id: the id for the copy of the object itself; nil to generate one.
  private mutating func copiedIDs(_ node: NodeIndex, _ id: String?) throws(SceneError) -> [String] {
    if let id, id.isEmpty { throw document.refused(.emptyID) }
    var free = ids ?? FreeIDs(in: document)
    // If `ids` kept a second reference to the set, the first change to `free` would copy the set.
    ids = nil
    defer { ids = free }
    if let id { _ = free.take(id) }
    return (node..<document.afterSubtree(node)).map { member in
      if member == node, let id { id } else { free.next(for: document.id(member)) }
    }
  }

  // MARK: Places

  /// Adds the list of an object's children, or of the root objects if `parent` is nil, to the lists that the edit
  /// changes.
  private mutating func touch(_ parent: NodeIndex?) {
    if lists[parent] == nil { lists[parent] = ChildList(of: parent, in: document, without: gone) }
  }

  private mutating func arrive(
    _ kind: ChildList.Arrival.Kind, at place: ObjectPlace, _ change: Int, what: ChangeRefusal.Arriving
  ) throws(SceneError) {
    let parent: NodeIndex? =
      switch place {
      case .first(let parent), .last(let parent), .at(_, let parent): parent
      case .before(let sibling), .after(let sibling): document.parent(sibling)
      }
    if let parent {
      try refuseReserved(parent)
      try refuseLeaving(parent, what)
    }
    touch(parent)
    guard let list = lists[parent] else { return }
    let slot: Int
    switch place {
    case .first: slot = 0
    case .last: slot = list.staying.count
    case .at(let index, _):
      guard (0...list.staying.count).contains(index) else {
        throw document.refused(.noPlace(index, parent: parent.map(document.id), count: list.staying.count))
      }
      slot = index
    case .before(let sibling): slot = try self.slot(beside: sibling, list, what)
    case .after(let sibling): slot = try self.slot(beside: sibling, list, what) + 1
    }
    lists[parent]?.arrivals.append(ChildList.Arrival(kind: kind, slot: slot, change: change))
  }

  private func slot(beside sibling: NodeIndex, _ list: ChildList, _ what: ChangeRefusal.Arriving) throws(SceneError)
    -> Int
  {
    if let slot = list.slot(before: sibling) { return slot }
    let id = document.id(sibling)
    guard what != .moved(id) else { throw document.refused(.besideItself(id)) }
    throw document.refused(.besideLeaving(what, sibling: id, leaving[sibling] ?? .moved))
  }

  /// Throws an error if the edit removes or moves the new parent or one of its ancestors.
  private func refuseLeaving(_ parent: NodeIndex, _ what: ChangeRefusal.Arriving) throws(SceneError) {
    guard !leaving.isEmpty else { return }
    var next: NodeIndex? = parent
    while let node = next {
      if let way = leaving[node] {
        let (into, id) = (document.id(parent), document.id(node))
        if what == .moved(id) {
          throw document.refused(node == parent ? .intoItself(id) : .intoOwn(id, parent: into))
        }
        throw document.refused(
          .intoLeaving(what, parent: into, way, with: node == parent ? nil : id))
      }
      next = document.parent(node)
    }
  }

  // MARK: Objects with reserved keys

  private func refuseReserved(_ node: NodeIndex) throws(SceneError) {
    if !document.reservedKeys(node).isEmpty { throw document.reserved(node) }
  }

  private func refuseReserved(within node: NodeIndex) throws(SceneError) {
    var member = node
    while member < document.afterSubtree(node) {
      if leaving[member] != nil {
        // This object has already been checked with all its descendants.
        member = document.afterSubtree(member)
      } else {
        try refuseReserved(member)
        member += 1
      }
    }
  }
}

extension SceneDocument {
  fileprivate func splice(className: String, of node: NodeIndex) -> TextSplice {
    let start = classOffset(node)
    let end = TrustedText.skipValue(base + start) - base
    return TextSplice(start: start, end: end, owner: node, parts: [.bytes(JSONString.quoted(className))])
  }

  /// Returns the splice that sets an object's name, or removes it if the name is nil; a new name is inserted after the
  /// class. Returns nil if there is no name to remove.
  fileprivate func splice(name: String?, of node: NodeIndex) -> TextSplice? {
    splice("name", name.map(JSONString.quoted), after: [.class], of: node)
  }

  /// Returns the splice that sets an object's constraints, or removes them if the text is nil; new constraints are
  /// inserted after the attributes, or after the class. Returns nil if there are no constraints to remove.
  fileprivate func splice(constraints: [UInt8]?, of node: NodeIndex) -> TextSplice? {
    splice("constraints", constraints, after: [.attributes, .class], of: node)
  }

  /// Returns the splice that sets a member of an object to a text, or removes it if the text is nil. Returns nil if
  /// there is no member to remove.
  ///
  /// - Parameters:
  ///   - neighbours: the roles of members, the preferred one first. A new member is inserted after the first that
  ///     exists.
  private func splice(
    _ name: String, _ text: [UInt8]?, after neighbours: [KeyShapes.Role], of node: NodeIndex
  ) -> TextSplice? {
    var member: (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)?
    var beside: [KeyShapes.Role: (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)] = [:]
    var before: Int?
    var after: Int?
    forEachMember(of: node) { key, value, _ in
      if member != nil {
        after = offset(of: key) - 1
        return false
      }
      if JSONString.equals(key, name) {
        member = (key, value)
      } else {
        let role = KeyShapes.role(of: key, in: .object)
        if neighbours.contains(role) { beside[role] = (key, value) }
        before = offset(of: value) + value.count
      }
      return true
    }
    if let (key, value) = member {
      let (start, end) = (offset(of: value), offset(of: value) + value.count)
      if let text { return TextSplice(start: start, end: end, owner: node, parts: [.bytes(text)]) }
      let keyStart = offset(of: key) - 1
      let span = after.map { keyStart..<$0 } ?? (before ?? keyStart)..<end
      return TextSplice(start: span.lowerBound, end: span.upperBound, owner: node, parts: [])
    }
    guard let text,
      let (neighbour, place) = neighbours.lazy.compactMap({ role in beside[role].map { (role, $0) } }).first
    else { return nil }
    let layout = ObjectLayout(
      base: base, start: objectOffset(node), end: objectEnd(node), key: place.key, value: place.value)
    let prefix = layout.separator + JSONString.quoted(name) + layout.emptyStyle.colon
    return TextSplice(
      start: layout.insertion, end: layout.insertion, owner: node,
      order: neighbour == .attributes ? .afterAttributes : .beforeAttributes, parts: [.bytes(prefix + text)])
  }

  /// Returns the splices that set a member to a text, or remove the member if the text is nil. The member belongs to an
  /// object, or to the scene if `node` is nil. Returns an empty array if there is no member to remove.
  fileprivate func splices(member key: String, _ text: [UInt8]?, of node: NodeIndex?) -> [TextSplice] {
    if let node {
      return splice(key, text, after: [.attributes, .class], of: node).map { [$0] } ?? []
    }
    func replacing(_ start: Int, _ end: Int, _ parts: [TextSplice.Part] = []) -> TextSplice {
      TextSplice(start: start, end: end, owner: nil, parts: parts)
    }
    guard let place = members.firstIndex(where: { JSONString.equals(contents($0.key), key) }) else {
      guard let text else { return [] }
      let layout = sceneLayout(around: [.format])
      let prefix = layout.separator + JSONString.quoted(key) + layout.emptyStyle.colon
      return [replacing(layout.insertion, layout.insertion, [.bytes(prefix + text)])]
    }
    let member = members[place]
    if let text { return [replacing(member.value, member.end, [.bytes(text)])] }
    if place > 0 { return [replacing(members[place - 1].end, member.end)] }
    guard members.count > 1 else { return [] }
    // An edit may have inserted a palette between the first two members.
    return [replacing(member.key, member.end), replacing(member.end, members[1].key)]
  }
}
