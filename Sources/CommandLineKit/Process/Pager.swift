internal import Glibc
internal import JSONText
internal import WorkbenchSupport

/// A program that reads the output of a command: the user's pager, or the program after `|`.
package final class Pager {
  private let process: pid_t
  private var pipe: Int32
  private let job: InspectorJob

  /// Returns the command line of the user's pager: the first of `INSPECTOR_PAGER`, `PAGER` and the setting `pager` that
  /// is set, else `less` if it is installed and the terminal is not `dumb`. Returns `nil` for no pager, which an empty
  /// text or `cat` requests.
  static func command(_ environment: [String: String], setting: String?) -> String? {
    let wanted = environment["INSPECTOR_PAGER"] ?? environment["PAGER"] ?? setting ?? usual(environment) ?? ""
    return wanted.allSatisfy(\.isWhitespace) || wanted == "cat" ? nil : wanted
  }

  private static func usual(_ environment: [String: String]) -> String? {
    guard environment["TERM"] ?? "dumb" != "dumb" else { return nil }
    return ChildProgram.path(of: "less", environment) == nil ? nil : "less"
  }

  /// Starts a program that writes to the standard output of this process; nil if the system cannot create a pipe or
  /// start its shell.
  ///
  /// - Parameters:
  ///   - command: the program's command line for the system's shell.
  ///   - waits: true if a pager waits for the user even if the text fits the screen.
  ///   - job: the job whose cancellation discards the text that the program has not accepted yet.
  package init?(_ command: String, _ environment: [String: String], waits: Bool, under job: InspectorJob) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    defer { close(ends[0]) }
    // As in git: no paging of text that fits, colours unchanged, and the text stays on the screen.
    let own = ["LESS": waits ? "RX" : "FRX", "LV": "-c"].merging(environment) { $1 }
    guard let child = ChildProgram.start(command, own, input: ends[0]) else {
      close(ends[1])
      return nil
    }
    (process, pipe) = (child, ends[1])
    self.job = job
    // The user may quit the pager before all text is written, which must not end this process.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes text to the program, and waits while the pipe is full. Text is discarded once the program has ended or the
  /// job is cancelled.
  package func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty, pipe >= 0 {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(pipe, part.baseAddress, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        wait()
      } else if errno != EINTR {
        endInput()
      }
    }
  }

  private func wait() {
    var watched = [
      pollfd(fd: pipe, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: job.watchedDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&watched, 2, -1)
    if job.isCancelled { endInput() }
  }

  private func endInput() {
    if pipe >= 0 { close(pipe) }
    pipe = -1
  }

  /// Ends the pager's input, and waits until the user quits the pager.
  ///
  /// - Returns: false if the system's shell could not run the pager, for example because the program does not exist.
  func finish() -> Bool {
    let end = end()
    return end != .exited(126) && end != .exited(127)
  }

  /// Ends the program's input, and waits until the program ends.
  package func end() -> ChildProgram.End {
    let wasCancelled = job.isCancelled
    endInput()
    let end = ChildProgram.wait(for: process)
    signal(SIGPIPE, SIG_DFL)
    // The program had received all text before Ctrl-C, so Ctrl-C was intended for the program.
    if !wasCancelled { job.reset() }
    return end
  }
}

extension Pager: TextSink {
  package var failure: Int32 { 0 }
  package func flush() {}
}
