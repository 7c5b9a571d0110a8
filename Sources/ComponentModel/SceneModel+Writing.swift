package import SceneDocument

// Edits change the text of a scene, and undo such changes, only with these functions. A scene of several documents will
// find the document of each change here.
extension SceneModel {
  /// Changes attributes of an object, all or none, and returns the record that undoes it.
  package func write(_ changes: [AttributeChange], to node: NodeIndex) throws(SceneError) -> SpliceRestore {
    try document.apply(changes, to: node)
  }

  /// Changes attributes of an object, calls `body` with the undo record, and undoes the change.
  package func trying<R>(
    _ changes: [AttributeChange], on node: NodeIndex, _ body: (SpliceRestore) -> R
  ) throws(SceneError) -> R {
    try document.trying(changes, on: node, body)
  }

  /// Calls `body`, which undoes all changes of attributes and palette that it makes, and frees the memory used for
  /// them.
  package func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R { try document.forgetting(body) }

  /// Changes the palette, wholly or not at all, and returns the record that undoes it.
  package func write(palette changes: [AttributeChange]) throws(SceneError) -> SpliceRestore {
    try document.applyToPalette(changes)
  }

  /// Changes objects and their order, all or nothing, and returns the record that undoes it.
  package func write(_ changes: [StructureChange]) throws(SceneError) -> StructureRestore {
    try document.restructure(changes)
  }

  /// Replaces the whole text, and returns the record that undoes it.
  package func write(text: [UInt8]) throws(SceneError) -> StructureRestore { try document.replaceText(with: text) }

  /// Undoes a change of attributes or of the palette, and returns the record that redoes it.
  package func restore(_ restore: SpliceRestore) -> SpliceRestore { document.restore(restore) }

  /// Undoes a change of structure or of the whole text, and returns the record that redoes it.
  package func restore(_ restore: StructureRestore) throws(SceneError) -> StructureRestore {
    try document.restore(restore)
  }
}
