internal import Synchronization

/// Notices from other threads for the person at the prompt, in order of arrival.
final class ShellNotices: Sendable {
  private let lines = Mutex<[String]>([])

  /// - Parameter line: already escaped for a terminal.
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Returns and clears the notices that were not printed yet.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
