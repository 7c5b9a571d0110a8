internal import CommandReports
internal import SceneDocument
internal import Workbench

/// Looks after the files of plugins while a shell is open, on a thread of its own: rebuilt plugins are described there, and
/// wait for the prompt to put them in place.
///
/// A look costs a few system calls. It is no notification of the kernel's, since such a one ends with the folder that a
/// build removes, and does not come from every file system.
final class PluginWatcher: @unchecked Sendable {
  private let library: PluginLibrary
  private let notices: ShellNotices
  private let wake: @Sendable () -> Void

  private let monitor = Monitor()
  // These are the monitor's.
  private var exchange: PluginExchange?
  private var isEnding = false

  // These are the thread's.
  private var absent: [PluginUpdate: ContinuousClock.Instant] = [:]
  private var reportedAbsent: Set<PluginUpdate> = []

  /// How long after a look the next one is made, and how long a file must stay the same to be whole.
  private static let (pause, settling) = (150, 100)

  /// How long a file may be away without a word: a linker removes it before it writes the new one.
  private static let patience = Duration.seconds(3)

  /// - Parameter wake: has the prompt look for what ``take()`` gives, and for notices.
  init(_ library: PluginLibrary, _ notices: ShellNotices, wake: @escaping @Sendable () -> Void) {
    (self.library, self.notices, self.wake) = (library, notices, wake)
  }

  /// Begins to look. Where the system has no thread to give, nothing is noticed.
  func start() { _ = WorkThread { self.run() } }

  /// Looks no more, after the look that is under way.
  func stop() {
    monitor.withLock {
      isEnding = true
      monitor.wake()
    }
  }

  /// The plugins that wait to be put in place; nil for none.
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

  /// False where the shell ends.
  private func wait(_ milliseconds: Int) -> Bool {
    monitor.withLock {
      if !isEnding { monitor.wait(milliseconds: milliseconds) }
      return !isEnding
    }
  }

  /// Gives plugins to the prompt, and waits until it has taken them: while a command runs, nothing is exchanged.
  private func hand(_ new: PluginExchange) {
    guard !new.isEmpty else { return }
    monitor.withLock { exchange = new }
    wake()
    monitor.withLock {
      while exchange != nil, !isEnding { monitor.wait() }
    }
  }

  /// Says once of a plugin that it is away for long.
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
