import Glibc

/// Reads a part of a file on a thread of its own.
final class PartRead {
  private var thread: WorkThread?
  private var outcome: (count: Int, error: Int32) = (0, 0)

  /// Begins to read `count` bytes to where nobody else writes; nil where no thread is to be had. Whoever makes one waits
  /// for its result.
  init?(of descriptor: Int32, at offset: Int, to memory: UnsafeMutableRawPointer, count: Int) {
    thread = WorkThread { [unowned self] in
      outcome = Self.read(descriptor, at: offset, to: memory, count: count)
    }
    if thread == nil { return nil }
  }

  /// Waits until it is read: how much there was, and the system's error code.
  func result() -> (count: Int, error: Int32) {
    thread?.join()
    return outcome
  }

  /// So much is in the processor's cache still when it is filled.
  private static let piece = 512 << 10

  /// Reads up to `count` bytes to where a page begins; fewer where the file ends before.
  static func read(
    _ descriptor: Int32, at offset: Int, to memory: UnsafeMutableRawPointer, count: Int
  ) -> (count: Int, error: Int32) {
    var filled = 0
    while filled < count {
      let room = min(count - filled, piece)
      // What is new to the process comes to it at once, and not by a fault for each page.
      madvise(memory + filled, room, MADV_POPULATE_WRITE)
      let got = pread(descriptor, memory + filled, room, offset + filled)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return (filled, errno) }
      if got == 0 { break }
      filled += got
    }
    return (filled, 0)
  }
}
