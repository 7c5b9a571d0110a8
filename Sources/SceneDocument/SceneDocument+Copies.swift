import JSONText

extension SceneDocument {
  /// Returns an independent document with the text of a snapshot. The new document has no file.
  ///
  /// The new document shares this document's text and index if the snapshot was taken from this document and no
  /// structural edit was made since. The cost is then independent of the scene's size.
  ///
  /// - Parameter isCancelled: polled during the scan; if it returns true, the error is `cancelled`.
  package func document(
    of snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    if let composition {
      return try composition.written.document(of: snapshot, isCancelled: isCancelled)
        .composed(by: composition.finder, isCancelled: isCancelled)
    }
    if snapshot.original === original {
      let state = TextState(sharing: source.state, Overlay(snapshot.entries, of: snapshot.overlay))
      return SceneDocument(SceneIndex(sharing: index, of: state), of: self)
    }
    return try scanned(snapshot, isCancelled: isCancelled)
  }

  /// Returns an independent document with the same text, which is scanned again. The new document has no file.
  package func copy() throws(SceneError) -> SceneDocument {
    guard let composition else { return try scanned(source.snapshot) }
    return try composition.written.copy().composed(by: composition.finder)
  }

  /// True if no value of the document's own text was edited since the text was read or replaced as a whole.
  package var isTextAsRead: Bool { written.source.snapshot.isAsRead }

  private func scanned(
    _ snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    // An original text is never changed, so any number of documents can share it.
    guard let text = snapshot.isAsRead ? snapshot.original : TextBytes(snapshot) else {
      throw SceneError(FileRefusal.noMemory(size: snapshot.count), file: name)
    }
    let document = try SceneDocument(
      text, nil, name: name, of: formats, limits: limits, isCancelled: isCancelled)
    document.isWritten = isWritten
    return document
  }

  /// Returns the changes that turn the original text of a snapshot into this document's text, encoded for `TextReplay`.
  package func changes(from read: DocumentSnapshot) -> [UInt8] {
    if let composition { return composition.written.changes(from: read) }
    let recorder = TextRecorder()
    let original = source.original
    let (start, end) = read.original.buffer.common(with: original.buffer)
    let text = UnsafeRawBufferPointer(rebasing: original.buffer[start..<original.count - end])
    recorder.note([(start..<read.original.count - end, text)], source.overlay.shared())
    return recorder.bytes
  }

  /// Returns true if both documents share one index. Their objects then have the same numbers, and only attributes and
  /// palettes may differ.
  package func sharesIndex(with other: SceneDocument) -> Bool { nodes === other.nodes }
}
