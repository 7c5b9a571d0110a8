import JSONText

// Attributes and colours as they were before an edit, read without undoing it.
extension SceneDocument {
  /// Returns the JSON text that an attribute had before an edit of its object; nil if the object did not have the
  /// attribute.
  ///
  /// - Parameter restore: the undo record of the edit, which must belong to the current ``generation``.
  package func attribute(_ key: String, before restore: SpliceRestore) -> [UInt8]? {
    formerAttributes(restore).flatMap { TrustedText.member(key, of: $0) }.map { Array($0.value) }
  }

  /// Calls `body` with each attribute that an object had before an edit, in the order of the text, until `body` returns
  /// false.
  ///
  /// - Parameter restore: the undo record of the edit, which must belong to the current ``generation``.
  package func forEachAttribute(
    before restore: SpliceRestore, _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) {
    if let former = formerAttributes(restore) { TrustedText.forEachMember(former, body) }
  }

  private func formerAttributes(_ restore: SpliceRestore) -> UnsafePointer<UInt8>? {
    precondition(restore.isOf(generation), "a structural edit was made since; look at the former document")
    return restore.former.map { attributes(of: restore.node, in: $0) } ?? originalAttributes(restore.node)
  }

  /// Returns the JSON text that a palette colour had before a palette edit; nil if there was no colour of this name.
  package func color(_ name: String, before restore: SpliceRestore) -> [UInt8]? {
    precondition(restore.isOf(generation), "a structural edit was made since; look at the former document")
    return editedPalette(with: restore.former).last { $0.name == name }?.value
  }

  /// Returns the current JSON text of a palette colour; nil if there is no colour of this name.
  package func color(_ name: String) -> [UInt8]? { editedPalette().last { $0.name == name }?.value }
}
