public import InspectorKit

/// What an edit did to a component.
public struct ComponentEdit: Sendable {
  /// A property whose effective value the edit changed, the edited one included.
  public struct Effect: Hashable, Sendable, CustomStringConvertible {
    /// The property.
    public let property: String

    /// The effective value before; nil where it had none.
    public let old: PropertyValue?

    /// The effective value after; nil where it has none.
    public let new: PropertyValue?

    /// `level: 5 → 7`.
    public var description: String { "\(property): \(old?.text ?? "nothing") → \(new?.text ?? "nothing")" }
  }

  /// What changed, in the order of declaration.
  public let effects: [Effect]

  /// What hooks warned of, during the edit and when the component was built again.
  public let warnings: [String]

  /// What happened, step by step.
  public let trace: [TraceStep]
}

/// Why an edit was refused; the component is as it was.
public struct EditRejection: Error, Hashable, Sendable, CustomStringConvertible {
  /// What hooks and rules gave as reasons, and what the declaration does not allow.
  public let reasons: [String]

  /// A refusal, to compare with.
  public init(reasons: [String]) { self.reasons = reasons }

  /// The reasons, a line each.
  public var description: String { reasons.joined(separator: "\n") }
}

/// A step in the life of a component: `init`, the setting of a property, `awake` or `prepareForInspector`.
public struct TraceStep: Hashable, Sendable {
  /// Which component took the step: `load`, `edit` (the same one, while it is edited) or `recreate`.
  public let phase: ChangeCause

  /// The property that is set, or `init`, `awake`, `prepareForInspector`.
  public let name: String

  /// The properties with hooks that were set meanwhile, as `Gauge.level`.
  public let hooks: [String]

  /// What the step left different, by name; the property that was set only where it is not what it was set to.
  public let writes: [String: PropertyValue?]

  /// What hooks read of the parent.
  public let reads: [String]

  /// What hooks warned of.
  public let warnings: [String]

  /// Why the value was refused; nil where it was not.
  public let rejection: String?
}
