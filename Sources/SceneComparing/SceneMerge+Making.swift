internal import JSONText
package import SceneDocument

extension SceneMerge {
  /// Changes our document, wholly or not at all, and answers what undoes it.
  ///
  /// First what is new comes in, since objects may move there; then they move; then goes what is no more, which they may
  /// have moved out of.
  package func made() throws(SceneError) -> InverseEdit {
    var edit = InverseEdit()
    do throws(SceneError) {
      try insert(&edit)
      try move(&edit)
      try restructure(departures.compactMap { id in ours.node(id: id).map { .remove($0) } }, nil, &edit)
      try call(&edit)
      try store(&edit)
    } catch {
      edit.undo(on: ours)
      throw error
    }
    return edit
  }

  private func restructure(
    _ changes: [StructureChange], _ aspect: SceneChange.Aspect? = nil, _ edit: inout InverseEdit
  ) throws(SceneError) {
    guard !changes.isEmpty else { return }
    let restore = try ours.restructure(changes)
    guard restore.isChange else { return }
    var made = InverseEdit()
    made.add(.structure(restore))
    if let aspect { for case let node? in restore.nodes { made.structure[node] = [aspect] } }
    edit.append(made)
  }

  // MARK: structure

  private func insert(_ edit: inout InverseEdit) throws(SceneError) {
    guard !arrivals.isEmpty else { return }
    let texts = try arrivalTexts()
    let moving = Set(moves.map { ExactText($0) })
    var changes: [StructureChange] = []
    for id in arrivals {
      guard let node = theirs.node(id: id), let text = texts[ExactText(id)] else { continue }
      guard let place = place(of: node, without: moving) else { continue }
      changes.append(.insert(object: text, at: place))
    }
    try restructure(changes, nil, &edit)
  }

  /// The texts of the objects that come in, without those that only moved into them.
  private func arrivalTexts() throws(SceneError) -> [ExactText: [UInt8]] {
    let copy = try theirs.copy()
    var known: [NodeIndex] = []
    for id in arrivals {
      guard let top = copy.node(id: id) else { continue }
      known += (top..<copy.afterSubtree(top)).filter { base.node(id: copy.id($0)) != nil }
    }
    _ = try copy.restructure(known.map { .remove($0) })
    var texts: [ExactText: [UInt8]] = [:]
    for id in arrivals { texts[ExactText(id)] = copy.node(id: id).map { Array(copy.objectText(of: $0)) } }
    return texts
  }

  /// Moves all at once where that is possible, and one after the other where one moves into another.
  private func move(_ edit: inout InverseEdit) throws(SceneError) {
    let moving = Set(moves.map { ExactText($0) })
    do throws(SceneError) {
      try restructure(moves.compactMap { move($0, without: moving) }, .place, &edit)
    } catch  where error.code == .editStructure {
      // In the order of their document what holds an object is in its place before that.
      var later = moving
      for id in moves {
        try restructure(move(id, without: later).map { [$0] } ?? [], .place, &edit)
        later.remove(ExactText(id))
      }
    }
  }

  private func move(_ id: String, without moving: Set<ExactText>) -> StructureChange? {
    guard let node = ours.node(id: id), let other = theirs.node(id: id) else { return nil }
    return place(of: other, without: moving).map { .move(node, to: $0) }
  }

  /// Where an object of theirs stands among ours: after the nearest of its siblings that stands there already.
  private func place(of node: NodeIndex, without moving: Set<ExactText>) -> ObjectPlace? {
    let parentID = theirs.parent(node).map { theirs.id($0) }
    let parent = parentID.flatMap { ours.node(id: $0) }
    guard parentID == nil || parent != nil else { return nil }
    var former: NodeIndex?
    for sibling in theirs.siblings(of: node) {
      if sibling == node { break }
      let id = theirs.id(sibling)
      if !moving.contains(ExactText(id)), let own = ours.node(id: id), ours.parent(own) == parent { former = own }
    }
    return former.map { .after($0) } ?? .first(in: parent)
  }

  private func call(_ edit: inout InverseEdit) throws(SceneError) {
    let classes = classes.compactMap { id, name in ours.node(id: id).map { StructureChange.setClass(name, of: $0) } }
    try restructure(classes, .className, &edit)
    let names = names.compactMap { id, name in ours.node(id: id).map { StructureChange.setName(name, of: $0) } }
    try restructure(names, .name, &edit)
  }

  // MARK: values

  private func store(_ edit: inout InverseEdit) throws(SceneError) {
    var palette: [PaletteChange] = []
    for change in colors {
      palette.append(change.new.map { .set(name: change.name, value: Array($0.utf8)) } ?? .remove(name: change.name))
    }
    if !palette.isEmpty {
      edit.add(.palette(try ours.applyToPalette(palette)))
      edit.colors.formUnion(colors.map(\.name))
    }
    for change in attributes {
      guard let node = ours.node(id: change.object) else { continue }
      let key = change.property
      let value: AttributeChange = change.new.map { .set(key: key, value: Array($0.utf8)) } ?? .remove(key: key)
      edit.add(try ours.apply([value], to: node))
      edit.properties.insert(key)
    }
  }
}
