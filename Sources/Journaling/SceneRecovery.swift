import InspectorKit
import JSONText
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

    /// Whether it was an edit, or one was undone or redone.
    public var cause: SceneChange.Cause

    package init(name: String, cause: SceneChange.Cause) {
      self.name = name
      self.cause = cause
    }
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
  public private(set) var steps: [Step]

  /// How the journal and the scene's file belong together now.
  public let fit: Fit

  /// The scratches that were open and edited, in the order in which they were made.
  public let scratches: [ScratchRecovery]

  /// When the last edit was made, in seconds since 1970.
  public let time: Int

  /// What the name of the journal's file has at its end once the edits were taken in or discarded; nil for a sound one,
  /// which is removed then.
  private var aside: String?

  private let folder: JournalFolder
  private let isMarked: Bool
  private let number: Int
  private let mark: ArraySlice<UInt8>
  private var changes: [ArraySlice<UInt8>]
  /// What the edits were made on, where that is not the file.
  private let source: Source

  private enum Source {
    case snapshot(DocumentSnapshot)
    case copy
    case none(JournalError)
  }

  /// The path at which a damaged journal is kept once its edits were taken in or discarded; nil for a sound one, which
  /// is removed then.
  public var keptPath: String? { aside.map { folder.journal(number) + $0 } }

  /// Reads the journal of a former process.
  ///
  /// One that holds nothing that the file does not is removed; one that is damaged is kept aside then.
  ///
  /// - Parameters:
  ///   - text: what the scene's file holds.
  ///   - file: what distinguishes that file from others.
  ///   - problems: takes what is wrong with the journal and its copies.
  package static func find(
    _ folder: JournalFolder, _ number: Int, scene: String, text: DocumentSnapshot, file: String?,
    problems: inout [JournalError]
  ) -> SceneRecovery? {
    let (path, kept) = (folder.journal(number), folder.aside(number))
    do throws(JournalError) {
      guard let content = try folder.read(path) else { return nil }
      var found = try JournalFindings(content, path, kept: kept)
      guard case .scene(let written, _)? = found.contents.records.first else {
        throw JournalError(.unsound(KeptJournal(path, ending: kept), found.contents))
      }
      guard written == folder.scene else {
        throw JournalError(.otherScene(KeptJournal(path, ending: kept), scene: written))
      }
      let recovery = SceneRecovery(folder, number, scene: scene, text: text, file: file, &found)
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
    _ found: inout JournalFindings
  ) {
    (self.folder, self.number, self.scene, time) = (folder, number, scene, found.time)
    isMarked = found.contents.isMarked
    let records = found.contents.records
    let starts = JournalStart.all(of: records)
    var position = 0
    let base = found.base(of: folder, number)
    if let start = JournalStart.last(of: starts, for: text, file) {
      (fit, source, mark, position) = (.file, .snapshot(text), start.mark, start.edits)
    } else if let copy = try? base.get(), let start = JournalStart.last(of: starts, for: copy) {
      (fit, source, mark, position) = (.copy, .copy, start.mark, start.edits)
    } else {
      let reason: JournalRefusal =
        if case .failure(let error) = base { .copyLost(scene, error.reason) } else { .noCopy(scene) }
      (fit, source, mark) = (.none, .none(JournalError(reason)), [])
    }
    let edits = records.compactMap { record -> (step: Step, changes: ArraySlice<UInt8>)? in
      guard case .edit(let cause, let name, let changes) = record else { return nil }
      return (Step(name: name, cause: cause), changes)
    }.dropFirst(position)
    (steps, changes) = (edits.map(\.step), edits.map(\.changes))
    scratches = JournalScratches.open(in: found.contents, folder, number, scene: scene).filter { found.isSound($0) }
    if fit != .none, let sound = soundCount() {
      found.add(.edits(steps.count - sound, last: steps.prefix(sound).last?.name))
      (steps, changes) = (Array(steps.prefix(sound)), Array(changes.prefix(sound)))
    }
    aside = found.isKept ? found.kept : nil
  }

  /// How many of the edits make a scene; nil where all do.
  ///
  /// A record that is sound by its checksum and makes no scene is nobody's work but that of a mistake or of ill will.
  private func soundCount() -> Int? {
    guard (try? document()) == nil else { return nil }
    // What the mark of a save says may be wrong too, where there are no edits at all.
    return (1..<max(changes.count, 1)).partitioningIndex { (try? document(after: $0)) == nil } - 1
  }

  /// Whether there is nothing that the file does not hold: edits that were all taken back, or saved just before the end.
  private func isNothing(beside text: DocumentSnapshot) -> Bool {
    guard scratches.isEmpty else { return false }
    return steps.isEmpty || fit == .file && (try? self.text()) == text.bytes()
  }

  /// The scene's text after the first so many edits; after all of them where no number is given.
  ///
  /// - Throws: `journal.changed` where there is neither the file nor a copy of what the edits were made on, and
  ///   `journal.damaged` where the journal makes no sense.
  public func text(after count: Int? = nil) throws(JournalError) -> [UInt8] {
    let start = try start()
    do throws(ByteReader.Damage) {
      var replay = try TextReplay(saved: start, mark: mark)
      for change in changes.prefix(count ?? changes.count) { try replay.apply(change) }
      return try replay.text()
    } catch {
      throw JournalError(.damaged(folder.journal(number)))
    }
  }

  /// The text that the edits were made on.
  package func start() throws(JournalError) -> [UInt8] {
    switch source {
    case .snapshot(let text): return text.bytes()
    case .copy:
      guard let copy = try folder.copy(folder.base(number), isMarked: isMarked) else {
        throw JournalError(.noCopy(scene))
      }
      return copy.text
    case .none(let reason): throw reason
    }
  }

  /// The scene after the first so many edits; after all of them where no number is given.
  ///
  /// - Throws: as ``text(after:)``.
  public func document(after count: Int? = nil) throws(JournalError) -> SceneDocument {
    try parsed(try text(after: count))
  }

  package func parsed(_ text: [UInt8]) throws(JournalError) -> SceneDocument {
    do throws(SceneError) {
      return try SceneDocument(bytes: text, name: scene)
    } catch {
      throw JournalError(.damaged(folder.journal(number)))
    }
  }

  /// Writes the scene as it was last to a file.
  ///
  /// - Throws: `JournalError` as ``text(after:)``, `SceneError` where the file cannot be written.
  public func save(to path: String) throws { try document().save(to: path) }

  /// Removes the edits for good; a damaged journal is kept as ``keptPath``.
  public func discard() {
    if let aside { folder.setAside(number, aside) } else { folder.remove(number) }
  }
}

/// A text that a journal's edits can go on from: that which its first edit was made on, or one that was saved since.
struct JournalStart {
  /// How many edits of the journal it holds.
  let edits: Int
  let mark: ArraySlice<UInt8>
  /// What distinguished the file from others; nil where the edits do not begin with a file that was read.
  private(set) var file: String?
  /// Nil where the process ended before that was known.
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

  /// The last one that the scene's file is.
  static func last(of starts: [JournalStart], for text: DocumentSnapshot, _ file: String?) -> JournalStart? {
    guard !starts.isEmpty else { return nil }
    let sha256 = text.sha256
    return starts.last { $0.sha256 == sha256 || $0.sha256 == nil && file != nil && $0.file == file }
  }

  /// The last one that a copy of the scene is, which was made of the text that the first edit was made on.
  static func last(of starts: [JournalStart], for copy: JournalFolder.Copy) -> JournalStart? {
    let sha256 = copy.sha256 ?? SHA256.hex(of: copy.text)
    return starts.last { $0.sha256 == sha256 }
      ?? starts.first { $0.sha256 == nil && (copy.sha256 != nil || $0.size == copy.text.count) }
  }

  /// How many bytes the file had that was read.
  private var size: Int? {
    // As `SceneDocument.fileMark` has it: inode, size and time.
    file?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}
