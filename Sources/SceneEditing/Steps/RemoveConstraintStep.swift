internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that removes layout constraints from objects.
  ///
  /// - Parameter name: the id of a constraint, or the attribute of the constraints to remove; nil for all.
  public static func removeConstraint(_ selector: Selector, _ name: String?) -> EditStep {
    EditStep(RemoveConstraintStep(selector: selector, name: name))
  }
}

struct RemoveConstraintStep: SelectingStep {
  let selector: Selector
  let name: String?

  static let verbs = ["removeConstraint"]
  static let help = "removes layout constraints from objects"
  static let otherKeys = ["constraint"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let document = transaction.model.document
    var changes: [StructureChange] = []
    for node in try transaction.select(selector) {
      guard let known = document.constraints(of: node), known.has(name) else { continue }
      if let problem = known.problem, name != nil {
        throw Diagnostic(EditRefusal.constraintsAreWrong(of: document.id(node), problem), part: .selector)
      }
      changes.append(.setConstraints(known.text(removing: name), of: node))
    }
    guard !changes.isEmpty || transaction.request.allowsEmpty else {
      throw Diagnostic(EditRefusal.noConstraint(name, selector: selector.text), part: .name)
    }
    try transaction.call(changes)
    return 1
  }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "remove \(name.map { "the constraint '\($0)'" } ?? "the constraints") of \(selector.text)" }

  var needs: [StepNeed] { [.objects(selector, .className)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .removeConstraint($0, name) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let name = script.value("constraint") == nil ? nil : try script.nonempty("constraint", .name)
    return .removeConstraint(try script.selector("removeConstraint", .selector), name)
  }

  func write(to script: inout JSONLine) {
    script.add("removeConstraint", selector)
    if let name { script.add("constraint", name) }
  }
}
