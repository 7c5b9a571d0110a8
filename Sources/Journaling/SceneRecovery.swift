import InspectorKit
import JSONText
public import SceneDocument

/// The unsaved edits of an earlier process, read from its journal.
///
/// ```swift
/// for recovery in journal.recoveries {
///   recovery.steps.map(\.name)                  // ["set StarView pointCount=7", "remove #title"]
///   try recovery.document()                     // the scene in its last state
///   try recovery.save(to: "rescued.scene.json")
///   recovery.discard()
/// }
/// ```
public struct SceneRecovery: Sendable {
  /// One edit, undo, redo or rollback.
  public struct Step: Hashable, Sendable {
    /// The name of the edit, as in ``HistoryStep/name``.
    public var name: String

    /// The cause of the step: an edit, an undo, a redo or a rollback.
    public var cause: SceneChange.Cause
  }

  /// The text from which the journal's edits can be replayed.
  public enum Fit: Hashable, Sendable {
    /// The scene's file still contains the text on which the edits were made.
    case file
    /// The scene's file has changed, but a copy of the text on which the edits were made exists.
    case copy
    /// The scene's file has changed and there is no usable copy, so the result of the edits cannot be reconstructed.
    case none
  }

  /// The scene's name in messages.
  public let scene: String

  /// The steps since the scene was saved, the oldest first.
  public private(set) var steps: [Step]

  /// The text from which the edits can be replayed: the scene's file, a copy, or none.
  public var fit: Fit {
    switch base {
    case .success(_?): .file
    case .success(nil): .copy
    case .failure: .none
    }
  }

  /// The scratches that were open and edited, in the order of their creation.
  public let scratches: [ScratchRecovery]

  /// The time of the last edit, in seconds since 1970.
  public let time: Int

  /// The suffix for the name of a damaged journal after its edits were recovered or discarded; nil for a sound journal,
  /// which is removed instead.
  private var aside: String?

  /// The formats of other programs that the file may have; nil for none.
  private let formats: ForeignFormats?
  private let folder: JournalFolder
  private let isMarked: Bool
  private let number: Int
  private let mark: ArraySlice<UInt8>
  private var changes: [ArraySlice<UInt8>]

  /// The text on which the edits were made, if the scene's file still contains it; nil if only a copy contains this
  /// text; an error if neither does.
  private let base: Result<DocumentSnapshot?, Diagnostic>

  /// The path at which a damaged journal is kept after its edits were recovered or discarded; nil for a sound journal,
  /// which is removed instead.
  public var keptPath: String? { aside.map { folder.journal(number) + $0 } }

  /// Reads the journal of an earlier process; returns nil if there are no edits to recover.
  ///
  /// If the file already contains all edits of the journal, the journal is removed, or set aside if it is damaged.
  ///
  /// - Parameters:
  ///   - text: the text in the scene's file.
  ///   - file: the identity of that file, from `SceneDocument.fileMark`.
  ///   - formats: the formats of other programs that the file may have; nil for none.
  ///   - problems: receives the problems with the journal and its copies.
  package static func find(
    _ folder: JournalFolder, _ number: Int, scene: String, text: DocumentSnapshot, file: String?,
    of formats: ForeignFormats? = nil, problems: inout [Diagnostic]
  ) -> SceneRecovery? {
    let (path, kept) = (folder.journal(number), folder.aside(number))
    do throws(Diagnostic) {
      guard let content = try folder.read(path) else { return nil }
      var found = try JournalFindings(content, path, kept: kept)
      guard case .scene(let written, _)? = found.contents.records.first else {
        throw Diagnostic(JournalRefusal.unsound(KeptJournal(path: path, ending: kept), found.contents))
      }
      guard written == folder.scene else {
        throw Diagnostic(JournalRefusal.otherScene(KeptJournal(path: path, ending: kept), scene: written))
      }
      let recovery = SceneRecovery(folder, number, scene: scene, text: text, file: file, formats, &found)
      let isOffered = !recovery.isNothing(beside: text)
      problems += found.problems(isOffered: isOffered)
      if !isOffered { recovery.discard() }
      return isOffered ? recovery : nil
    } catch {
      problems.append(error)
      if error.code == .journalDamaged || error.code == .journalTorn { folder.setAside(number, kept) }
      return nil
    }
  }

  private init(
    _ folder: JournalFolder, _ number: Int, scene: String, text: DocumentSnapshot, file: String?,
    _ formats: ForeignFormats?, _ found: inout JournalFindings
  ) {
    self.formats = formats
    (self.folder, self.number, self.scene, time) = (folder, number, scene, found.time)
    isMarked = found.contents.isMarked
    let records = found.contents.records
    let starts = JournalStart.all(of: records)
    var position = 0
    let copy = found.base(of: folder, number)
    if let start = JournalStart.last(of: starts, for: text, file) {
      (base, mark, position) = (.success(text), start.mark, start.edits)
    } else if let copy = try? copy.get(), let start = JournalStart.last(of: starts, for: copy) {
      (base, mark, position) = (.success(nil), start.mark, start.edits)
    } else {
      let reason: JournalRefusal =
        if case .failure(let error) = copy { .copyLost(scene, error.reason) } else { .noCopy(scene) }
      (base, mark) = (.failure(Diagnostic(reason)), [])
    }
    let edits = records.compactMap { record -> (step: Step, changes: ArraySlice<UInt8>)? in
      guard case .edit(let cause, let name, let changes) = record else { return nil }
      return (Step(name: name, cause: cause), changes)
    }.dropFirst(position)
    (steps, changes) = (edits.map(\.step), edits.map(\.changes))
    scratches = ScratchRecovery.open(in: found.contents, folder, number, scene: scene, formats).filter {
      found.isSound($0)
    }
    if fit != .none, let sound = soundCount() {
      let (count, last) = (steps.count - sound, steps.prefix(sound).last?.name)
      found.add { .noScene($0, edits: count, last: last) }
      (steps, changes) = (Array(steps.prefix(sound)), Array(changes.prefix(sound)))
    }
    aside = found.isKept ? found.kept : nil
  }

  /// Returns the maximum number of leading edits that result in a valid scene; nil if all edits together result in one.
  ///
  /// If edits with correct checksums do not result in a valid scene, the cause is a bug or tampering.
  private func soundCount() -> Int? {
    guard (try? document()) == nil else { return nil }
    // If the record of the save is wrong, even the text without any edit may be invalid.
    return (1..<max(changes.count, 1)).partitioningIndex { (try? document(after: $0)) == nil } - 1
  }

  /// Returns true if there is nothing to recover: all edits were undone, or the file already contains their result.
  private func isNothing(beside text: DocumentSnapshot) -> Bool {
    guard scratches.isEmpty else { return false }
    return steps.isEmpty || fit == .file && (try? self.text()) == text.bytes()
  }

  /// Returns the scene's text after the first `count` edits, or after all edits if `count` is nil.
  ///
  /// - Throws: `journal.changed` if neither the file nor a copy has the text on which the edits were made, and
  ///   `journal.damaged` if the journal's edits cannot be applied.
  public func text(after count: Int? = nil) throws(Diagnostic) -> [UInt8] {
    let start = try start()
    do throws(ByteReader.Damage) {
      var replay = try TextReplay(saved: start, mark: mark)
      for change in changes.prefix(count ?? changes.count) { try replay.apply(change) }
      return try replay.text()
    } catch {
      throw Diagnostic(JournalRefusal.damaged(folder.journal(number)))
    }
  }

  /// Returns the text on which the edits were made. Throws `journal.changed` if neither the file nor a copy contains
  /// this text.
  package func start() throws(Diagnostic) -> [UInt8] {
    if let text = try base.get() { return text.bytes() }
    guard let copy = try folder.copy(folder.base(number), isMarked: isMarked) else {
      throw Diagnostic(JournalRefusal.noCopy(scene))
    }
    return copy.text
  }

  /// Returns the scene after the first `count` edits, or after all edits if `count` is nil.
  ///
  /// - Throws: the errors of ``text(after:)``.
  public func document(after count: Int? = nil) throws(Diagnostic) -> SceneDocument {
    try parsed(try text(after: count))
  }

  package func parsed(_ text: [UInt8]) throws(Diagnostic) -> SceneDocument {
    do throws(SceneError) {
      return try SceneDocument(bytes: text, name: scene, of: formats)
    } catch {
      throw Diagnostic(JournalRefusal.damaged(folder.journal(number)))
    }
  }

  /// Writes the scene after all edits to a file.
  ///
  /// - Throws: the errors of ``text(after:)``, or a `SceneError` if the file cannot be written.
  public func save(to path: String) throws { try document().save(to: path) }

  /// Removes the journal with its edits; a damaged journal is kept at ``keptPath``.
  public func discard() {
    if let aside { folder.setAside(number, aside) } else { folder.remove(number) }
  }
}

/// A text from which a journal's edits can be replayed: the text before the first edit, or a text that was saved later.
struct JournalStart {
  /// The number of the journal's edits that the text includes.
  let edits: Int
  let mark: ArraySlice<UInt8>
  /// The identity of the scene's file when it was read (inode, size and time); nil for a saved text.
  private(set) var file: String?
  /// The SHA-256 of the text; nil if the process ended before the SHA-256 was known.
  private(set) var sha256: String?

  static func all(of records: [JournalRecord]) -> [JournalStart] {
    var starts: [JournalStart] = []
    for record in records {
      switch record {
      case .saved(let edits, let sha256, let mark):
        starts.append(JournalStart(edits: edits, mark: mark, sha256: sha256))
      case .read(let file, let mark): starts.append(JournalStart(edits: 0, mark: mark, file: file))
      case .readSHA256(let sha256) where starts.first?.sha256 == nil && !starts.isEmpty: starts[0].sha256 = sha256
      default: break
      }
    }
    return starts
  }

  /// Returns the last start whose text is the text of the scene's file; nil if there is none.
  static func last(of starts: [JournalStart], for text: DocumentSnapshot, _ file: String?) -> JournalStart? {
    guard !starts.isEmpty else { return nil }
    let sha256 = text.sha256
    return starts.last { $0.sha256 == sha256 || $0.sha256 == nil && file != nil && $0.file == file }
  }

  /// Returns the last start whose text is the text of a copy from before the first edit; nil if there is none.
  static func last(of starts: [JournalStart], for copy: JournalFolder.Copy) -> JournalStart? {
    let sha256 = copy.sha256 ?? SHA256.hex(of: copy.text)
    return starts.last { $0.sha256 == sha256 }
      ?? starts.first { $0.sha256 == nil && (copy.sha256 != nil || $0.size == copy.text.count) }
  }

  /// The size of the scene's file when it was read, in bytes; nil for a saved text.
  private var size: Int? {
    // `SceneDocument.fileMark` lists inode, size and time.
    file?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}
