/// A table of an overlay's entries, keyed by object number.
///
/// The entries of 64 objects lie in one page, in their order, and 64 pages in a block. Editing every object takes 8
/// bytes an entry, and a copy of the table shares all blocks that are not changed later.
struct EntryTable {
  private struct Page {
    /// One bit for each object that has an entry.
    var present: UInt64 = 0
    var entries: [Overlay.Entry] = []

    private static func bit(_ node: UInt32) -> UInt64 { 1 << UInt64(node & 63) }

    /// Returns the index of an object's entry, or its insertion point.
    private func place(_ node: UInt32) -> Int { (present & (Self.bit(node) - 1)).nonzeroBitCount }

    subscript(node: UInt32) -> Overlay.Entry? {
      present & Self.bit(node) == 0 ? nil : entries[place(node)]
    }

    /// Sets or removes an entry; returns the change in the number of entries.
    mutating func set(_ entry: Overlay.Entry?, of node: UInt32) -> Int {
      let isPresent = present & Self.bit(node) != 0
      switch (entry, isPresent) {
      case (let entry?, true): entries[place(node)] = entry
      case (let entry?, false):
        entries.insert(entry, at: place(node))
        present |= Self.bit(node)
        return 1
      case (nil, true):
        entries.remove(at: place(node))
        present &= ~Self.bit(node)
        return -1
      case (nil, false): break
      }
      return 0
    }
  }

  /// The blocks; one is empty where none of its objects has an entry.
  private var blocks: [[Page]] = []

  /// The number of entries.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(node: UInt32) -> Overlay.Entry? {
    get {
      let (block, page) = Self.place(of: node)
      guard block < blocks.count, !blocks[block].isEmpty else { return nil }
      return blocks[block][page][node]
    }
    set {
      let (block, page) = Self.place(of: node)
      if block >= blocks.count || blocks[block].isEmpty {
        if newValue == nil { return }
        while blocks.count <= block { blocks.append([]) }
        blocks[block] = Array(repeating: Page(), count: 64)
      }
      count += blocks[block][page].set(newValue, of: node)
    }
  }

  /// The number of words that ``writeWords(to:)`` writes.
  var wordCount: Int { blocks.count * 64 }

  /// Writes one bit for each object, true if it has an entry, to memory that is zero.
  func writeWords(to words: UnsafeMutablePointer<UInt64>) {
    for (block, pages) in blocks.enumerated() {
      for (number, page) in pages.enumerated() { words[block << 6 | number] = page.present }
    }
  }

  private static func place(of node: UInt32) -> (block: Int, page: Int) { (Int(node >> 12), Int(node >> 6 & 63)) }

  /// Calls `body` with all entries in the order of their objects.
  func visit<E>(_ body: (_ node: UInt32, Overlay.Entry) throws(E) -> Void) throws(E) {
    for (block, pages) in blocks.enumerated() {
      for (number, page) in pages.enumerated() {
        var present = page.present
        for entry in page.entries {
          let bit = present.trailingZeroBitCount
          present &= present - 1
          try body(UInt32(block << 12 | number << 6 | bit), entry)
        }
      }
    }
  }
}
