internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Synchronization
internal import Workbench

/// A writer of component lifecycles, to a file or between the output of commands. Any thread that builds components may
/// use the writer.
final class ShellTrace: Sendable {
  /// True if the trace contains durations.
  private let hasTimes: Bool
  private let outputs: CommandOutputs

  /// The path of the file; nil if the trace is printed between the output of commands.
  private let path: String?
  private let descriptor: Int32
  /// The sink of the file, nil if there is no file or a write failed, and the value of ``isBesideDocument``.
  private let state: Mutex<(sink: DescriptorSink?, isBesideDocument: Bool)>

  /// Creates a trace that is printed between the output of commands.
  init(hasTimes: Bool, between outputs: CommandOutputs) {
    (self.hasTimes, self.outputs, path, descriptor) = (hasTimes, outputs, nil, -1)
    state = Mutex((sink: nil, isBesideDocument: false))
  }

  /// Creates a trace that is written to a file.
  ///
  /// - Throws: an error if the file exists and `isAppended` is false, or if the file cannot be created.
  init(hasTimes: Bool, between outputs: CommandOutputs, to path: String, isAppended: Bool) throws(Diagnostic) {
    let goesOn = isAppended || OutputPaths.isStream(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (goesOn ? O_APPEND : O_EXCL), 0o666)
    guard descriptor >= 0 else {
      let code = errno
      throw code == EEXIST
        ? Diagnostic(ShellRefusal.traceIsThere(path))
        : Diagnostic(CommandLineRefusal.cannotCreate(path, errno: code))
    }
    (self.hasTimes, self.outputs, self.path, self.descriptor) = (hasTimes, outputs, path, descriptor)
    state = Mutex((sink: DescriptorSink(descriptor), isBesideDocument: false))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The destination in messages: `on` for the output of commands, else `to` and the path of the file.
  var destination: String { path.map { "to \($0)" } ?? "on" }

  /// True if the running command writes a JSON document to the standard output. The trace then goes to the standard
  /// error.
  var isBesideDocument: Bool {
    get { state.withLock { $0.isBesideDocument } }
    set { state.withLock { $0.isBesideDocument = newValue } }
  }

  /// Writes the lifecycle of one object's components. The first failed write to a file is reported, and ends the trace.
  func report(_ life: Lifecycle) {
    let lines = life.lines(hasTimes: hasTimes)
    guard let path else { return lines.forEach(isBesideDocument ? outputs.say : outputs.print) }
    let failure = state.withLock { state -> Int32 in
      guard let sink = state.sink else { return 0 }
      for line in lines { sink.write(line + "\n") }
      sink.flush()
      if sink.failure != 0 { state.sink = nil }
      return sink.failure
    }
    if failure != 0 { outputs.say(Diagnostic(CommandLineRefusal.cannotWrite(path, errno: failure)).report) }
  }
}
