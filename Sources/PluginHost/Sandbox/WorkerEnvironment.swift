internal import Glibc
internal import JSONText

/// The environment variables that the host passes to a worker.
enum WorkerEnvironment {
  /// The environment variables of this process, by name.
  static var current: [String: String] {
    Dictionary(
      all.map { entry in
        let equals = entry.utf8.firstIndex(of: UInt8(ascii: "=")) ?? entry.endIndex
        return (String(entry[..<equals]), String(entry.utf8[equals...].dropFirst()) ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The variables of this process as `NAME=VALUE`, with Swift's backtraces disabled, for a worker without a sandbox.
  static var strings: [String] { all.filter { !$0.begins(with: "SWIFT_BACKTRACE=") } + [noBacktrace] }

  /// Returns the variables, as `NAME=VALUE`, for a worker in a sandbox: the language, the time zone, the search path,
  /// and the worker's own folder as its home and temporary folder. Swift's backtraces are disabled.
  ///
  /// - Parameter scratch: the folder that the worker may write to; nil to use `/` in its place.
  static func confined(_ environment: [String: String], scratch: String?) -> [String] {
    let kept = environment.filter { names.contains($0.key) || $0.key.begins(with: "LC_") }
    let folder = scratch ?? "/"
    return kept.map { "\($0.key)=\($0.value)" }.sorted() + ["HOME=\(folder)", "TMPDIR=\(folder)", noBacktrace]
  }

  private static let names: Set<String> = ["LANG", "LANGUAGE", "PATH", "TZ"]

  /// The variable that disables Swift's backtraces. Without a backtrace the host notices a trap in under 1 ms; a
  /// backtrace would cost 20 ms and fill standard error.
  private static let noBacktrace = "SWIFT_BACKTRACE=enable=no"

  private static var all: [String] {
    var strings: [String] = []
    var entry = environ
    while let text = entry.pointee {
      strings.append(FileName.text(of: UnsafePointer(text)))
      entry += 1
    }
    return strings
  }
}
