internal import Glibc

/// Functions that read and write small files as a whole.
package enum FileText {
  /// Returns the bytes of a regular file; nil if the file cannot be read or is not a regular file.
  package static func read(_ path: String) -> [UInt8]? {
    if case .bytes(let bytes) = read(path, atMost: .max - 1) { bytes } else { nil }
  }

  /// The result of reading a file with a size limit.
  package enum Limited {
    case bytes([UInt8])
    case tooLong(Int)
    case unreadable
  }

  /// Reads a regular file of at most `limit` bytes. Returns the size of a longer file, and `unreadable` if the file
  /// cannot be read or is not a regular file.
  package static func read(_ path: String, atMost limit: Int) -> Limited {
    // Without `O_NONBLOCK`, opening a pipe that has no writer would block.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .unreadable }
    let size = Int(status.st_size)
    guard size <= limit else { return .tooLong(size) }
    // The file may grow while it is read.
    guard let bytes = read(descriptor, count: size, atMost: limit + 1) else { return .unreadable }
    return bytes.count <= limit ? .bytes(bytes) : .tooLong(bytes.count)
  }

  /// Returns the first `count` bytes of a file, or all bytes of a shorter file; empty if the file cannot be read.
  package static func head(of path: String, count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { Glibc.pread(descriptor, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(read, 0)))
  }

  /// Reads an open file to its end or to the limit; returns nil, with the error in `errno`, if a read fails.
  ///
  /// - Parameters:
  ///   - count: the approximate number of bytes.
  ///   - limit: the number of bytes after which reading stops; up to 65,535 more may be returned.
  package static func read(_ descriptor: Int32, count: Int, atMost limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, 1 << 26))
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < limit {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes to an open file; returns false, with the error in `errno`, if a write fails.
  package static func write(_ bytes: [UInt8], toDescriptor descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, toDescriptor: descriptor) }
  }

  /// Writes all bytes of a buffer to an open file; returns false, with the error in `errno`, if a write fails.
  package static func write(_ bytes: UnsafeRawBufferPointer, toDescriptor descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }
}
