package import SceneDocument

// Edits change the text of a scene, and undo such changes, only with these functions.
extension SceneModel {
  /// Applies changes to an object's attributes, all or none, and returns the record that undoes them. Throws if a
  /// change is refused.
  package func write(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> SpliceRestore {
    try document.apply(changes, to: node)
  }

  /// Removes an override that applies to no object, and returns the record that undoes the removal.
  package func revertUnreached(
    _ key: String, of address: String, in placeholder: NodeIndex
  ) throws(SceneError) -> SpliceRestore {
    try document.revertUnreached(key, of: address, in: placeholder)
  }

  /// Changes attributes of an object, calls `body` with the undo record, undoes the change, and returns the result of
  /// `body`. Throws, without calling `body`, if a change is refused.
  package func trying<R>(
    _ changes: [AttributeChange], on node: NodeIndex, _ body: (SpliceRestore) -> R
  ) throws(SceneError) -> R {
    try document.trying(changes, on: node, body)
  }

  /// Calls `body`, and frees the memory that its changes of attributes and palette used. The closure must undo all
  /// these changes itself.
  package func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R { try document.forgetting(body) }

  /// Applies changes to the palette, all or none, and returns the record that undoes them. Throws if a change is
  /// refused.
  package func write(palette changes: [AttributeChange]) throws(SceneError) -> SpliceRestore {
    try document.applyToPalette(changes)
  }

  /// Applies changes to objects and their order, all or none, and returns the record that undoes them. Throws if a
  /// change is refused.
  package func write(_ changes: [StructureChange]) throws(SceneError) -> StructureRestore {
    try document.restructure(changes)
  }

  /// Replaces the whole text of the scene, and returns the record that undoes the change.
  package func write(text: [UInt8]) throws(SceneError) -> StructureRestore { try document.replaceText(with: text) }

  /// Replaces the whole text of the scene by a prepared one, and returns the record that undoes the change. Does
  /// nothing and returns nil if the text has changed since the preparation.
  package func write(_ text: PreparedText) -> StructureRestore? { document.replaceText(with: text) }

  /// Undoes a change of attributes or of the palette, and returns the record that redoes it.
  package func restore(_ restore: SpliceRestore) -> SpliceRestore { document.restore(restore) }

  /// Undoes a change of structure or of the whole text, and returns the record that redoes it.
  package func restore(_ restore: StructureRestore) throws(SceneError) -> StructureRestore {
    try document.restore(restore)
  }
}
