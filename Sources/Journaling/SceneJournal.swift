internal import Glibc
internal import InspectorKit
package import SceneDocument

/// A file with a session's unsaved edits, for recovery if the process ends unexpectedly.
///
/// ```swift
/// if let journal = try session.attachJournal(environment: environment) {
///   for recovery in journal.recoveries { … }  // edits of an earlier process
/// }
/// …
/// session.closeJournal(discarding: true)  // the user wants none of the edits
/// ```
///
/// A change is durable before its edit is acknowledged, and its record is about as large as the changed text. Records
/// contain texts instead of commands, so that changes can be replayed without any plugin. The file exists only while
/// there are unsaved edits. Only one process at a time can use a scene's journals.
public final class SceneJournal: @unchecked Sendable {
  // `lock` guards all mutable state, which the session's thread and saving threads change.

  /// The unsaved edits of earlier processes, the oldest first. The list is constant, and the journal files remain until
  /// their edits are recovered or discarded.
  public let recoveries: [SceneRecovery]

  /// The problems with files of earlier processes. The messages name these files, none of which is deleted.
  public let problems: [Diagnostic]

  let lock = RecursiveLock()
  private let folder: JournalFolder
  private let scene: String
  private var claim: JournalLock?
  private let number: Int

  var file: JournalFile?
  /// The number of times that ``file`` was replaced or removed.
  private(set) var fileNumber = 0
  /// The number of the last edit that was written in pieces.
  var lastPieces = 0
  private var edits = 0
  private var start: SavedText
  /// True if the journal's file records the SHA-256 of the text to which its edits are applied.
  private var knowsStart = false
  private var scratches: [Int: JournalScratch] = [:]
  private var lastScratch = 0
  private var lastScratchFile = 0
  /// The numbers of the copies that were written for scratches and may still exist.
  private var scratchFiles: Set<Int> = []
  private(set) var isClosed = false

  /// The text of the scene's file to which the journal's edits are applied.
  private struct SavedText {
    let snapshot: DocumentSnapshot
    let sha256: Background<String>
    /// The identity of the scene's file when it was read (inode, size and time); nil for a saved text.
    let file: String?

    init(_ snapshot: DocumentSnapshot, sha256: String? = nil, file: String? = nil) {
      self.snapshot = snapshot
      self.file = file
      self.sha256 = Background { sha256 ?? snapshot.sha256 }
    }
  }

  /// Locks a scene's journals, and reads the journals that earlier processes left. Throws `journal.locked` if another
  /// process holds the lock.
  ///
  /// - Parameters:
  ///   - scene: the scene's path with all symbolic links resolved.
  ///   - name: the scene's name in messages.
  ///   - file: the identity of the file that was read, from `SceneDocument.fileMark`.
  ///   - formats: the formats of other programs that the file may have; nil for none.
  package init(
    scene: String, name: String, snapshot: DocumentSnapshot, file: String?, of formats: ForeignFormats? = nil,
    environment: [String: String]
  ) throws(Diagnostic) {
    self.scene = scene
    folder = try JournalFolder(environment: environment, scene: scene)
    claim = try JournalLock(folder, scene: name)
    start = SavedText(snapshot, file: file)
    var problems = folder.tidy()
    let numbers = folder.numbers()
    number = (numbers.last ?? 0) + 1
    let folder = folder
    recoveries = numbers.compactMap {
      SceneRecovery.find(folder, $0, scene: name, text: snapshot, file: file, of: formats, problems: &problems)
    }
    self.problems = problems
  }

  deinit {
    file?.closeFile()
  }

  // MARK: Edits

  /// Writes an edit to the journal, and returns when the edit is durable. If that fails, throws an error and leaves the
  /// journal unchanged.
  ///
  /// - Parameter first: the changes of the edit before `changes`, if ``stage(_:)`` has written them already.
  package func append(
    _ cause: SceneChange.Cause, name: String, changes: [UInt8], after first: StagedChanges? = nil
  ) throws(Diagnostic) {
    let (first, changes) = staged(changes, after: first)
    try lock.withLock { () throws(Diagnostic) in
      try add([joined(.edit(cause: cause, name: name, changes: changes[...]), after: first)])
      edits += 1
    }
  }

  private func add(_ records: [JournalRecord]) throws(Diagnostic) {
    if file == nil { try create() }
    var records = records
    var knowsStart = knowsStart
    // An edit does not wait for the SHA-256 of a large scene. The first edit after the SHA-256 is known records it.
    if !knowsStart, let sha256 = start.sha256.valueIfDone {
      records.insert(.readSHA256(sha256), at: 0)
      knowsStart = true
    }
    try file?.append(records)
    self.knowsStart = knowsStart
  }

  /// Creates the journal's file. The caller must hold the lock.
  func create() throws(Diagnostic) {
    let mark = start.snapshot.mark()
    if let file = start.file, start.sha256.valueIfDone == nil {
      try write([.scene(path: scene), .read(file: file, mark: mark[...])])
      knowsStart = false
    } else {
      try write([.scene(path: scene), .saved(edits: 0, sha256: start.sha256.value, mark: mark[...])])
    }
    keepBase()
  }

  /// Replaces the journal with a new one that contains the given records, in one step. If that fails, throws an error
  /// and leaves the old journal unchanged.
  private func write(_ records: [JournalRecord]) throws(Diagnostic) {
    let path = folder.journal(number)
    let temporary = "\(path).tmp"
    var new = try JournalFile(creating: temporary, for: path, in: folder)
    do throws(Diagnostic) {
      try new.append(records)
      if let error = folder.place(path) { throw Diagnostic(JournalRefusal.write(path, errno: error)) }
    } catch {
      new.closeFile()
      folder.remove(temporary)
      throw error
    }
    file?.closeFile()
    file = new
    fileNumber += 1
    knowsStart = true
  }

  /// Copies the scene's text from before the journal's edits, in case another program changes the scene's file. The
  /// copy is written in the background, because the file itself usually still contains this text in the meantime.
  private func keepBase() {
    let (start, former) = (start, base)
    former?.giveUp()
    base = BaseCopy(folder, folder.base(number), after: former) { (start.snapshot, start.sha256.value) }
  }

  private var base: BaseCopy?

  // MARK: Saving

  /// The number of edits in the journal, all of which a save that begins now includes.
  package var position: Int { lock.withLock { edits } }

  /// Records that the scene's file is about to get a new text, which includes the first `position` edits. Throws an
  /// error if the journal cannot be written.
  package func willSave(_ snapshot: DocumentSnapshot, sha256: String, after position: Int) throws(Diagnostic) {
    try lock.withLock { () throws(Diagnostic) in
      try file?.append([.saved(edits: position, sha256: sha256, mark: snapshot.mark()[...])])
    }
  }

  /// Records that the scene's file now contains a text with the first `position` edits, and removes these edits from
  /// the journal. A journal that cannot be shortened stays unchanged and remains correct.
  package func didSave(_ snapshot: DocumentSnapshot, sha256: String, after position: Int) {
    lock.withLock {
      start = SavedText(snapshot, sha256: sha256)
      guard file != nil else { return }
      guard edits > position || hasScratchEdits else { return remove() }
      guard let records = soundRecords() else { return }
      let later = records.filter { if case .edit = $0 { true } else { false } }.dropFirst(position)
      guard later.count == edits - position else { return }
      let saved = JournalRecord.saved(edits: 0, sha256: sha256, mark: snapshot.mark()[...])
      guard (try? write([.scene(path: scene), saved] + scratchRecords(of: records) + later)) != nil else { return }
      edits = later.count
      keepBase()
    }
  }

  /// After another program has changed the scene's file, restarts the journal on the file's new text.
  ///
  /// - Parameters:
  ///   - text: the file's text.
  ///   - changes: the changes that turn that text into the session's text; nil if the two texts are equal.
  package func rebase(on text: DocumentSnapshot, changes: [UInt8]?, name: String) {
    lock.withLock {
      let sha256 = text.sha256
      start = SavedText(text, sha256: sha256)
      guard changes != nil || hasScratchEdits else { return file == nil ? () : remove() }
      let saved = JournalRecord.saved(edits: 0, sha256: sha256, mark: text.mark()[...])
      let edit = changes.map { JournalRecord.edit(cause: .edit, name: name, changes: $0[...]) }
      guard let records = file == nil ? [] : soundRecords() else { return }
      let all = [.scene(path: scene), saved] + scratchRecords(of: records) + (edit.map { [$0] } ?? [])
      // A journal that cannot be replaced still contains all edits, based on its own copy of the scene.
      guard (try? write(all)) != nil else { return }
      edits = edit == nil ? 0 : 1
      keepBase()
    }
  }

  /// Reads the records back from the journal's file; nil if the file is not intact.
  private func soundRecords() -> [JournalRecord]? {
    guard let bytes = try? folder.read(folder.journal(number))?.bytes, let contents = try? JournalContents(bytes),
      contents.rest == nil
    else { return nil }
    return contents.records
  }

  private func remove() {
    file?.closeFile()
    file = nil
    fileNumber += 1
    edits = 0
    // Without its journal, a copy would be reported as a sign of a lost journal.
    base?.giveUp()
    folder.remove(folder.base(number))
    folder.remove(folder.journal(number))
    folder.sync()
  }

  // MARK: Scratches

  /// Registers a scratch, and returns the number that identifies the scratch in later calls.
  ///
  /// - Parameter base: the scene from which the scratch starts.
  package func beginScratch(named name: String, over base: DocumentSnapshot) -> Int {
    lock.withLock {
      lastScratch += 1
      scratches[lastScratch] = JournalScratch(name: name, base: base)
      keepScratch(lastScratch)
      return lastScratch
    }
  }

  /// Copies the scene's text from which a scratch starts, in the background. The scratch's first edit waits for the
  /// copy.
  private func keepScratch(_ number: Int) {
    guard var scratch = scratches[number] else { return }
    lastScratchFile += 1
    scratchFiles.insert(lastScratchFile)
    let (base, folder, path) = (scratch.base, folder, folder.scratch(self.number, lastScratchFile))
    scratch.file = lastScratchFile
    scratch.isKept = Background { folder.stage(base, sha256: base.sha256, for: path) }
    scratches[number] = scratch
  }

  /// Writes an edit of a scratch to the journal, as ``append(_:name:changes:)`` does for the scene. Does nothing if the
  /// journal is closed or the scratch has ended.
  ///
  /// - Parameter first: the changes of the edit before `changes`, if ``stage(_:)`` has written them already.
  package func append(
    _ cause: SceneChange.Cause, name: String, changes: [UInt8], toScratch number: Int,
    after first: StagedChanges? = nil
  ) throws(Diagnostic) {
    // Edits of the scene do not wait for the copy.
    let copy = lock.withLock { () -> Background<Bool>? in
      if !isClosed, scratches[number]?.isKept == nil { keepScratch(number) }
      return scratches[number]?.isKept
    }
    _ = copy?.value
    let (first, changes) = staged(changes, after: first)
    try lock.withLock { () throws(Diagnostic) in
      guard !isClosed, var scratch = scratches[number] else { return }
      guard scratch.isKept?.value == true else {
        // Another attempt is made at the next edit, when the disk may have space.
        scratches[number]?.isKept = nil
        throw Diagnostic(JournalRefusal.write(folder.scratch(self.number, scratch.file), errno: EIO))
      }
      // The journal is created first, because a copy without a journal would be reported as a sign of a lost journal.
      if file == nil { try create() }
      if !scratch.isPlaced {
        if let error = folder.place(folder.scratch(self.number, scratch.file)) {
          throw Diagnostic(JournalRefusal.write(folder.scratch(self.number, scratch.file), errno: error))
        }
        scratches[number]?.isPlaced = true
      }
      let edit = joined(.scratchEdit(number, cause: cause, name: name, changes: changes[...]), after: first)
      let begin = JournalRecord.scratch(number, name: scratch.name, file: scratch.file, changes: scratch.changes[...])
      try add(scratch.isWritten ? [edit] : [begin, edit])
      (scratch.isPlaced, scratch.isWritten, scratch.hasEdits) = (true, true, true)
      scratches[number] = scratch
    }
  }

  /// Records that a scratch now starts from a different text of the scene.
  ///
  /// - Parameter changes: the changes that turn that text into the scratch's text.
  package func moveScratch(_ number: Int, over base: DocumentSnapshot, changes: [UInt8]) {
    lock.withLock {
      guard var scratch = scratches[number] else { return }
      _ = scratch.isKept?.value
      // The copy of the former text is needed until the next edit records a new one.
      (scratch.base, scratch.changes, scratch.isWritten) = (base, changes, false)
      (scratch.isKept, scratch.isPlaced) = (nil, false)
      scratches[number] = scratch
    }
  }

  /// Records that a scratch was committed or discarded, and removes the copies that are no longer needed.
  package func endScratch(_ number: Int) {
    lock.withLock {
      guard !isClosed, let scratch = scratches.removeValue(forKey: number) else { return }
      _ = scratch.isKept?.value
      let isLast = edits == 0 && !hasScratchEdits
      if scratch.hasEdits, file != nil {
        let isNoted = (try? add([.scratchEnd(number)])) != nil
        // Without this record, a recovery would offer the scratch again, and would need its copy.
        guard isNoted || isLast else { return }
      }
      for file in scratchFiles.subtracting(scratches.values.map(\.file)) { removeScratch(file) }
      if scratch.hasEdits, file != nil, isLast { remove() }
    }
  }

  private func removeScratch(_ file: Int) {
    scratchFiles.remove(file)
    folder.remove(folder.scratch(number, file))
    folder.remove("\(folder.scratch(number, file)).tmp")
  }

  private var hasScratchEdits: Bool { scratches.values.contains(where: \.hasEdits) }

  /// Returns the records of scratches that are still open.
  private func scratchRecords(of records: [JournalRecord]) -> [JournalRecord] {
    records.filter { $0.scratch.map { scratches[$0] != nil } ?? false }
  }

  // MARK: Closing

  /// Closes the journal, and releases the lock on the scene's journals.
  ///
  /// - Parameter discarding: true to remove the journal's edits, false to keep them for a recovery.
  package func close(discarding: Bool) {
    lock.withLock {
      isClosed = true
      for scratch in scratches.values where scratch.isKept?.value == true && !scratch.isPlaced {
        folder.remove("\(folder.scratch(number, scratch.file)).tmp")
      }
      if file != nil, !discarding, !knowsStart {
        // The file's time may change before the recovery, so the recovery needs the SHA-256.
        _ = start.sha256.value
        try? add([])
      }
      if discarding || file == nil {
        for file in scratchFiles { removeScratch(file) }
      }
      if discarding, file != nil { remove() }
      file?.closeFile()
      file = nil
      base?.wait()
      // A scratch may still reference the journal, but no longer writes to it.
      claim = nil
    }
  }
}

/// The state of an open scratch in the journal.
private struct JournalScratch {
  let name: String
  /// The scene's text from which the scratch starts. Its copy is the file with the number `file`.
  var base: DocumentSnapshot
  var file = 0
  /// The background writing of the copy, whose result is true on success; nil before the copy is requested.
  var isKept: Background<Bool>?
  /// True if the copy has its final name.
  var isPlaced = false
  /// The changes that transform the text of `base` into the scratch's text before its recorded edits.
  var changes: [UInt8] = []
  /// True if the journal contains a record of the scratch's current start.
  var isWritten = false
  var hasEdits = false
}

extension DocumentSnapshot {
  /// The SHA-256 of the text in hexadecimal digits.
  package var sha256: String {
    var hash = SHA256()
    withPieces { hash.add($0) }
    return hash.hex()
  }
}
