import JSONText
import Synchronization

/// The options of a save: the files and attributes that it may replace or lose, the time that it may wait, and the
/// receiver of its notices.
public struct SaveOptions: Sendable {
  /// True to replace a file that has several names (hard links); the other names keep the old text.
  public var breaksLinks = false

  /// True to replace a file even if its owner, group, access list or extended attributes cannot be given to the new
  /// file. Even then, no user gets more rights than before.
  public var dropsAttributes = false

  /// True to replace the scene's own file even if another process changed or removed it since it was read.
  public var replacesOthers = false

  /// The maximum time to wait for another process that is writing the file; after it, the save fails with `io.locked`.
  public var patience: Duration = .seconds(5)

  /// A function that receives notices for the user while the file is saved. It is called on the saving thread.
  public var notice: @Sendable (SaveNotice) -> Void = { _ in }

  /// A function that makes the renaming of a new file in a folder durable. A run over many files may postpone this to its end.
  package var syncingFolder: @Sendable (_ folder: String) -> Void = { syncFolder($0) }

  /// Creates the default options: no links are broken, no attributes dropped, no changes by other processes replaced,
  /// and notices are ignored.
  public init() {}
}

/// An event during a save that the user may want to know of, but that does not change the result.
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
      "\(SourceExcerpt.escaped(file)): warning: this file system does not support locks; make sure that no other process writes to this file at the same time"
    }
  }
}

/// The folders whose syncs a run over many files postpones to its end. A sync takes as long for one new file as for a
/// thousand. If the power fails before it, each file has its old or its new content.
package final class FolderSyncs: Sendable {
  private let folders = Mutex<Set<ExactText>>([])

  package init() {}

  /// Adds a folder in which a file was renamed.
  package func add(_ folder: String) { _ = folders.withLock { $0.insert(ExactText(folder)) } }

  /// Syncs each added folder once.
  package func sync() { for folder in folders.withLock({ $0 }) { syncFolder(folder.text) } }
}

/// Functions with which a caller can cancel a save until the new file replaces the old one.
package struct SaveControl: Sendable {
  /// A function that returns true to cancel the save; it is polled between two writes.
  package var isCancelled: @Sendable () -> Bool

  /// A function that runs the step that replaces the old files, and returns true if the step succeeded. If the save is
  /// cancelled, the function returns nil without running the step.
  package var commit: @Sendable (_ files: [String], _ step: () -> Bool) -> Bool?

  package init(
    isCancelled: @escaping @Sendable () -> Bool,
    commit: @escaping @Sendable (_ files: [String], _ step: () -> Bool) -> Bool?
  ) {
    (self.isCancelled, self.commit) = (isCancelled, commit)
  }

  /// A control that never cancels the save.
  package static let none = SaveControl(isCancelled: { false }, commit: { $1() })
}
