internal import Glibc

/// Writes pieces of memory on a thread of its own, in the order in which they come.
final class BackgroundWriter: @unchecked Sendable {
  typealias Pieces = [UnsafeRawBufferPointer]

  private let monitor = Monitor()
  // These are the monitor's.
  private var waiting: [Pieces] = []
  private var isEnded = false
  private var error: Int32 = 0

  private var thread: WorkThread?

  /// Nil where no thread is to be had. Whoever makes one finishes or stops it before the descriptor is closed.
  init?(_ descriptor: Int32) {
    thread = WorkThread { self.run(descriptor) }
    if thread == nil { return nil }
  }

  /// Takes pieces, which must stay where they are until the end.
  func add(_ pieces: Pieces) {
    monitor.withLock {
      waiting.append(pieces)
      monitor.wake()
    }
  }

  /// Waits until all is written: the system's error code.
  func finish() -> Int32 {
    monitor.withLock {
      isEnded = true
      monitor.wake()
    }
    thread?.join()
    return monitor.withLock { error }
  }

  /// Gives up what is not written yet.
  func stop() {
    monitor.withLock { waiting = [] }
    _ = finish()
  }

  private func run(_ descriptor: Int32) {
    var writer = GatheredWriter(descriptor, flush: fdatasync)
    while let pieces = next() {
      do throws(SystemError) {
        for piece in pieces { try writer.add(piece) }
        try writer.finish()
      } catch {
        return fail(error.code)
      }
    }
  }

  /// The pieces that have waited longest; nil at the end.
  private func next() -> Pieces? {
    monitor.withLock {
      while waiting.isEmpty, !isEnded { monitor.wait() }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  private func fail(_ code: Int32) {
    monitor.withLock {
      error = code
      waiting = []
    }
  }
}
