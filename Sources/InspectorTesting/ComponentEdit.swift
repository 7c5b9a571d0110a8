public import InspectorKit

/// The result of an edit of a component.
public struct ComponentEdit: Sendable {
  /// A property whose effective value the edit changed, the edited one included.
  public struct Effect: Hashable, Sendable, CustomStringConvertible {
    /// The property.
    public let property: String

    /// The effective value before the edit; nil where there was none.
    public let old: PropertyValue?

    /// The effective value after the edit; nil where there is none.
    public let new: PropertyValue?

    /// The effect as text: `level: 5 → 7`.
    public var description: String { "\(property): \(old?.text ?? "nothing") → \(new?.text ?? "nothing")" }
  }

  /// The changed properties, in the order of declaration.
  public let effects: [Effect]

  /// The warnings of hooks, during the edit and when the component was built again.
  public let warnings: [String]

  /// The steps of the edit and of building the component again.
  public let trace: [TraceStep]
}

/// A refusal of an edit; the component is unchanged.
public struct EditRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons that hooks and rules gave, and the breaches of the declaration.
  public let reasons: [String]

  /// Creates a refusal, for comparison.
  public init(reasons: [String]) { self.reasons = reasons }

  /// The reasons, a line each.
  public var description: String { reasons.joined(separator: "\n") }
}

/// A step in the life of a component: `init`, the setting of a property, `awake` or `prepareForInspector`.
public struct TraceStep: Hashable, Sendable {
  /// The component that took the step: `load`, `edit` (the same one, while it is edited) or `recreate`.
  public let phase: ChangeCause

  /// The property that is set, or `init`, `awake`, `prepareForInspector`.
  public let name: String

  /// The properties with hooks that were set meanwhile, as `Gauge.level`.
  public let hooks: [String]

  /// The values that the step changed, by name; the property that was set only where its value differs from the one
  /// set.
  public let writes: [String: PropertyValue?]

  /// The properties of the parent that hooks read.
  public let reads: [String]

  /// The warnings of hooks.
  public let warnings: [String]

  /// The reason for refusing the value; nil where it was accepted.
  public let rejection: String?
}
