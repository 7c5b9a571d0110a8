/// One step of an edit: an operation, and the objects that it applies to.
/// Steps are values. An ``EditRequest`` has one or more of them, and is applied as a whole or not at all, unless it
/// skips refused changes (``EditRequest/skipsRefused``). Each step sees the results of the steps before it.
public struct EditStep: Hashable, Sendable {
  /// The kind of the step, with its arguments.
  let kind: any StepKind

  init(_ kind: any StepKind) { self.kind = kind }

  /// The kinds of steps, each in a file of its own. Scripts are read and written by these types, and tests iterate over
  /// the list.
  static let kinds: [any ScriptedStep.Type] = [
    SetStep.self, RunStep.self, InsertStep.self, RemoveStep.self, UnpackStep.self, DuplicateStep.self, MoveStep.self,
    RenameStep.self,
    SetClassStep.self, SetNameStep.self, RenamePropertyStep.self, ReplaceStep.self, UpgradeStep.self,
    SetConstraintStep.self, RemoveConstraintStep.self, BindStep.self, UnbindStep.self, UpdateFramesStep.self,
    PaletteStep.self,
    ExpectStep.self,
  ]

  /// The descriptions of all kinds of steps, one clause for each.
  package static var help: [String] { kinds.map { $0.help } }

  /// Returns true if two steps have the same kind and the same arguments.
  public static func == (first: EditStep, second: EditStep) -> Bool {
    AnyHashable(first.kind) == AnyHashable(second.kind)
  }

  /// Feeds the kind and the arguments of the step to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(kind)) }

  /// The part of the scene that the step changes.
  package var effect: StepEffect { kind.effect }

  /// The selector of the objects whose components will certainly accept or refuse the step; nil if these objects are
  /// unknown.
  package var judges: Selector? { kind.judges }

  /// A short description of the step, as a command or a phrase.
  package var summary: String { kind.summary }

  /// The facts about the scene on which the step depends. A patch states them as expectations before the step.
  package var needs: [StepNeed] { kind.needs }

  /// Returns the step with its selectors replaced by the ids that they match now; nil if a selector matches nothing.
  /// Throws the errors of `ids`.
  package func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try kind.resolved(ids)
  }
}
