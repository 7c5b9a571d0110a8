internal import Glibc
internal import JSONText
package import SceneDocument

/// Why edits of a scene cannot be journalled, or not be read from a journal.
public struct JournalError: Error, Hashable, Sendable {
  /// `journal.locked`, `journal.folder`, `journal.write`, `journal.read`, `journal.damaged`, `journal.torn`,
  /// `journal.version`, `journal.unsafe` or `journal.changed`.
  public var code: DiagnosticCode

  /// One lower-case sentence with its remedy.
  public var message: String

  /// The process that has the scene open, where that is why.
  public var process: Int?

  static func locked(_ scene: String, by process: Int?) -> JournalError {
    let owner =
      process == Int(getpid()) ? "here already" : process.map { "in the process \($0)" } ?? "in another process"
    return JournalError(
      code: .journalLocked,
      message: "'\(scene)' is open \(owner); close it there, or edit a copy", process: process)
  }

  static let noFolder = JournalError(
    code: .journalFolder,
    message: "there is no folder for journals, since neither XDG_STATE_HOME nor HOME names one; set one of them")

  package static func folder(_ path: String, _ error: Int32) -> JournalError {
    JournalError(
      code: .journalFolder,
      message: "cannot make a journal in '\(path)': \(SaveError.words(error)); make room or set XDG_STATE_HOME")
  }

  package static func write(_ path: String, _ error: Int32) -> JournalError {
    JournalError(
      code: .journalWrite,
      message: "the journal '\(path)' cannot be written: \(SaveError.words(error)); nothing was changed")
  }

  /// Whether edits that were acknowledged may be missing. What a killed process was about to write was not.
  public var isDamage: Bool { code != .journalTorn }

  /// Why a file is not saved, where its journal cannot be kept with it.
  package func whileSaving(_ file: String) -> SaveError { SaveError(code: .ioWrite, file: file, message: message) }

  package static func changed(_ scene: String) -> JournalError {
    JournalError(
      code: .journalChanged,
      message:
        "'\(scene)' is another file than the one that these edits were made on; write what they made to another file, and compare"
    )
  }

  package static func lost(_ scene: String, copy error: JournalError) -> JournalError {
    JournalError(
      code: .journalChanged,
      message:
        "'\(scene)' is another file than the one that these edits were made on; put that file back, or discard them: \(error.message)"
    )
  }

  package static func lost(_ scene: String) -> JournalError {
    JournalError(
      code: .journalChanged,
      message:
        "'\(scene)' is another file than the one that these edits were made on, and of that there is no copy; put the file back that they were made on, or discard them"
    )
  }
}

extension EditError {
  package init(_ error: JournalError) { self.init(code: error.code, message: error.message) }
}
