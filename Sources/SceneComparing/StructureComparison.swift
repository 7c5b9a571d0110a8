internal import JSONText
internal import SceneDocument

extension ObjectMatching {
  /// Returns the structural differences between the two scenes, in the order of the new scene with removed objects
  /// last.
  ///
  /// - Parameter job: a job whose cancellation ends the comparison early; the result is then empty.
  func structure(under job: InspectorJob? = nil) -> [StructureDifference] {
    guard !isIdentity else { return [] }
    var differences: [StructureDifference] = []
    func add(_ kind: StructureDifference.Kind, _ node: NodeIndex, _ document: SceneDocument, count: Int = 1) {
      differences.append(
        StructureDifference(kind: kind, object: document.id(node), className: document.className(node), count: count))
    }
    let (arrived, departed, moved) = (Set(arrivals), departures, moved)
    // Indexes are computed only for removed, moved and inserted objects. Most comparisons have none, and count no
    // siblings.
    let oldIndexes = old.outline.indexes(of: Set(departed + moved.compactMap { self.old($0) }))
    let newIndexes = new.outline.indexes(of: moved.union(arrived))
    func site(_ node: NodeIndex, _ document: SceneDocument, _ indexes: [NodeIndex: Int]) -> StructureDifference.Site {
      .init(parent: document.parent(node).map { document.id($0) }, index: indexes[node] ?? 0)
    }
    for node in new.objects {
      if job?.isCancelled(at: node.number) == true { return [] }
      guard let other = self.old(node) else {
        guard arrived.contains(node) else { continue }
        let count = (node..<new.afterSubtree(node)).count { isNew($0) }
        add(.inserted(site(node, new, newIndexes)), node, new, count: count)
        continue
      }
      if moved.contains(node) {
        add(.moved(from: site(other, old, oldIndexes), to: site(node, new, newIndexes)), node, new)
      }
      let (className, name) = (old.className(other), old.objectName(other))
      if !className.isExactly(new.className(node)) { add(.className(old: className), node, new) }
      if name.map(ExactText.init) != new.objectName(node).map(ExactText.init) {
        add(.name(old: name, new: new.objectName(node)), node, new)
      }
    }
    for node in departed {
      let count = (node..<old.afterSubtree(node)).count { isGone($0) }
      add(.removed(site(node, old, oldIndexes)), node, old, count: count)
    }
    return differences
  }
}
