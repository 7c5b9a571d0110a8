internal import Glibc
internal import PluginHost
package import WorkbenchSupport

// The system's shell, which runs command lines on the outputs of this process.
extension ChildProgram {
  /// The way in which a program or a command line ended.
  package enum End: Equatable {
    case exited(Int32)
    case signal(Int32)
  }

  /// Starts a command line; `nil` on failure.
  ///
  /// - Parameter input: its standard input; `nil` for that of this process.
  package static func start(_ command: String, _ environment: [String: String], input: Int32? = nil) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, resetSignals(&attributes))
    var child = pid_t()
    let code = CStrings.with(["sh", "-c", command]) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environment)
      }
    }
    return code == 0 ? child : nil
  }

  /// Waits for the end of a command line.
  package static func wait(for process: Int32) -> End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return end(status)
  }

  /// Waits for the end of a command line, and signals it to end on cancellation.
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

  /// Returns the way in which a child ended; `nil` while it runs.
  static func ended(_ process: Int32) -> End? {
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG)
    if found == process { return end(status) }
    return found < 0 && errno != EINTR ? .signal(SIGKILL) : nil
  }

  /// Resets the signal mask and handlers of a program to start: no signal is blocked, and those that this process
  /// handles or ignores have the system's default.
  ///
  /// - Returns: the `posix_spawn` flags to start the program with.
  static func resetSignals(_ attributes: inout posix_spawnattr_t) -> Int16 {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  }

  private static func end(_ status: Int32) -> End {
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}
