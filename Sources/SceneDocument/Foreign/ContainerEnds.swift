/// An index of the ends of long JSON arrays and objects, with which a reader skips one in constant time.
///
/// Documents are read level by level. Without the index, a reader would scan each value once for each of its ancestors.
struct ContainerEnds {
  /// The offset of each container's opening bracket, in ascending order; `ends` has the offsets after the closing
  /// brackets.
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []

  /// The index in `starts` of the first container that begins in or after each block of the text.
  private var blocks: [UInt32] = []

  /// The minimum size in bytes of an indexed container. A shorter one is scanned just as fast.
  static let shortest = 64

  /// The binary logarithm of the block size in bytes.
  private static let blockBits = 8

  /// Creates the index of a text that was validated as JSON; nil for a text of 4 GiB or more.
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
        // The containers inside a short one are also short, and have already been removed from the list.
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

  /// Returns the offset after the container that begins at an offset; nil if the container is not indexed.
  func end(ofContainerAt offset: Int) -> Int? {
    let block = offset >> Self.blockBits
    guard block < blocks.count else { return nil }
    var place = Int(blocks[block])
    while place < starts.count, Int(starts[place]) < offset { place += 1 }
    return place < starts.count && Int(starts[place]) == offset ? Int(ends[place]) : nil
  }
}
