package import ComponentModel
internal import WorkbenchSupport

/// Many short texts, one after another; those of a large picture in a file without a name.
///
/// A picture has two texts for each object: as arrays of their own they would cost more than their bytes.
///
/// ```swift
/// let store = TextStore()
/// let piece = store.add(Array("<g>".utf8))
/// try store.append(piece, to: &bytes)  // `bytes` ends with `<g>`
/// ```
package final class TextStore {
  /// A text in the store; the default is the empty one.
  package struct Piece {
    fileprivate var start = 0
    fileprivate var count: UInt32 = 0

    package init() {}

    /// Its first bytes, and the others.
    package func split(at offset: Int) -> (Piece, Piece) {
      var (first, second) = (self, self)
      first.count = min(count, UInt32(clamping: offset))
      (second.start, second.count) = (start + Int(first.count), count - first.count)
      return (first, second)
    }
  }

  private let spool = ByteSpool(capacity: TextStore.heldSize)

  /// How many bytes belong to texts that were dropped.
  private var droppedCount = 0

  /// How many bytes stay in memory: those of some ten thousand objects, whose pictures are read after each edit.
  private static let heldSize = 4 << 20

  package init() {}

  /// Adds a text. A text of 4 GiB or more is stored as the empty one; limits of drawings are far below.
  package func add(_ text: [UInt8]) -> Piece {
    guard let size = UInt32(exactly: text.count), size > 0 else { return Piece() }
    var piece = Piece()
    (piece.start, piece.count) = (spool.count, size)
    spool.append(text)
    return piece
  }

  /// Says that a text is not needed any more. Its bytes stay until a new store is made; see ``isWasteful``.
  package func drop(_ piece: Piece) { droppedCount += Int(piece.count) }

  /// True when more than half of a large store belongs to dropped texts, so that copying the others pays.
  package var isWasteful: Bool { spool.count > Self.heldSize && droppedCount > spool.count / 2 }

  /// The same text in another store.
  package func copy(_ piece: Piece, to other: TextStore) throws(Diagnostic) -> Piece {
    var text: [UInt8] = []
    try append(piece, to: &text)
    return other.add(text)
  }

  /// Appends a text to others.
  ///
  /// - Throws: where the file cannot be read any more.
  package func append(_ piece: Piece, to bytes: inout [UInt8]) throws(Diagnostic) {
    guard spool.append(piece.start..<(piece.start + Int(piece.count)), to: &bytes) else {
      throw Diagnostic(PictureRefusal.textsLost)
    }
  }
}
