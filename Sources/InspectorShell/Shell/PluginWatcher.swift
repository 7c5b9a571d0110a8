internal import CommandReports
internal import SceneDocument
internal import Workbench

/// A watcher of plugin files while a shell is open. Its thread requests the descriptions of rebuilt plugins, and the
/// prompt then installs the plugins.
///
/// Each poll costs a few system calls. Kernel notifications are not used: they end when a build removes the folder, and
/// not every file system sends them.
final class PluginWatcher: @unchecked Sendable {
  private let library: PluginLibrary
  private let notices: ShellNotices
  private let wake: @Sendable () -> Void

  private let monitor = Monitor()
  // The monitor guards the following two variables.
  private var exchange: PluginExchange?
  private var isEnding = false

  // Only the watcher's thread uses the following two variables.
  private var absent: [PluginUpdate: ContinuousClock.Instant] = [:]
  private var reportedAbsent: Set<PluginUpdate> = []

  /// The interval between polls, and the time for which a file must stay unchanged to count as complete, both in
  /// milliseconds.
  private static let (pause, settling) = (150, 100)

  /// The time for which a plugin's file may be missing without a report, since a linker removes a file before it writes
  /// the new one.
  private static let patience = Duration.seconds(3)

  /// Creates a watcher, which does nothing before ``start()``.
  ///
  /// - Parameter wake: called when plugins or notices are ready, to make the prompt call ``take()`` and print notices.
  init(_ library: PluginLibrary, _ notices: ShellNotices, wake: @escaping @Sendable () -> Void) {
    (self.library, self.notices, self.wake) = (library, notices, wake)
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

  /// Returns and removes the plugins that are ready to be installed; nil if no plugins are ready.
  func take() -> PluginExchange? {
    monitor.withLock {
      defer {
        exchange = nil
        monitor.wake()
      }
      return exchange
    }
  }

  private func run() {
    while wait(Self.pause) {
      let seen = library.updates()
      noteAbsent(seen.filter { $0.kind == .vanished })
      let changed = Set(seen.filter { $0.kind != .vanished })
      guard !changed.isEmpty, wait(Self.settling) else { continue }
      let settled = library.updates().filter(changed.contains)
      guard !settled.isEmpty else { continue }
      hand(library.describe(settled))
    }
  }

  /// Waits for the given time; returns false if the shell ends.
  private func wait(_ milliseconds: Int) -> Bool {
    monitor.withLock {
      if !isEnding { monitor.wait(milliseconds: milliseconds) }
      return !isEnding
    }
  }

  /// Offers plugins to the prompt, and waits until the prompt has taken them between two commands, or the shell ends.
  private func hand(_ new: PluginExchange) {
    guard !new.isEmpty else { return }
    monitor.withLock { exchange = new }
    wake()
    monitor.withLock {
      while exchange != nil, !isEnding { monitor.wait() }
    }
  }

  /// Reports each plugin whose file has been missing for at least ``patience``. Each absence is reported once.
  private func noteAbsent(_ gone: [PluginUpdate]) {
    absent = absent.filter { gone.contains($0.key) }
    reportedAbsent.formIntersection(gone)
    for update in gone {
      let since = absent[update] ?? .now
      absent[update] = since
      guard ContinuousClock.now - since >= Self.patience, reportedAbsent.insert(update).inserted else { continue }
      notices.add(PluginNews.absent(update))
      wake()
    }
  }
}
