package import ComponentModel
internal import JSONText
internal import WorkbenchSupport

/// A store of many short texts in one buffer. The buffer moves to an unnamed file once it is large.
///
/// A picture has two texts for each object. A separate array for each would take more memory than the texts.
///
/// ```swift
/// let store = TextStore()
/// let piece = store.add(Array("<g>".utf8))
/// try store.append(piece, to: &bytes)  // `bytes` ends with `<g>`
/// ```
package final class TextStore {
  /// The place of a text in the store; a new piece represents an empty text.
  package struct Piece {
    fileprivate var start = 0
    fileprivate var count: UInt32 = 0

    /// Creates a piece that represents an empty text.
    package init() {}

    /// Splits the text at a byte offset into two pieces.
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

  /// The maximum number of bytes in memory, which is enough for some ten thousand objects.
  private static let heldSize = 4 << 20

  package init() {}

  /// Adds a text and returns its place. A text of 4 GiB or more is stored as an empty one; the limits of drawings are
  /// far below that.
  package func add(_ text: [UInt8]) -> Piece {
    guard let size = UInt32(exactly: text.count), size > 0 else { return Piece() }
    var piece = Piece()
    (piece.start, piece.count) = (spool.count, size)
    spool.append(text)
    return piece
  }

  /// Marks a text as no longer needed. Its bytes remain in this store; see ``isWasteful``.
  package func drop(_ piece: Piece) { droppedCount += Int(piece.count) }

  /// True if more than half of a large store belongs to dropped texts. It is then worth copying the rest to a new
  /// store.
  package var isWasteful: Bool { spool.count > Self.heldSize && droppedCount > spool.count / 2 }

  /// Copies a text to a different store, and returns its place there.
  ///
  /// - Throws: an error if the file with the texts can no longer be read.
  package func copy(_ piece: Piece, to other: TextStore) throws(Diagnostic) -> Piece {
    var text: [UInt8] = []
    try append(piece, to: &text)
    return other.add(text)
  }

  /// Appends a stored text to the bytes.
  ///
  /// - Throws: an error if the file with the texts can no longer be read.
  package func append(_ piece: Piece, to bytes: inout [UInt8]) throws(Diagnostic) {
    guard spool.append(piece.start..<(piece.start + Int(piece.count)), to: &bytes) else {
      throw Diagnostic(PictureRefusal.textsLost)
    }
  }
}
