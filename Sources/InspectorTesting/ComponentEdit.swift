public import InspectorKit

/// The changes, warnings and lifecycle steps of an accepted edit of a component.
public struct ComponentEdit: Sendable {
  /// A change of a property's effective value, whether the edit or a hook caused it.
  public struct Effect: Hashable, Sendable, CustomStringConvertible {
    /// The name of the changed property.
    public let property: String

    /// The effective value before the edit; nil if the property was unset.
    public let old: PropertyValue?

    /// The effective value after the edit; nil if the property is unset.
    public let new: PropertyValue?

    /// The effect as text, such as `level: 5 → 7`; an unset value is `nothing`.
    public var description: String { "\(property): \(old?.text ?? "nothing") → \(new?.text ?? "nothing")" }
  }

  /// The changes of effective values, in the order in which the properties are declared.
  public let effects: [Effect]

  /// The warnings that hooks issued during the edit and when the component was built again.
  public let warnings: [String]

  /// The lifecycle steps of building the component, editing it and building it again.
  public let trace: [TraceStep]
}

/// A refusal of an edit. The component under test is unchanged.
public struct EditRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons for the refusal, from hooks, rules and the property's declaration.
  public let reasons: [String]

  /// Creates a refusal, for a comparison with a thrown one.
  public init(reasons: [String]) { self.reasons = reasons }

  /// The reasons, each on a line of its own.
  public var description: String { reasons.joined(separator: "\n") }
}

/// A step in the life of a component: `init`, the setting of a property, `awake` or `prepareForInspector`.
public struct TraceStep: Hashable, Sendable {
  /// The part of the component's life: `load` while it is built, `edit` while new values are set, or `recreate` while
  /// it is built again from its new attributes.
  public let phase: ChangeCause

  /// The name of the property that is set, or `init`, `awake` or `prepareForInspector`.
  public let name: String

  /// The properties with a `didSet` that were set during the step, such as `Gauge.level`.
  public let hooks: [String]

  /// The new values of the properties that the step changed, by name; nil for a property that became unset. The
  /// property that the step sets is listed only if a hook changed its value again.
  public let writes: [String: PropertyValue?]

  /// The names of the parent's properties that hooks read.
  public let reads: [String]

  /// The warnings that hooks issued during the step.
  public let warnings: [String]

  /// The reason for which a hook rejected the value in this step; nil if no hook did.
  public let rejection: String?
}
