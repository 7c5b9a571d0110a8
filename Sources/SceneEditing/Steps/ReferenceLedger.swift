internal import JSONText
internal import SceneDocument

/// A ledger of the references that the steps of an edit may leave without a target. At the end of the edit, it warns of
/// the references that still have no target.
struct ReferenceLedger {
  /// A reference that a step may have left without a target.
  private struct Entry {
    /// The object that holds the reference, by its current number.
    var node: NodeIndex

    /// The id to which the object refers.
    var id: ExactText
    var step: Int

    /// True if the step removed the target of the reference; false if it inserted the reference.
    var isRemoval: Bool
  }

  private var entries: [Entry] = []

  /// The objects whose constraints the prepared changes set, with the ids in their former constraints.
  private var constrained: [NodeIndex: [ExactText]] = [:]

  /// Records the references to objects that the changes are going to remove, and the former references of objects whose
  /// constraints the changes are going to set.
  ///
  /// - Parameter step: returns the number of the step to which a change belongs, by the index of the change.
  mutating func prepare(for changes: [StructureChange], in document: SceneDocument, step: (Int) -> Int) {
    constrained = [:]
    var gone = NodeSet()
    var steps: [ExactText: Int] = [:]
    let mayRefer = document.hasConstraints
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
  }

  /// Renumbers the objects after the changes were made, and records the new references.
  ///
  /// - Parameter step: returns the number of the step that inserted or changed an object, by the object's id and the
  ///   index of the change.
  mutating func follow(
    _ changes: [StructureChange], _ restore: StructureRestore, in document: SceneDocument,
    step: (_ id: String, _ place: Int) -> Int
  ) {
    entries = entries.compactMap { entry in
      restore.map.new(entry.node).map {
        Entry(node: $0, id: entry.id, step: entry.step, isRemoval: entry.isRemoval)
      }
    }
    for (place, change) in changes.enumerated() {
      guard let top = restore.nodes[place] else { continue }
      switch change {
      case .insert:
        for node in top..<document.afterSubtree(top) where document.hasConstraints(node) {
          add(node, in: document, besides: [], step: step(document.id(node), place))
        }
      case .setConstraints(_, let node):
        add(top, in: document, besides: constrained[node] ?? [], step: step(document.id(top), place))
      default: break
      }
    }
  }

  private mutating func add(_ node: NodeIndex, in document: SceneDocument, besides former: [ExactText], step: Int) {
    for id in document.targets(of: node) where !former.contains(id) {
      entries.append(Entry(node: node, id: id, step: step, isRemoval: false))
    }
  }

  /// Returns the warnings about references without a target, sorted by step and then in document order.
  func warnings(in model: SceneModel) -> [(step: Int, warning: Diagnostic)] {
    var seen: [NodeIndex: Set<ExactText>] = [:]
    let dangling = entries.enumerated().sorted { a, b in
      (a.element.step, a.element.node, a.offset) < (b.element.step, b.element.node, b.offset)
    }.map(\.element).filter { entry in
      model.document.node(id: entry.id.text) == nil && seen[entry.node, default: []].insert(entry.id).inserted
    }
    return dangling.flatMap { entry in
      model.danglingConstraints(of: entry.node, to: entry.id, isRemoved: entry.isRemoval).map {
        (entry.step, $0.withoutPlace)
      }
    }
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
