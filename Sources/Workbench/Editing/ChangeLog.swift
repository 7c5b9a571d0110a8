internal import InspectorKit
internal import SceneDocument

/// A change of a scene, as observers are told of it.
public struct SceneChange: Hashable, Sendable {
  public enum Cause: String, Hashable, Sendable {
    case edit, undo, redo
  }

  /// The session's version after the change.
  public var version: Int
  public var cause: Cause

  /// The objects whose attributes changed, by their place in the document.
  public var nodes: [Int]

  /// The names of the properties concerned.
  public var properties: Set<String>

  /// The names of the palette concerned; what uses them may look different, whether or not its attributes changed.
  public var colors: Set<String> = []
}

/// An edit that was made, as what undoes it.
struct SceneEdit {
  var restores: [ObjectRestore]
  var properties: Set<String>
  var palette: PaletteRestore?
  var colors: Set<String> = []

  var nodes: [NodeIndex] { restores.map(\.node) }

  /// Makes the edit and returns its inverse.
  func inverted(on document: SceneDocument) -> SceneEdit {
    SceneEdit(
      restores: restores.reversed().map { document.restore($0) }, properties: properties,
      palette: palette.map { document.restore($0) }, colors: colors)
  }
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
    case .redo: undos.append(inverse)
    case .undo: redos.append(inverse)
    }
    version += 1
    let change = SceneChange(
      version: version, cause: cause, nodes: inverse.nodes, properties: inverse.properties,
      colors: inverse.colors)
    changes.append(change)
    return change
  }

  mutating func takeUndo() -> SceneEdit? { undos.popLast() }
  mutating func takeRedo() -> SceneEdit? { redos.popLast() }
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

  /// Refuses an edit of properties that others changed after the version it was made on.
  func checkConflicts(
    since base: Int, nodes: [NodeIndex], assignments: [Assignment], in model: SceneModel
  ) throws(EditError) {
    let later = changes.filter { $0.version > base }
    guard !later.isEmpty else { return }
    for node in nodes {
      guard let plan = model.classPlan(of: node) else { continue }
      for assignment in assignments {
        guard let place = PropertyReference(assignment.name, of: plan.definition)?.place else { continue }
        let name = plan.definition.properties[place].name
        guard let change = later.first(where: { $0.properties.contains(name) && $0.nodes.contains(node) }) else {
          continue
        }
        throw EditError(
          code: "edit.conflict",
          message:
            "'\(model.document.id(node)).\(name)' was changed in version \(change.version), after version \(base) that this edit was made on"
        )
      }
    }
  }
}
