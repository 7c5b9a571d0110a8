internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that stores the frames that layout computes for objects with constraints.
  public static func updateFrames(_ selector: Selector) -> EditStep {
    EditStep(UpdateFramesStep(selector: selector))
  }
}

struct UpdateFramesStep: SelectingStep {
  let selector: Selector

  static let verbs = ["updateFrames"]
  static let help = "stores the frames that layout gives objects"

  var effect: StepEffect { .attributes }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    let model = transaction.model
    let nodes = try transaction.select(selector).filter { model.document.hasConstraints($0) }
    try transaction.check(model.touches(nodes, ["frame", "position", "size"]))
    var layout = try layout(of: nodes, model)
    var edits: [ObjectEdit] = []
    for node in nodes {
      let binding = try model.editableBinding(of: node)
      guard let outcome = layout.outcome(of: node), outcome.layout.frame != outcome.own else { continue }
      var (cells, changes): ([(place: Int, cell: StoredCell)], [AttributeChange]) = ([], [])
      for (name, value) in outcome.layout.frame.values(in: binding.definition) {
        guard let place = binding.place(of: name) else { continue }
        let key = model.storedKey(node, binding, at: place)
        let form = ValueForm(type: value.type, key: key, old: model.attributes(of: node)[key])
        cells.append((place, .value(value)))
        changes += form.changes(storing: value)
      }
      if !cells.isEmpty { edits.append(ObjectEdit(node, cells: cells, changes: changes)) }
    }
    try transaction.make(edits)
    return 1
  }

  /// Returns the layout of the objects. Throws an error if a component failed, since the frame of its object is then
  /// unknown.
  private func layout(of nodes: [NodeIndex], _ model: SceneModel) throws(Diagnostic) -> SceneLayout {
    let frames = LayoutFrames(model)
    var failures: [Diagnostic] = []
    frames.build(nodes) { built in
      if let failure = built.answer.failure { failures.append(model.diagnostic(failure, built.node)) }
    }
    try model.job.check()
    failures += frames.failures
    if let error = Diagnostic(refusals: failures) { throw error }
    return frames.layout
  }

  var summary: String { "update the frames of \(selector.text)" }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .updateFrames(try script.selector("updateFrames", .selector))
  }

  func write(to script: inout JSONLine) { script.add("updateFrames", selector) }
}
