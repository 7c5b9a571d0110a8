internal import Glibc
internal import InspectorKit
package import SceneDocument

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
  // All that changes is changed under `lock`, by the session's thread and those that save.

  /// What former processes left, the oldest first; it stays until it is recovered or discarded.
  public let recoveries: [SceneRecovery]

  /// What is wrong with what they left. Nothing of it is deleted: the messages name the files.
  public let problems: [JournalError]

  private let lock = RecursiveLock()
  private let folder: JournalFolder
  private let scene: String
  private var claim: JournalLock?
  private let number: Int

  private var file: JournalFile?
  private var edits = 0
  private var start: SavedText
  /// Whether the file holds the SHA-256 of the text that its edits begin with.
  private var knowsStart = false
  private var scratches: [Int: JournalScratch] = [:]
  private var lastScratch = 0
  private var lastScratchFile = 0
  /// The copies that scratches were given and that may still be there.
  private var scratchFiles: Set<Int> = []
  private var isClosed = false

  /// What the scene's file holds.
  private struct SavedText {
    let snapshot: DocumentSnapshot
    let sha256: Background<String>
    /// What distinguishes the file that was read from others; nil for one that was saved.
    let file: String?

    init(_ snapshot: DocumentSnapshot, sha256: String? = nil, file: String? = nil) {
      self.snapshot = snapshot
      self.file = file
      self.sha256 = Background { sha256 ?? snapshot.sha256 }
    }
  }

  /// - Parameters:
  ///   - scene: the path with all symbolic links followed.
  ///   - name: the scene as people call it.
  ///   - file: what distinguishes the file that was read from others.
  package init(
    scene: String, name: String, snapshot: DocumentSnapshot, file: String?, environment: [String: String]
  ) throws(JournalError) {
    self.scene = scene
    folder = try JournalFolder(environment: environment, scene: scene)
    claim = try JournalLock(folder, scene: name)
    start = SavedText(snapshot, file: file)
    var problems = folder.tidy()
    let numbers = folder.numbers()
    number = (numbers.last ?? 0) + 1
    let folder = folder
    recoveries = numbers.compactMap {
      SceneRecovery.find(folder, $0, scene: name, text: snapshot, file: file, problems: &problems)
    }
    self.problems = problems
  }

  deinit {
    file?.closeFile()
  }

  // MARK: edits

  /// Writes an edit down; returns when it is durable. On an error the journal is what it was.
  package func append(_ cause: SceneChange.Cause, name: String, changes: [UInt8]) throws(JournalError) {
    try lock.withLock { () throws(JournalError) in
      try add([.edit(cause: cause, name: name, changes: changes[...])])
      edits += 1
    }
  }

  private func add(_ records: [JournalRecord]) throws(JournalError) {
    if file == nil { try create() }
    var records = records
    var knowsStart = knowsStart
    // An edit does not wait for the digest of a large scene; the first one after that is known takes it along.
    if !knowsStart, let sha256 = start.sha256.valueIfDone {
      records.insert(.readSHA256(sha256), at: 0)
      knowsStart = true
    }
    do throws(JournalFile.SystemFailure) {
      try file?.append(records)
    } catch {
      throw JournalError(.write(folder.journal(number), errno: error.code))
    }
    self.knowsStart = knowsStart
  }

  private func create() throws(JournalError) {
    let mark = start.snapshot.mark()
    if let file = start.file, start.sha256.valueIfDone == nil {
      try write([.scene(path: scene), .read(file: file, mark: mark[...])])
      knowsStart = false
    } else {
      try write([.scene(path: scene), .saved(edits: 0, sha256: start.sha256.value, mark: mark[...])])
    }
    keepBase()
  }

  /// Makes the journal one of these records, all at once.
  private func write(_ records: [JournalRecord]) throws(JournalError) {
    let path = folder.journal(number)
    let temporary = "\(path).tmp"
    var new = try JournalFile(creating: temporary, for: path, in: folder)
    do throws(JournalFile.SystemFailure) {
      try new.append(records)
      if let error = folder.place(path) { throw JournalFile.SystemFailure(code: error) }
    } catch {
      new.closeFile()
      folder.remove(temporary)
      throw JournalError(.write(path, errno: error.code))
    }
    file?.closeFile()
    file = new
    knowsStart = true
  }

  /// Copies the scene as the edits found it, beside the journal, for the case that someone else changes the file; in the
  /// background, since as long as it is missing the file mostly is still there.
  private func keepBase() {
    let (start, former) = (start, base)
    former?.giveUp()
    base = BaseCopy(folder, folder.base(number), after: former) { (start.snapshot, start.sha256.value) }
  }

  private var base: BaseCopy?

  // MARK: saving

  /// How many edits were written down; what is saved now is the state after them.
  package var position: Int { lock.withLock { edits } }

  /// Notes that the scene's file is about to hold a text, the one after so many edits.
  package func willSave(_ snapshot: DocumentSnapshot, sha256: String, after position: Int) throws(JournalError) {
    try lock.withLock { () throws(JournalError) in
      let record = JournalRecord.saved(edits: position, sha256: sha256, mark: snapshot.mark()[...])
      do throws(JournalFile.SystemFailure) {
        try file?.append([record])
      } catch {
        throw JournalError(.write(folder.journal(number), errno: error.code))
      }
    }
  }

  /// Notes that the scene's file holds the text by now, and drops what is in it. A journal that cannot be made shorter
  /// stays as it is, and is right nevertheless.
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

  /// Starts the journal again on a file that someone else has changed.
  ///
  /// - Parameters:
  ///   - text: what the file holds.
  ///   - changes: what makes the session's text of it; nil where that is the same.
  package func rebase(on text: DocumentSnapshot, changes: [UInt8]?, name: String) {
    lock.withLock {
      let sha256 = text.sha256
      start = SavedText(text, sha256: sha256)
      guard changes != nil || hasScratchEdits else { return file == nil ? () : remove() }
      let saved = JournalRecord.saved(edits: 0, sha256: sha256, mark: text.mark()[...])
      let edit = changes.map { JournalRecord.edit(cause: .edit, name: name, changes: $0[...]) }
      guard let records = file == nil ? [] : soundRecords() else { return }
      let all = [.scene(path: scene), saved] + scratchRecords(of: records) + (edit.map { [$0] } ?? [])
      // A journal that cannot be replaced still has all edits, made on what its copy of the scene holds.
      guard (try? write(all)) != nil else { return }
      edits = edit == nil ? 0 : 1
      keepBase()
    }
  }

  /// The records of the journal as its file has them; nil where that is not what was written.
  private func soundRecords() -> [JournalRecord]? {
    guard let bytes = try? folder.read(folder.journal(number))?.bytes, let contents = try? JournalContents(bytes),
      contents.rest == .nothing
    else { return nil }
    return contents.records
  }

  private func remove() {
    file?.closeFile()
    file = nil
    edits = 0
    // A copy without a journal would look as if that were lost.
    base?.giveUp()
    folder.remove(folder.base(number))
    folder.remove(folder.journal(number))
    folder.sync()
  }

  // MARK: scratches

  /// Notes a scratch, and answers the number that it is known by.
  ///
  /// - Parameter base: the scene as it is made over it.
  package func beginScratch(named name: String, over base: DocumentSnapshot) -> Int {
    lock.withLock {
      lastScratch += 1
      scratches[lastScratch] = JournalScratch(name: name, base: base)
      keepScratch(lastScratch)
      return lastScratch
    }
  }

  /// Copies the scene that a scratch was made over, in the background: an edit waits for it.
  private func keepScratch(_ number: Int) {
    guard var scratch = scratches[number] else { return }
    lastScratchFile += 1
    scratchFiles.insert(lastScratchFile)
    let (base, folder, path) = (scratch.base, folder, folder.scratch(self.number, lastScratchFile))
    scratch.file = lastScratchFile
    scratch.isKept = Background { folder.stage(base, sha256: base.sha256, for: path) }
    scratches[number] = scratch
  }

  /// Writes an edit of a scratch down, as ``append(_:name:changes:)`` does.
  package func append(
    _ cause: SceneChange.Cause, name: String, changes: [UInt8], toScratch number: Int
  ) throws(JournalError) {
    try lock.withLock { () throws(JournalError) in
      guard !isClosed, var scratch = scratches[number] else { return }
      if scratch.isKept == nil {
        keepScratch(number)
        scratch = scratches[number] ?? scratch
      }
      guard scratch.isKept?.value == true else {
        // There may be room the next time.
        scratches[number]?.isKept = nil
        throw JournalError(.write(folder.scratch(self.number, scratch.file), errno: EIO))
      }
      // The journal first: a copy without one would look as if that were lost.
      if file == nil { try create() }
      if !scratch.isPlaced {
        if let error = folder.place(folder.scratch(self.number, scratch.file)) {
          throw JournalError(.write(folder.scratch(self.number, scratch.file), errno: error))
        }
        scratches[number]?.isPlaced = true
      }
      let edit = JournalRecord.scratchEdit(number, cause: cause, name: name, changes: changes[...])
      let begin = JournalRecord.scratch(number, name: scratch.name, file: scratch.file, changes: scratch.changes[...])
      try add(scratch.isWritten ? [edit] : [begin, edit])
      (scratch.isPlaced, scratch.isWritten, scratch.hasEdits) = (true, true, true)
      scratches[number] = scratch
    }
  }

  /// Notes that a scratch goes on over another text of the scene.
  ///
  /// - Parameter changes: what makes the scratch's text of it.
  package func moveScratch(_ number: Int, over base: DocumentSnapshot, changes: [UInt8]) {
    lock.withLock {
      guard var scratch = scratches[number] else { return }
      _ = scratch.isKept?.value
      // The file of the former text is needed until the next edit says that there is another.
      (scratch.base, scratch.changes, scratch.isWritten) = (base, changes, false)
      (scratch.isKept, scratch.isPlaced) = (nil, false)
      scratches[number] = scratch
    }
  }

  /// Notes that a scratch was committed or given up.
  package func endScratch(_ number: Int) {
    lock.withLock {
      guard !isClosed, let scratch = scratches.removeValue(forKey: number) else { return }
      _ = scratch.isKept?.value
      let isLast = edits == 0 && !hasScratchEdits
      if scratch.hasEdits, file != nil {
        let isNoted = (try? add([.scratchEnd(number)])) != nil
        // Without the record a recovery offers it once more, and needs its copy.
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

  /// The records of the scratches that are open.
  private func scratchRecords(of records: [JournalRecord]) -> [JournalRecord] {
    records.filter { $0.scratch.map { scratches[$0] != nil } ?? false }
  }

  // MARK: the end

  /// Ends the journal; what it holds is kept for a recovery, or removed.
  package func close(discarding: Bool) {
    lock.withLock {
      isClosed = true
      for scratch in scratches.values where scratch.isKept?.value == true && !scratch.isPlaced {
        folder.remove("\(folder.scratch(number, scratch.file)).tmp")
      }
      if file != nil, !discarding, !knowsStart {
        // The file may be touched before the recovery.
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
      // A scratch may still hold the journal, but has no part of it any more.
      claim = nil
    }
  }
}

/// A scratch that is open, as a journal knows it.
private struct JournalScratch {
  let name: String
  /// The scene's text that it was made over, and the number of the file with it.
  var base: DocumentSnapshot
  var file = 0
  /// Whether that file is there; nil while nobody has asked for it.
  var isKept: Background<Bool>?
  /// Whether the file has its name.
  var isPlaced = false
  /// What makes the scratch's text of that, before the edits that follow.
  var changes: [UInt8] = []
  /// Whether the journal says that.
  var isWritten = false
  var hasEdits = false

  init(name: String, base: DocumentSnapshot) { (self.name, self.base) = (name, base) }
}

extension DocumentSnapshot {
  /// The SHA-256 of the text.
  package var sha256: String {
    var hash = SHA256()
    withPieces { hash.add($0) }
    return hash.hex()
  }
}
