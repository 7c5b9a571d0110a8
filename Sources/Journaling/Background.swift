import SceneDocument

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

/// A copy of the scene that is being made, until nobody wants it.
final class BaseCopy: Sendable {
  private let work: Background<Void>
  private let wish = Wish()

  private final class Wish: @unchecked Sendable {
    // Guarded by the monitor.
    var isWanted = true
    let monitor = Monitor()
  }

  /// - Parameter former: one that is made before it.
  init(
    _ folder: JournalFolder, _ path: String, after former: BaseCopy?,
    of text: @escaping @Sendable () -> (DocumentSnapshot, sha256: String)
  ) {
    let wish = wish
    work = Background {
      former?.wait()
      let (snapshot, sha256) = text()
      guard folder.stage(snapshot, sha256: sha256, for: path) else { return }
      let isPlaced = wish.monitor.withLock { wish.isWanted && folder.place(path) == nil }
      if !isPlaced { folder.remove("\(path).tmp") }
    }
  }

  func giveUp() { wish.monitor.withLock { wish.isWanted = false } }
  func wait() { work.value }
}
