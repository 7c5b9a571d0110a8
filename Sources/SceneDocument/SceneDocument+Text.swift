extension SceneDocument {
  /// Calls `body` with the document's text as it is now, piece by piece: what was read, and what replaces it.
  public func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    try snapshot.withPieces(body)
  }

  /// The document's text as it is now.
  public func bytes() -> [UInt8] { snapshot.bytes() }
}
