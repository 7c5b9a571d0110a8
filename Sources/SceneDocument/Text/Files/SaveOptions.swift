/// Options of a save: what it may replace or lose, how long it waits, and the receiver of its notices.
public struct SaveOptions: Sendable {
  /// True to replace a file that has several names (hard links); the other names keep the old text.
  public var breaksLinks = false

  /// True to replace a file although its owner, group, access list or extended attributes cannot be given to the new
  /// file. Even then, access is not widened.
  public var dropsAttributes = false

  /// True to replace the scene's own file even if another process changed or removed it since it was read.
  public var replacesOthers = false

  /// The maximum time to wait for another process that is writing the file.
  public var patience: Duration = .seconds(5)

  /// A function that receives notices for the user while the file is saved. It is called on the saving thread.
  public var notice: @Sendable (SaveNotice) -> Void = { _ in }

  /// Creates the default options: no links are broken, no attributes dropped, no changes by other processes replaced,
  /// and notices are ignored.
  public init() {}
}

/// An event during a save that the user may want to know, but that does not change the result.
public enum SaveNotice: Hashable, Sendable {
  /// Another process is writing the file, and the save waits for it.
  case waiting(file: String)

  /// The file system has no locks, so another process may write the file at the same time.
  case notLocked(file: String)
}

extension SaveNotice: CustomStringConvertible {
  /// The text for the user: `card.json: waiting for another process that is writing this file`.
  public var description: String {
    switch self {
    case .waiting(let file):
      "\(SourceExcerpt.escaped(file)): waiting for another process that is writing this file"
    case .notLocked(let file):
      "\(SourceExcerpt.escaped(file)): warning: this file system has no locks; let no other process write here meanwhile"
    }
  }
}

/// Functions with which a caller can cancel a save until the new file replaces the old one.
package struct SaveControl: Sendable {
  /// Returns true to cancel the save; polled between two writes.
  package var isCancelled: @Sendable () -> Bool

  /// Runs the step that replaces the old file, and returns the step's success; returns nil without running the step if
  /// the save is cancelled.
  package var commit: @Sendable (_ file: String, _ step: () -> Bool) -> Bool?

  package init(
    isCancelled: @escaping @Sendable () -> Bool,
    commit: @escaping @Sendable (_ file: String, _ step: () -> Bool) -> Bool?
  ) {
    (self.isCancelled, self.commit) = (isCancelled, commit)
  }

  /// A control that never cancels the save.
  package static let none = SaveControl(isCancelled: { false }, commit: { $1() })
}
