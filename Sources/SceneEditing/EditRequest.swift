package import JSONText
package import SceneDocument
package import SceneQuery

/// An atomic edit of one scene in several steps. If a step is refused, the scene is unchanged.
///
/// ```swift
/// var request = EditRequest(try Selector(parsing: "StarView"), [Assignment("pointCount", .set("7"))])
/// request.isDryRun = true
/// let result = try session.perform(request)
/// ```
public struct EditRequest: Sendable {
  /// The steps, in the order of execution.
  public var steps: [EditStep]

  /// True if the edit only runs the hooks and reports the changes, and leaves the scene unchanged.
  public var isDryRun = false

  /// True if a `set` or `run` step leaves out refused changes and applies the remaining ones, instead of refusing the
  /// whole edit. ``EditResult/skipped`` lists the reasons.
  public var skipsRefused = false

  /// True if a step skips objects whose class lacks the property or the action, instead of refusing the edit.
  public var skipsMissing = false

  /// True if a step that matches no objects does nothing, instead of refusing the edit. Expectations and selectors of a
  /// single object, such as a parent, are not affected.
  public var allowsEmpty = false

  /// True if the edit warns of each palette name that it sets but no attribute uses. False for scripts, in which a
  /// later step may use the name.
  package var warnsOfUnusedColors = false

  /// True if setting a palette name does nothing in scenes that lack the name, instead of adding it. Applies only to
  /// edits of many scenes.
  package var skipsNewColors = false

  /// True if the edit is applied to many scenes. A step other than an expectation may then match no objects in a scene.
  package var isOfManyScenes = false

  /// The resolved paths of all files that the run edits, if it edits several. Objects from a template in one of these
  /// files are edited only in the template, so that each stored value changes once.
  package var editedFiles: Set<String> = []

  /// The resolved path of the palette document or template's document whose renamed colours the scene follows; nil if
  /// the steps change the scene's own palette. Only the scene's attributes get the new names.
  package var colorDocument: String?

  /// True if selectors match only objects in the scene's own file, and no objects from templates.
  package var isOfAuthored = false

  /// True if a `renameProperty` step whose objects do not store the old name does nothing, instead of refusing the
  /// edit. Edits of many scenes set this property, since some of the scenes need not store the name.
  public var skipsUnstoredNames = false

  /// The treatment of names in selectors that are known neither to the scene nor to a plugin.
  package var unknownNames = UnknownNames.refused

  /// True if the result includes the number of bytes that the edit changes in the scene's own file. Not supported for
  /// dry runs.
  package var countsBytes = false

  /// True if the changes of each object are reported: in the result, or one by one to a closure of the caller. A result
  /// with a million changes needs much memory.
  public var wantsChanges = false

  /// True if the result contains the changes of inserted, moved or renamed objects, even if the changes of other
  /// objects are reported one by one. Used for reports that show all differences of an inserted, moved or renamed
  /// object together.
  public var keepsChangesOfStructure = false

  /// Creates an edit with the given steps.
  public init(_ steps: [EditStep]) { self.steps = steps }

  /// Creates an edit with one step that sets properties of the selected objects.
  public init(_ selector: Selector, _ assignments: [Assignment]) { steps = [.set(selector, assignments)] }

  /// Creates an edit with one step that changes the palette.
  public init(palette changes: [PaletteEdit]) { steps = [.palette(changes)] }

  /// True if all steps rename properties.
  package var isRenaming: Bool { steps.allSatisfy { $0.kind is RenamePropertyStep } }

  /// Returns the refusal for an edit that applies to nothing in a scene.
  package func emptiness(in model: SceneModel) -> AnyRefusal {
    AnyRefusal(steps.first?.kind.emptiness(in: model) ?? EditRefusal.nothingToDo)
  }

  /// A summary for the history: the first step that changes something, and the number of further such steps; `expect`
  /// if no step changes anything.
  package var summary: String {
    let changes = steps.filter { $0.effect != .nothing }
    guard let first = changes.first else { return "expect" }
    return changes.count == 1 ? first.kind.summary : "\(first.kind.summary), and \(changes.count - 1) more"
  }
}

/// An edit of a session in a form that can be replayed elsewhere.
package enum RecordedEdit {
  case edit(EditRequest)

  /// The whole text after an edit that had no request, such as a recovery.
  case text(DocumentSnapshot)
}
