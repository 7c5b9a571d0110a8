public import InspectorKit

/// The changes, warnings and steps of an accepted edit of a component.
public struct ComponentEdit: Sendable {
  /// A change of a property's effective value by an edit, whether the edit or a hook set the property.
  public struct Effect: Hashable, Sendable, CustomStringConvertible {
    /// The name of the changed property.
    public let property: String

    /// The effective value before the edit; nil if the property was unset.
    public let old: PropertyValue?

    /// The effective value after the edit; nil if the property is unset.
    public let new: PropertyValue?

    /// The effect as text, such as `level: 5 → 7`.
    public var description: String { "\(property): \(old?.text ?? "nothing") → \(new?.text ?? "nothing")" }
  }

  /// The changes of effective values, in the order of the properties' declaration.
  public let effects: [Effect]

  /// The warnings that hooks reported during the edit and when the component was built again.
  public let warnings: [String]

  /// The steps of building the component, editing it, and building it again.
  public let trace: [TraceStep]
}

/// A refusal of an edit; the component is unchanged.
public struct EditRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons for the refusal, from hooks, rules and the property's declaration.
  public let reasons: [String]

  /// Creates a refusal, to compare it with a thrown refusal.
  public init(reasons: [String]) { self.reasons = reasons }

  /// The reasons, each on a line of its own.
  public var description: String { reasons.joined(separator: "\n") }
}

/// A step in the life of a component: `init`, the setting of a property, `awake` or `prepareForInspector`.
public struct TraceStep: Hashable, Sendable {
  /// The part of the component's life: `load` while it is built, `edit` while new values are set on it, or `recreate`
  /// while it is built again from its new attributes.
  public let phase: ChangeCause

  /// The name of the property that is set, or `init`, `awake` or `prepareForInspector`.
  public let name: String

  /// The properties with a `didSet` that were set during the step, such as `Gauge.level`.
  public let hooks: [String]

  /// The values that the step changed, by property name. The property that the step sets is listed only if a hook
  /// changed its value.
  public let writes: [String: PropertyValue?]

  /// The names of the parent's properties that hooks read.
  public let reads: [String]

  /// The warnings that hooks reported during the step.
  public let warnings: [String]

  /// The reason why a hook refused the value; nil if no hook refused it.
  public let rejection: String?
}
