import Glibc

/// Says why a document could not be saved. The file is as it was.
public struct SaveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `io.changed` (the file changed since it was read), `io.create` (no new file can be made there) or `io.write`.
  public var code: String

  /// The file as it was named.
  public var file: String

  /// The sentence: what happened, then the remedy.
  public var message: String

  public init(code: String, file: String, message: String) {
    self.code = code
    self.file = file
    self.message = message
  }

  /// As in `card.json: no space left on the device; nothing was changed`.
  public var description: String {
    "\(SourceExcerpt.escaped(file)): \(SourceExcerpt.escaped(message))"
  }

  static func changed(_ file: String, _ what: String) -> SaveError {
    SaveError(code: "io.changed", file: file, message: "the file \(what); read it again, or save to another file")
  }

  static func cannotCreate(_ file: String, _ folder: String, _ error: Int32) -> SaveError {
    let message =
      switch error {
      case ENOENT, ENOTDIR: "there is no folder '\(folder)'; make it first"
      case EACCES, EPERM: "no permission to write into the folder '\(folder)'; save to another"
      case EROFS: "the folder '\(folder)' is on a file system that is read-only; save to another"
      default: "cannot make a file in '\(folder)': \(SceneError.words(error))"
      }
    return SaveError(code: "io.create", file: file, message: message)
  }

  static func cannotWrite(_ file: String, _ error: Int32) -> SaveError {
    let what =
      switch error {
      case ENOSPC: "no space left on the device"
      case EDQUOT: "the disk quota is used up"
      case EFBIG: "the file would be larger than the limit allows"
      case EPIPE: "whoever was reading has stopped"
      default: "cannot write: \(SceneError.words(error))"
      }
    return SaveError(code: "io.write", file: file, message: "\(what); nothing was changed")
  }

  static func isFolder(_ file: String) -> SaveError {
    SaveError(code: "io.create", file: file, message: "this is a folder; name a file in it")
  }

  static func isReadOnly(_ file: String) -> SaveError {
    SaveError(code: "io.write", file: file, message: "the file is read-only; make it writable or save to another")
  }
}
