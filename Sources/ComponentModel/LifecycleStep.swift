public import InspectorKit
package import SceneDocument

/// One step in the life of a built component: initialization, setting a property, awakening or drawing.
public struct LifecycleStep: Hashable, Sendable {
  /// The phase of an operation: the build from the stored values (`load`), the edit of the built component (`edit`),
  /// or the build from the new values (`recreate`). An inspection has only `load`. Undo and redo have only `undo`, a
  /// build from the restored values.
  public enum Phase: String, Hashable, Sendable {
    case load, edit, recreate, undo
  }

  /// The kind of a step, with the property and the value if the step sets one.
  public enum Moment: Hashable, Sendable {
    case initialization
    /// A property is set to a stored or a new value; a nil value unsets it.
    case set(property: String, value: PropertyValue?)
    case awake
    case prepareForInspector
    case draw
    case hitTest
  }

  /// An assignment, during a step, to a property that has a hook. The step itself or another hook makes the
  /// assignment.
  public struct Hook: Hashable, Sendable {
    /// The property with its class, such as `SliderView.value`.
    public var property: String

    /// The nesting depth of the property's hook, from 1.
    public var depth: Int
  }

  /// A change of a property's value by code that ran during the step. The property that the step sets is listed only
  /// if its value after the step differs from the assigned one.
  public struct Write: Hashable, Sendable {
    /// The name of the property whose value changed.
    public var property: String

    /// The value before the change; nil for unset. For the property that the step sets, it is the assigned value.
    public var old: PropertyValue?

    /// The value after the step; nil for unset.
    public var new: PropertyValue?
  }

  /// The phase of the operation to which the step belongs.
  public var phase: Phase

  /// The kind of the step, such as initialization or setting a property.
  public var moment: Moment

  /// The duration of the step in the plugin.
  public var duration: Duration

  /// The assignments to properties that have hooks, in order.
  public var hooks: [Hook] = []

  /// The changes of values by code that ran during the step.
  public var writes: [Write] = []

  /// The parent properties that hooks read.
  public var parentReads: [String] = []

  /// The warnings from hooks during the step.
  public var warnings: [String] = []

  /// The reason why a hook rejected the value that the step set; nil if no hook did.
  public var rejection: String?

  /// The name of the step: `init`, the name of the property that it sets, `awake`, `prepareForInspector`,
  /// `draw` or `hitTest`.
  public var name: String {
    switch moment {
    case .initialization: "init"
    case .set(let property, _): property
    case .awake: "awake"
    case .prepareForInspector: "prepareForInspector"
    case .draw: "draw"
    case .hitTest: "hitTest"
    }
  }
}

/// The steps of one object's components in one operation: an inspection, an edit, or a rebuild after a change of a
/// different object.
public struct Lifecycle: Hashable, Sendable {
  /// The id of the object whose components were built.
  public var object: String

  /// The name of the object's class.
  public var className: String

  /// The phase that names the operation. An edit, for example, has the cause `edit`, but also steps of other phases.
  public var cause: LifecycleStep.Phase

  /// The steps in the order in which they happened; empty if no component is built because the class is inert, or if
  /// the plugin does not report steps.
  public var steps: [LifecycleStep]

  /// True if the class is inert: it has no code that could run.
  public var isInert: Bool

  /// The message of the plugin's failure; nil if the plugin answered.
  public var failure: String?
}

extension ComponentRequest {
  /// The phase that a trace reports for a build of this request.
  package var phase: LifecycleStep.Phase {
    switch mode {
    case .load: .load
    case .edit: .edit
    case .recreate: isUndo ? .undo : .recreate
    }
  }
}

extension SceneModel {
  /// Reports the lifecycle of an object's components to the tracer, if there is one.
  package func trace(_ node: NodeIndex, _ binding: ClassBinding, _ cause: LifecycleStep.Phase, _ answer: BuildReply) {
    guard let tracer else { return }
    var steps = answer.lifecycle
    // A plugin reports the steps of an undo as steps of a recreation.
    if cause == .undo { for place in steps.indices { steps[place].phase = .undo } }
    tracer(
      Lifecycle(
        object: document.id(node), className: document.className(node), cause: cause, steps: steps,
        isInert: binding.definition.isInert, failure: answer.failure?.message))
  }
}
