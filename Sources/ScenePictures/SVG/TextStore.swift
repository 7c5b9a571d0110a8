package import ComponentModel
internal import JSONText
internal import WorkbenchSupport

/// A store of many short texts in one buffer, or for a large picture in an unnamed file.
///
/// A picture has two texts for each object. As separate arrays they would cost more than their bytes.
///
/// ```swift
/// let store = TextStore()
/// let piece = store.add(Array("<g>".utf8))
/// try store.append(piece, to: &bytes)  // `bytes` ends with `<g>`
/// ```
package final class TextStore {
  /// A text in the store; a new piece is empty.
  package struct Piece {
    fileprivate var start = 0
    fileprivate var count: UInt32 = 0

    package init() {}

    /// Splits the text into its first bytes and the rest.
    package func split(at offset: Int) -> (Piece, Piece) {
      var (first, second) = (self, self)
      first.count = min(count, UInt32(clamping: offset))
      (second.start, second.count) = (start + Int(first.count), count - first.count)
      return (first, second)
    }
  }

  private let spool = ByteSpool(capacity: TextStore.heldSize)

  /// The number of bytes that belong to dropped texts.
  private var droppedCount = 0

  /// The number of bytes that stay in memory, enough for some ten thousand objects, whose pictures are read after each
  /// edit.
  private static let heldSize = 4 << 20

  package init() {}

  /// Adds a text. A text of 4 GiB or more is stored as an empty one; the limits of drawings are far below that.
  package func add(_ text: [UInt8]) -> Piece {
    guard let size = UInt32(exactly: text.count), size > 0 else { return Piece() }
    var piece = Piece()
    (piece.start, piece.count) = (spool.count, size)
    spool.append(text)
    return piece
  }

  /// Marks a text as no longer needed. Its bytes stay until a new store is made; see ``isWasteful``.
  package func drop(_ piece: Piece) { droppedCount += Int(piece.count) }

  /// True if more than half of a large store belongs to dropped texts, so that copying the others pays off.
  package var isWasteful: Bool { spool.count > Self.heldSize && droppedCount > spool.count / 2 }

  /// Copies a text to another store.
  package func copy(_ piece: Piece, to other: TextStore) throws(Diagnostic) -> Piece {
    var text: [UInt8] = []
    try append(piece, to: &text)
    return other.add(text)
  }

  /// Appends a stored text to the bytes.
  ///
  /// - Throws: if the file can no longer be read.
  package func append(_ piece: Piece, to bytes: inout [UInt8]) throws(Diagnostic) {
    guard spool.append(piece.start..<(piece.start + Int(piece.count)), to: &bytes) else {
      throw Diagnostic(PictureRefusal.textsLost)
    }
  }
}
