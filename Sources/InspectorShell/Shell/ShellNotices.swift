internal import Synchronization

/// The notices from other threads that the prompt has not yet printed, in order of arrival.
final class ShellNotices: Sendable {
  private let lines = Mutex<[String]>([])

  /// Adds a notice, which the prompt prints later.
  ///
  /// - Parameter line: the text, already escaped for a terminal.
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Returns and removes the notices that were not printed yet.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
