internal import JSONText
internal import SceneDocument

/// Notes the references that the steps of an edit may leave without an object, for warnings of those that are so at its end.
struct ReferenceLedger {
  /// References of one object to another, by the object's number now.
  private struct Entry {
    var reference: Reference
    var step: Int

    /// True if the object that is referred to was there, and was removed.
    var isRemoval: Bool
  }

  private struct Reference: Hashable {
    var node: NodeIndex
    var id: ExactText
  }

  private var entries: [Entry] = []

  /// The objects that the next step gives constraints, with the ids that they referred to.
  private var constrained: [NodeIndex: [ExactText]] = [:]

  /// Notes the references that changes are going to take the object from, or to replace.
  ///
  /// - Parameter step: answers the number of the step of a change, by its place.
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
        entries.append(Entry(reference: Reference(node: node, id: id), step: step, isRemoval: true))
      }
    }
  }

  /// Follows changes that were made, and notes the references that are new.
  ///
  /// - Parameter step: answers the number of the step of a change, by the id of the object that it brings, and by its place.
  mutating func follow(
    _ changes: [StructureChange], _ restore: StructureRestore, in document: SceneDocument,
    step: (_ id: String, _ place: Int) -> Int
  ) {
    entries = entries.compactMap { entry in
      restore.map.new(entry.reference.node).map { node in
        var entry = entry
        entry.reference.node = node
        return entry
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
      entries.append(Entry(reference: Reference(node: node, id: id), step: step, isRemoval: false))
    }
  }

  /// The references without an object, in the order of the steps and of the document.
  func warnings(in model: SceneModel) -> [(step: Int, warning: Diagnostic)] {
    var seen: Set<Reference> = []
    let dangling = entries.enumerated().sorted { a, b in
      (a.element.step, a.element.reference.node, a.offset) < (b.element.step, b.element.reference.node, b.offset)
    }.map(\.element).filter { entry in
      model.document.node(id: entry.reference.id.text) == nil && seen.insert(entry.reference).inserted
    }
    return dangling.flatMap { entry in
      model.danglingConstraints(of: entry.reference.node, to: entry.reference.id, isRemoved: entry.isRemoval).map {
        (entry.step, $0.withoutPlace)
      }
    }
  }
}

extension SceneDocument {
  /// The ids that an object's constraints refer to.
  fileprivate func targets(of node: NodeIndex) -> [ExactText] {
    var ids: [ExactText] = []
    forEachReference(of: node) { reference, _ in ids.append(ExactText(reference.id)) }
    return ids
  }
}
