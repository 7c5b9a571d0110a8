internal import CommandLineKit
internal import Glibc
internal import JSONText

/// Scripts that a shell writes.
enum ScriptFile {
  /// Adds a text to a file, which it makes where there is none. Where the text cannot be written, nothing of it is left, nor an
  /// empty file.
  static func append(_ text: String, to path: String) throws(CommandFailure) {
    // Opening a pipe that nobody reads would wait for ever.
    let isStream = OutputPaths.isStream(path)
    let descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | (isStream ? O_NONBLOCK : 0), 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path, errno, status: .cannotCreate) }
    defer { close(descriptor) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isStream { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    let sink = DescriptorSink(descriptor)
    sink.write(text)
    sink.flush()
    guard sink.failure != 0 else { return }
    if isFile {
      ftruncate(descriptor, status.st_size)
      if status.st_size == 0 { unlink(path) }
    }
    throw .cannotWrite(path, sink.failure, status: .cannotWrite)
  }
}
