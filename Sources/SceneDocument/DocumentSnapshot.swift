import Glibc

/// A document's text at a moment, for work beside the document while that is edited on.
///
/// It shares the text with the document, and costs next to nothing to make however large that is: texts are never
/// changed in place, neither what was read nor what replaces it.
package struct DocumentSnapshot: @unchecked Sendable {
  let name: String

  // All that is read of these is immutable: the bytes, and the entries' texts, which the overlay keeps alive.
  let source: SceneBytes
  let overlay: Overlay
  let entries: OverlayEntries

  init(_ state: SceneState, name: String) {
    self.name = name
    source = state.source
    overlay = state.overlay
    entries = state.overlay.entries
  }

  /// Calls `body` with the text piece by piece: what was read, and what replaces it.
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

  /// How many bytes the text has.
  var count: Int {
    var count = source.count
    entries.visitUnsorted { count += $1.text.count - ($1.end - $1.start) }
    return count
  }

  /// Whether another snapshot has the same text.
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

  /// Whether nothing of the text is edited.
  var isAsRead: Bool { entries.isEmpty }

  /// The whole text.
  package func bytes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    withPieces { text += $0 }
    return text
  }

  /// What `TextReplay` needs to go on from this text where it has been saved: what the edits replaced.
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
