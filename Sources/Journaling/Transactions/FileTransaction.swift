internal import ComponentModel
internal import Glibc
internal import JSONText
package import SceneDocument

/// An atomic replacement of several files: either all files are replaced or none is, even if the process is killed.
///
/// ```swift
/// let transaction = FileTransaction(environment: environment)
/// for document in documents { try transaction.add(document.saveJob().prepared()) }
/// try transaction.commit()  // all files are replaced and durable, or none is
/// ```
///
/// Before the first old file is replaced, all new files are complete and a record of them is durable. If the process is
/// killed after that, the next command that opens one of the files finishes the work; see ``FinishedTransaction``. The
/// method is that of a redo log: Mohan et al., "ARIES" (1992).
package final class FileTransaction {
  private let environment: [String: String]
  private let control: SaveControl
  private var saves: [PreparedSave] = []

  /// The files that were replaced, by the names under which they were added. If a replacement fails, these are the
  /// files before it.
  package private(set) var replaced: [String] = []
  private var sources: [String: FileIdentity?] = [:]

  /// Creates a transaction without files.
  ///
  /// - Parameters:
  ///   - environment: determines the folder of the record, by `XDG_STATE_HOME` or `HOME`.
  ///   - control: the means to cancel the transaction before the first file is replaced.
  package init(environment: [String: String], control: SaveControl = .none) {
    (self.environment, self.control) = (environment, control)
  }

  deinit { abandon() }

  /// Adds a file. Files are replaced in the order in which they were added, so a file must be added before the files
  /// that refer to it.
  package func add(_ save: PreparedSave) {
    FileDescriptors.allow(2 * saves.count + 2)
    saves.append(save)
  }

  /// Adds files that are only read. The transaction fails if one of them has changed since it was read.
  ///
  /// - Parameter files: the identities of the files by real path; an inner nil stands for a file that does not exist.
  package func expect(_ files: [String: FileIdentity?]) {
    sources.merge(files) { first, _ in first }
  }

  /// True if no file has been added.
  package var isEmpty: Bool { saves.isEmpty }

  /// Removes the new files, and leaves the old files unchanged.
  package func abandon() {
    for save in saves { save.abandon() }
    saves = []
  }

  /// Replaces all files, and returns when they are durable.
  ///
  /// - Throws: an error that names the file. If the file cannot be locked (`io.locked`), was changed by another process
  ///   (`io.changed`), or cannot be written, no file was changed. If the file cannot be replaced after others were
  ///   (`io.write`), ``replaced`` names the others, and the next command that opens one of the files tries again.
  package func commit() throws(SceneError) {
    guard let first = saves.first else { return }
    defer { abandon() }
    let locks = try locked()
    defer { for lock in locks { lock.release() } }
    let record = try TransactionRecord(saves)
    for save in saves { try save.checkReplaced() }
    try checkSources()
    do throws(Diagnostic) {
      try record.write(environment)
    } catch {
      throw error.whileSaving(first.name)
    }
    // The record is removed together with the new files, since it is useless without them.
    var isBegun = false
    defer { if !isBegun { removeAll(of: record) } }
    for place in saves.indices { try saves[place].give(name: record.files[place].new) }
    syncFolders(of: record.files)
    var failure: Int32 = 0
    let isDone = control.commit(saves.map(\.name)) {
      failure = replaceAll()
      isBegun = failure == 0 || !replaced.isEmpty
      return failure == 0
    }
    guard let isDone else { throw SceneError(CancelledRefusal(), file: first.name) }
    guard isDone else {
      let failed = saves.first?.name ?? first.name
      guard isBegun else { throw SceneError(TransactionRefusal.cannotReplace(errno: failure), file: failed) }
      // The next command needs the new files and the record.
      for save in saves { save.close() }
      saves = []
      throw SceneError(TransactionRefusal.unfinished(errno: failure, replaced: replaced), file: failed)
    }
    syncFolders(of: record.files)
    record.remove()
  }

  /// Replaces the files in order. Returns 0, or the system's error code for the first file that cannot be replaced.
  private func replaceAll() -> Int32 {
    while !saves.isEmpty {
      guard saves[0].replace() else { return errno }
      replaced.append(saves[0].name)
      saves.removeFirst().close()
    }
    return 0
  }

  /// Removes the new files before the record, so that a later command can clean up if the process is killed in between.
  private func removeAll(of record: TransactionRecord) {
    abandon()
    record.remove()
  }

  /// Locks the files in the order of their real paths, so that two transactions cannot wait for each other.
  private func locked() throws(SceneError) -> [FileLock] {
    var locks: [FileLock] = []
    do throws(SceneError) {
      for save in saves.sorted(by: { $0.target < $1.target }) {
        if let lock = try save.lock(isCancelled: control.isCancelled) { locks.append(lock) }
      }
    } catch {
      for lock in locks { lock.release() }
      throw error
    }
    return locks
  }

  private func checkSources() throws(SceneError) {
    let written = Set(saves.map(\.target))
    for (path, identity) in sources.sorted(by: { $0.key < $1.key }) where !written.contains(path) {
      guard FileIdentity(path: path) == identity else {
        throw SceneError(TransactionRefusal.sourceChanged, file: FileName.fromWorkingFolder(path))
      }
    }
  }

  private func syncFolders(of files: [TransactionRecord.File]) {
    for folder in Set(files.map { FileName.folder(of: $0.path) }) { syncFolder(folder) }
  }
}
