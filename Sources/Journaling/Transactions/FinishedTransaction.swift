internal import ComponentModel
internal import Glibc
internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Synchronization

/// The outcome of a transaction of several files that a killed process left unfinished and a later command handled.
///
/// ```swift
/// for end in FinishedTransaction.all(of: "page.json", environment: environment) { print(end) }
/// ```
package enum FinishedTransaction {
  /// The remaining files were replaced. All files of the transaction now have their new texts.
  case finished(files: [String])

  /// No file had been replaced, and some new texts were incomplete. The new files were removed.
  case undone

  /// A file has a text that is neither the old nor the new one, or the record is damaged. All files are unchanged, and
  /// the record was set aside.
  case kept(Diagnostic)

  /// Finishes the transactions of killed processes that include the given file.
  ///
  /// - Parameters:
  ///   - path: the file that is about to be opened.
  ///   - environment: determines the folder of the records, by `XDG_STATE_HOME` or `HOME`.
  package static func all(of path: String, environment: [String: String]) -> [FinishedTransaction] {
    guard let state = UserFolder.state.path(environment) else { return [] }
    let folder = TransactionRecord.path(state)
    // There are almost never any records, which a single system call detects.
    guard let identity = FileIdentity(path: folder), emptyFolder.withLock({ $0 }) != identity else { return [] }
    let names = Temporaries.entries(of: folder).filter { $0.hasSuffix(TransactionRecord.ending) }
    guard !names.isEmpty else {
      emptyFolder.withLock { $0 = identity }
      return []
    }
    let target = SourceFolder.realPath(of: path)
    return names.sorted().compactMap { name in
      switch TransactionRecord.left(name, state: state) {
      case nil: return nil
      case .damaged(let keptName)?:
        return .kept(Diagnostic(TransactionRefusal.damaged(record: "\(folder)/\(keptName)")))
      case .sound(let record)?:
        return record.files.contains { $0.path.isExactly(target) } ? end(record, folder) : nil
      }
    }
  }

  /// The identity of the folder of records when it was last found empty.
  private static let emptyFolder = Mutex<FileIdentity?>(nil)

  /// The state of one file of a transaction.
  private enum FileState { case old, new, other }

  private static func end(_ record: TransactionRecord, _ folder: String) -> FinishedTransaction? {
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    for file in record.files.sorted(by: { $0.path < $1.path }) {
      // A transaction with a file that another process has locked is left to a later command.
      guard let lock = try? FileLock.take(file.path) else {
        if FileIdentity.status(file.path) == nil { continue }
        return nil
      }
      locks.append(lock)
    }
    let files = record.files.map { (file: $0, state: state(of: $0), isReady: hasNewText($0)) }
    let left = files.filter { $0.state != .new }
    let isReady = left.allSatisfy { $0.state == .old && $0.isReady }
    if isReady {
      for (file, _, _) in left {
        guard rename(file.new, file.path) == 0 else { return nil }
      }
    } else if files.contains(where: { $0.state == .new || $0.state == .other && !$0.isReady }) {
      record.setAside()
      let reason = TransactionRefusal.kept(
        record: "\(folder)/\(record.keptName)",
        replaced: files.filter { $0.state == .new }.map { shown($0.file.path) },
        left: left.map { .init(path: shown($0.file.path), new: $0.isReady ? shown($0.file.new) : nil) })
      return .kept(Diagnostic(reason))
    }
    // A new file is useless if its text is already in place or was never complete.
    for file in record.files { unlink(file.new) }
    for folder in Set(record.files.map { FileName.folder(of: $0.path) }) { syncFolder(folder) }
    record.remove()
    return isReady ? .finished(files: record.files.map { shown($0.path) }) : .undone
  }

  private static func state(of file: TransactionRecord.File) -> FileState {
    do throws(SceneError) {
      let sha256 = try TransactionRecord.sha256(file.path)
      if sha256 == file.after { return .new }
      return sha256 == file.before ? .old : .other
    } catch {
      return .other
    }
  }

  private static func hasNewText(_ file: TransactionRecord.File) -> Bool {
    (try? TransactionRecord.sha256(file.new)) == file.after
  }

  private static func shown(_ path: String) -> String { FileName.fromWorkingFolder(path) }
}
