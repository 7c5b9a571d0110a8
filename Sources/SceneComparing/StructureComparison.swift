internal import JSONText
internal import SceneDocument

extension ObjectMatching {
  /// Returns the structural differences between the two scenes.
  ///
  /// - Parameter job: ends it early; the result then means nothing.
  func structure(under job: InspectorJob? = nil) -> [StructureDifference] {
    guard !isIdentity else { return [] }
    var differences: [StructureDifference] = []
    func add(_ kind: StructureDifference.Kind, _ node: NodeIndex, _ document: SceneDocument, count: Int = 1) {
      differences.append(
        StructureDifference(
          kind: kind, object: document.id(node), className: document.className(node), count: count))
    }
    var (oldSites, newSites) = (ObjectSites(old), ObjectSites(new))
    let arrived = Set(arrivals)
    let moved = moved
    for node in new.objects {
      if job?.isCancelled(at: node.number) == true { return [] }
      guard let other = self.old(node) else {
        guard arrived.contains(node) else { continue }
        let count = (node..<new.afterSubtree(node)).count { isNew($0) }
        add(.inserted(newSites.site(of: node)), node, new, count: count)
        continue
      }
      if moved.contains(node) { add(.moved(from: oldSites.site(of: other), to: newSites.site(of: node)), node, new) }
      let (className, name) = (old.className(other), old.objectName(other))
      if !className.isExactly(new.className(node)) { add(.className(old: className), node, new) }
      if name.map(ExactText.init) != new.objectName(node).map(ExactText.init) {
        add(.name(old: name, new: new.objectName(node)), node, new)
      }
    }
    for node in departures {
      let count = (node..<old.afterSubtree(node)).count { isGone($0) }
      add(.removed(oldSites.site(of: node)), node, old, count: count)
    }
    return differences
  }
}

/// The parents and positions of a scene's objects.
private struct ObjectSites {
  private let document: SceneDocument

  /// The number of siblings before each object; counted on first use.
  private lazy var places = Self.places(document)

  init(_ document: SceneDocument) { self.document = document }

  mutating func site(of node: NodeIndex) -> StructureDifference.Site {
    StructureDifference.Site(parent: document.parent(node).map { document.id($0) }, index: Int(places[node.number]))
  }

  private static func places(_ document: SceneDocument) -> [UInt32] {
    var places = [UInt32](repeating: 0, count: document.objectCount)
    func count(_ children: some Sequence<NodeIndex>) {
      for (place, child) in children.enumerated() { places[child.number] = UInt32(place) }
    }
    count(document.roots)
    for node in document.objects where document.firstChild(node) != nil { count(document.children(node)) }
    return places
  }
}
