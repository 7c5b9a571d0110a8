internal import SceneDocument

/// Work on a thread of its own, and what came of it.
///
/// ```swift
/// let digest = Background { snapshot.sha256 }
/// digest.value  // waits for it
/// ```
package final class Background<Value: Sendable>: @unchecked Sendable {
  // Guarded by the monitor.
  private var result: Value?
  private let monitor = Monitor()

  /// Begins the work; where the system has no thread to give, it is done here and now.
  package init(_ work: @escaping @Sendable () -> Value) {
    if WorkThread({ self.finish(work()) }) == nil { finish(work()) }
  }

  private func finish(_ value: Value) {
    monitor.withLock {
      result = value
      monitor.wake()
    }
  }

  /// What came of the work; waits for its end.
  package var value: Value {
    monitor.withLock {
      while true {
        if let result { return result }
        monitor.wait()
      }
    }
  }

  /// What came of the work, or nil while it goes on.
  package var valueIfDone: Value? { monitor.withLock { result } }
}
