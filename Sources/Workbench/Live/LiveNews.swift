internal import SceneDocument

/// A summary of several scene changes for a list: the affected objects, by their current node numbers.
struct LiveNews {
  /// The objects whose values, class, id, name or place changed, and new objects.
  private(set) var touched: Set<NodeIndex> = []

  /// The objects that the user moved.
  private(set) var dragged: Set<NodeIndex> = []

  /// The map from former to current node numbers; nil if no number changed.
  private(set) var map: NodeMap?

  /// True if the changes may affect objects other than ``touched``, anywhere in the scene.
  private(set) var isEverything = false

  /// Adds the next change. Changes must be added in the order in which they were made.
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
    // Any attribute may name a colour that a selector compares.
    if !change.colors.isEmpty { isEverything = true }
  }

  /// Returns all affected objects: the touched ones, the descendants that read a changed parent and, if the list reads
  /// layout, the objects that layout may move.
  func concerned(in model: SceneModel, readsLayout: Bool) -> Set<NodeIndex> {
    var concerned = touched
    if !touched.isEmpty, model.hasParentReaders {
      concerned.formUnion(DependentBuilds.readers(below: NodeSet(touched), in: model))
    }
    return readsLayout ? model.document.laidOut(with: concerned) : concerned
  }
}
