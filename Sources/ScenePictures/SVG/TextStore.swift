/// Many short texts, one after another in large blocks.
///
/// A picture has two texts for each object: as arrays of their own they would cost more than their bytes.
///
/// ```swift
/// var store = TextStore()
/// let piece = store.add(Array("<g>".utf8))
/// store.append(piece, to: &bytes)  // `bytes` ends with `<g>`
/// ```
package struct TextStore {
  /// A text in the store; the default is the empty one.
  package struct Piece {
    fileprivate var block: UInt32 = 0
    fileprivate var start: UInt32 = 0
    fileprivate var count: UInt32 = 0

    package init() {}
  }

  private var blocks: [[UInt8]] = []

  /// How many bytes the blocks hold, and how many of them belong to texts that were dropped.
  private(set) var count = 0
  private(set) var droppedCount = 0

  private static let blockSize = 1 << 20

  package init() {}

  /// Adds a text. A text of 4 GiB or more is stored as the empty one; limits of drawings are far below.
  package mutating func add(_ text: [UInt8]) -> Piece {
    guard let size = UInt32(exactly: text.count), size > 0 else { return Piece() }
    if blocks.last.map({ $0.count + text.count > Self.blockSize }) ?? true {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(max(text.count, Self.blockSize))
    }
    var piece = Piece()
    (piece.block, piece.start, piece.count) = (UInt32(blocks.count - 1), UInt32(blocks[blocks.count - 1].count), size)
    blocks[blocks.count - 1] += text
    count += text.count
    return piece
  }

  /// Says that a text is not needed any more. Its bytes stay until a new store is made; see ``isWasteful``.
  package mutating func drop(_ piece: Piece) { droppedCount += Int(piece.count) }

  /// True when more than half of a large store belongs to dropped texts, so that copying the others pays.
  package var isWasteful: Bool { count > 4 * Self.blockSize && droppedCount > count / 2 }

  /// The same text in another store.
  package func copy(_ piece: Piece, to other: inout TextStore) -> Piece {
    var text: [UInt8] = []
    append(piece, to: &text)
    return other.add(text)
  }

  /// Appends a text to others.
  package func append(_ piece: Piece, to bytes: inout [UInt8]) {
    guard piece.count > 0 else { return }
    bytes += blocks[Int(piece.block)][Int(piece.start)..<(Int(piece.start) + Int(piece.count))]
  }
}
