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

  /// One worker that is to be started. Its outcome is the monitor's, too.
  private final class Job {
    let start: () -> pid_t
    var outcome: pid_t?

    init(_ start: @escaping () -> pid_t) { self.start = start }
  }

  /// What a worker in a sandbox may take: more than components need, and so little that it harms nobody.
  private static let fileSize = UInt64(64 << 20)
  private static let descriptors = UInt64(1024)

  /// In seconds. A worker that hangs is ended by the host long before, unless the host itself is stopped.
  private static let processorTime = UInt64(3600)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - connection: becomes its descriptors 0 and 1.
  ///   - errors: becomes its descriptor 2.
  ///   - memory: how many bytes of address space it may have; 0 for any number.
  ///   - scratch: the folder that it may write to.
  ///   - isConfined: whether it runs in a sandbox.
  ///   - isTraceable: whether any process of the person may be its debugger.
  /// - Returns: the process, or the negated error code.
  func start(
    _ program: WorkerProgram, environment: [String], connection: Int32, errors: Int32, memory: UInt64,
    scratch: String?, isConfined: Bool, isTraceable: Bool
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
                        traceable: isTraceable ? 1 : 0,
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
