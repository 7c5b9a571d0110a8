internal import Glibc

/// The memory limit of this process.
package enum ProcessMemory {
  /// The maximum size of the address space in bytes (`ulimit -v`); nil if there is no limit.
  package static let limit: Int? = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return nil }
    return limit.rlim_cur < 1 << 50 ? Int(limit.rlim_cur) : nil
  }()

  /// The peak memory of this process in bytes; 0 if it is not known. Unlike that of `getrusage`, it does not count the
  /// memory of the process that started this one.
  package static var peak: Int {
    let lines = (FileText.read("/proc/self/status") ?? []).split(separator: UInt8(ascii: "\n"))
    let digits = lines.first { $0.starts(with: "VmHWM:".utf8) }?.filter { (0x30...0x39).contains($0) }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { $0 << 10 } ?? 0
  }
}
