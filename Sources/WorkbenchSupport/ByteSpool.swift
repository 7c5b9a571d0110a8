internal import Glibc
internal import JSONText

/// A buffer of bytes that uses little memory: all bytes except the last ones are in an unnamed temporary file.
///
/// The bytes stay in memory if no such file can be created or written.
package final class ByteSpool {
  /// The total number of appended bytes.
  package var count: Int { written + held.count }

  /// The last bytes, which are not in the file yet.
  private var held: [UInt8] = []
  private var written = 0
  private var descriptor: Int32 = -1
  private var staysInMemory = false

  /// The number of bytes in memory at which ``append(_:)`` writes them to the file.
  private let capacity: Int

  /// Creates an empty buffer.
  ///
  /// - Parameter capacity: the number of bytes in memory at which ``append(_:)`` writes them to the file.
  package init(capacity: Int = 1 << 20) { self.capacity = capacity }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func append(_ bytes: some Collection<UInt8>) {
    held.append(contentsOf: bytes)
    if held.count >= capacity, !staysInMemory { spill() }
  }

  /// Calls `body` with all bytes in order, a piece at a time; returns false if the file can no longer be read.
  package func forEachPiece<E>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void) throws(E) -> Bool {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: min(capacity, written), alignment: 1)
    defer { piece.deallocate() }
    var start = 0
    while start < written {
      let part = UnsafeMutableRawBufferPointer(rebasing: piece[..<min(piece.count, written - start)])
      guard fill(part, from: start) else { return false }
      try body(UnsafeRawBufferPointer(part))
      start += part.count
    }
    try held.withUnsafeBufferPointer { held throws(E) in try body(UnsafeRawBufferPointer(held)) }
    return true
  }

  /// Returns the bytes of a range; nil if the file can no longer be read.
  package func read(_ range: Range<Int>) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(range, to: &bytes) ? bytes : nil
  }

  /// Appends the bytes of a range to an array; returns false if the file can no longer be read.
  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) -> Bool {
    if range.lowerBound < written {
      let old = bytes.count
      bytes += repeatElement(0, count: min(range.upperBound, written) - range.lowerBound)
      let isRead = bytes.withUnsafeMutableBytes { bytes in
        fill(UnsafeMutableRawBufferPointer(rebasing: bytes[old...]), from: range.lowerBound)
      }
      guard isRead else { return false }
    }
    if range.upperBound > written {
      bytes += held[(max(range.lowerBound, written) - written)..<(range.upperBound - written)]
    }
    return true
  }

  // MARK: the file

  /// Fills a buffer with bytes of the file from an offset; returns false if the file can no longer be read.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, start + done)
      if count == 0 || count < 0 && errno != EINTR { return false }
      done += max(count, 0)
    }
    return true
  }

  /// Moves the bytes in memory to the file. If that fails, keeps all bytes in memory from then on.
  private func spill() {
    if descriptor < 0 { descriptor = Self.file() }
    var done = 0
    while done < held.count, descriptor >= 0 {
      let count = held.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, written + done)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      done += count
    }
    guard done == held.count else {
      staysInMemory = true
      return
    }
    written += done
    held.removeAll(keepingCapacity: true)
  }

  /// Creates a file in the temporary folder and removes its name; returns its descriptor, or -1 on failure.
  private static func file() -> Int32 {
    let folder = getenv("TMPDIR").map { FileName.text(of: UnsafePointer($0)) } ?? P_tmpdir
    var generator = SystemRandomNumberGenerator()
    let path = "\(folder)/.inspector-\(String(generator.next(), radix: 36)).spool"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }
}
