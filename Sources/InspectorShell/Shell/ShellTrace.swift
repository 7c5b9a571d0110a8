internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import Workbench

/// Writes what happens to components, to a file or between what commands print.
final class ShellTrace {
  private let text: LifecycleText

  /// The file; nil where the trace goes between what commands print.
  private let path: String?
  private let descriptor: Int32
  private let sink: DescriptorSink?

  init(_ text: LifecycleText) { (self.text, path, descriptor, sink) = (text, nil, -1, nil) }

  /// - Throws: where the file is there already and is not to be gone on with, or cannot be made.
  init(_ text: LifecycleText, to path: String, isAppended: Bool) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (isAppended ? O_APPEND : O_EXCL), 0o666)
    guard descriptor >= 0 else {
      let code = errno
      throw code == EEXIST
        ? .refused(SceneFileRefusal.traceIsThere(path))
        : .cannotWrite(path, code, status: .cannotCreate)
    }
    (self.text, self.path, self.descriptor, sink) = (text, path, descriptor, DescriptorSink(descriptor))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// `on`, or `to` the file.
  var destination: String { path.map { "to \($0)" } ?? "on" }

  /// Writes the steps of one object's components. A file that cannot be written is reported once and written no longer.
  func report(_ life: Lifecycle, _ shell: Shell) {
    guard let sink, let path else {
      // A document on the standard output is a command's alone.
      return text.lines(life).forEach(shell.run.isJSON ? shell.say : shell.print)
    }
    guard sink.failure == 0 else { return }
    for line in text.lines(life) { sink.write(line + "\n") }
    sink.flush()
    if sink.failure != 0 { _ = shell.report(.cannotWrite(path, sink.failure, status: .cannotWrite)) }
  }
}
