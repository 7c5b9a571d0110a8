import Glibc

/// The bytes of a text in private memory, followed by zeros.
///
/// No JSON token continues across a zero, so scanners need no bounds checks and may load 16 bytes at any place. Files
/// are read and not mapped: truncating a mapped file would raise SIGBUS, and rewriting one would change the text under
/// the index.
final class TextBytes {
  /// The minimum number of zeros after the last byte.
  static let padding = 64

  private static let page: UInt = 4096

  let base: UnsafePointer<UInt8>
  private(set) var count: Int
  private let memory: UnsafeMutableRawPointer

  /// The indexed members of a foreign document's outermost object, for fast look-ups; nil if they are not indexed. The
  /// index is created before other threads access the text.
  var members: [Member]?

  /// The index of long arrays and objects in a foreign document; nil if it was not created.
  var ends: ContainerEnds?

  /// The elements of an XML document; nil for any other text.
  var markup: MarkupIndex?

  /// The span of a member's raw key, and the offset of its value.
  typealias Member = (key: Range<Int>, value: Int)

  /// Allocates zeroed memory for `count` bytes; nil if there is not enough memory.
  ///
  /// The allocator can reuse the memory of a released text for the next one.
  init?(count: Int) {
    guard let memory = calloc(count + Self.padding, 1) else { return nil }
    self.memory = memory
    self.count = count
    base = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
  }

  /// Creates a copy of `bytes`; nil if there is not enough memory.
  convenience init?(_ bytes: [UInt8]) {
    self.init(count: bytes.count)
    bytes.withUnsafeBytes { if let start = $0.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) } }
  }

  deinit {
    free(memory)
  }

  var buffer: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// Copies bytes to an offset of the text. The copy must end within the first `count` bytes.
  func write(_ bytes: Slice<UnsafeRawBufferPointer>, at offset: Int) {
    write(UnsafeRawBufferPointer(rebasing: bytes), at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    precondition(offset >= 0 && bytes.count <= count - offset, "beyond the text")
    if let start = bytes.baseAddress { (memory + offset).copyMemory(from: start, byteCount: bytes.count) }
  }

  /// Reads from a descriptor until the memory is full or the input ends.
  ///
  /// - Parameter start: the offset at which to store the first byte.
  ///
  /// - Returns: the number of bytes read, and the system's error code, 0 if there was no error.
  func fill(from descriptor: Int32, at start: Int) -> (count: Int, error: Int32) {
    var filled = start
    while filled < count {
      // A single call can read at most 2 GiB.
      let got = Glibc.read(descriptor, memory + filled, min(count - filled, 1 << 30))
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return (filled - start, errno) }
      if got == 0 { break }
      filled += got
    }
    return (filled - start, 0)
  }

  /// Reads a regular file from its start, a piece at a time, until the file ends, the memory is full or `goesOn`
  /// returns false.
  ///
  /// - Parameter goesOn: called after each piece with the number of bytes read so far.
  /// - Returns: the number of bytes read, and the system's error code, 0 if there was no error.
  func fill(fromFile descriptor: Int32, piece: Int, goesOn: (Int) -> Bool) -> (count: Int, error: Int32) {
    var filled = 0
    while filled < count {
      let room = min(count - filled, piece)
      // Allocates all pages of the piece with one system call, instead of by one page fault each.
      let start = UInt(bitPattern: memory + filled) / Self.page * Self.page
      if let pages = UnsafeMutableRawPointer(bitPattern: start) {
        madvise(pages, memory + filled + room - pages, MADV_POPULATE_WRITE)
      }
      let got = pread(descriptor, memory + filled, room, filled)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return (filled, errno) }
      if got == 0 { break }
      filled += got
      if !goesOn(filled) { break }
    }
    return (filled, 0)
  }

  /// Returns a copy of the first `filled` bytes in at least twice as much memory; nil if there is not enough memory.
  func grown(keeping filled: Int) -> TextBytes? {
    guard let larger = TextBytes(count: max(count * 2, 1 << 16)) else { return nil }
    larger.memory.copyMemory(from: memory, byteCount: filled)
    return larger
  }

  /// Removes all bytes after the first `filled`, and fills their memory with zeros.
  func truncate(to filled: Int) {
    memset(memory + filled, 0, count - filled)
    count = filled
  }
}
