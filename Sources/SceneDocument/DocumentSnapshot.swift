import Glibc

/// A document's text at one moment, for work that runs while the document is edited further.
///
/// It shares the text with the document, and costs next to nothing to make, however large that is: neither the original
/// text nor its replacements are ever changed in place.
package struct DocumentSnapshot: @unchecked Sendable {
  let name: String

  // Everything read through these is immutable: the bytes, and the entries' texts, which the overlay keeps alive.
  let source: SceneBytes
  let overlay: Overlay
  let entries: OverlayEntries

  init(_ state: SceneState, name: String) {
    self.name = name
    source = state.source
    overlay = state.overlay
    entries = state.overlay.entries
  }

  /// Calls `body` with the text piece by piece: original parts and their replacements.
  package func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    let base = source.base
    var offset = 0
    try entries.visit { (_, entry) throws(E) in
      if entry.start > offset {
        try body(UnsafeRawBufferPointer(start: base + offset, count: entry.start - offset))
      }
      try body(entry.text)
      offset = entry.end
    }
    if source.count > offset { try body(UnsafeRawBufferPointer(start: base + offset, count: source.count - offset)) }
  }

  /// The length of the text in bytes.
  var count: Int {
    var count = source.count
    entries.visitUnsorted { count += $1.text.count - ($1.end - $1.start) }
    return count
  }

  /// True if another snapshot has the same text.
  package func isSame(as other: DocumentSnapshot) -> Bool {
    guard count == other.count else { return false }
    // They last as long as the snapshot.
    var pieces: [UnsafeRawBufferPointer] = []
    other.withPieces { if !$0.isEmpty { pieces.append($0) } }
    struct Difference: Error {}
    var (place, offset) = (0, 0)
    do throws(Difference) {
      try withPieces { piece throws(Difference) in
        var done = 0
        while done < piece.count {
          let count = min(piece.count - done, pieces[place].count - offset)
          guard let a = piece.baseAddress, let b = pieces[place].baseAddress, memcmp(a + done, b + offset, count) == 0
          else { throw Difference() }
          done += count
          offset += count
          if offset == pieces[place].count { (place, offset) = (place + 1, 0) }
        }
      }
      return true
    } catch {
      return false
    }
  }

  /// True if no part of the text is edited.
  var isAsRead: Bool { entries.isEmpty }

  /// The whole text.
  package func bytes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    withPieces { text += $0 }
    return text
  }

  /// Returns the data from which `TextReplay` continues once this text is saved: the spans that the edits replaced.
  package func mark() -> [UInt8] {
    var writer = ByteWriter()
    writer.add(entries.count)
    var offset = 0
    entries.visit { key, entry in
      writer.add(key)
      writer.add(entry.start - offset)
      writer.add(UnsafeRawBufferPointer(rebasing: source.buffer[entry.start..<entry.end]))
      writer.add(entry.text.count)
      offset = entry.end
    }
    return writer.bytes
  }
}

extension SceneDocument {
  /// A snapshot of the current text.
  package var snapshot: DocumentSnapshot { DocumentSnapshot(state, name: name) }

  /// Returns an independent document of a snapshot's text, which belongs to no file.
  ///
  /// Both share text and index if the snapshot is of this document and no structural edit was made since, so that the
  /// new document costs next to nothing however large the scene is.
  ///
  /// - Parameter isCancelled: polled during the scan; where it returns true, the error is `cancelled`.
  package func document(
    of snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    if snapshot.source === source {
      return SceneDocument(SceneState(sharing: state, Overlay(snapshot.entries, of: snapshot.overlay)), of: self)
    }
    return try scanned(snapshot, isCancelled: isCancelled)
  }

  /// Returns an independent document with the same text, scanned again; it belongs to no file.
  package func copy() throws(SceneError) -> SceneDocument { try scanned(snapshot) }

  private func scanned(
    _ snapshot: DocumentSnapshot, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    // An original text is never changed, so any number of documents can share it.
    guard let text = snapshot.isAsRead ? snapshot.source : SceneBytes(snapshot) else {
      throw SceneError(FileRefusal.noMemory(size: snapshot.count), file: name)
    }
    return try SceneDocument(text, nil, name: name, limits: limits, isCancelled: isCancelled)
  }

  /// Returns the changes that turn a snapshot as read into this document's text, for `TextReplay`.
  package func changes(from read: DocumentSnapshot) -> [UInt8] {
    let recorder = TextRecorder()
    let (start, end) = read.source.buffer.common(with: source.buffer)
    let text = UnsafeRawBufferPointer(rebasing: source.buffer[start..<source.count - end])
    recorder.note([.init(start: start, end: read.source.count - end, text: text)], overlay.entries)
    return recorder.bytes
  }

  /// True if this document and another share one index: then their objects have the same numbers, and only attributes
  /// and palettes may differ.
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

extension DocumentSnapshot {
  /// Writes the text to an open descriptor.
  package func write(toDescriptor descriptor: Int32) throws(SceneError) {
    do throws(SystemError) {
      try write(to: descriptor)
    } catch {
      throw SceneError(SaveRefusal.cannotWrite(errno: error.code), file: name)
    }
  }

  /// - Parameter isDurable: true to sync while writing, where the descriptor is a file's.
  func write(
    to descriptor: Int32, isDurable: Bool = false, control: SaveControl = .none
  ) throws(SystemError) {
    let flush: ((Int32) -> Int32)? = isDurable ? { fdatasync($0) } : nil
    var writer = GatheredWriter(descriptor, flush: flush, isCancelled: control.isCancelled)
    try withPieces { (piece) throws(SystemError) in try writer.add(piece) }
    try writer.finish()
  }
}
