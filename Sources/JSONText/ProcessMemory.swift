internal import Glibc

/// The memory limit of this process.
package enum ProcessMemory {
  /// The maximum size of the address space in bytes (`ulimit -v`); nil if there is no limit.
  package static let limit: Int? = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return limit.rlim_cur < 1 << 50 ? Int(limit.rlim_cur) : nil
  }()
}
