/// What a saving may do, and whom it informs.
public struct SaveOptions: Sendable {
  /// Replaces a file that has other names (hard links); these keep the old text.
  public var breaksLinks = false

  /// Replaces a file whose owner, group, access list or extended attributes cannot be given to the new file. Access is
  /// not widened even then.
  public var dropsAttributes = false

  /// Replaces the scene's own file even where someone else changed or removed it since it was read.
  public var replacesOthers = false

  /// How long to wait for another process that is writing the file.
  public var patience: Duration = .seconds(5)

  /// Receives what the person should know of while the file is saved. Called on the saving's thread.
  public var notice: @Sendable (SaveNotice) -> Void = { _ in }

  /// The defaults: refuses to break links, drop attributes or replace others' changes, and gives no notices.
  public init() {}
}

/// What happens while a file is saved and changes nothing about the result.
public enum SaveNotice: Hashable, Sendable {
  /// Another process is writing the file; the saving waits for it.
  case waiting(file: String)

  /// The file system has no locks, so another process may write the file at the same time.
  case notLocked(file: String)
}

extension SaveNotice: CustomStringConvertible {
  /// The notice as people read it: `card.json: waiting for another process that is writing this file`.
  public var description: String {
    switch self {
    case .waiting(let file):
      "\(SourceExcerpt.escaped(file)): waiting for another process that is writing this file"
    case .notLocked(let file):
      "\(SourceExcerpt.escaped(file)): warning: this file system has no locks; let no other process write here meanwhile"
    }
  }
}
