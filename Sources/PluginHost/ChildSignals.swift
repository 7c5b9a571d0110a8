package import Glibc

/// The default signal state for child processes, independent of this process's own signal handling.
package enum ChildSignals {
  /// Resets the signal mask and handlers of a program to start: no signal is blocked, and those that this process
  /// handles or ignores have the system's default.
  ///
  /// - Returns: the `posix_spawn` flags to start the program with.
  package static func reset(_ attributes: inout posix_spawnattr_t) -> Int16 {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  }
}
