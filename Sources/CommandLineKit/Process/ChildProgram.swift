internal import CSystem
internal import Glibc
internal import JSONText
internal import PluginHost
package import WorkbenchSupport

/// A child program that reads its whole input, writes its output, and ends.
///
/// Input and output are memory files, so neither process can block the other.
package enum ChildProgram {
  /// The reason why a program was not started or did not run to its end.
  package enum Failure: Error {
    /// The program or its memory files cannot be created; the value is the `errno`.
    case start(Int32)
    /// The time limit passed; the program was killed.
    case timeout
    /// The job was cancelled; the program was killed.
    case cancelled
  }

  /// Returns the path of the first executable of this name in the folders of `PATH`; `nil` if there is none.
  package static func path(of name: String, _ environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program to its end, and returns the bytes of its standard output and the text of its standard error. Throws
  /// if the program cannot be started, exceeds the time limit, or is killed because the job is cancelled.
  ///
  /// - Parameters:
  ///   - path: the program's file.
  ///   - arguments: the arguments after the program's name.
  ///   - input: the bytes of the standard input.
  ///   - seconds: the time after which the program is killed.
  package static func run(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: [UInt8], within seconds: Int,
    under job: InspectorJob
  ) throws(Failure) -> (end: End, output: [UInt8], remarks: String) {
    let files = (0..<3).map { _ in inspector_memory_file() }
    defer { for file in files where file >= 0 { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }), FileText.write(input, toDescriptor: files[0]),
      lseek(files[0], 0, SEEK_SET) == 0
    else { throw .start(errno) }
    let child = try start(path, [path] + arguments, environment, files: files)
    let end = try wait(for: child, within: seconds, under: job)
    return (end, contents(of: files[1]), String(decoding: contents(of: files[2]), as: UTF8.self))
  }

  private static func contents(of file: Int32) -> [UInt8] {
    let size = max(Int(lseek(file, 0, SEEK_END)), 0)
    lseek(file, 0, SEEK_SET)
    return FileText.read(file, count: size) ?? []
  }

  private static func wait(for child: pid_t, within seconds: Int, under job: InspectorJob) throws(Failure) -> End {
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
