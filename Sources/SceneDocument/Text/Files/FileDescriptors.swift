import Glibc

/// The limit on the number of files that the process may have open at once.
package enum FileDescriptors {
  /// The number of descriptors reserved for plugins, pipes and the standard streams.
  private static let reserve = 200

  /// Raises the limit on open files, as far as the system allows, so that `count` more files can be open at once.
  package static func allow(_ count: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = rlim_t(count + reserve)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(max(wanted, 2 * limit.rlim_cur), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
