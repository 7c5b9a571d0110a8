internal import Synchronization

/// What other threads have to say to the person at the prompt, in the order in which it came up.
final class ShellNotices: Sendable {
  private let lines = Mutex<[String]>([])

  /// - Parameter line: fit for a terminal already.
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// All that was not told yet.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
