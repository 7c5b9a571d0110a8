import Glibc

/// A writer of many pieces of memory with few system calls, each of which writes up to 1,024 pieces.
package struct GatheredWriter {
  private static let batch = 1024

  /// The maximum number of bytes for one system call, and the number of written bytes after which the file is flushed.
  /// More bytes take several calls. Both numbers are small enough that a cancelled save ends soon.
  private static let most = 32 << 20

  private let descriptor: Int32
  private let isCancelled: () -> Bool
  private var pieces: [iovec] = []
  private var count = 0

  /// A function that makes the bytes written so far durable; nil if that is left to the system.
  private let flush: ((Int32) -> Int32)?
  private var unflushed = 0

  /// Creates a writer to an open descriptor.
  ///
  /// - Parameters:
  ///   - flush: makes the bytes written so far durable, and returns 0, or -1 with the error in `errno`; called about
  ///     every 32 MiB.
  ///   - isCancelled: polled between system calls; if it returns true, the error is `ECANCELED`.
  package init(_ descriptor: Int32, flush: ((Int32) -> Int32)? = nil, isCancelled: @escaping () -> Bool = { false }) {
    self.descriptor = descriptor
    self.flush = flush
    self.isCancelled = isCancelled
    pieces.reserveCapacity(Self.batch)
  }

  /// Adds a piece, whose memory must stay valid until `finish` is called. Writes all pending pieces once there are
  /// 1,024 pieces or 32 MiB.
  package mutating func add(_ piece: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = piece[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let part = min(rest.count, Self.most - count)
      pieces.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: start), iov_len: part))
      count += part
      rest = rest.dropFirst(part)
      if pieces.count == Self.batch || count == Self.most { try finish() }
    }
  }

  /// Writes the pending pieces, and flushes the file if enough bytes have been written since the last flush.
  package mutating func finish() throws(SystemError) {
    var first = 0
    while first < pieces.count {
      if isCancelled() { throw SystemError(code: ECANCELED) }
      let written = pieces.withUnsafeBufferPointer { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return writev(descriptor, base + first, Int32(truncatingIfNeeded: buffer.count - first))
      }
      if written < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
          continue
        }
        throw SystemError(code: errno)
      }
      advance(&first, by: written)
    }
    pieces.removeAll(keepingCapacity: true)
    unflushed += count
    count = 0
    if let flush, unflushed >= Self.most {
      unflushed = 0
      guard flush(descriptor) == 0 else { throw SystemError(code: errno) }
    }
  }

  /// Skips the written pieces, and removes the written part of the next piece.
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
}

/// An error with the code (`errno`) of a failed system call.
package struct SystemError: Error {
  package var code: Int32
}
