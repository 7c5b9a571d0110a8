import Glibc
import JSONText

/// Says why a document could not be saved. The file is as it was.
public struct SaveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `io.changed` (the file changed since it was read), `io.locked` (another process is writing it), `io.create` (no new
  /// file can be made there), `io.exists` (one of that name is there, and is not to be replaced), `io.write` or
  /// `cancelled`.
  public var code: DiagnosticCode

  /// The file as it was named.
  public var file: String

  /// The sentence: what happened, then the remedy.
  public var message: String

  /// An error about a file, with a stable code and a sentence.
  public init(code: DiagnosticCode, file: String, message: String) {
    self.code = code
    self.file = file
    self.message = message
  }

  /// The error as people read it: `card.json: no space left on the device; nothing was changed`.
  public var description: String {
    "\(SourceExcerpt.escaped(FileName.shown(file))): \(SourceExcerpt.escaped(FileName.shown(message)))"
  }

  static func changed(_ file: String, _ what: String) -> SaveError {
    SaveError(code: .ioChanged, file: file, message: "the file \(what); read it again, or save to another file")
  }

  static func exists(_ file: String) -> SaveError {
    SaveError(
      code: .ioExists, file: file, message: "a file of that name is there already; name another, or open that one")
  }

  static func cannotCreate(_ file: String, _ folder: String, _ error: Int32) -> SaveError {
    let message =
      switch error {
      case ENOENT, ENOTDIR: "there is no folder '\(folder)'; make it first"
      case EACCES, EPERM: "no permission to write into the folder '\(folder)'; save to another"
      case EROFS: "the folder '\(folder)' is on a file system that is read-only; save to another"
      default: "cannot make a file in '\(folder)': \(errnoText(error))"
      }
    return SaveError(code: .ioCreate, file: file, message: message)
  }

  package static func cannotMake(_ folder: String, for file: String, _ error: Int32) -> SaveError {
    SaveError(code: .ioCreate, file: file, message: "the folder '\(folder)' cannot be made: \(errnoText(error))")
  }

  package static func cannotWrite(_ file: String, _ error: Int32) -> SaveError {
    let what =
      switch error {
      case ENOSPC, EDQUOT: words(error)
      case EFBIG: "the file would be larger than the limit allows"
      case EPIPE: "nothing reads it any more"
      case ENXIO: "nothing reads this pipe"
      default: "cannot write: \(errnoText(error))"
      }
    return SaveError(code: .ioWrite, file: file, message: "\(what); nothing was changed")
  }

  /// Why the system refuses to write something.
  package static func words(_ error: Int32) -> String {
    switch error {
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EACCES, EPERM: "no permission"
    case EROFS: "the file system is read-only"
    default: errnoText(error)
    }
  }

  package static func spoolLost(_ file: String) -> SaveError {
    SaveError(
      code: .ioWrite, file: file,
      message: "the temporary file with what is to be written cannot be read; nothing was changed")
  }

  package static func cancelled(_ file: String) -> SaveError {
    SaveError(code: .cancelled, file: file, message: "cancelled")
  }

  static func locked(_ file: String) -> SaveError {
    SaveError(
      code: .ioLocked, file: file,
      message: "another process is writing this file and did not finish; try again; nothing was changed")
  }

  static func hasLinks(_ file: String, _ count: Int) -> SaveError {
    SaveError(
      code: .ioWrite, file: file,
      message:
        "the file has \(count) names (hard links), and saving would take this one away from the others; save to another file, or add '--break-links'; nothing was changed"
    )
  }

  /// - Parameter what: `owner` or `group`.
  static func losesOwner(_ file: String, _ what: String, _ number: Int) -> SaveError {
    SaveError(
      code: .ioWrite, file: file,
      message:
        "the file's \(what) is \(number), and only root could give the saved file to it; save to another file, or add '--drop-attributes'; nothing was changed"
    )
  }

  static func losesAttribute(_ file: String, _ attribute: String, _ error: Int32) -> SaveError {
    let what =
      attribute == "system.posix_acl_access" ? "access list (ACL)" : "extended attribute '\(attribute)'"
    return SaveError(
      code: .ioWrite, file: file,
      message:
        "the file's \(what) cannot be kept: \(errnoText(error)); save to another file, or add '--drop-attributes'; nothing was changed"
    )
  }

  static func hasNoFile(_ name: String) -> SaveError {
    SaveError(code: .ioCreate, file: name, message: "this scene was not read from a file; save it to one")
  }

  static func isFolder(_ file: String) -> SaveError {
    SaveError(code: .ioCreate, file: file, message: "this is a folder; name a file in it")
  }

  static func isReadOnly(_ file: String) -> SaveError {
    SaveError(code: .ioWrite, file: file, message: "the file is read-only; make it writable or save to another")
  }
}
