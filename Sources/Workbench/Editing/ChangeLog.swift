internal import InspectorKit
public import SceneDocument

/// A change of a scene, as observers are told of it.
public struct SceneChange: Hashable, Sendable {
  public enum Cause: String, Hashable, Sendable {
    case edit, undo, redo
  }

  /// What else than its attributes may change about an object.
  public enum Aspect: Hashable, Sendable {
    case place, id, className, name
  }

  /// The session's version after the change.
  public var version: Int
  public var cause: Cause

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

/// The edits of a session: what undoes and redoes them, and which version changed what.
struct ChangeLog {
  private(set) var version = 0
  private var undos: [SceneEdit] = []
  private var redos: [SceneEdit] = []
  private var changes: [SceneChange] = []

  /// How many edits lie before the saved state; nil where undoing and editing anew left it behind.
  private var savedPosition: Int? = 0

  var isModified: Bool { savedPosition != undos.count }

  /// Notes an edit that was made, given what undoes it.
  mutating func commit(_ inverse: SceneEdit, cause: SceneChange.Cause) -> SceneChange {
    switch cause {
    case .edit:
      if let savedPosition, savedPosition > undos.count { self.savedPosition = nil }
      undos.append(inverse)
      redos = []
    case .redo:
      redos.removeLast()
      undos.append(inverse)
    case .undo:
      undos.removeLast()
      redos.append(inverse)
    }
    version += 1
    let change = SceneChange(
      version: version, cause: cause, nodes: inverse.nodes, properties: inverse.properties,
      colors: inverse.colors, structure: inverse.structure, map: inverse.map)
    changes.append(change)
    return change
  }

  var lastUndo: SceneEdit? { undos.last }
  var lastRedo: SceneEdit? { redos.last }
  mutating func markSaved() { savedPosition = undos.count }

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
