internal import CLauncher
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import WorkbenchSupport

/// A limit that a worker in a sandbox has exceeded.
enum WorkerExcess: Hashable, Sendable {
  case threads(Int, limit: Int)
  case files(limit: Int)
  case bytes(Int, limit: Int)
}

/// A watch that checks running workers every few milliseconds, and kills those with too many threads or files, or with
/// too much data in files.
///
/// The kernel has no such limits for one process: `RLIMIT_NPROC` counts all processes of a user and exempts root, and
/// folders have no limit. One thread watches all workers, and ends when no worker is left.
final class WorkerWatch: @unchecked Sendable {
  static let shared = WorkerWatch()

  /// A watched worker. The monitor of the watch guards its mutable state.
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
  // The monitor guards the list of watched workers and the thread.
  private var entries: [Entry] = []
  private var thread: WorkThread?

  /// The interval between checks in milliseconds. It is short, so a worker cannot exceed its thread limit by much.
  private static let pause = 20

  /// Starts to watch a worker. Every call must be followed by a call of ``end(_:)``.
  func begin(_ process: pid_t, scratch: String?, limits: PluginLimits) -> Entry {
    let entry = Entry(process, scratch, limits)
    monitor.withLock {
      entries.append(entry)
      // If no thread can be started, workers are not watched; the machine is at its limits in this case anyway.
      if thread == nil { thread = WorkThread { [unowned self] in run() } }
    }
    return entry
  }

  /// Ends the watch of a worker; call it before a new process can reuse the worker's process id. Returns the limit that
  /// the worker exceeded, if the watch killed the worker for that reason; nil otherwise.
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
  /// Returns the limit that the worker exceeds; nil if the worker is within all limits.
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
