internal import InspectorKit
package import SceneDocument

/// A scratch that was open and had edits when its process ended.
///
/// ```swift
/// for scratch in recovery.scratches {
///   scratch.name                 // "bigger stars"
///   try scratch.comparison()     // the changes that a commit would have made
/// }
/// ```
public struct ScratchRecovery: Sendable {
  /// The name that the scratch had in the session.
  public let name: String

  /// The steps in the scratch, the oldest first.
  public let steps: [SceneRecovery.Step]

  private let scene: String
  private let folder: JournalFolder
  private let isMarked: Bool
  private let journal: String
  private let file: String
  private let first: ArraySlice<UInt8>
  private let changes: [ArraySlice<UInt8>]

  private let formats: ForeignFormats?

  fileprivate init?(
    _ records: [JournalRecord], isMarked: Bool, _ folder: JournalFolder, _ number: Int, scene: String,
    _ formats: ForeignFormats?
  ) {
    self.formats = formats
    var begin: (name: String, file: Int, changes: ArraySlice<UInt8>)?
    var steps: [SceneRecovery.Step] = []
    var changes: [ArraySlice<UInt8>] = []
    for record in records {
      switch record {
      case .scratch(_, let name, let file, let made): (begin, changes) = ((name, file, made), [])
      case .scratchEdit(_, let cause, let name, let made):
        steps.append(SceneRecovery.Step(name: name, cause: cause))
        changes.append(made)
      case .scratchEnd: return nil
      default: break
      }
    }
    guard let begin, !steps.isEmpty else { return nil }
    self.isMarked = isMarked
    (name, self.steps, self.scene) = (begin.name, steps, scene)
    (first, self.changes) = (begin.changes, changes)
    (self.folder, journal, file) = (folder, folder.journal(number), folder.scratch(number, begin.file))
  }

  /// Returns the scene's text from which the scratch started. Throws if the copy of this text is missing or damaged.
  package func base() throws(Diagnostic) -> [UInt8] {
    guard let copy = try folder.copy(file, isMarked: isMarked) else {
      throw Diagnostic(JournalRefusal.copyMissing(file))
    }
    return copy.text
  }

  /// Checks that the scratch can be recovered. Throws an error if its copy of the scene is missing or damaged, or if
  /// its edits do not result in a valid scene.
  package func check() throws(Diagnostic) {
    _ = try document(try base())
    _ = try document(try text())
  }

  /// Returns the scratch's text after all of its edits.
  ///
  /// - Throws: an error if the copy of the scene cannot be read, and `journal.damaged` if the journal's edits cannot be
  ///   applied.
  public func text() throws(Diagnostic) -> [UInt8] {
    let base = try base()
    do throws(ByteReader.Damage) {
      var replay = TextReplay(base: base)
      try replay.apply(first)
      for change in changes { try replay.apply(change) }
      return try replay.text()
    } catch {
      throw Diagnostic(JournalRefusal.damaged(journal))
    }
  }

  package func document(_ text: [UInt8]) throws(Diagnostic) -> SceneDocument {
    do throws(SceneError) {
      return try SceneDocument(bytes: text, name: scene, of: formats)
    } catch {
      throw Diagnostic(JournalRefusal.damaged(journal))
    }
  }

  /// Returns the scratches that were still open at the journal's end and had edits, in the order of their creation.
  static func open(
    in contents: JournalContents, _ folder: JournalFolder, _ number: Int, scene: String, _ formats: ForeignFormats?
  ) -> [ScratchRecovery] {
    let groups = Dictionary(grouping: contents.records.filter { $0.scratch != nil }) { $0.scratch ?? 0 }
    return groups.sorted { $0.key < $1.key }.compactMap {
      ScratchRecovery($0.value, isMarked: contents.isMarked, folder, number, scene: scene, formats)
    }
  }
}
