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

  /// Notes who refers to objects that steps are going to remove.
  ///
  /// - Parameter gone: the objects, with all that they hold, and the step that removes each.
  mutating func remove(_ gone: [NodeIndex: Int], in document: SceneDocument) {
    guard !gone.isEmpty else { return }
    let steps = Dictionary(
      gone.map { (ExactText(document.id($0.key)), $0.value) }, uniquingKeysWith: { first, _ in first })
    for node in document.referrers(to: Set(steps.keys)) where gone[node] == nil {
      for id in document.targets(of: node) {
        guard let step = steps[id] else { continue }
        entries.append(Entry(reference: Reference(node: node, id: id), step: step, isRemoval: true))
      }
    }
  }

  /// Notes whom an object refers to that did not before.
  ///
  /// - Parameter former: whom it referred to before the step.
  mutating func add(_ node: NodeIndex, in document: SceneDocument, besides former: [ExactText] = [], step: Int) {
    for id in document.targets(of: node) where !former.contains(id) {
      entries.append(Entry(reference: Reference(node: node, id: id), step: step, isRemoval: false))
    }
  }

  /// Follows a step that was made.
  mutating func follow(_ map: NodeMap) {
    entries = entries.compactMap { entry in
      map.new(entry.reference.node).map { node in
        var entry = entry
        entry.reference.node = node
        return entry
      }
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
  func targets(of node: NodeIndex) -> [ExactText] {
    var ids: [ExactText] = []
    forEachReference(of: node) { reference, _ in ids.append(ExactText(reference.id)) }
    return ids
  }
}
