internal import CommandLineKit
internal import CommandReports
internal import InspectorKit
internal import SceneDocument
internal import Settings
internal import Workbench

/// A watcher of the settings files while a shell waits for input. Its thread notifies the prompt of changes by other
/// programs.
///
/// Each poll costs a system call for each file; see ``PluginWatcher`` for the reason why the kernel's notifications are
/// not used.
final class SettingsWatcher: @unchecked Sendable {
  private let suite: SettingsSuite
  private let notices: ShellNotices
  private let wake: @Sendable () -> Void

  private let monitor = Monitor()
  // The monitor guards the following two variables.
  private var isEnding = false
  /// The settings that the shell uses; nil while a command runs, since the command may itself change settings.
  private var known: Settings?

  /// The interval between polls in milliseconds.
  private static let pause = 50

  /// Creates a watcher, which does nothing before ``start()``.
  ///
  /// - Parameter wake: called when there are notices, to make the prompt print them.
  init(_ suite: SettingsSuite, _ notices: ShellNotices, wake: @escaping @Sendable () -> Void) {
    (self.suite, self.notices, self.wake) = (suite, notices, wake)
  }

  /// Starts polling. If the system cannot create a thread, the watcher notices no change.
  func start() { _ = WorkThread { self.run() } }

  /// Stops polling, without waiting for a poll under way.
  func stop() {
    monitor.withLock {
      isEnding = true
      monitor.wake()
    }
  }

  /// Starts to report changes relative to the given settings.
  func watch(_ settings: Settings) { monitor.withLock { known = settings } }

  /// Stops reporting changes until the next ``watch(_:)``.
  func rest() { monitor.withLock { known = nil } }

  private func run() {
    while wait() {
      let lines = monitor.withLock {
        guard let former = known else { return [String]() }
        let now = suite.current
        known = now
        return now.news(since: former)
      }
      guard !lines.isEmpty else { continue }
      lines.forEach(notices.add)
      wake()
    }
  }

  /// Waits for the interval; returns false if the shell ends.
  private func wait() -> Bool {
    monitor.withLock {
      if !isEnding { monitor.wait(milliseconds: Self.pause) }
      return !isEnding
    }
  }
}

extension Settings {
  /// Returns a line for each setting whose value has changed. Problems are reported by the next command.
  fileprivate func news(since former: Settings) -> [String] {
    Set(keys).union(former.keys).sorted().filter { self[$0] != former[$0] }.map { key in
      let value = layers(of: key).last.map { "\(TerminalText.escaped($0.value.text)) (\($0.place))" } ?? "not set"
      return "settings: '\(TerminalText.escaped(key))' is now \(value)"
    }
  }
}
