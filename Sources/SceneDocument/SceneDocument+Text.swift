extension SceneDocument {
  /// Calls `body` with the document's text as it is now, piece by piece: what was read, and what replaces it.
  public func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    var offset = 0
    for entry in overlay.sorted {
      if entry.start > offset {
        try body(UnsafeRawBufferPointer(start: base + offset, count: entry.start - offset))
      }
      try body(entry.text)
      offset = entry.end
    }
    if source.count > offset { try body(UnsafeRawBufferPointer(start: base + offset, count: source.count - offset)) }
  }

  /// The document's text as it is now.
  public func bytes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    withPieces { text += $0 }
    return text
  }
}
