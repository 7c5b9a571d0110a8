/// The ends of the long arrays and objects of a JSON text, so that a reader passes over one in constant time.
///
/// A document is read level by level, so that a reader without these ends would scan each value once for each level above it.
struct ContainerEnds {
  /// The offsets at which the containers begin, in order, and those after them.
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []

  /// The numbers of the first containers that begin in each block of the text or after it.
  private var blocks: [UInt32] = []

  /// The size in bytes of the shortest container that is listed. A shorter one is scanned as fast.
  static let shortest = 64

  /// The size of a block in bytes, as the exponent of two.
  private static let blockBits = 8

  /// Finds the ends in a text that was validated as JSON; nil if the text has more than 4 GiB.
  init?(of text: TextBytes) {
    guard text.count < Int(UInt32.max) else { return nil }
    let base = text.base
    var p = TrustedText.blanks(base)
    guard p.pointee | 0x20 == 0x7B else { return }
    var open: [Int] = []
    repeat {
      p = TrustedText.mark(p)
      if p.pointee == UInt8(ascii: "\"") {
        p = TrustedText.closingQuote(p + 1) + 1
        continue
      }
      if p.pointee | 0x20 == 0x7B {
        open.append(starts.count)
        starts.append(UInt32(truncatingIfNeeded: p - base))
        ends.append(0)
      } else if let place = open.popLast() {
        let end = UInt32(truncatingIfNeeded: p + 1 - base)
        ends[place] = end
        // The containers in a short one are short, too, and have left the list already.
        if end - starts[place] < Self.shortest {
          starts.removeLast()
          ends.removeLast()
        }
      }
      p += 1
    } while !open.isEmpty
    listBlocks(of: text.count)
  }

  private mutating func listBlocks(of count: Int) {
    blocks.reserveCapacity(count >> Self.blockBits + 1)
    var place = 0
    for block in 0...count >> Self.blockBits {
      while place < starts.count, Int(starts[place]) < block << Self.blockBits { place += 1 }
      blocks.append(UInt32(truncatingIfNeeded: place))
    }
  }

  /// Returns the offset after the container that begins at an offset; nil if the container is not listed.
  func end(ofContainerAt offset: Int) -> Int? {
    let block = offset >> Self.blockBits
    guard block < blocks.count else { return nil }
    var place = Int(blocks[block])
    while place < starts.count, Int(starts[place]) < offset { place += 1 }
    return place < starts.count && Int(starts[place]) == offset ? Int(ends[place]) : nil
  }
}
