internal import InspectorKit
package import SceneDocument

extension ComponentRequest {
  /// What a build of this request is called where it is traced.
  package var phase: LifecycleStep.Phase {
    switch mode {
    case .load: .load
    case .edit: .edit
    case .recreate: isUndo ? .undo : .recreate
    }
  }
}

extension SceneModel {
  /// Reports what happened to an object's components to the tracer, if there is one.
  package func trace(_ node: NodeIndex, _ binding: ClassBinding, _ cause: LifecycleStep.Phase, _ answer: BuildReply) {
    guard let tracer else { return }
    var steps = answer.lifecycle
    // To a plugin it is a recreation with a cause of its own.
    if cause == .undo { for place in steps.indices { steps[place].phase = .undo } }
    tracer(
      Lifecycle(
        object: document.id(node), className: document.className(node), cause: cause, steps: steps,
        isInert: binding.definition.isInert, failure: answer.failure?.message))
  }
}
