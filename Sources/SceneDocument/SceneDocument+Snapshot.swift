extension SceneDocument {
  /// The text as it is now.
  package var snapshot: DocumentSnapshot { DocumentSnapshot(state, name: name) }

  /// A document of a snapshot's text, which belongs to no file. It can be edited by itself.
  ///
  /// Where the snapshot is of this document, and no structural edit was made since, text and index are shared by both, so
  /// that it costs next to nothing however large the scene is.
  ///
  /// - Parameter isCancelled: is called now and then; where it returns true, the error is `cancelled`.
  package func document(
    of snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    if snapshot.source === source { return SceneDocument(SceneState(sharing: state, snapshot), of: self) }
    return try scanned(snapshot, isCancelled: isCancelled)
  }

  /// A document of its own with the same text, scanned again; it belongs to no file.
  package func copy() throws(SceneError) -> SceneDocument { try scanned(snapshot) }

  private func scanned(
    _ snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    // A text that was read is never changed, so it can be any number of documents'.
    guard let text = snapshot.isAsRead ? snapshot.source : SceneBytes(snapshot) else {
      throw SceneError(FileRefusal.noMemory(size: snapshot.count), file: name)
    }
    return try SceneDocument(text, nil, name: name, limits: limits, isCancelled: isCancelled)
  }

  /// What makes this document's text of one that was read, for `TextReplay`.
  package func changes(from read: DocumentSnapshot) -> [UInt8] {
    let recorder = TextRecorder()
    let (start, end) = read.source.buffer.common(with: source.buffer)
    let text = UnsafeRawBufferPointer(rebasing: source.buffer[start..<source.count - end])
    recorder.note([.init(start: start, end: read.source.count - end, text: text)], overlay.entries)
    return recorder.bytes
  }

  /// Whether this document and another have one index: then their objects are the same, by the same numbers, and only
  /// attributes and palettes may differ.
  package func sharesIndex(with other: SceneDocument) -> Bool { nodes === other.nodes }
}

extension SceneBytes {
  /// The text of a snapshot.
  fileprivate convenience init?(_ snapshot: DocumentSnapshot) {
    self.init(count: snapshot.count)
    var offset = 0
    snapshot.withPieces { piece in
      write(piece, at: offset)
      offset += piece.count
    }
  }
}
