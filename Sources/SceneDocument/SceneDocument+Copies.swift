import JSONText

extension SceneDocument {
  /// Returns an independent document of a snapshot's text, which belongs to no file.
  ///
  /// Both share text and index if the snapshot is of this document and no structural edit was made since, so that the
  /// new document costs next to nothing however large the scene is.
  ///
  /// - Parameter isCancelled: polled during the scan; if it returns true, the error is `cancelled`.
  package func document(
    of snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    if snapshot.original === original {
      let state = TextState(sharing: source.state, Overlay(snapshot.entries, of: snapshot.overlay))
      return SceneDocument(SceneIndex(sharing: index, of: state), of: self)
    }
    return try scanned(snapshot, isCancelled: isCancelled)
  }

  /// Returns an independent document with the same text, scanned again; it belongs to no file.
  package func copy() throws(SceneError) -> SceneDocument { try scanned(source.snapshot) }

  private func scanned(
    _ snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    // An original text is never changed, so any number of documents can share it.
    guard let text = snapshot.isAsRead ? snapshot.original : TextBytes(snapshot) else {
      throw SceneError(FileRefusal.noMemory(size: snapshot.count), file: name)
    }
    return try SceneDocument(text, nil, name: name, limits: limits, isCancelled: isCancelled)
  }

  /// Returns the changes that turn a snapshot as read into this document's text, for `TextReplay`.
  package func changes(from read: DocumentSnapshot) -> [UInt8] {
    let recorder = TextRecorder()
    let (start, end) = read.original.buffer.common(with: original.buffer)
    let text = UnsafeRawBufferPointer(rebasing: original.buffer[start..<original.count - end])
    recorder.note([(start..<read.original.count - end, text)], overlay.entries)
    return recorder.bytes
  }

  /// True if this document and another share one index: then their objects have the same numbers, and only attributes
  /// and palettes may differ.
  package func sharesIndex(with other: SceneDocument) -> Bool { nodes === other.nodes }
}
