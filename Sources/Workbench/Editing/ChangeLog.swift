internal import InspectorKit
public import SceneDocument

/// A change of a scene, as observers receive it.
public struct SceneChange: Hashable, Sendable {
  /// What made a change.
  public enum Cause: String, Hashable, Sendable {
    case edit, undo, redo
    /// A step of a transaction that is rolled back.
    case rollback
  }

  /// What else than its attributes may change about an object.
  public enum Aspect: Hashable, Sendable {
    case place, id, className, name
  }

  /// The session's version after the change.
  public var version: Int

  /// What made the change.
  public var cause: Cause

  /// The name of the step that was made or taken back, as in ``HistoryStep/name``.
  public var name: String

  /// The objects whose attributes changed, by their numbers after the change.
  public var nodes: [Int]

  /// The names of the properties concerned.
  public var properties: Set<String>

  /// The names of the palette concerned; what uses them may look different, whether or not its attributes changed.
  public var colors: Set<String> = []

  /// The objects whose place, id, class or name changed, by their numbers after the change.
  public var structure: [Int: Set<Aspect>] = [:]

  /// Which number each object had and has; nil where numbers stay what they were. Who keeps numbers translates them, and so
  /// learns which objects are no more, and which are new.
  public var map: NodeMap?
}

/// Which version of a session changed what.
struct ChangeLog {
  private(set) var version = 0
  private var changes: [SceneChange] = []

  /// Notes a change, given what undoes it.
  mutating func add(_ inverse: InverseEdit, cause: SceneChange.Cause, name: String) -> SceneChange {
    version += 1
    let change = SceneChange(
      version: version, cause: cause, name: name, nodes: inverse.nodes, properties: inverse.properties,
      colors: inverse.colors, structure: inverse.structure, map: inverse.map)
    changes.append(change)
    return change
  }

  /// Refuses an edit of colours of the palette that others changed after the version it was made on.
  func checkConflicts(since base: Int, colors: Set<String>) throws(EditError) {
    for change in changes where change.version > base {
      guard let name = change.colors.intersection(colors).min() else { continue }
      throw EditError(
        code: "edit.conflict",
        message:
          "'\(name)' of the palette was changed in version \(change.version), after version \(base) that this edit was made on"
      )
    }
  }

  /// The changes after a version, the last first.
  func changes(since base: Int) -> ReversedCollection<ArraySlice<SceneChange>> {
    // Versions count from 1 without gaps.
    changes[max(0, min(base, changes.count))...].reversed()
  }
}
