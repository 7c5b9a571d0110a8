import SceneDocument
import Synchronization

/// A value that is calculated on its own thread.
///
/// ```swift
/// let digest = Background { snapshot.sha256 }
/// digest.value  // waits for the result
/// ```
package final class Background<Value: Sendable>: @unchecked Sendable {
  // The monitor guards the result.
  private var result: Value?
  private let monitor = Monitor()

  /// Starts the calculation. If the system has no thread available, the caller's thread calculates the value at once.
  package init(_ work: @escaping @Sendable () -> Value) {
    if WorkThread({ self.finish(work()) }) == nil { finish(work()) }
  }

  private func finish(_ value: Value) {
    monitor.withLock {
      result = value
      monitor.wake()
    }
  }

  /// The calculated value; waits until it is available.
  package var value: Value {
    monitor.withLock {
      while true {
        if let result { return result }
        monitor.wait()
      }
    }
  }

  /// The calculated value; nil until it is available.
  package var valueIfDone: Value? { monitor.withLock { result } }
}

/// A copy of the scene that is written in the background. The copy can be abandoned until it has its final name.
final class BaseCopy: @unchecked Sendable {
  private let isWanted = Mutex(true)
  /// The background work that writes the copy; set only by the initializer.
  private var work: Background<Void>?

  /// Starts to write the text in the background. The file gets its final name unless the copy is abandoned.
  ///
  /// - Parameter former: the previous copy, which is finished first.
  init(
    _ folder: JournalFolder, _ path: String, after former: BaseCopy?,
    of text: @escaping @Sendable () -> (DocumentSnapshot, sha256: String)
  ) {
    work = Background { [self] in
      former?.wait()
      let (snapshot, sha256) = text()
      guard folder.stage(snapshot, sha256: sha256, for: path) else { return }
      let isPlaced = isWanted.withLock { $0 && folder.place(path) == nil }
      if !isPlaced { folder.remove("\(path).tmp") }
    }
  }

  func giveUp() { isWanted.withLock { $0 = false } }
  func wait() { work?.value }
}
