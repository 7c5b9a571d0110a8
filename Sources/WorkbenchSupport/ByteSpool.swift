internal import Glibc
internal import JSONText

/// Bytes that wait to be read again: all but the last of them in a file without a name, so that any number of them costs the
/// same memory.
///
/// Where no such file can be made or written, they stay in memory.
package final class ByteSpool {
  /// How many bytes there are.
  package var count: Int { written + held.count }

  /// The bytes after those in the file.
  private var held: [UInt8] = []
  private var written = 0
  private var descriptor: Int32 = -1
  private var staysInMemory = false

  /// How many bytes may be in memory.
  private let capacity: Int

  /// - Parameter capacity: how many bytes may be in memory; as many as that go to the file together.
  package init(capacity: Int = 1 << 20) { self.capacity = capacity }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func append(_ bytes: some Collection<UInt8>) {
    held.append(contentsOf: bytes)
    if held.count >= capacity, !staysInMemory { spill() }
  }

  /// All bytes, a piece at a time; false where the file cannot be read any more.
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

  /// Some of the bytes; nil where the file cannot be read any more.
  package func read(_ range: Range<Int>) -> [UInt8]? {
    var bytes: [UInt8] = []
    return append(range, to: &bytes) ? bytes : nil
  }

  /// Appends some of the bytes to others; false where the file cannot be read any more.
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

  /// Reads what is in the file from an offset; false where it cannot be read any more.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, start + done)
      if count == 0 || count < 0 && errno != EINTR { return false }
      done += max(count, 0)
    }
    return true
  }

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

  /// A file in the folder for temporary ones, its name gone already.
  private static func file() -> Int32 {
    let folder = getenv("TMPDIR").map { FileName.text(of: UnsafePointer($0)) } ?? P_tmpdir
    var generator = SystemRandomNumberGenerator()
    let path = "\(folder)/.inspector-\(String(generator.next(), radix: 36)).spool"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }
}
