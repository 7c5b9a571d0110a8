/// The splices of a text: for each key, a span of the text and the bytes that replace it.
///
/// The memory for a splice consists of its bytes, a header of 24 bytes and an element of a table. There is no separate
/// heap object.
@usableFromInline
final class Overlay {
  /// A set of the dense keys that have a splice, with one bit for each key up to the greatest key that was ever set.
  /// The set makes the check of an unedited object fast.
  @usableFromInline
  struct Bits {
    @usableFromInline let words: UnsafeMutablePointer<UInt64>
    @usableFromInline let count: Int

    fileprivate init(count: Int) {
      words = .allocate(capacity: count)
      words.initialize(repeating: 0, count: count)
      self.count = count
    }

    /// Returns a copy of the bits in at least twice as much memory, with room for the word at the index `word`; frees
    /// the old memory.
    fileprivate func grown(toHold word: Int) -> Bits {
      let larger = Bits(count: max(word + 1, 2 * count))
      larger.words.update(from: words, count: count)
      words.deallocate()
      return larger
    }

    @inlinable @inline(__always)
    func contains(_ key: Int) -> Bool {
      let word = key >> 6
      return word < count && words[word] & (1 << UInt64(key & 63)) != 0
    }
  }

  /// A splice: a text that replaces `start ..< end` of the original text. The text is in the arena, after its header.
  ///
  /// The span and the text should not include a common prefix or suffix of the old and the new text.
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

  @exclusivity(unchecked) private var entries = OverlayEntries()
  /// The splice under a loose key whose text is not yet made; nil if there is none.
  @exclusivity(unchecked) private var deferred: (any DeferredSplice)?
  /// The former splices under the keys of deferred splices made during a call of ``forgetting(_:)``; nil outside of
  /// such a call.
  @exclusivity(unchecked) private var forgotten: [UInt32: Entry?]?
  /// The latest text in the arena, if no copy of the entries refers to it; else nil.
  @exclusivity(unchecked) private var latest: Entry?
  /// The memory for the texts of edits made in this overlay. A successor of the overlay uses the same arena.
  private let arena: TextArena
  /// The arenas of earlier overlays, kept alive for the entries that were taken over from these overlays.
  private let lent: [TextArena]
  private(set) var bits: Bits

  init() {
    (arena, lent, bits) = (TextArena(), [], Bits(count: 1))
  }

  /// Creates an overlay with the entries that an existing overlay had at some moment. The two overlays may be used on
  /// different threads.
  ///
  /// - Parameter isSuccessor: true to use the existing overlay's arena; no more edits may then be made in the existing
  ///   overlay.
  init(_ entries: OverlayEntries, of other: Overlay, isSuccessor: Bool = false) {
    arena = isSuccessor ? other.arena : TextArena()
    lent = isSuccessor ? other.lent : other.lent + [other.arena]
    self.entries = entries
    bits = Bits(count: max(1, entries.dense.wordCount))
    entries.dense.writeWords(to: bits.words)
  }

  deinit {
    bits.words.deallocate()
  }

  /// Returns true if a dense key has a splice.
  func contains(_ key: Int) -> Bool { bits.contains(key) }

  subscript(key: UInt32) -> Entry? {
    get {
      guard key < OverlayEntries.firstLooseKey else {
        makeDeferred()
        return entries.loose[key]
      }
      return contains(Int(key)) ? entries.dense[key] : nil
    }
    set {
      guard key < OverlayEntries.firstLooseKey else {
        makeDeferred()
        entries.loose[key] = newValue
        return
      }
      if newValue == nil, !contains(Int(key)) { return }
      entries.dense[key] = newValue
      let word = Int(key >> 6)
      if bits.count <= word {
        if newValue == nil { return }
        bits = bits.grown(toHold: word)
      }
      let bit = UInt64(1) << UInt64(key & 63)
      if newValue == nil { bits.words[word] &= ~bit } else { bits.words[word] |= bit }
    }
  }

  var isEmpty: Bool {
    makeDeferred()
    return entries.isEmpty
  }

  /// Returns a copy of all splices. Their texts stay valid as long as the overlay exists.
  func shared() -> OverlayEntries {
    makeDeferred()
    latest = nil
    return entries
  }

  /// The splices under keys that are not dense.
  var loose: [UInt32: Entry] {
    makeDeferred()
    return entries.loose
  }

  /// All splices in the order of their spans.
  var sorted: [Entry] {
    makeDeferred()
    var list: [Entry] = []
    list.reserveCapacity(entries.count)
    entries.visit { list.append($1) }
    return list
  }

  /// Stores a copy of `text` in the arena, and returns an entry that replaces `start ..< end` by this copy. The memory
  /// stays valid until the enclosing ``forgetting(_:)`` ends or, outside of one, as long as the overlay exists.
  func keep(_ text: UnsafeRawBufferPointer, start: Int, end: Int) -> Entry {
    let size = MemoryLayout<Entry.Header>.stride
    let place = arena.room(size + text.count)
    let header = place.bindMemory(to: Entry.Header.self, capacity: 1)
    header.initialize(to: Entry.Header(start: start, end: end, count: text.count))
    if let source = text.baseAddress { (place + size).copyMemory(from: source, byteCount: text.count) }
    latest = Entry(header: header)
    return Entry(header: header)
  }

  /// Sets the splice of a loose key without making the splice's text. The text is made when any splice under a loose
  /// key is read.
  func `defer`(_ splice: any DeferredSplice) {
    if deferred !== splice { makeDeferred() }
    deferred = splice
  }

  /// Makes the text of the deferred splice. The previous text is freed unless a copy of the entries refers to it.
  private func makeDeferred() {
    guard let splice = deferred else { return }
    deferred = nil
    let (key, former, text) = (splice.key, entries.loose[splice.key], splice.text)
    if forgotten != nil, forgotten?[key] == nil { forgotten?[key] = .some(former) }
    if let former, text?.isSame(as: former) == true { return }
    if let former, former == latest {
      arena.free(former.header, MemoryLayout<Entry.Header>.stride + former.text.count)
      latest = nil
    }
    entries.loose[key] = text.map { text in
      text.text.withUnsafeBytes { keep($0, start: text.span.lowerBound, end: text.span.upperBound) }
    }
  }

  /// Calls `body`, then frees the memory of all texts that `body` stored with ``keep(_:start:end:)``. When `body` ends,
  /// no key may have an entry with such a text.
  func forgetting<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    latest = nil
    let (mark, outer, pending) = (arena.mark, forgotten, deferred)
    forgotten = [:]
    defer {
      // All changes were undone, so the former splice is deferred again, whether or not its text was made.
      deferred = pending
      for (key, entry) in forgotten ?? [:] { entries.loose[key] = entry }
      forgotten = outer
      arena.release(to: mark)
      latest = nil
    }
    return try body()
  }

  /// Calls `body`, then restores the former entries and frees all texts that `body` stored. When `body` ends, the texts
  /// of all splices must equal the former ones.
  func forgettingEqualTexts<R, E>(_ body: () throws(E) -> R) throws(E) -> R {
    let former = shared()
    defer { entries = former }
    return try forgetting(body)
  }

  /// The size of all texts in the arena, with their headers, in bytes.
  var textBytes: Int { arena.byteCount }
}

/// A splice whose text is made only on demand, since many edits may change the splice before it is read.
protocol DeferredSplice: AnyObject {
  var key: UInt32 { get }

  /// The shortest present splice; nil if the original text is unchanged.
  var text: SpliceText? { get }
}

/// The splices of an overlay at one moment, by key.
struct OverlayEntries {
  var dense = EntryTable()
  /// The splices under keys from `firstLooseKey` on, of which there are few.
  var loose: [UInt32: Overlay.Entry] = [:]

  static let firstLooseKey: UInt32 = 1 << 31

  var isEmpty: Bool { dense.isEmpty && loose.isEmpty }

  var count: Int { dense.count + loose.count }

  /// Calls `body` with each splice and its key, in the order of the spans.
  func visit<E>(_ body: (_ key: UInt32, Overlay.Entry) throws(E) -> Void) throws(E) {
    // Dense keys mostly number the parts of the text in order, and the spans of loose keys mostly come before those of
    // dense keys. Sorting is then unnecessary.
    guard isSorted else {
      for (key, entry) in sorted { try body(key, entry) }
      return
    }
    try visitUnsorted(body)
  }

  /// Calls `body` with each splice and its key, in no particular order.
  func visitUnsorted<E>(_ body: (_ key: UInt32, Overlay.Entry) throws(E) -> Void) throws(E) {
    for (key, entry) in loose { try body(key, entry) }
    try dense.visit(body)
  }

  private var isSorted: Bool {
    var (last, isSorted) = (-1, true)
    visitUnsorted { _, entry in
      isSorted = isSorted && entry.start > last
      last = entry.start
    }
    return isSorted
  }

  private var sorted: [(key: UInt32, entry: Overlay.Entry)] {
    var list: [(key: UInt32, entry: Overlay.Entry)] = []
    list.reserveCapacity(count)
    visitUnsorted { list.append(($0, $1)) }
    // An insertion precedes a removal that begins in the same place.
    return list.sorted { ($0.entry.start, $0.entry.end) < ($1.entry.start, $1.entry.end) }
  }
}

/// Memory for texts that are neither moved nor freed separately, with zeros after the last text of each chunk.
private final class TextArena {
  private static let chunkSize = 1 << 16

  private final class Chunk {
    let memory: UnsafeMutableRawPointer

    init(_ size: Int) {
      memory = .allocate(byteCount: size + TextBytes.padding, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size + TextBytes.padding)
    }

    deinit {
      memory.deallocate()
    }
  }

  @exclusivity(unchecked) private var chunks: [Chunk] = []
  @exclusivity(unchecked) private var current: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var used = 0

  @exclusivity(unchecked) private(set) var byteCount = 0

  /// A state of the arena to which ``release(to:)`` can return.
  struct Mark {
    fileprivate var current: UnsafeMutableRawPointer?
    fileprivate var used: Int
    fileprivate var chunks: Int
    fileprivate var byteCount: Int
  }

  var mark: Mark { Mark(current: current, used: used, chunks: chunks.count, byteCount: byteCount) }

  /// Frees all memory that ``room(_:)`` has returned since the mark was made.
  func release(to mark: Mark) {
    // If a chunk was added since the mark, the last one stays the current one.
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

  /// Frees memory of `count` bytes that ``room(_:)`` returned, if it returned no other memory since.
  func free(_ memory: UnsafeMutableRawPointer, _ count: Int) {
    let count = (count + 7) & ~7
    if count > Self.chunkSize / 4 {
      guard chunks.last?.memory == memory else { return }
      chunks.removeLast()
    } else {
      guard let current, used >= count, current + (used - count) == memory else { return }
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
      used -= count
    }
    byteCount -= count
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
