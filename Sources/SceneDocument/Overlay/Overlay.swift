/// The edits of objects and of the palette: for each, the text that replaces a span of the document.
///
/// An edited object costs the bytes that differ, 24 more, and a place in a table; no heap object of its own.
@usableFromInline
final class Overlay {
  /// One bit an object, up to the last one that was ever edited, so that reading skips unedited objects quickly.
  @usableFromInline
  struct Bits {
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let count: Int

    fileprivate init(count: Int) {
      words = .allocate(capacity: count)
      words.initialize(repeating: 0, count: count)
      self.count = count
    }

    /// Moves the bits into new memory of at least twice the size, and frees the old memory.
    fileprivate func grown(toHold word: Int) -> Bits {
      let larger = Bits(count: max(word + 1, 2 * count))
      larger.words.update(from: words, count: count)
      words.deallocate()
      return larger
    }

    @inlinable @inline(__always)
    func contains(_ node: Int) -> Bool {
      let word = node >> 6
      return word < count && words[word] & (1 << UInt64(node & 63)) != 0
    }
  }

  /// A text that replaces `start ..< end` of the document. It lies in the arena, after its header.
  ///
  /// Both are as short as can be: they exclude the common parts of the object's old and new text.
  @usableFromInline
  struct Entry: Equatable {
    fileprivate struct Header {
      var start: Int
      var end: Int
      var count: Int
    }

    fileprivate let header: UnsafeMutablePointer<Header>

    var start: Int { header.pointee.start }
    var end: Int { header.pointee.end }
    var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: header + 1, count: header.pointee.count) }
  }

  @exclusivity(unchecked) private(set) var entries = OverlayEntries()
  /// The edit of the scene's palette.
  var palette: Entry? {
    get { entries.palette }
    set { entries.palette = newValue }
  }
  /// The texts of the edits made here. An overlay that takes the place of this one continues it.
  private let arena: TextArena
  /// The arenas of other documents that hold texts of the entries.
  private let lent: [TextArena]
  private var recent = RecentAttributes()
  private(set) var bits: Bits

  init() {
    (arena, lent, bits) = (TextArena(), [], Bits(count: 1))
  }

  /// Creates an overlay with the entries of another one at some moment. Both may then be used on different threads.
  ///
  /// - Parameter isSuccessor: true to continue the other overlay's arena, if no more edits are made in the other.
  init(_ entries: OverlayEntries, of other: Overlay, isSuccessor: Bool = false) {
    arena = isSuccessor ? other.arena : TextArena()
    lent = isSuccessor ? other.lent : other.lent + [other.arena]
    self.entries = entries
    bits = Bits(count: max(1, entries.byNode.wordCount))
    entries.byNode.writeWords(to: bits.words)
  }

  deinit {
    bits.words.deallocate()
  }

  func contains(_ node: Int) -> Bool { bits.contains(node) }

  subscript(node: Int) -> Entry? {
    get { contains(node) ? entries.byNode[UInt32(truncatingIfNeeded: node)] : nil }
    set {
      if newValue == nil, !contains(node) { return }
      entries.byNode[UInt32(truncatingIfNeeded: node)] = newValue
      let word = node >> 6
      if bits.count <= word {
        if newValue == nil { return }
        bits = bits.grown(toHold: word)
      }
      let bit = UInt64(1) << UInt64(node & 63)
      if newValue == nil { bits.words[word] &= ~bit } else { bits.words[word] |= bit }
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// All edits in the order of their spans.
  var sorted: [Entry] {
    var list: [Entry] = []
    list.reserveCapacity(entries.count)
    entries.visit { list.append($1) }
    return list
  }

  /// Stores a copy of `text` in place of `start ..< end`; its memory stays valid for as long as the document lives.
  func keep(_ text: UnsafeRawBufferPointer, start: Int, end: Int) -> Entry {
    let size = MemoryLayout<Entry.Header>.stride
    let place = arena.room(size + text.count)
    let header = place.bindMemory(to: Entry.Header.self, capacity: 1)
    header.initialize(to: Entry.Header(start: start, end: end, count: text.count))
    if let source = text.baseAddress { (place + size).copyMemory(from: source, byteCount: text.count) }
    return Entry(header: header)
  }

  /// Calls `body`, and frees the memory of all texts kept meanwhile; none of them may belong to an object by then.
  func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    let mark = arena.mark
    defer {
      recent.forget()
      arena.release(to: mark)
    }
    return try body()
  }

  /// The size of all kept texts in bytes.
  var textBytes: Int { arena.byteCount }

  /// Returns the whole attributes of an edited object; `load` assembles them where they are not cached.
  func attributes(in entry: Entry, load: (AttributeText) -> Void) -> AttributeText {
    recent.text(of: entry, load: load)
  }
}

/// The edits of an overlay at one moment, by object.
struct OverlayEntries {
  var byNode = EntryTable()
  var palette: Overlay.Entry?

  /// The palette's key, where an object's key is its number.
  static let paletteKey = 1 << 32

  var isEmpty: Bool { byNode.isEmpty && palette == nil }

  var count: Int { byNode.count + (palette == nil ? 0 : 1) }

  /// Calls `body` with all edits in the order of their spans.
  func visit<E>(_ body: (_ key: Int, Overlay.Entry) throws(E) -> Void) throws(E) {
    // The palette mostly precedes the objects, whose attributes mostly lie in their order; an object's attributes may
    // follow its children, though.
    guard isSorted else {
      for (key, entry) in sorted { try body(key, entry) }
      return
    }
    try visitUnsorted(body)
  }

  /// Calls `body` with all edits in no particular order.
  func visitUnsorted<E>(_ body: (_ key: Int, Overlay.Entry) throws(E) -> Void) throws(E) {
    if let palette { try body(Self.paletteKey, palette) }
    try byNode.visit { (node, entry) throws(E) in try body(Int(node), entry) }
  }

  private var isSorted: Bool {
    var (last, isSorted) = (-1, true)
    visitUnsorted { _, entry in
      isSorted = isSorted && entry.start > last
      last = entry.start
    }
    return isSorted
  }

  private var sorted: [(key: Int, entry: Overlay.Entry)] {
    var list: [(key: Int, entry: Overlay.Entry)] = []
    list.reserveCapacity(count)
    visitUnsorted { list.append(($0, $1)) }
    return list.sorted { $0.entry.start < $1.entry.start }
  }
}

/// An arena for texts that are never moved nor freed one by one, with zeros after the last.
private final class TextArena {
  private static let chunkSize = 1 << 16

  private final class Chunk {
    let memory: UnsafeMutableRawPointer

    init(_ size: Int) {
      memory = .allocate(byteCount: size + SceneBytes.padding, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size + SceneBytes.padding)
    }

    deinit {
      memory.deallocate()
    }
  }

  @exclusivity(unchecked) private var chunks: [Chunk] = []
  @exclusivity(unchecked) private var current: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var used = 0

  @exclusivity(unchecked) private(set) var byteCount = 0

  /// A state of the arena to return to.
  struct Mark {
    fileprivate var current: UnsafeMutableRawPointer?
    fileprivate var used: Int
    fileprivate var chunks: Int
    fileprivate var byteCount: Int
  }

  var mark: Mark { Mark(current: current, used: used, chunks: chunks.count, byteCount: byteCount) }

  /// Frees all memory handed out since the mark.
  func release(to mark: Mark) {
    // A chunk begun since the mark remains the current one.
    let first = current == mark.current ? mark.used : 0
    if let current, used > first {
      (current + first).initializeMemory(as: UInt8.self, repeating: 0, count: used - first)
    }
    used = first
    if chunks.count > mark.chunks {
      let new = chunks[mark.chunks...].filter { $0.memory == current }
      chunks.replaceSubrange(mark.chunks..., with: new)
    }
    byteCount = mark.byteCount
  }

  /// Returns memory for `count` bytes, aligned for a header.
  func room(_ count: Int) -> UnsafeMutableRawPointer {
    let count = (count + 7) & ~7
    byteCount += count
    if count > Self.chunkSize / 4 {
      let chunk = Chunk(count)
      chunks.append(chunk)
      return chunk.memory
    }
    if let current, used + count <= Self.chunkSize {
      defer { used += count }
      return current + used
    }
    let chunk = Chunk(Self.chunkSize)
    chunks.append(chunk)
    current = chunk.memory
    used = count
    return chunk.memory
  }
}

/// A cache of the whole attributes of recently read edited objects.
///
/// A document of a million edited objects is sometimes read as a whole. Keeping every assembled text would cost as much
/// memory as the document, so a text stays only until a fixed number of others were read.
struct RecentAttributes {
  static let count = 64

  private var texts: [(entry: Overlay.Entry?, text: AttributeText)] = []
  private var last = 0

  mutating func text(of entry: Overlay.Entry, load: (AttributeText) -> Void) -> AttributeText {
    // One object is mostly read several times in a row.
    if last < texts.count, texts[last].entry == entry { return texts[last].text }
    last = texts.count < Self.count ? texts.count : (last + 1) % Self.count
    if last == texts.count { texts.append((entry, AttributeText())) }
    texts[last].entry = entry
    load(texts[last].text)
    return texts[last].text
  }

  /// Invalidates the last entry, whose memory may be reused for a different one.
  mutating func forget() {
    if last < texts.count { texts[last].entry = nil }
  }
}
