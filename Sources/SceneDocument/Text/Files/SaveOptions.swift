/// The permissions of a save, and the receiver of its notices.
public struct SaveOptions: Sendable {
  /// Replaces a file that has other names (hard links); these keep the old text.
  public var breaksLinks = false

  /// Replaces a file whose owner, group, access list or extended attributes cannot be given to the new file. Access is
  /// not widened even then.
  public var dropsAttributes = false

  /// Replaces the scene's own file even if another process changed or removed it since it was read.
  public var replacesOthers = false

  /// The time to wait for another process that is writing the file.
  public var patience: Duration = .seconds(5)

  /// Receives notices for the user while the file is saved. Called on the saving thread.
  public var notice: @Sendable (SaveNotice) -> Void = { _ in }

  /// Creates the defaults: refuses to break links, drop attributes or replace others' changes, and gives no notices.
  public init() {}
}

/// An event during a save that does not affect its result.
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

/// The means to cancel a save, until the new file takes the old one's place.
package struct SaveControl: Sendable {
  /// True if the save is to give up; polled between two writes.
  package var isCancelled: @Sendable () -> Bool

  /// Runs the step that puts a file in its place, and returns its success; returns nil without running it if the
  /// save is cancelled.
  package var commit: @Sendable (_ file: String, _ step: () -> Bool) -> Bool?

  package init(
    isCancelled: @escaping @Sendable () -> Bool,
    commit: @escaping @Sendable (_ file: String, _ step: () -> Bool) -> Bool?
  ) {
    (self.isCancelled, self.commit) = (isCancelled, commit)
  }

  /// A control that never cancels.
  package static let none = SaveControl(isCancelled: { false }, commit: { $1() })
}
