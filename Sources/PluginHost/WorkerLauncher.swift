internal import CLauncher
internal import Glibc
internal import SceneDocument
internal import WorkbenchSupport

/// Starts worker processes, which the kernel kills when the host ends, however it ends.
///
/// The kernel watches the *thread* that started a worker, so one thread starts all of them and lives as long as the process.
final class WorkerLauncher: @unchecked Sendable {
  static let shared = WorkerLauncher()

  private let monitor = Monitor()
  // These are the monitor's.
  private var waiting: [Job] = []
  private var thread: WorkThread?

  /// One worker that is to be started.
  private final class Job {
    let start: () -> pid_t
    var outcome: pid_t?

    init(_ start: @escaping () -> pid_t) { self.start = start }
  }

  /// Starts an executable.
  ///
  /// - Parameters:
  ///   - connection: becomes its descriptors 0 and 1.
  ///   - errors: becomes its descriptor 2.
  ///   - memory: how many bytes of address space it may have; 0 for any number.
  /// - Returns: the process, or the negated error code.
  func start(
    _ executable: String, environment: [String], connection: Int32, errors: Int32, memory: UInt64
  ) -> pid_t {
    let request = launcher_request(connection: connection, errors: errors, memory: memory)
    let job = Job {
      CStrings.with([executable]) { arguments in
        CStrings.with(environment) { launcher_start(arguments[0], arguments, $0, request) }
      }
    }
    return monitor.withLock {
      waiting.append(job)
      if thread == nil { thread = WorkThread { [unowned self] in run() } }
      guard thread != nil else {
        waiting.removeAll { $0 === job }
        return -EAGAIN
      }
      monitor.wake()
      while true {
        if let outcome = job.outcome { return outcome }
        monitor.wait()
      }
    }
  }

  private func run() {
    while true {
      let job = monitor.withLock {
        while waiting.isEmpty { monitor.wait() }
        return waiting.removeFirst()
      }
      let outcome = job.start()
      monitor.withLock {
        job.outcome = outcome
        monitor.wake()
      }
    }
  }
}
