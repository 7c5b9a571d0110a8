public import InspectorKit
package import SceneDocument

/// One step in the life of a component that was built: it was made, a property was set, it awoke, or it was drawn.
public struct LifecycleStep: Hashable, Sendable {
  /// Which component of an edit it is: the one built from the stored values, the same one while it is edited, or the
  /// one that is built after the edit from the new values. A component that is only inspected has the first. While an
  /// edit is undone or redone there is the last one only, and it is called `undo`.
  public enum Phase: String, Hashable, Sendable {
    case load, edit, recreate, undo
  }

  /// The kind of a step.
  public enum Moment: Hashable, Sendable {
    case initialization
    /// A property is set to a stored or a new value; nil for none.
    case set(property: String, value: PropertyValue?)
    case awake
    case prepareForInspector
    case draw
  }

  /// A property that was about to be set while the step went on, itself or by a hook.
  public struct Hook: Hashable, Sendable {
    /// The property with its class, such as `SliderView.value`.
    public var property: String

    /// How deep hooks nested, from 1.
    public var depth: Int
  }

  /// A value that the step left different; for the property that was set, a value other than the one it was set to.
  public struct Write: Hashable, Sendable {
    /// The name of the property whose value changed.
    public var property: String

    /// The value before the step; nil for unset.
    public var old: PropertyValue?

    /// The value after the step; nil for unset.
    public var new: PropertyValue?
  }

  /// Which component of the edit took the step.
  public var phase: Phase

  /// The kind of the step.
  public var moment: Moment

  /// How long the step took in the plugin.
  public var duration: Duration

  /// Properties with hooks of their own, in the order in which they were set.
  public var hooks: [Hook] = []

  /// Values that the step left different.
  public var writes: [Write] = []

  /// What hooks read of the parent.
  public var parentReads: [String] = []

  /// What hooks warned of during the step.
  public var warnings: [String] = []

  /// Why a hook refused the value, or nil.
  public var rejection: String?

  /// `init`, the property's name, `awake`, `prepareForInspector` or `draw`.
  public var name: String {
    switch moment {
    case .initialization: "init"
    case .set(let property, _): property
    case .awake: "awake"
    case .prepareForInspector: "prepareForInspector"
    case .draw: "draw"
    }
  }
}

/// What happened to one object's components in one go: while it was inspected, edited, or built again after a change
/// elsewhere.
public struct Lifecycle: Hashable, Sendable {
  /// The object's id.
  public var object: String

  /// The object's class.
  public var className: String

  /// Why components were built.
  public var cause: LifecycleStep.Phase

  /// The steps in the order in which they happened. Empty where the class has no code that could run, so that no
  /// component is built, and where the plugin does not report them.
  public var steps: [LifecycleStep]

  /// Whether the class has no code that could run.
  public var isInert: Bool

  /// How the plugin failed, or nil.
  public var failure: String?
}

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
