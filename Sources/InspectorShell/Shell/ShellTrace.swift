internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Synchronization
internal import Workbench

/// Writes what happens to components, to a file or between what commands print; from whichever thread builds them.
final class ShellTrace: Sendable {
  private let text: LifecycleText
  private let outputs: CommandOutputs

  /// The file; nil where the trace goes between what commands print.
  private let path: String?
  private let descriptor: Int32
  private let state: Mutex<State>

  private struct State {
    /// Writes to the file.
    var sink: DescriptorSink?
    var isBesideDocument = false
  }

  init(_ text: LifecycleText, between outputs: CommandOutputs) {
    (self.text, self.outputs, path, descriptor) = (text, outputs, nil, -1)
    state = Mutex(State())
  }

  /// - Throws: where the file is there already and is not to be gone on with, or cannot be made.
  init(
    _ text: LifecycleText, between outputs: CommandOutputs, to path: String, isAppended: Bool
  ) throws(CommandFailure) {
    let goesOn = isAppended || OutputPaths.isStream(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (goesOn ? O_APPEND : O_EXCL), 0o666)
    guard descriptor >= 0 else {
      let code = errno
      throw code == EEXIST
        ? .refused(SceneFileRefusal.traceIsThere(path))
        : .cannotWrite(path, code, status: .cannotCreate)
    }
    (self.text, self.outputs, self.path, self.descriptor) = (text, outputs, path, descriptor)
    state = Mutex(State(sink: DescriptorSink(descriptor)))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// `on`, or `to` the file.
  var destination: String { path.map { "to \($0)" } ?? "on" }

  /// Whether the command that runs writes a document to the standard output, which is the document's alone then.
  var isBesideDocument: Bool {
    get { state.withLock { $0.isBesideDocument } }
    set { state.withLock { $0.isBesideDocument = newValue } }
  }

  /// Writes the steps of one object's components. A file that cannot be written is reported once and written no longer.
  func report(_ life: Lifecycle) {
    let lines = text.lines(life)
    guard let path else { return lines.forEach(isBesideDocument ? outputs.say : outputs.print) }
    let failure = state.withLock { state -> Int32 in
      guard let sink = state.sink else { return 0 }
      for line in lines { sink.write(line + "\n") }
      sink.flush()
      if sink.failure != 0 { state.sink = nil }
      return sink.failure
    }
    if failure != 0 { outputs.say(CommandFailure.cannotWrite(path, failure, status: .cannotWrite).text) }
  }
}
