/// One step of an edit: what is done with which objects.
///
/// Steps are values; several make an ``EditRequest``, which is made as a whole or not at all. Each sees what those before
/// it have done.
public struct EditStep: Hashable, Sendable {
  /// What the step is and does.
  let kind: any StepKind

  init(_ kind: any StepKind) { self.kind = kind }

  /// The kinds of steps, each in a file of its own. Scripts are read and written by them, and tests go through them.
  static let kinds: [any StepKind.Type] = [
    SetStep.self, RunStep.self, InsertStep.self, RemoveStep.self, DuplicateStep.self, MoveStep.self, RenameStep.self,
    SetClassStep.self, SetNameStep.self, RenamePropertyStep.self, UpgradeStep.self, SetConstraintStep.self,
    RemoveConstraintStep.self,
    UpdateFramesStep.self, PaletteStep.self, ExpectStep.self,
  ]

  /// What steps do, a clause for each kind.
  package static var help: [String] { kinds.map { $0.help } }

  /// Whether two steps are of one kind and say the same.
  public static func == (first: EditStep, second: EditStep) -> Bool {
    AnyHashable(first.kind) == AnyHashable(second.kind)
  }

  /// Feeds what the step says to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(kind)) }
}

extension EditStep {
  package var effect: StepEffect { kind.effect }

  /// What a patch with the step expects of the scene.
  package var needs: [StepNeed] { kind.needs }

  /// The step with its selectors replaced by the ids that they match now; nil where one matches nothing.
  package func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try kind.resolved(ids)
  }
}
