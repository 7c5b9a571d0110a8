internal import Glibc
internal import InspectorKit
internal import SceneDocument

/// Keeps the edits of a session that its scene's file does not hold yet, so that nothing is lost with the process.
///
/// ```swift
/// if let journal = try session.attachJournal() {
///   for recovery in journal.recoveries { … }  // what a former process left
/// }
/// …
/// session.closeJournal(discarding: true)  // the person wants none of it
/// ```
///
/// A change is durable before its edit is acknowledged, and costs what it changed: texts, not commands, so that it can be
/// made again without any plugin. A saved scene needs no journal, and has none. One process at a time has a scene's
/// journals.
public final class SceneJournal: @unchecked Sendable {
  // All that changes is changed behind `lock`, by the session's thread and those that save.

  /// What former processes left, the oldest first; it stays until it is recovered or discarded.
  public let recoveries: [SceneRecovery]

  private let lock = RecursiveLock()
  private let folder: JournalFolder
  private let scene: String
  private let claim: JournalLock
  private let number: Int

  private var file: JournalFile?
  private var edits = 0
  private var start: SavedText

  /// What the scene's file holds.
  private struct SavedText {
    let snapshot: DocumentSnapshot
    let sha256: Background<String>

    init(_ snapshot: DocumentSnapshot, sha256: String? = nil) {
      self.snapshot = snapshot
      self.sha256 = Background { sha256 ?? snapshot.sha256 }
    }
  }

  /// - Parameters:
  ///   - scene: the path with all symbolic links followed.
  ///   - name: the scene as people call it.
  init(
    scene: String, name: String, snapshot: DocumentSnapshot, environment: [String: String]
  ) throws(JournalError) {
    self.scene = scene
    folder = try JournalFolder(environment: environment, scene: scene)
    try folder.make()
    claim = try JournalLock(folder.lock, scene: name)
    let numbers = folder.numbers()
    number = (numbers.last ?? 0) + 1
    start = SavedText(snapshot)
    let folder = folder
    recoveries = numbers.compactMap { SceneRecovery(folder, $0, scene: name, text: snapshot) }
  }

  deinit {
    file?.closeFile()
  }

  // MARK: edits

  /// Writes an edit down; returns when it is durable. On an error the journal is what it was.
  func append(_ cause: SceneChange.Cause, name: String, changes: [UInt8]) throws(JournalError) {
    try lock.withLock { () throws(JournalError) in
      if file == nil { try create() }
      do throws(JournalFile.SystemFailure) {
        try file?.append([.edit(cause: cause, name: name, changes: changes[...])])
      } catch {
        throw .write(folder.journal(number), error.code)
      }
      edits += 1
    }
  }

  private func create() throws(JournalError) {
    let mark = start.snapshot.mark()
    let saved = JournalRecord.saved(edits: 0, sha256: start.sha256.value, mark: mark[...])
    try write([.scene(path: scene), saved])
    keepBase()
  }

  /// Makes the journal one of these records, all at once.
  private func write(_ records: [JournalRecord]) throws(JournalError) {
    let path = folder.journal(number)
    let temporary = "\(path).tmp"
    var new = try JournalFile(creating: temporary)
    do throws(JournalFile.SystemFailure) {
      try new.append(records)
      guard rename(temporary, path) == 0 else { throw JournalFile.SystemFailure(code: errno) }
    } catch {
      new.closeFile()
      unlink(temporary)
      throw .write(path, error.code)
    }
    folder.sync()
    file?.closeFile()
    file = new
  }

  /// Copies the scene as the edits found it, beside the journal, for the case that someone else changes the file; in the
  /// background, since as long as it is missing the file mostly is still there.
  private func keepBase() {
    let (snapshot, path, folder) = (start.snapshot, folder.base(number), folder)
    workOnBase {
      let temporary = "\(path).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return }
      let isWritten = (try? snapshot.write(toDescriptor: descriptor)) != nil && fsync(descriptor) == 0
      Glibc.close(descriptor)
      guard isWritten, rename(temporary, path) == 0 else {
        unlink(temporary)
        return
      }
      folder.sync()
    }
  }

  private var baseWork: Background<Void>?

  /// One work after another, and none on the way of an edit.
  private func workOnBase(_ work: @escaping @Sendable () -> Void) {
    let former = baseWork
    baseWork = Background {
      _ = former?.value
      work()
    }
  }

  // MARK: saving

  /// How many edits were written down; what is saved now is the state after them.
  var position: Int { lock.withLock { edits } }

  /// Notes that the scene's file is about to hold a text, the one after so many edits.
  func willSave(_ snapshot: DocumentSnapshot, sha256: String, after position: Int) throws(JournalError) {
    try lock.withLock { () throws(JournalError) in
      let record = JournalRecord.saved(edits: position, sha256: sha256, mark: snapshot.mark()[...])
      do throws(JournalFile.SystemFailure) {
        try file?.append([record])
      } catch {
        throw .write(folder.journal(number), error.code)
      }
    }
  }

  /// Notes that the scene's file holds the text by now, and drops what is in it. A journal that cannot be made shorter
  /// stays as it is, and is right nevertheless.
  func didSave(_ snapshot: DocumentSnapshot, sha256: String, after position: Int) {
    lock.withLock {
      start = SavedText(snapshot, sha256: sha256)
      guard file != nil else { return }
      guard edits > position else { return remove() }
      let records = JournalFile.records(FileText.read(folder.journal(number)) ?? []) ?? []
      let later = records.filter { if case .edit = $0 { true } else { false } }.dropFirst(position)
      guard later.count == edits - position else { return }
      let saved = JournalRecord.saved(edits: 0, sha256: sha256, mark: snapshot.mark()[...])
      guard (try? write([.scene(path: scene), saved] + later)) != nil else { return }
      edits = later.count
      keepBase()
    }
  }

  /// Begins anew on a file that someone else has changed.
  ///
  /// - Parameters:
  ///   - text: what the file holds.
  ///   - changes: what makes the session's text of it; nil where that is the same.
  func rebase(on text: DocumentSnapshot, changes: [UInt8]?, name: String) {
    lock.withLock {
      let sha256 = text.sha256
      start = SavedText(text, sha256: sha256)
      guard let changes else { return file == nil ? () : remove() }
      let saved = JournalRecord.saved(edits: 0, sha256: sha256, mark: text.mark()[...])
      let edit = JournalRecord.edit(cause: .edit, name: name, changes: changes[...])
      // A journal that cannot be written anew still has all edits, made on what its copy of the scene holds.
      guard (try? write([.scene(path: scene), saved, edit])) != nil else { return }
      edits = 1
      keepBase()
    }
  }

  private func remove() {
    file?.closeFile()
    file = nil
    edits = 0
    let (folder, number) = (folder, number)
    unlink(folder.journal(number))
    folder.sync()
    // Only the copy: the journal may be a new one by then.
    workOnBase { unlink(folder.base(number)) }
  }

  /// Ends the journal; what it holds is kept for a recovery, or removed.
  func close(discarding: Bool) {
    lock.withLock {
      if discarding, file != nil { remove() }
      file?.closeFile()
      file = nil
      _ = baseWork?.value
    }
  }
}

extension DocumentSnapshot {
  /// The SHA-256 of the text.
  var sha256: String {
    var hash = SHA256()
    withPieces { hash.add($0) }
    return hash.hex()
  }
}
