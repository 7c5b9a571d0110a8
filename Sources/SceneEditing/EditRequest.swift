package import SceneDocument
package import SceneQuery

/// An edit of one scene in steps: all of it is made or, where anything is refused, nothing.
///
/// ```swift
/// var request = EditRequest(try Selector(parsing: "StarView"), [Assignment("pointCount", .set("7"))])
/// request.isDryRun = true
/// let result = try session.perform(request)
/// ```
public struct EditRequest: Sendable {
  /// The steps, in the order in which they are made.
  public var steps: [EditStep]

  /// Runs the hooks and reports what would change, and changes nothing.
  public var isDryRun = false

  /// Makes the other edits of a `set` step where some are refused.
  public var skipsRefused = false

  /// Leaves out objects that have no such property.
  public var skipsMissing = false

  /// Takes a selector that matches nothing for a step of nothing.
  public var allowsEmpty = false

  /// Takes a `renameProperty` step whose objects do not store the old name for a step of nothing: in one of many scenes
  /// that is no mistake.
  public var skipsUnstoredNames = false

  /// The treatment of names in selectors that neither the scene nor a plugin has.
  package var unknownNames = UnknownNames.refused

  /// Whether each object's changes are reported; a million of them cost memory.
  public var wantsChanges = false

  /// Whether changes of objects that were inserted, moved or renamed are in the result even where the others are reported
  /// one by one: for reports that show all that is different about such an object in one place.
  public var keepsChangesOfStructure = false

  /// An edit of these steps, as of a script.
  public init(_ steps: [EditStep]) { self.steps = steps }

  /// One step that gives properties of selected objects values.
  public init(_ selector: Selector, _ assignments: [Assignment]) { steps = [.set(selector, assignments)] }

  /// One step that changes the palette.
  public init(palette changes: [PaletteEdit]) { steps = [.palette(changes)] }

  /// True if the edit gives properties other names, and does nothing else.
  package var isRenaming: Bool { steps.allSatisfy { $0.kind is RenamePropertyStep } }

  /// The first step that changes something, and how many there are besides.
  package var summary: String {
    let changes = steps.filter { $0.effect != .nothing }
    guard let first = changes.first else { return "expect" }
    return changes.count == 1 ? first.kind.summary : "\(first.kind.summary), and \(changes.count - 1) more"
  }
}

/// An edit of a session as it was asked for, by which it can be made again elsewhere.
package enum RecordedEdit {
  case edit(EditRequest)

  /// An edit without a request, such as a recovery: the text that it left.
  case text(DocumentSnapshot)
}
