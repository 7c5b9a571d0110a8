internal import JSONText
internal import SceneDocument

/// A ledger of the references that the steps of an edit may leave without a target. At the end of the edit, it warns of
/// the references that still have no target.
struct ReferenceLedger {
  /// A reference that a step may have left without a target.
  private struct Entry {
    /// The referring object, by its current number.
    var node: NodeIndex

    /// The id to which the object refers.
    var id: ExactText
    var step: Int

    /// True if the step removed the target of the reference; false if it inserted the reference.
    var isRemoval: Bool

    /// The index of the referring property; nil for a reference in a constraint.
    var property: Int?
  }

  private var entries: [Entry] = []

  /// The objects whose constraints the prepared changes set, with the ids in their former constraints.
  private var constrained: [NodeIndex: [ExactText]] = [:]

  /// Records the references to objects that the changes will remove, and the former references of objects whose
  /// constraints the changes will set.
  ///
  /// - Parameter step: returns the number of the step to which a change belongs, by the index of the change.
  mutating func prepare(for changes: [StructureChange], in model: SceneModel, step: (Int) -> Int) {
    let document = model.document
    constrained = [:]
    var gone = NodeSet()
    var steps: [ExactText: Int] = [:]
    let mayRefer = model.hasConstraints || model.hasReferences
    for (place, change) in changes.enumerated() {
      switch change {
      case .remove(let node) where mayRefer:
        for node in gone.insert(subtreeOf: node, in: document) { steps[ExactText(document.id(node))] = step(place) }
      case .setConstraints(_, let node): constrained[node] = document.targets(of: node)
      default: break
      }
    }
    for node in document.referrers(to: Set(steps.keys)) where !gone.contains(node) {
      for id in document.targets(of: node) {
        guard let step = steps[id] else { continue }
        entries.append(Entry(node: node, id: id, step: step, isRemoval: true))
      }
    }
    for reference in model.references(to: Set(steps.keys)) where !gone.contains(reference.node) {
      add(reference, step: steps[ExactText(reference.id)] ?? 0, isRemoval: true)
    }
  }

  /// Renumbers the objects after the changes, and records the new references.
  ///
  /// - Parameter step: returns the number of the step that inserted or changed an object, by the object's id and the
  ///   index of the change.
  mutating func follow(
    _ changes: [StructureChange], _ restore: StructureRestore, in model: SceneModel,
    step: (_ id: String, _ place: Int) -> Int
  ) {
    let document = model.document
    entries = entries.compactMap { entry in
      restore.map.new(entry.node).map { node in
        var entry = entry
        entry.node = node
        return entry
      }
    }
    // One scan finds the references to all objects with new classes.
    var reclassified: [ExactText: Int] = [:]
    for (place, change) in changes.enumerated() {
      guard let top = restore.nodes[place] else { continue }
      switch change {
      case .insert:
        for node in top..<document.afterSubtree(top) {
          let references = model.references(of: node)
          guard !references.isEmpty || document.hasConstraints(node) else { continue }
          let number = step(document.id(node), place)
          for reference in references { add(reference, step: number, isRemoval: false) }
          if document.hasConstraints(node) { add(node, in: document, besides: [], step: number) }
        }
      case .setClass where model.hasReferences:
        reclassified[ExactText(document.id(top))] = step(document.id(top), place)
      case .setConstraints(_, let node):
        add(top, in: document, besides: constrained[node] ?? [], step: step(document.id(top), place))
      default: break
      }
    }
    for reference in model.references(to: Set(reclassified.keys)) {
      add(reference, step: reclassified[ExactText(reference.id)] ?? 0, isRemoval: false)
    }
  }

  private mutating func add(_ node: NodeIndex, in document: SceneDocument, besides former: [ExactText], step: Int) {
    for id in document.targets(of: node) where !former.contains(id) {
      entries.append(Entry(node: node, id: id, step: step, isRemoval: false))
    }
  }

  private mutating func add(_ reference: PropertyReference, step: Int, isRemoval: Bool) {
    entries.append(
      Entry(
        node: reference.node, id: ExactText(reference.id), step: step, isRemoval: isRemoval,
        property: reference.place))
  }

  /// Records the references that a step sets.
  ///
  /// - Parameters:
  ///   - names: the names of the properties that the step sets, as the user typed them.
  ///   - nodes: the objects whose properties the step sets.
  mutating func set(_ names: [String], of nodes: [NodeIndex], in model: SceneModel, step: Int) {
    for (classID, nodes) in model.byClass(nodes) {
      guard case .known(let binding) = model.meaning(ofClass: classID), !binding.references.isEmpty else { continue }
      let places = Set(names.compactMap(binding.place(ofTyped:))).intersection(binding.references)
      guard !places.isEmpty else { continue }
      for node in nodes {
        for reference in model.references(of: node) where places.contains(reference.place) {
          add(reference, step: step, isRemoval: false)
        }
      }
    }
  }

  /// Records the references that an edit of an object sets.
  mutating func set(_ edit: ObjectEdit, in model: SceneModel, step: Int) {
    let places = Set(edit.cells.map(\.place))
    for reference in model.references(of: edit.node) where places.contains(reference.place) {
      add(reference, step: step, isRemoval: false)
    }
  }

  /// Returns the warnings about references without a target and references of properties to an object of an unsuitable
  /// class, sorted by step and then in document order.
  func warnings(in model: SceneModel) -> [(step: Int, warning: Diagnostic)] {
    var seen: Set<[Int]> = []
    var ids: [ExactText: Int] = [:]
    // The last step that touched a reference tells best why it has no target.
    let last = entries.enumerated().sorted { a, b in
      (a.element.step, a.element.node, a.offset) < (b.element.step, b.element.node, b.offset)
    }.map(\.element).reversed().filter { entry in
      if ids[entry.id] == nil { ids[entry.id] = ids.count }
      return seen.insert([entry.node.number, ids[entry.id] ?? 0, entry.property ?? -1]).inserted
    }
    return last.reversed().flatMap { entry in warnings(about: entry, in: model).map { (entry.step, $0.withoutPlace) } }
  }

  private func warnings(about entry: Entry, in model: SceneModel) -> [Diagnostic] {
    let isMissing = model.document.node(id: entry.id.text) == nil
    guard let property = entry.property else {
      return isMissing
        ? model.danglingConstraints(of: entry.node, to: entry.id, isRemoved: entry.isRemoval) : []
    }
    let isMeant = { (reference: PropertyReference) in
      reference.place == property && ExactText(reference.id) == entry.id
    }
    guard isMissing, entry.isRemoval else { return model.danglingReferences(of: entry.node, where: isMeant) }
    return model.references(of: entry.node).filter(isMeant).map(model.orphaned)
  }
}

extension SceneDocument {
  /// Returns the ids that an object's constraints refer to.
  fileprivate func targets(of node: NodeIndex) -> [ExactText] {
    var ids: [ExactText] = []
    forEachReference(of: node) { reference, _ in ids.append(ExactText(reference.id)) }
    return ids
  }
}
