internal import Glibc
internal import InspectorKit
public import SceneDocument

/// Edits of a scene that a former process made and did not save: what its journal holds and the file does not.
///
/// ```swift
/// for recovery in journal.recoveries {
///   recovery.steps.map(\.name)                  // ["set StarView pointCount=7", "remove #title"]
///   try recovery.document()                     // the scene as it was last
///   try recovery.save(to: "rescued.scene.json")
///   recovery.discard()
/// }
/// ```
public struct SceneRecovery: Sendable {
  /// One edit, or one that was taken back.
  public struct Step: Hashable, Sendable {
    /// The name of the edit, as in ``HistoryStep/name``.
    public var name: String
    public var cause: SceneChange.Cause
  }

  /// How the journal and the file belong together.
  public enum Fit: Hashable, Sendable {
    /// The file holds what the edits were made on.
    case file
    /// The file is another by now; of what the edits were made on there is a copy.
    case copy
    /// The file is another by now, and there is no copy: what the edits made cannot be known.
    case none
  }

  /// The scene, as people call it.
  public let scene: String

  /// What was done since the scene was saved, the first one first.
  public let steps: [Step]
  public let fit: Fit

  /// The scratches that were open and edited, in the order in which they were made.
  public let scratches: [ScratchRecovery]

  /// When the last edit was made, in seconds since 1970.
  public let time: Int

  private let folder: JournalFolder
  private let number: Int
  private let mark: ArraySlice<UInt8>
  private let changes: [ArraySlice<UInt8>]
  /// What the edits were made on, where that is not the file.
  private let source: Source

  private enum Source {
    case snapshot(DocumentSnapshot)
    case copy
    case none
  }

  /// Reads a journal; nil where it holds nothing that the file does not, and then it is removed. One of a later version is
  /// left alone.
  ///
  /// - Parameters:
  ///   - text: what the scene's file holds.
  ///   - file: what tells that file from others.
  init?(_ folder: JournalFolder, _ number: Int, scene: String, text: DocumentSnapshot, file: String? = nil) {
    let path = folder.journal(number)
    guard let bytes = FileText.read(path) else { return nil }
    let known = JournalFile.records(bytes)
    if known == nil, bytes.starts(with: JournalRecord.anyMagic) { return nil }
    let records = known ?? []
    let edits = records.compactMap { record -> (step: Step, changes: ArraySlice<UInt8>)? in
      guard case .edit(let cause, let name, let changes) = record else { return nil }
      return (Step(name: name, cause: cause), changes)
    }
    (self.folder, self.number, self.scene) = (folder, number, scene)
    scratches = JournalScratches.open(in: records, folder, number, scene: scene)
    time = Self.time(path)
    let starts = JournalStart.all(of: records)
    var position = 0
    if let found = JournalStart.last(of: starts, for: text, file) {
      (fit, source, mark, position) = (.file, .snapshot(text), found.mark, found.edits)
    } else if let copy = FileText.read(folder.base(number)), let found = JournalStart.last(of: starts, for: copy) {
      (fit, source, mark, position) = (.copy, .copy, found.mark, found.edits)
    } else {
      (fit, source, mark) = (.none, .none, [])
    }
    steps = edits.dropFirst(position).map(\.step)
    changes = edits.dropFirst(position).map(\.changes)
    // Edits that were all taken back, or saved just before the end, leave nothing to recover.
    let isNothing = edits.isEmpty || fit == .file && (steps.isEmpty || (try? self.text()) == text.bytes())
    if isNothing, scratches.isEmpty {
      discard()
      return nil
    }
  }

  private static func time(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : 0
  }

  /// The scene's text after the first so many edits; after all of them where no number is given.
  ///
  /// - Throws: `journal.changed` where there is neither the file nor a copy of what the edits were made on, and
  ///   `journal.damaged` where the journal makes no sense.
  public func text(after count: Int? = nil) throws(JournalError) -> [UInt8] {
    guard let start = start() else { throw .lost(scene) }
    do throws(ByteReader.Damage) {
      var replay = try TextReplay(saved: start, mark: mark)
      for change in changes.prefix(count ?? changes.count) { try replay.apply(change) }
      return try replay.text()
    } catch {
      throw .damaged(folder.journal(number))
    }
  }

  /// The text that the edits were made on.
  private func start() -> [UInt8]? {
    switch source {
    case .snapshot(let text): text.bytes()
    case .copy: FileText.read(folder.base(number))
    case .none: nil
    }
  }

  /// The scene after the first so many edits; after all of them where no number is given.
  ///
  /// - Throws: as ``text(after:)``.
  public func document(after count: Int? = nil) throws(JournalError) -> SceneDocument {
    try parsed(try text(after: count))
  }

  private func parsed(_ text: [UInt8]?) throws(JournalError) -> SceneDocument {
    guard let text else { throw .lost(scene) }
    do throws(SceneError) {
      return try SceneDocument(bytes: text, name: scene)
    } catch {
      throw .damaged(folder.journal(number))
    }
  }

  /// Writes the scene as it was last to a file.
  ///
  /// - Throws: `JournalError` as ``text(after:)``, `SaveError` where the file cannot be written.
  public func save(to path: String) throws { try document().save(to: path) }

  /// Makes the edits in a session of the scene, as one step, and removes them here; what scratches left is kept for
  /// ``openScratches(over:)``.
  ///
  /// In a session that was not edited yet the text becomes the recovered one, to the byte; else they are taken in by
  /// property.
  ///
  /// - Parameter acrossChanges: whether the edits are taken in by property where the file is another than the one that
  ///   they were made on; without, that is refused.
  /// - Returns: what is changed in the session, too, and in another way: that stays as it is there, and the edits are kept
  ///   here.
  /// - Throws: `journal.changed` and `journal.damaged`, besides what an edit throws.
  @discardableResult public func apply(
    to session: SceneSession, acrossChanges: Bool = false
  ) throws(EditError) -> [SceneConflict] {
    if steps.isEmpty, !scratches.isEmpty { return [] }
    let (first, last): (SceneDocument, SceneDocument)
    do throws(JournalError) {
      if fit == .copy, !acrossChanges { throw .changed(scene) }
      (first, last) = (try parsed(start()), try document())
    } catch {
      throw EditError(code: error.code, message: error.message)
    }
    let name = steps.count == 1 ? "recover an edit" : "recover \(steps.count) edits"
    let conflicts = try session.merge(base: first, theirs: last, named: name)
    if conflicts.isEmpty, scratches.isEmpty { discard() }
    return conflicts
  }

  /// Opens the scratches again, with their edits as one step of each, and removes the edits here; after ``apply(to:acrossChanges:)``.
  public func openScratches(over session: SceneSession) throws(EditError) -> [ScratchSession] {
    let opened = try scratches.map { scratch throws(EditError) in try scratch.open(over: session) }
    discard()
    return opened
  }

  /// Removes the edits for good.
  public func discard() { folder.remove(number) }
}
