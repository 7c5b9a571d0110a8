public import ComponentModel
import Glibc
package import JSONText
package import SceneDocument

/// The reasons for not keeping a journal, and the problems with journals that earlier processes left.
package enum JournalRefusal: Refusal {
  // Refusals to keep a journal.
  case locked(String, by: Int?)
  case noFolder
  case folder(String, errno: Int32)
  case write(String, errno: Int32)
  // Mismatches with the scene's file.
  case changed(String)
  case copyLost(String, AnyRefusal)
  case noCopy(String)
  // Problems with reading a journal.
  case unsafe(String, Distrust)
  case read(String, errno: Int32)
  case laterVersion(String, Int)
  case noJournal(KeptJournal)
  case otherScene(KeptJournal, scene: String)
  case orphan(KeptJournal)
  case unsound(KeptJournal, Rest, edits: Int, last: String?)
  case noScene(KeptJournal, edits: Int, last: String?)
  case lostScratch(String, KeptJournal, AnyRefusal)
  case baseDamaged(KeptJournal, AnyRefusal)
  case copyMissing(String)
  case copyDamaged(String)
  case damaged(String)

  /// The reason for not using an existing file or folder.
  package enum Distrust: Hashable, Sendable {
    case kind, noFolder, owner, shared, links

    fileprivate var words: String {
      switch self {
      case .kind: "it is not a regular file; move it away"
      case .noFolder: "it is not a folder of its own; move it away, or set XDG_STATE_HOME"
      case .owner: "it belongs to another user; move it away, or set XDG_STATE_HOME"
      case .shared: "other users can write to it; make sure that nobody has changed it, then run 'chmod go-w' on it"
      case .links: "it also has another name (a hard link); move it away"
      }
    }
  }

  /// The state of the bytes after the last sound record of a journal, with their number and the offset of the first.
  package enum Rest: Hashable, Sendable {
    /// No bytes follow the last record, but the mark at the end is missing.
    case unmarked
    /// An incomplete record, left by a process that was killed while writing.
    case torn(bytes: Int, at: Int)
    /// A sound record of an unknown kind.
    case unknown(bytes: Int, at: Int)
    /// Corrupt bytes, which no version of the program writes.
    case damaged(bytes: Int, at: Int)
  }

  package var code: DiagnosticCode {
    switch self {
    case .locked: .journalLocked
    case .noFolder, .folder: .journalFolder
    case .write: .journalWrite
    case .changed, .copyLost, .noCopy: .journalChanged
    case .unsafe: .journalUnsafe
    case .read: .journalRead
    case .laterVersion: .journalVersion
    case .unsound(_, .torn, _, _), .unsound(_, .unmarked, _, _): .journalTorn
    case .baseDamaged(_, let reason): reason.code
    case .noJournal, .otherScene, .orphan, .unsound, .noScene, .lostScratch, .copyMissing, .copyDamaged, .damaged:
      .journalDamaged
    }
  }

  package var message: String {
    switch self {
    case .locked(let scene, let process): "'\(scene)' is open \(Self.owner(process)); close it there, or edit a copy"
    case .noFolder: "there is no folder for journals, since neither XDG_STATE_HOME nor HOME names one; set one of them"
    case .folder(let path, let error):
      "cannot create a journal in '\(path)': \(SaveRefusal.words(error)); free some space, or set XDG_STATE_HOME"
    case .write(let path, let error):
      "the journal '\(path)' cannot be written: \(SaveRefusal.words(error)); nothing was changed"
    case .changed(let scene): "\(Self.isOther(scene)); recover to another file, and compare"
    case .copyLost(let scene, let reason):
      "\(Self.isOther(scene)); restore that file, or discard the edits: \(reason.message)"
    case .noCopy(let scene):
      "\(Self.isOther(scene)), and there is no copy of that file; restore it, or discard the edits"
    case .unsafe(let path, let reason): "'\(path)' is not used: \(reason.words)"
    case .read(let path, let error): "'\(path)' cannot be read: \(SaveRefusal.words(error)); it stays as it is"
    case .laterVersion(let path, let version):
      "a later version of inspector wrote the journal '\(path)' (journal version \(version)); open the scene with that version; the journal is kept as it is"
    case .noJournal(let journal):
      "'\(journal.path)' does not begin like a journal, so no edit can be recovered from it; \(journal.isKept)"
    case .otherScene(let journal, let scene):
      "'\(journal.path)' is the journal of another scene, '\(scene)', and is not applied; \(journal.isKept)"
    case .orphan(let journal):
      "the journal '\(journal.path)' is missing, but copies of the scene that belong to it exist; they are kept under names that end in '\(journal.ending)'"
    case .unsound(let journal, let rest, let count, let last):
      "the journal '\(journal.path)' \(Self.words(rest)); \(last.map { "the last intact edit is number \(count), '\($0)'" } ?? Self.noEdit); \(journal.keeping)"
    case .noScene(let journal, let count, let last):
      "the last \(pluralised(count, "edit")) in the journal '\(journal.path)' \(count == 1 ? "produces" : "produce") no valid scene and \(count == 1 ? "is" : "are") left out; \(last.map { "the last intact edit is '\($0)'" } ?? Self.noEdit); \(journal.keeping)"
    case .lostScratch(let name, let journal, let reason):
      "the scratch '\(name)' cannot be recovered: \(reason.message); \(journal.keeping)"
    case .baseDamaged(let journal, let reason): "\(reason.message); \(journal.keeping)"
    case .copyMissing(let path): "the copy of the scene, '\(path)', is missing"
    case .copyDamaged(let path): "the copy of the scene, '\(path)', is damaged"
    case .damaged(let path): "the journal '\(path)' produces no valid scene"
    }
  }

  private static let noEdit = "no earlier edit is intact"

  private static func owner(_ process: Int?) -> String {
    process == Int(getpid()) ? "here already" : process.map { "in the process \($0)" } ?? "in another process"
  }

  private static func isOther(_ scene: String) -> String {
    "'\(scene)' is not the file in which these edits were made"
  }

  private static func words(_ rest: Rest) -> String {
    switch rest {
    case .unmarked: "has no end mark, as when a shell is killed while writing"
    case .torn(let count, let place):
      "ends within an edit, as when a shell is killed while writing: \(pluralised(count, "byte")) from byte \(place) on left out"
    case .unknown(let count, let place):
      "has a record of an unknown kind at byte \(place): \(pluralised(count, "byte")) left out"
    case .damaged(let count, let place): "is damaged at byte \(place): \(pluralised(count, "byte")) left out"
    }
  }
}

/// A journal to set aside for the user, with the suffix for its new name.
package struct KeptJournal: Hashable, Sendable {
  let path: String
  let ending: String

  /// True if edits can be recovered; the journal is then set aside only after the recovery.
  var isOffered = false

  fileprivate var isKept: String { "it is kept as '\(path)\(ending)'" }

  fileprivate var keeping: String {
    isOffered ? "'recover' restores the intact edits, and keeps the journal as '\(path)\(ending)'" : isKept
  }
}

extension JournalRefusal {
  static func unsound(_ journal: KeptJournal, _ contents: JournalContents) -> Self {
    let names = contents.records.compactMap(\.editName)
    let rest = contents.rest ?? .damaged(bytes: 0, at: contents.ends.last ?? 0)
    return .unsound(journal, rest, edits: names.count, last: names.last)
  }
}

extension Diagnostic {
  /// The id of the process that has the scene open, for a `journal.locked` error; nil for any other error, or if the
  /// process is unknown.
  public var process: Int? {
    if case .locked(_, by: let process)? = reason.base as? JournalRefusal { process } else { nil }
  }

  /// True if acknowledged edits may be lost. This is the case for all errors except `journal.torn`, since a partially
  /// written edit was never acknowledged.
  public var isJournalDamage: Bool { code != .journalTorn }

  /// Returns an `io.write` error with this error's message, for a file that is not saved because its journal cannot be
  /// written.
  package func whileSaving(_ file: String) -> SceneError { SceneError(JournalNotKept(reason: reason), file: file) }
}

/// The refusal to save a file because its journal cannot be written.
private struct JournalNotKept: Refusal {
  let reason: AnyRefusal

  var code: DiagnosticCode { .ioWrite }
  var message: String { reason.message }
}
