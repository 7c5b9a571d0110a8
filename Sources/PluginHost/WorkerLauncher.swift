internal import CLauncher
internal import Glibc
internal import SceneDocument
internal import WorkbenchSupport

/// A launcher of worker processes. The kernel kills the workers when the host ends in any way.
///
/// The kernel watches the *thread* that started a worker, so one thread starts all workers and lives as long as the
/// process.
final class WorkerLauncher: @unchecked Sendable {
  static let shared = WorkerLauncher()

  private let monitor = Monitor()
  // The monitor guards the list of workers to start and the thread.
  private var waiting: [Job] = []
  private var thread: WorkThread?

  /// A request to start a worker, and its result. The monitor guards the result.
  private final class Job {
    let start: () -> pid_t
    var outcome: pid_t?

    init(_ start: @escaping () -> pid_t) { self.start = start }
  }

  /// The limits for a worker in a sandbox: the size of each file in bytes, and the number of open descriptors. Both are
  /// more than components need, and low enough to be harmless.
  private static let fileSize = UInt64(64 << 20)
  private static let descriptors = UInt64(1024)

  /// The limit of processor time in seconds, after which the kernel ends the worker. The host ends a hanging worker
  /// long before, unless the host itself is stopped.
  private static let processorTime = UInt64(3600)

  /// Starts a program on the launcher's thread, and waits until it runs or could not be started.
  ///
  /// - Parameters:
  ///   - connection: the descriptor that becomes the program's descriptors 0 and 1.
  ///   - errors: the descriptor that becomes the program's descriptor 2.
  ///   - memory: the maximum address space in bytes; 0 for no limit.
  ///   - scratch: the folder that the worker may write to; nil if it may write to no folder.
  ///   - isConfined: true to run the program in a sandbox.
  ///   - isTraceable: true to let any process of the user attach a debugger to the program.
  ///   - yields: true to give the program a lower priority than the host's other threads and workers.
  /// - Returns: the process id, or the negated error code (`errno`).
  func start(
    _ program: WorkerProgram, environment: [String], connection: Int32, errors: Int32, memory: UInt64,
    scratch: String?, isConfined: Bool, isTraceable: Bool, yields: Bool
  ) -> pid_t {
    let job = Job {
      CStrings.with([program.executable]) { executable in
        CStrings.with(program.arguments) { arguments in
          CStrings.with(environment) { environment in
            CStrings.with([scratch ?? "", program.listed ?? ""]) { folders in
              CStrings.with(program.readable) { readable in
                readable.map { UnsafePointer($0) }.withUnsafeBufferPointer { readable in
                  var sandbox = launcher_sandbox(
                    readable: readable.baseAddress, listed: program.listed == nil ? nil : folders[1],
                    scratch: scratch == nil ? nil : folders[0], file_size: Self.fileSize,
                    processor_time: Self.processorTime, descriptors: Self.descriptors,
                    person: program.person?.user ?? 0, group: program.person?.group ?? 0)
                  return withUnsafePointer(to: &sandbox) { sandbox in
                    launcher_start(
                      executable[0], arguments, environment,
                      launcher_request(
                        connection: connection, errors: errors, memory: memory, program: program.held?.descriptor ?? -1,
                        traceable: isTraceable ? 1 : 0, yields: yields ? 1 : 0,
                        sandbox: isConfined ? sandbox : nil))
                  }
                }
              }
            }
          }
        }
      }
    }
    return monitor.withLock {
      waiting.append(job)
      begin()
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

  /// Starts the launcher's thread. Call this function before starting a thread that yields: if the yielding thread
  /// started the launcher's thread, the launcher's thread would inherit its priority.
  func prepare() { monitor.withLock { begin() } }

  private func begin() {
    if thread == nil { thread = WorkThread { [unowned self] in run() } }
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
