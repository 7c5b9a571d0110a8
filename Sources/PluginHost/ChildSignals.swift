package import Glibc

/// The signals of programs that are started: as at a login, whatever this one has made of its own.
package enum ChildSignals {
  /// Sets the attributes of a program to start: no signal is blocked, and those that this process handles or ignores
  /// have the system's default.
  ///
  /// - Returns: the flags to start it with.
  package static func reset(_ attributes: inout posix_spawnattr_t) -> Int16 {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    return Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
  }
}
