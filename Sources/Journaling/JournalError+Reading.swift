internal import Glibc
internal import JSONText
internal import SceneDocument

/// What is wrong with a journal that a former process left.
extension JournalError {
  /// Why a file or folder is not used though it is there.
  enum Distrust: Hashable {
    case kind, noFolder, owner, shared, links
  }

  static func unsafe(_ path: String, _ reason: Distrust) -> JournalError {
    let words =
      switch reason {
      case .kind: "it is no regular file; move it away"
      case .noFolder: "it is no folder of its own; move it away, or set XDG_STATE_HOME"
      case .owner: "it belongs to another user; move it away, or set XDG_STATE_HOME"
      case .shared: "others may write it; take that away with 'chmod go-w', if nobody has changed it"
      case .links: "it is a file of another name as well; move it away"
      }
    return JournalError(code: .journalUnsafe, message: "'\(path)' is not used: \(words)")
  }

  package static func read(_ path: String, _ error: Int32) -> JournalError {
    JournalError(
      code: .journalRead, message: "'\(path)' cannot be read: \(SaveError.words(error)); it stays as it is")
  }

  static func laterVersion(_ path: String, _ version: Int) -> JournalError {
    JournalError(
      code: .journalVersion,
      message:
        "the journal '\(path)' is of version \(version), which a later inspector has written; open the scene with that one; the journal stays as it is"
    )
  }

  static func noJournal(_ path: String, kept: String) -> JournalError {
    JournalError(
      code: .journalDamaged,
      message: "'\(path)' does not begin as a journal does, so no edit is recovered of it; \(isKept(path, kept))")
  }

  static func otherScene(_ path: String, _ scene: String, kept: String) -> JournalError {
    JournalError(
      code: .journalDamaged,
      message: "'\(path)' is the journal of another scene, '\(scene)', and is not applied; \(isKept(path, kept))")
  }

  static func orphan(_ path: String, kept: String) -> JournalError {
    JournalError(
      code: .journalDamaged,
      message:
        "the journal '\(path)' is missing, and copies of the scene that belong to it are there; they are kept under names that end in '\(kept)'"
    )
  }

  /// - Parameter isOffered: whether edits can be recovered; the journal is kept aside only once they are.
  static func unsound(
    _ path: String, _ contents: JournalContents, kept: String, isOffered: Bool
  ) -> JournalError {
    let (place, count) = (contents.ends.last ?? 0, pluralised(contents.dropped, "byte"))
    let found =
      switch contents.rest {
      case .torn where contents.dropped == 0:
        "the journal '\(path)' has no mark at its end, as when a shell is killed while it writes"
      case .torn:
        "the journal '\(path)' ends within an edit, as when a shell is killed while it writes: \(count) from byte \(place) on left out"
      case .unknown:
        "the journal '\(path)' has a record of an unknown kind at byte \(place): \(count) left out"
      case .damaged, .nothing:
        "the journal '\(path)' is damaged at byte \(place): \(count) left out"
      }
    let names = contents.records.compactMap(\.editName)
    let last = names.last.map { "the last sound edit is number \(names.count), '\($0)'" } ?? "no edit before is sound"
    return JournalError(
      code: contents.rest == .torn ? .journalTorn : .journalDamaged,
      message: "\(found); \(last); \(keeping(path, kept, isOffered: isOffered))")
  }

  /// - Parameters:
  ///   - count: how many edits are left out.
  ///   - last: the last one before them.
  package static func noScene(
    _ path: String, _ count: Int, last: String?, kept: String, isOffered: Bool
  ) -> JournalError {
    let before = last.map { "the last sound edit is '\($0)'" } ?? "no edit before is sound"
    return JournalError(
      code: .journalDamaged,
      message:
        "the last \(pluralised(count, "edit")) in the journal '\(path)' \(count == 1 ? "makes" : "make") no scene and \(count == 1 ? "is" : "are") left out; \(before); \(keeping(path, kept, isOffered: isOffered))"
    )
  }

  static func lostScratch(
    _ name: String, _ path: String, _ reason: JournalError, kept: String, isOffered: Bool
  ) -> JournalError {
    JournalError(
      code: .journalDamaged,
      message:
        "the scratch '\(name)' cannot be recovered: \(reason.message); \(keeping(path, kept, isOffered: isOffered))")
  }

  static func copyMissing(_ path: String) -> JournalError {
    JournalError(code: .journalDamaged, message: "the copy of the scene, '\(path)', is missing")
  }

  static func copyDamaged(_ path: String) -> JournalError {
    JournalError(code: .journalDamaged, message: "the copy of the scene, '\(path)', is damaged")
  }

  /// Where the file is the one that the edits were made on, its copy is not needed.
  static func baseDamaged(_ path: String, _ reason: JournalError, kept: String, isOffered: Bool) -> JournalError {
    JournalError(code: reason.code, message: "\(reason.message); \(keeping(path, kept, isOffered: isOffered))")
  }

  static func damaged(_ path: String) -> JournalError {
    JournalError(code: .journalDamaged, message: "the journal '\(path)' makes no scene")
  }

  private static func keeping(_ path: String, _ kept: String, isOffered: Bool) -> String {
    isOffered ? "'recover' takes in what is sound, and keeps the journal as '\(path)\(kept)'" : isKept(path, kept)
  }

  private static func isKept(_ path: String, _ kept: String) -> String { "it is kept as '\(path)\(kept)'" }
}
