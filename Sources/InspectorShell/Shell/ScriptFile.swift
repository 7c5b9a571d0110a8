internal import CommandLineKit
internal import Glibc
internal import JSONText

/// Scripts that a shell writes.
enum ScriptFile {
  static func append(_ text: String, to path: String) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    let sink = DescriptorSink(descriptor)
    let code = descriptor < 0 ? errno : 0
    if descriptor >= 0 {
      sink.write(text)
      sink.flush()
      close(descriptor)
    }
    let failure = code != 0 ? code : sink.failure
    guard failure == 0 else {
      throw .cannotWrite(path, failure, status: code != 0 ? .cannotCreate : .cannotWrite)
    }
  }
}
