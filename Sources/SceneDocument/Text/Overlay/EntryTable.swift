/// The entries of an overlay under dense keys, which are numbers from 0 on, such as object numbers.
///
/// A page has the entries of 64 keys in the order of the keys, and a block has 64 pages. If every key has an entry, the
/// table takes about 8 bytes per entry. A copy of the table shares all blocks that are not changed later.
struct EntryTable {
  private struct Page {
    /// One bit for each of the page's 64 keys; it is set if the key has an entry.
    var present: UInt64 = 0
    var entries: [Overlay.Entry] = []

    private static func bit(_ key: UInt32) -> UInt64 { 1 << UInt64(key & 63) }

    /// Returns the index of a key's entry, or the index at which to insert it.
    private func place(_ key: UInt32) -> Int { (present & (Self.bit(key) - 1)).nonzeroBitCount }

    subscript(key: UInt32) -> Overlay.Entry? {
      present & Self.bit(key) == 0 ? nil : entries[place(key)]
    }

    /// Sets a key's entry, or removes it for nil; returns the change in the number of entries: 1, 0 or -1.
    mutating func set(_ entry: Overlay.Entry?, of key: UInt32) -> Int {
      let isPresent = present & Self.bit(key) != 0
      switch (entry, isPresent) {
      case (let entry?, true): entries[place(key)] = entry
      case (let entry?, false):
        entries.insert(entry, at: place(key))
        present |= Self.bit(key)
        return 1
      case (nil, true):
        entries.remove(at: place(key))
        present &= ~Self.bit(key)
        return -1
      case (nil, false): break
      }
      return 0
    }
  }

  /// The blocks, each an array of 64 pages. A block without entries may be an empty array.
  private var blocks: [[Page]] = []

  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(key: UInt32) -> Overlay.Entry? {
    get {
      let (block, page) = Self.place(of: key)
      guard block < blocks.count, !blocks[block].isEmpty else { return nil }
      return blocks[block][page][key]
    }
    set {
      let (block, page) = Self.place(of: key)
      if block >= blocks.count || blocks[block].isEmpty {
        if newValue == nil { return }
        while blocks.count <= block { blocks.append([]) }
        blocks[block] = Array(repeating: Page(), count: 64)
      }
      count += blocks[block][page].set(newValue, of: key)
    }
  }

  /// The number of words that ``writeWords(to:)`` writes.
  var wordCount: Int { blocks.count * 64 }

  /// Writes one bit for each key into zeroed memory: 1 if the key has an entry, 0 if not.
  func writeWords(to words: UnsafeMutablePointer<UInt64>) {
    for (block, pages) in blocks.enumerated() {
      for (number, page) in pages.enumerated() { words[block << 6 | number] = page.present }
    }
  }

  private static func place(of key: UInt32) -> (block: Int, page: Int) { (Int(key >> 12), Int(key >> 6 & 63)) }

  /// Calls `body` with each key that has an entry and with this entry, in the order of the keys.
  func visit<E>(_ body: (_ key: UInt32, Overlay.Entry) throws(E) -> Void) throws(E) {
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
