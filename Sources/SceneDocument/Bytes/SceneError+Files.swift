import Glibc
import JSONText

// The messages about files that cannot be read.
extension SceneError {
  static func cannotOpen(_ path: String, _ error: Int32) -> SceneError {
    let message =
      switch error {
      case ENOENT: "no such file; check the path"
      case EACCES, EPERM: "no permission to read this file; change its mode, or run as someone who may"
      case ENOTDIR: "a part of the path is a file, not a folder; check the path"
      case ELOOP: "too many symbolic links; check where they lead"
      case ENAMETOOLONG: "the path is too long"
      default: "cannot open this file: \(errnoText(error))"
      }
    return SceneError(code: .ioOpen, file: path, message: message)
  }

  static func cancelled(_ path: String) -> SceneError {
    SceneError(code: .cancelled, file: path, message: "cancelled")
  }

  static func cannotRead(_ path: String, _ error: Int32) -> SceneError {
    SceneError(code: .ioRead, file: path, message: "cannot read this file: \(errnoText(error))")
  }

  package static let cannotReadInput = SceneError(
    code: .ioRead, file: "-", message: "the standard input cannot be read, or has more than 1 GiB; use a file")

  static func isFolder(_ path: String, _ what: String) -> SceneError {
    SceneError(code: .ioOpen, file: path, message: "this is a folder; name a \(what) in it")
  }

  static func noMemory(_ path: String, _ size: Int) -> SceneError {
    SceneError(code: .jsonLimit, file: path, message: "not enough memory for a file of \(size) bytes")
  }

  static func tooLarge(_ path: String, _ size: Int, _ limits: SceneLimits) -> SceneError {
    SceneError(
      code: .jsonLimit, file: path, message: "the file has \(size) bytes, more than the limit of \(limits.bytes)")
  }

  static func endless(_ path: String, _ limits: SceneLimits) -> SceneError {
    SceneError(
      code: .jsonLimit, file: path,
      message:
        "what is not a file is read up to \(limits.streamedBytes) bytes, and this goes on; save it as a file first")
  }

  static func changedWhileRead(_ path: String) -> SceneError {
    SceneError(code: .ioChanged, file: path, message: "the file changed while it was read; try again")
  }
}
