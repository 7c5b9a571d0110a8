import Glibc

/// A document's text at one moment, for reading while the document is edited further.
///
/// It shares the text with the document, since neither the original text nor its replacements are ever changed in
/// place. Its cost is therefore independent of the text's size.
package struct DocumentSnapshot: @unchecked Sendable {
  let name: String

  // All data that is read through these properties is immutable: the bytes, and the entries' texts, which the overlay
  // keeps alive.
  let original: TextBytes
  let overlay: Overlay
  let entries: OverlayEntries

  init(_ state: TextState, name: String) {
    self.name = name
    original = state.original
    overlay = state.overlay
    entries = state.overlay.shared()
  }

  /// Calls `body` with the pieces of the text in order. A piece is a part of the original text, or a replacement.
  package func withPieces<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) {
    let base = original.base
    var offset = 0
    try entries.visit { (_, entry) throws(E) in
      if entry.start > offset {
        try body(UnsafeRawBufferPointer(start: base + offset, count: entry.start - offset))
      }
      try body(entry.text)
      offset = entry.end
    }
    if original.count > offset {
      try body(UnsafeRawBufferPointer(start: base + offset, count: original.count - offset))
    }
  }

  /// The length of the text in bytes.
  package var count: Int {
    var count = original.count
    entries.visitUnsorted { count += $1.text.count - ($1.end - $1.start) }
    return count
  }

  /// Returns true if both snapshots have the same text.
  package func isSame(as other: DocumentSnapshot) -> Bool {
    guard count == other.count else { return false }
    // The snapshots keep the memory of these buffers alive.
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

  /// Returns the numbers of bytes in which the text differs from a former text of the same document.
  ///
  /// Splices of one original text are counted one by one. If the whole text was replaced, the count covers all bytes
  /// between the first and the last difference.
  package func changedBytes(since former: DocumentSnapshot) -> ChangedBytes {
    var changed = ChangedBytes()
    if original === former.original, former.isAsRead {
      entries.visitUnsorted { _, entry in
        changed.add(UnsafeRawBufferPointer(rebasing: original.buffer[entry.start..<entry.end]), entry.text)
      }
    } else {
      former.bytes().withUnsafeBytes { old in bytes().withUnsafeBytes { changed.add(old, $0) } }
    }
    return changed
  }

  /// True if the text has no splices, and therefore equals the original text.
  var isAsRead: Bool { entries.isEmpty }

  /// Returns the whole text.
  package func bytes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(original.count)
    withPieces { text += $0 }
    return text
  }

  /// Returns the data with which a `TextReplay` can start from this text after it has been saved. The data contains the
  /// original bytes of each span that an edit replaced.
  package func mark() -> [UInt8] {
    var writer = ByteWriter()
    writer.add(entries.count)
    var offset = 0
    entries.visit { key, entry in
      writer.add(Int(key))
      writer.add(entry.start - offset)
      writer.add(UnsafeRawBufferPointer(rebasing: original.buffer[entry.start..<entry.end]))
      writer.add(entry.text.count)
      offset = entry.end
    }
    return writer.bytes
  }
}

/// The numbers of bytes that an edit removes from a text and inserts in it.
package struct ChangedBytes: Equatable, Sendable {
  package private(set) var removed = 0
  package private(set) var inserted = 0

  package init() {}

  /// Counts all bytes of a new text as inserted.
  package init(ofNew text: DocumentSnapshot) { inserted = text.count }

  /// Adds the replacement of `old` by `new`, without the bytes that both have at the start and at the end.
  fileprivate mutating func add(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    removed += old.count - start - end
    inserted += new.count - start - end
  }
}

extension TextBytes {
  /// Creates a copy of a snapshot's text; nil if there is not enough memory.
  convenience init?(_ snapshot: DocumentSnapshot) {
    self.init(count: snapshot.count)
    var offset = 0
    snapshot.withPieces { piece in
      write(piece, at: offset)
      offset += piece.count
    }
  }
}

extension DocumentSnapshot {
  /// Writes the text to an open descriptor; throws `io.write`, with the name of the document, if that fails.
  package func write(toDescriptor descriptor: Int32) throws(SceneError) {
    do throws(SystemError) {
      try write(to: descriptor)
    } catch {
      throw SceneError(SaveRefusal.cannotWrite(errno: error.code), file: name)
    }
  }

  /// Writes the text to an open descriptor; throws the system's error code if that fails, or `ECANCELED`.
  ///
  /// - Parameter isDurable: true to sync the text to the disk at intervals while it is written; the descriptor must
  ///   then be that of a file.
  func write(
    to descriptor: Int32, isDurable: Bool = false, control: SaveControl = .none
  ) throws(SystemError) {
    let flush: ((Int32) -> Int32)? = isDurable ? { fdatasync($0) } : nil
    var writer = GatheredWriter(descriptor, flush: flush, isCancelled: control.isCancelled)
    try withPieces { (piece) throws(SystemError) in try writer.add(piece) }
    try writer.finish()
  }
}
