package import SceneDocument

/// The inverse of an edit: the records that restore the document to its state before the edit.
package struct InverseEdit {
  /// One part of the edit. Objects are renumbered only by structural parts.
  package enum Part {
    case objects([SpliceRestore])
    case palette(SpliceRestore)
    case structure(StructureRestore)
  }

  /// The parts, in the order of execution.
  package var parts: [Part] { open.isEmpty ? sealed : sealed + [.objects(open)] }

  private var sealed: [Part] = []

  /// The changes of objects after the sealed parts.
  private var open: [SpliceRestore] = []
  package var properties: Set<String> = []
  package var colors: Set<String> = []

  /// The changed aspects of objects, such as place, id, class or name, keyed by the objects' numbers after the edit.
  package var structure: [NodeIndex: Set<SceneChange.Aspect>] = [:]

  /// The objects whose runtime attributes changed, or whose attributes changed because the whole text was replaced, by
  /// their numbers after the edit. No part of kind `objects` records these changes.
  package var rewritten: [NodeIndex] = []

  /// True if the scene's templates have changed since the edit, so that its object numbers are no longer valid.
  /// Inverting the edit then counts as a change of all objects.
  package private(set) var isOfFormerTemplates = false

  /// Records that the scene's templates have changed since the edit.
  package mutating func forgetObjects() { (isOfFormerTemplates, structure, rewritten) = (true, [:], []) }

  package init() {}

  package var isEmpty: Bool { sealed.isEmpty && open.isEmpty }

  /// Adds the record that restores one object.
  package mutating func add(_ object: SpliceRestore) { open.append(object) }

  package mutating func add(_ part: Part) {
    if case .objects(let objects) = part {
      open += objects
    } else {
      seal()
      sealed.append(part)
    }
  }

  private mutating func seal() {
    if !open.isEmpty { sealed.append(.objects(open)) }
    open = []
  }

  /// Appends the inverse of an edit that followed this one.
  package mutating func append(_ next: InverseEdit) {
    // Lists of restores are not joined: each edit would copy the first list again.
    seal()
    sealed += next.sealed
    open = next.open
    if isOfFormerTemplates || next.isOfFormerTemplates {
      properties.formUnion(next.properties)
      colors.formUnion(next.colors)
      return forgetObjects()
    }
    let map = next.map
    rewritten = rewritten.compactMap { node in map.map { $0.new(node) } ?? node } + next.rewritten
    properties.formUnion(next.properties)
    colors.formUnion(next.colors)
    if let map { structure = structure.moved(by: map) }
    structure.merge(next.structure) { $0.union($1) }
  }

  /// Calls `body` with the first restore record of each of `nodes` after the last structural part. Objects without a
  /// record are skipped.
  func forEachFirstRestore(among nodes: NodeSet, _ body: (SpliceRestore) -> Void) {
    guard !nodes.isEmpty else { return }
    var seen = NodeSet()
    func take(_ restores: [SpliceRestore]) {
      for restore in restores where nodes.contains(restore.node) && seen.insert(restore.node) { body(restore) }
    }
    let structural = sealed.lastIndex { if case .structure = $0 { true } else { false } }
    for case .objects(let restores) in sealed[((structural ?? -1) + 1)...] { take(restores) }
    take(open)
  }

  /// The restore records of an edit that changes only attributes; nil for other edits.
  private var restores: [SpliceRestore]? {
    if sealed.isEmpty { return open.isEmpty ? nil : open }
    guard sealed.count == 1, open.isEmpty, case .objects(let restores) = sealed[0] else { return nil }
    return restores
  }

  /// The only object that the edit changed, by its number after the edit; nil if it changed none or several.
  package var onlyNode: NodeIndex? {
    guard let restores else {
      return sealed.count == 1 && open.isEmpty && structure.count == 1 ? structure.keys.first : nil
    }
    let first = restores.first?.node
    return restores.allSatisfy { $0.node == first } ? first : nil
  }

  /// Returns true if a later edit sets the same properties of the same objects. Either edit may affect only a subset of
  /// the objects, because an edit has no record of an object that already stored the new values.
  package func covers(_ next: InverseEdit) -> Bool {
    guard properties == next.properties, !isOfFormerTemplates, let first = restores, let second = next.restores else {
      return false
    }
    let (nodes, others) = (Set(first.map(\.node)), Set(second.map(\.node)))
    return nodes.isSubset(of: others) || others.isSubset(of: nodes)
  }

  /// Merges the inverse of a later edit, so that this inverse restores the state before both edits. If both edits
  /// change only attributes, keeps one record for each object.
  package mutating func merge(_ next: InverseEdit) {
    guard let first = restores, let second = next.restores else { return append(next) }
    let known = Set(first.map(\.node))
    let new = second.filter { !known.contains($0.node) }
    if !new.isEmpty { (sealed, open) = ([], first + new) }
  }

  /// True if the edit changed colours of the palette.
  package var concernsPalette: Bool {
    !colors.isEmpty || parts.contains { if case .palette = $0 { true } else { false } }
  }

  /// The renumbering of objects by the edit; nil if no number changed.
  package var map: NodeMap? {
    var map: NodeMap?
    for case .structure(let restore) in parts { map = map?.followed(by: restore.map) ?? restore.map }
    return map
  }

  /// The objects whose attributes changed, by their numbers after the edit. An object may occur several times.
  package var nodes: [NodeIndex] {
    var nodes: [NodeIndex] = []
    for part in parts {
      switch part {
      case .objects(let restores): nodes += restores.lazy.map(\.node)
      case .palette: break
      case .structure(let restore): nodes = nodes.compactMap(restore.map.new)
      }
    }
    nodes += rewritten
    return nodes
  }

  /// Undoes the edit in the document, and returns the edit that redoes it. If memory runs out, the method throws an
  /// error and leaves the document unchanged.
  package func inverted(on model: SceneModel) throws(Diagnostic) -> InverseEdit {
    var inverse = InverseEdit()
    inverse.properties = properties
    inverse.colors = colors
    do throws(SceneError) {
      for part in parts.reversed() { inverse.add(try Self.made(part, on: model)) }
    } catch {
      // Going back needs no more memory than the document had before.
      for part in inverse.parts.reversed() { _ = try? Self.made(part, on: model) }
      throw Diagnostic(error)
    }
    if isOfFormerTemplates {
      inverse.rewritten = Array(model.document.objects)
      return inverse
    }
    let map = map
    inverse.rewritten = rewritten.compactMap { node in map.map { $0.old(node) } ?? node }
    for (node, aspects) in structure {
      if let node = map.map({ $0.old(node) }) ?? node { inverse.structure[node] = aspects }
    }
    return inverse
  }

  /// Undoes the finished parts of an abandoned edit.
  package func undo(on model: SceneModel) {
    var edit = self
    edit.undo(to: Mark(parts: 0, objects: 0), on: model)
  }

  /// A point in the progress of an edit, to which it can be undone.
  struct Mark {
    fileprivate var parts: Int
    fileprivate var objects: Int
  }

  var mark: Mark { Mark(parts: sealed.count, objects: open.count) }

  /// Returns the objects whose attributes changed since `mark`; if a palette or structural part was added since then,
  /// returns the objects that the whole edit changed.
  func changed(since mark: Mark) -> [NodeIndex] {
    sealed.count == mark.parts ? open[mark.objects...].map(\.node) : nodes
  }

  /// Undoes the changes made since `mark`.
  mutating func undo(to mark: Mark, on model: SceneModel) {
    while sealed.count > mark.parts {
      for restore in open.reversed() { _ = model.restore(restore) }
      open = []
      let last = sealed.removeLast()
      if case .objects(let objects) = last { open = objects } else { _ = try? Self.made(last, on: model) }
    }
    for restore in open[mark.objects...].reversed() { _ = model.restore(restore) }
    open.removeLast(open.count - mark.objects)
  }

  private static func made(_ part: Part, on model: SceneModel) throws(SceneError) -> Part {
    switch part {
    case .objects(let restores): .objects(restores.reversed().map { model.restore($0) })
    case .palette(let restore): .palette(model.restore(restore))
    case .structure(let restore): .structure(try model.restore(restore))
    }
  }
}

extension Dictionary where Key == NodeIndex {
  /// Returns the same values, keyed by the objects' numbers after a structural edit. Values of removed objects are left
  /// out.
  func moved(by map: NodeMap) -> Self {
    if map.isIdentity || isEmpty { return self }
    return reduce(into: [:]) { moved, entry in
      if let node = map.new(entry.key) { moved[node] = entry.value }
    }
  }
}
