import Glibc

/// Writes many pieces with few system calls, 1,024 at a time, and goes on after short writes.
struct GatheredWriter {
  private static let batch = 1024

  private let descriptor: Int32
  private var pieces: [iovec] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    pieces.reserveCapacity(Self.batch)
  }

  /// Takes a piece, which must stay where it is until `finish`; writes when there are enough.
  mutating func add(_ piece: UnsafeRawBufferPointer) throws(SystemError) {
    guard let start = piece.baseAddress, piece.count > 0 else { return }
    pieces.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: start), iov_len: piece.count))
    if pieces.count == Self.batch { try finish() }
  }

  /// Writes what is left.
  mutating func finish() throws(SystemError) {
    var first = 0
    while first < pieces.count {
      let written = pieces.withUnsafeBufferPointer { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return writev(descriptor, base + first, Int32(truncatingIfNeeded: buffer.count - first))
      }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          waitUntilWritable()
          continue
        }
        throw SystemError(code: errno)
      }
      advance(&first, by: written)
    }
    pieces.removeAll(keepingCapacity: true)
  }

  /// Drops what was written; a piece may have been written in part.
  private mutating func advance(_ first: inout Int, by written: Int) {
    var left = written
    while first < pieces.count, left >= pieces[first].iov_len {
      left -= pieces[first].iov_len
      first += 1
    }
    if left > 0, let start = pieces[first].iov_base {
      pieces[first] = iovec(iov_base: start + left, iov_len: pieces[first].iov_len - left)
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

/// The code of a failed system call.
struct SystemError: Error {
  var code: Int32
}
