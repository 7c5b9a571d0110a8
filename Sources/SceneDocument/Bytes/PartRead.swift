import Glibc

/// Reads a part of a file on a thread of its own.
final class PartRead {
  private let descriptor: Int32
  private let offset: Int
  private let memory: UnsafeMutableRawPointer
  private let count: Int
  private var thread = pthread_t()
  private var outcome: (count: Int, error: Int32) = (0, 0)

  /// Begins to read `count` bytes to where nobody else writes; nil where no thread is to be had. Whoever makes one waits
  /// for its result.
  init?(of descriptor: Int32, at offset: Int, to memory: UnsafeMutableRawPointer, count: Int) {
    (self.descriptor, self.offset, self.memory, self.count) = (descriptor, offset, memory, count)
    let error = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<PartRead>.fromOpaque(argument).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard error == 0 else { return nil }
  }

  private func run() { outcome = Self.read(descriptor, at: offset, to: memory, count: count) }

  /// Waits until it is read: how much there was, and the system's error code.
  func result() -> (count: Int, error: Int32) {
    pthread_join(thread, nil)
    return outcome
  }

  /// Reads up to `count` bytes; fewer where the file ends before.
  static func read(
    _ descriptor: Int32, at offset: Int, to memory: UnsafeMutableRawPointer, count: Int
  ) -> (count: Int, error: Int32) {
    var filled = 0
    while filled < count {
      // One call reads 2 GiB at most.
      let got = pread(descriptor, memory + filled, min(count - filled, 1 << 30), offset + filled)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return (filled, errno) }
      if got == 0 { break }
      filled += got
    }
    return (filled, 0)
  }
}
