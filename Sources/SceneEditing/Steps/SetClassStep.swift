internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that changes the class of objects. The objects keep their attributes, which must be valid for the
  /// new class.
  public static func setClass(_ selector: Selector, to name: String) -> EditStep {
    EditStep(SetClassStep(selector: selector, name: name))
  }
}

struct SetClassStep: SelectingStep {
  let selector: Selector
  let name: String

  static let verbs = ["setClass"]
  static let help = "changes the class of objects"
  static let otherKeys = ["to"]

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let nodes = try transaction.select(selector)
    let changes = nodes.map { StructureChange.setClass(name, of: $0) }
    let document = transaction.model.document
    guard transaction.judgesSteps, let values = transaction.request.valuesWithClass(of: transaction.number),
      !nodes.contains(where: { document.className($0) == name })
    else {
      try transaction.call(changes)
      return 1
    }
    do throws(Diagnostic) {
      try transaction.call(changes, values)
    } catch {
      var error = error
      if case .assignment? = error.part { error.step = 1 }
      throw error
    }
    return 2
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? { group.setClass(selector, name) }

  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? { .name }

  var summary: String { "make \(selector.text) a \(name)" }

  var needs: [StepNeed] { [.objects(selector, .className)] }

  func resolved(_ ids: (Selector) throws(Diagnostic) -> Selector?) throws(Diagnostic) -> EditStep? {
    try ids(selector).map { .setClass($0, to: name) }
  }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .setClass(try script.selector("setClass", .selector), to: try script.nonempty("to", .name))
  }

  func write(to script: inout JSONLine) {
    script.add("setClass", selector)
    script.add("to", name)
  }
}

extension EditRequest {
  /// Returns the assignments of the `set` step after a `setClass` step, if both have the same selector and the selector
  /// lists ids; nil otherwise. Components judge both steps together, since the new class may require these values.
  package func valuesWithClass(of number: Int) -> [Assignment]? {
    guard number + 1 < steps.count, let objects = (steps[number].kind as? SetClassStep)?.selector,
      let next = steps[number + 1].kind as? SetStep, next.selector == objects, objects.alternatives.count == 1,
      let only = objects.alternatives[0].steps.first?.compound, objects.alternatives[0].steps.count == 1,
      only.ids != nil || only.id != nil
    else { return nil }
    return next.assignments
  }
}
