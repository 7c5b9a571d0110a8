internal import SceneDocument

/// The scene changes that may affect a list, by the objects' current numbers.
struct LiveNews {
  /// The objects whose values, class, id, name or place changed, and new objects.
  private(set) var touched: Set<NodeIndex> = []

  /// The objects that a person moved.
  private(set) var dragged: Set<NodeIndex> = []

  /// The mapping from former to current numbers; nil if no number changed.
  private(set) var map: NodeMap?

  /// True if any object may be affected.
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
      // A new id changes the column `parent` of the object's children.
      if aspects.contains(.id) { isEverything = true }
    }
    // Any attribute may name a color that a selector compares.
    if !change.colors.isEmpty { isEverything = true }
  }

  /// Returns all affected objects: also descendants that read a changed parent, and those that layout may move.
  func concerned(in model: SceneModel, readsLayout: Bool) -> Set<NodeIndex> {
    var concerned = touched
    if !touched.isEmpty, model.hasParentReaders {
      concerned.formUnion(DependentBuilds.readers(below: NodeSet(touched), in: model))
    }
    return readsLayout ? model.document.laidOut(with: concerned) : concerned
  }
}
