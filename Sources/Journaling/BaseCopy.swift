internal import SceneDocument

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
