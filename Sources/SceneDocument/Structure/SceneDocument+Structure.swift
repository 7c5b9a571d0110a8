import JSONText

extension SceneDocument {
  /// Puts in, takes out, copies and moves objects and changes what they are called, all or nothing, and returns what
  /// undoes it.
  ///
  /// ```swift
  /// let undo = try scene.restructure([.move(badge, to: .first(in: card)), .remove(title)])
  /// undo.nodes            // [the badge's number now, nil]
  /// _ = try scene.restore(undo)  // the scene is as it was, to the byte
  /// ```
  ///
  /// Constraints that refer to an object by its id follow it where it gets another; those of a copy that refer to what is
  /// copied with it refer to the copies.
  ///
  /// Outside of the objects concerned no byte changes but a comma and the blanks beside it; an object that comes to
  /// stand deeper or higher is indented as its new neighbours are. The whole text is written and scanned again, about a
  /// second for a gigabyte, so changes that belong together are best made at once.
  ///
  /// Afterwards ``generation`` is another, and numbers of objects and classes, offsets and places are those of the new
  /// text; the answer's ``StructureRestore/map`` translates. What undoes attribute edits made before is good again once
  /// this edit is undone.
  ///
  /// - Throws: `edit.structure` where a place or an object cannot be so (an object into itself, a place that is not
  ///   there), `scene.duplicate-id`, `scene.reserved`, and for an object to insert all that is wrong with its text.
  public func restructure(_ changes: [StructureChange]) throws(SceneError) -> StructureRestore {
    let plan = try StructurePlan(self, changes)
    guard !plan.splices.isEmpty else {
      let map = NodeMap.identity(objectCount)
      return StructureRestore(map: map, nodes: changes.map { $0.node }, former: nil)
    }
    let text = StructureText(self, plan.splices, renamed: plan.renamed, generation: lastGeneration + 1)
    guard text.count <= limits.bytes else {
      throw SceneError(FileRefusal.tooLarge(size: text.count, limit: limits.bytes), file: name)
    }
    guard let bytes = SceneBytes(count: text.count),
      let next = SceneState(bytes, limits: limits, generation: lastGeneration + 1)
    else { throw SceneError(FileRefusal.noMemory(size: text.count), file: name) }
    text.write(to: bytes)
    if let fault = next.scan(limits: limits) {
      throw refused(.during(.edit, fault.reason))
    }
    let former = state
    state = next
    if let fault = duplicateID() {
      state = former
      throw SceneError(fault.reason, file: name)
    }
    lastGeneration += 1
    forgetFileText()
    if let recorder { text.former.recordForth(to: next, in: recorder) }
    let nodes = changes.enumerated().map { place, change in
      text.arrivals[place] ?? change.node.flatMap { text.map.new($0) }
    }
    return StructureRestore(map: text.map, nodes: nodes, former: text.former)
  }

  /// Undoes a structural edit, and returns what redoes it. Edits are undone in reverse order, attribute edits and
  /// structural ones alike.
  ///
  /// - Throws: `edit.order` where the edit is not the last that is left, and `json.limit` where there is no memory.
  public func restore(_ restore: StructureRestore) throws(SceneError) -> StructureRestore {
    guard let former = restore.former else { return restore }
    guard former.present == generation else { throw refused(.undoneInOrder) }
    guard let (text, back) = former.written(from: state),
      let next = SceneState(text, limits: limits, generation: former.generation, overlay: former.overlay)
    else { throw SceneError(FileRefusal.noMemory(size: source.count), file: name) }
    if let fault = next.scan(limits: limits) {
      throw refused(.during(.undo, fault.reason))
    }
    state = next
    if let recorder { former.recordBack(in: recorder) }
    let map = restore.map.inverted
    return StructureRestore(
      map: map, nodes: restore.nodes.map { $0.flatMap { map.new($0) } }, replacesText: restore.replacesText,
      former: back)
  }

  /// The document as it was before a structural edit, the last that is not undone, for looking at it only.
  ///
  /// - Throws: `json.limit` where there is no memory for its text.
  package func former(_ restore: StructureRestore) throws(SceneError) -> SceneDocument {
    guard let former = restore.former else { return self }
    precondition(former.present == generation, "a later structural edit was made; look at what was before that first")
    guard let (text, _) = former.written(from: state),
      let next = SceneState(text, limits: limits, generation: former.generation, overlay: former.overlay)
    else { throw SceneError(FileRefusal.noMemory(size: source.count), file: name) }
    if let fault = next.scan(limits: limits) {
      throw refused(.during(.former, fault.reason))
    }
    return SceneDocument(next, of: self)
  }
}

extension StructureChange {
  /// The object it is about, if that is in the scene.
  fileprivate var node: NodeIndex? {
    switch self {
    case .insert, .duplicate: nil
    case .remove(let node), .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
      .setConstraints(_, let node):
      node
    case .setMember(_, _, let node): node
    }
  }
}
