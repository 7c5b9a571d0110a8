internal import Glibc
internal import PluginHost
package import WorkbenchSupport

// Starting processes and waiting for their end, including the system's shell with a command line.
extension ChildProgram {
  /// The way in which a process ended.
  package enum End: Equatable {
    /// The process exited with this code, which is 126 or 127 if the system's shell cannot run the command.
    case exited(Int32)
    /// A signal with this number ended the process.
    case signal(Int32)
  }

  /// Starts a command line with the system's shell, and returns the process id; `nil` if the shell cannot be started.
  ///
  /// - Parameter input: the descriptor of the standard input; `nil` to inherit the standard input of this process.
  package static func start(_ command: String, _ environment: [String: String], input: Int32? = nil) -> Int32? {
    try? start("/bin/sh", ["sh", "-c", command], environment, files: input.map { [$0] } ?? [])
  }

  /// Starts a program, and returns its process id. Throws if the program cannot be started.
  ///
  /// No signal is blocked in the program, and the signals that this process handles or ignores have their default
  /// effect.
  ///
  /// - Parameters:
  ///   - arguments: all arguments, beginning with the program's name.
  ///   - files: the descriptors that become 0, 1 and 2 in the program. If there are fewer, the program inherits the
  ///     others from this process.
  static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], files: [Int32]
  ) throws(Failure) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var child = pid_t()
    let code = CStrings.with(arguments) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw .start(code) }
    return child
  }

  /// Waits for a child process to end, and returns the way in which it ended.
  package static func wait(for process: Int32) -> End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return end(status)
  }

  /// Waits for a child process to end, and sends it SIGTERM once if the job is cancelled.
  package static func wait(for process: Int32, under job: InspectorJob) -> End {
    var wasAsked = false
    while true {
      if let end = ended(process) { return end }
      if job.isCancelled, !wasAsked {
        wasAsked = true
        kill(process, SIGTERM)
      }
      usleep(20_000)
    }
  }

  /// Returns the way in which a child process ended; `nil` if the child is still running. A child with an unknown
  /// status counts as killed.
  static func ended(_ process: Int32) -> End? {
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG)
    if found == process { return end(status) }
    return found < 0 && errno != EINTR ? .signal(SIGKILL) : nil
  }

  private static func end(_ status: Int32) -> End {
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
