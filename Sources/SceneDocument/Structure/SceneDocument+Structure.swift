import JSONText

extension SceneDocument {
  /// Inserts, removes, copies and moves objects, and changes their ids, classes, names and other members. Makes all
  /// changes or, if one is refused, none. Returns the record that undoes them.
  ///
  /// ```swift
  /// let undo = try scene.restructure([.move(badge, to: .first(in: card)), .remove(title)])
  /// undo.nodes            // [the badge's number now, nil]
  /// _ = try scene.restore(undo)  // the scene is as it was, to the byte
  /// ```
  ///
  /// If the id of an object changes, constraints that refer to the object are changed, too. In a copy of several
  /// objects, constraints that refer to a copied object refer to its copy.
  ///
  /// Outside the affected objects, only commas and the whitespace beside them change. An object that moves to a
  /// different depth is indented like its new neighbours. Each call writes and scans the whole text, which takes about
  /// a second for a gigabyte, so pass changes that belong together in one call.
  ///
  /// Afterwards ``generation`` has a new value, and the numbers of objects and classes, offsets and positions refer to
  /// the new text; the result's ``StructureRestore/map`` translates object numbers. Undo records of earlier attribute
  /// edits become valid again when this edit is undone.
  ///
  /// - Throws: `edit.structure` if a position is impossible (in the moved object itself, in or beside a removed or
  ///   moved object, beyond the last child), if an object is moved twice or both moved and removed, or if an id or a
  ///   class is empty; `scene.duplicate-id` if two objects would have the same id; `scene.reserved` if an affected
  ///   object has a reserved key; `json.limit` if the new text would be too large; the errors in the text of an
  ///   inserted object.
  public func restructure(_ changes: [StructureChange]) throws(SceneError) -> StructureRestore {
    if let composition { return try compose(changes, composition) }
    if let projection { return try project(changes, projection) }
    return try writeStructure(changes)
  }

  /// Makes structural changes in the indexed text; see ``restructure(_:)``.
  func writeStructure(_ changes: [StructureChange]) throws(SceneError) -> StructureRestore {
    let plan = try StructurePlan(self, changes)
    guard !plan.splices.isEmpty else {
      let map = NodeMap.identity(objectCount)
      return StructureRestore(map: map, nodes: changes.map { $0.node }, former: nil)
    }
    let text = StructureText(self, plan.splices, renamed: plan.renamed)
    guard text.count <= limits.bytes else {
      throw SceneError(FileRefusal.tooLarge(size: text.count, limit: limits.bytes), file: name)
    }
    guard let bytes = TextBytes(count: text.count), let next = SceneIndex(indexed.next(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: text.count), file: name)
    }
    text.write(to: bytes)
    if let fault = next.scan(limits: limits) { throw refused(.during(.edit, fault.reason)) }
    let former = index
    index = next
    if let taken = firstDuplicateID() {
      index = former
      throw SceneError(SceneRefusal.takenID(taken), file: name)
    }
    indexed.adopt(next.text, undoneBy: text.former)
    let nodes = changes.enumerated().map { place, change in
      text.arrivals[place] ?? change.node.flatMap { text.map.new($0) }
    }
    return StructureRestore(map: text.map, nodes: nodes, former: text.former)
  }

  /// Undoes a structural edit, and returns the record that redoes it. All edits, of attributes or of the structure,
  /// must be undone in reverse order.
  ///
  /// - Throws: `edit.order` if a later structural edit is still in effect, and `json.limit` if there is not enough
  ///   memory.
  public func restore(_ restore: StructureRestore) throws(SceneError) -> StructureRestore {
    guard let former = restore.former else { return restore }
    if let composition, restore.written?.lineage !== indexed.lineage {
      return try self.restore(restore, by: composition)
    }
    let (previous, back) = try previous(former, during: .undo)
    let written = try restore.written.flatMap { written throws(SceneError) in try undo(written) }
    let foreign = try restore.foreign.flatMap { foreign throws(SceneError) in try undo(foreign) }
    index = previous
    indexed.adopt(previous.text, undoing: former)
    let map = restore.map.inverted
    var redo = StructureRestore(
      map: map, nodes: restore.nodes.map { $0.flatMap { map.new($0) } }, replacesText: restore.replacesText,
      written: written, former: back)
    redo.foreign = foreign
    return redo
  }

  /// Returns the document as it was before a structural edit, for reading only. The edit must be the last one in
  /// effect.
  ///
  /// - Throws: `json.limit` if there is not enough memory for its text.
  package func former(_ restore: StructureRestore) throws(SceneError) -> SceneDocument {
    guard let former = restore.former else { return self }
    precondition(former.present == generation, "a later structural edit was made; look at what was before that first")
    let index = try previous(former, during: .former).index
    let state = TextState(sharing: index.text, Overlay(former.entries, of: former.overlay))
    return SceneDocument(SceneIndex(sharing: index, of: state), of: self)
  }

  /// Returns the index of the text before the last structural edit, and the record that restores the current text.
  private func previous(
    _ former: FormerText, during work: ChangeRefusal.Work
  ) throws(SceneError) -> (index: SceneIndex, back: FormerText) {
    let (text, back) = try indexed.previous(former)
    guard let previous = SceneIndex(text, limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: text.original.count), file: name)
    }
    if let fault = previous.scan(limits: limits) { throw refused(.during(work, fault.reason)) }
    return (previous, back)
  }
}

extension StructureChange {
  /// The object that the change concerns; nil for inserted and copied objects, and for the scene itself.
  var node: NodeIndex? {
    switch self {
    case .insert, .duplicate: nil
    case .remove(let node), .move(let node, _), .setID(_, let node), .setClass(_, let node), .setName(_, let node),
      .setConstraints(_, let node):
      node
    case .setMember(_, _, let node): node
    }
  }
}

extension SceneDocument {
  /// Replaces the whole text, and returns the record that undoes the replacement.
  ///
  /// The record's map matches objects by their ids. The record keeps the former bytes from the first difference to the
  /// last.
  ///
  /// - Throws: the first error of the new text, or an error if there is not enough memory. The document is then
  ///   unchanged.
  package func replaceText(with text: [UInt8]) throws(SceneError) -> StructureRestore {
    if let composition { return try compose(text: text, composition) }
    if let projection { return try project(text: text, projection) }
    return try writeText(text)
  }

  /// Replaces the whole indexed text; see ``replaceText(with:)``.
  func writeText(_ text: [UInt8]) throws(SceneError) -> StructureRestore {
    let read = try SceneDocument(bytes: text, name: name, limits: limits)
    guard let next = SceneIndex(indexed.next(read.original), limits: limits), next.scan(limits: limits) == nil else {
      throw SceneError(FileRefusal.noMemory(size: text.count), file: name)
    }
    var map = NodeMap()
    for node in read.objects { map.append(old: self.node(id: read.id(node)), count: 1) }
    map.finish(oldCount: objectCount)
    let back = FormerText(from: indexed.state, to: next.text)
    index = next
    indexed.adopt(next.text, undoneBy: back)
    return StructureRestore(map: map, nodes: [], replacesText: true, former: back)
  }
}
