internal import CLauncher
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import WorkbenchSupport

/// A resource of which a worker in a sandbox has more than its limit.
enum WorkerExcess: Hashable, Sendable {
  case threads(Int, limit: Int)
  case files(limit: Int)
  case bytes(Int, limit: Int)
}

/// Looks at running workers every few milliseconds, and ends those with too many threads or files.
///
/// The kernel has no such limits for one process: `RLIMIT_NPROC` counts what a person runs and spares root, and folders have
/// none. One thread watches all workers, and ends where none is left.
final class WorkerWatch: @unchecked Sendable {
  static let shared = WorkerWatch()

  /// A worker that is watched. All but the constants is the monitor's.
  final class Entry {
    fileprivate let process: pid_t
    fileprivate let scratch: String?
    fileprivate let limits: PluginLimits
    fileprivate var excess: WorkerExcess?

    fileprivate init(_ process: pid_t, _ scratch: String?, _ limits: PluginLimits) {
      (self.process, self.scratch, self.limits) = (process, scratch, limits)
    }
  }

  private let monitor = Monitor()
  // These are the monitor's.
  private var entries: [Entry] = []
  private var thread: WorkThread?

  /// In milliseconds: a worker that begins too many threads is ended before it has begun many more.
  private static let pause = 20

  /// Watches a worker until ``end(_:)``.
  func begin(_ process: pid_t, scratch: String?, limits: PluginLimits) -> Entry {
    let entry = Entry(process, scratch, limits)
    monitor.withLock {
      entries.append(entry)
      // Without a thread nothing is watched, and the machine is at its limits already.
      if thread == nil { thread = WorkThread { [unowned self] in run() } }
    }
    return entry
  }

  /// Ends the watch, before the worker's number may become another process's, and gives why the worker was ended by it.
  func end(_ entry: Entry) -> WorkerExcess? {
    monitor.withLock {
      entries.removeAll { $0 === entry }
      return entry.excess
    }
  }

  private func run() {
    monitor.withLock {
      while !entries.isEmpty {
        for entry in entries where entry.excess == nil {
          entry.excess = entry.look()
          guard entry.excess != nil else { continue }
          kill(entry.process, SIGKILL)
          kill(-entry.process, SIGKILL)
        }
        monitor.wait(milliseconds: Self.pause)
      }
      thread = nil
    }
  }
}

extension WorkerWatch.Entry {
  /// The resource of which the worker has too much; nil where all is within its limits.
  fileprivate func look() -> WorkerExcess? {
    let threads = Int(clamping: launcher_threads(process))
    if limits.threads > 0, threads > limits.threads { return .threads(threads, limit: limits.threads) }
    let most = launcher_use(bytes: UInt64(PluginLimits.mostBytes), files: UInt64(PluginLimits.mostFiles))
    let use =
      scratch.map { scratch in FileName.withName(scratch) { launcher_count($0, process, most) } }
      ?? launcher_count(nil, process, most)
    if use.files > most.files { return .files(limit: PluginLimits.mostFiles) }
    return use.bytes > most.bytes ? .bytes(Int(clamping: use.bytes), limit: PluginLimits.mostBytes) : nil
  }
}
