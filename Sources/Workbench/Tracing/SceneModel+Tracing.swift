internal import InspectorKit
internal import SceneDocument

extension ComponentRequest {
  /// What a build of this request is called where it is traced.
  var phase: LifecycleStep.Phase {
    switch mode {
    case .load: .load
    case .edit: .edit
    case .recreate: isUndo ? .undo : .recreate
    }
  }
}

extension SceneModel {
  /// Reports what happened to an object's components to the tracer, if there is one.
  func trace(_ node: NodeIndex, _ plan: ClassPlan, _ cause: LifecycleStep.Phase, _ answer: RowAnswer) {
    guard let tracer else { return }
    var steps = answer.lifecycle
    // To a plugin it is a recreation with a cause of its own.
    if cause == .undo { for place in steps.indices { steps[place].phase = .undo } }
    tracer(
      Lifecycle(
        object: document.id(node), className: document.className(node), cause: cause, steps: steps,
        isInert: plan.definition.isInert, failure: answer.failure?.message))
  }
}

extension SceneSession {
  /// Reports what happens to every component that is built from now on, step by step; nil stops that.
  ///
  /// ```swift
  /// session.traceLifecycles { print($0.object, $0.steps.map(\.name)) }
  /// _ = try session.inspect(id: "volume")  // volume ["init", "frame", "maximumValue", "value", …]
  /// ```
  ///
  /// `body` is called while the session is locked. Traced builds take longer: the component is read after every step.
  public func traceLifecycles(_ body: ((Lifecycle) -> Void)?) {
    withModel { $0.tracer = body }
  }
}
