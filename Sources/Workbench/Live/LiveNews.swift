internal import SceneDocument

/// What changes of a scene can have done to a list, by the numbers that objects have after them.
struct LiveNews {
  /// Objects whose values, class, id, name or place are others, and new ones.
  private(set) var touched: Set<NodeIndex> = []

  /// Objects that a person moved.
  private(set) var dragged: Set<NodeIndex> = []

  /// Which number each object had and has; nil where numbers stay.
  private(set) var map: NodeMap?

  /// Whether any object may be concerned.
  private(set) var isEverything = false

  mutating func add(_ change: SceneChange) {
    if let next = change.map {
      touched = Set(touched.compactMap(next.new))
      dragged = Set(dragged.compactMap(next.new))
      for range in next.added { touched.formUnion(range) }
      map = map?.followed(by: next) ?? next
    }
    touched.formUnion(change.nodes)
    touched.formUnion(change.structure.keys)
    for (node, aspects) in change.structure {
      if aspects.contains(.place) { dragged.insert(node) }
      // A new id stands in the column `parent` of what the object holds.
      if aspects.contains(.id) { isEverything = true }
    }
    // Any attribute may name a colour, and be compared with it in a selector.
    if !change.colors.isEmpty { isEverything = true }
  }

  /// What else follows: descendants that read their parent, whose values are others without an edit of their own, and those
  /// that layout may put elsewhere.
  func concerned(in model: SceneModel, readsLayout: Bool) -> Set<NodeIndex> {
    var concerned = touched
    if !touched.isEmpty, model.hasParentReaders {
      concerned.formUnion(DependentBuilds.readers(below: NodeSet(touched), in: model))
    }
    return readsLayout ? model.document.laidOut(with: concerned) : concerned
  }
}
