package import JSONText
package import SceneDocument

/// Why edits of a scene cannot be journalled, or not be read from a journal.
public struct JournalError: Error, Hashable, Sendable, Refusal {
  package let reason: JournalRefusal

  package init(_ reason: JournalRefusal) { self.reason = reason }

  /// `journal.locked`, `journal.folder`, `journal.write`, `journal.read`, `journal.damaged`, `journal.torn`,
  /// `journal.version`, `journal.unsafe` or `journal.changed`.
  public var code: DiagnosticCode { reason.code }

  /// One lower-case sentence with its remedy.
  public var message: String { reason.message }

  /// The process that has the scene open, where that is why.
  public var process: Int? { if case .locked(_, by: let process) = reason { process } else { nil } }

  /// Whether edits that were acknowledged may be missing. What a killed process was about to write was not.
  public var isDamage: Bool { code != .journalTorn }

  /// Why a file is not saved, where its journal cannot be kept with it.
  package func whileSaving(_ file: String) -> SaveError { SaveError(JournalNotKept(reason: reason), file: file) }
}

/// A file is not saved, since its journal cannot be kept with it.
private struct JournalNotKept: Refusal {
  let reason: JournalRefusal

  var code: DiagnosticCode { .ioWrite }
  var message: String { reason.message }
}
