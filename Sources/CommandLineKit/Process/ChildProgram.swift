internal import CSystem
internal import Glibc
internal import JSONText
internal import PluginHost
package import WorkbenchSupport

/// A child program that reads all of its input, writes its output, and ends.
///
/// Input and output are memory files, so neither process can block the other.
package enum ChildProgram {
  /// The reason why a program did not run to its end.
  package enum Failure: Error {
    /// The program cannot be started; the value is the `errno`.
    case start(Int32)
    case timeout
    case cancelled
  }

  /// Returns the file of an installed program on `PATH`; `nil` if none is found.
  package static func path(of name: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end, and returns the bytes of its standard output and the text of its standard error.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - arguments: the arguments after its name.
  ///   - input: its standard input.
  ///   - seconds: the time limit.
  package static func run(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: [UInt8], within seconds: Int,
    under job: InspectorJob
  ) throws(Failure) -> (end: End, output: [UInt8], remarks: String) {
    let files = (0..<3).map { _ in inspector_memory_file() }
    defer { for file in files where file >= 0 { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }), fill(files[0], input) else { throw .start(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, resetSignals(&attributes))
    var child = pid_t()
    let code = CStrings.with([path] + arguments) { arguments in
      CStrings.with(environment.map { "\($0)=\($1)" }) { environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw .start(code) }
    let end = try wait(for: child, within: seconds, under: job)
    return (end, contents(of: files[1]), String(decoding: contents(of: files[2]), as: UTF8.self))
  }

  private static func fill(_ file: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return lseek(file, 0, SEEK_SET) == 0
  }

  private static func contents(of file: Int32) -> [UInt8] {
    let size = lseek(file, 0, SEEK_END)
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      while count < Int(size) {
        let part = pread(file, buffer.baseAddress.map { $0 + count }, Int(size) - count, off_t(count))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return }
        count += part
      }
    }
  }

  private static func wait(
    for child: pid_t, within seconds: Int, under job: InspectorJob
  ) throws(Failure) -> End {
    let start = ContinuousClock.now
    var pause: UInt32 = 500
    while true {
      if let end = ended(child) { return end }
      let isLate = start.duration(to: .now) > .seconds(seconds)
      if isLate || job.isCancelled {
        kill(child, SIGKILL)
        _ = wait(for: child)
        throw isLate ? .timeout : .cancelled
      }
      usleep(pause)
      pause = min(2 * pause, 5_000)
    }
  }
}
