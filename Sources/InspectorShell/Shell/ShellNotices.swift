internal import Synchronization

/// What other threads have to say to the person at the prompt, in the order in which it came up.
final class ShellNotices: Sendable {
  private let lines = Mutex<[String]>([])

  /// - Parameter line: fit for a terminal already.
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Takes the notices that were not printed yet.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
