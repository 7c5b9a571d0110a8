public import InspectorKit

/// Several objects seen as one: each property once, with the values that it has among them.
public struct MixedInspection: Sendable {
  /// How many objects there are.
  public var objects = 0

  /// Their classes, the most frequent first.
  public var classes: [(name: String, label: String, count: Int)] = []

  /// The properties by the class that declares them; those that no plugin knows come last.
  public var sections: [Section] = []

  /// A row for each name that an extension gives a property, as in ``ObjectInspection/otherNames``.
  public var otherNames: [Section] = []

  /// Why components of single objects failed.
  public var diagnostics: [Diagnostic] = []

  /// The properties that one class declares.
  public struct Section: Sendable {
    /// What people read, such as "Star View".
    public var title: String

    /// The declaring class's name; empty for the section of unknown properties.
    public var className: String

    /// How many of the objects are of that class or extend it.
    public var objects: Int

    /// The properties, in the order in which they are shown.
    public var properties: [MixedProperty]

    /// The properties in groups, as in ``ObjectInspection/Section/groups``.
    public var groups: [[MixedProperty]] {
      PropertyGroups.groups(of: properties, name: \.name, definition: \.definition)
    }
  }
}

/// A property of several objects.
public struct MixedProperty: Sendable {
  /// The declared name or key path.
  public var name: String

  /// What people read, such as "Corner Radius".
  public var label: String

  /// The definition in the class of the first object; nil for a property that no plugin knows.
  public var definition: PropertyDefinition?

  /// The property's type; nil for a property that no plugin knows.
  public var type: PropertyType? { definition?.type }

  /// How many objects have the property.
  public var objects = 0

  /// How many store a value, or `null`.
  public var stored = 0

  /// How many have a value of their own that is not the default.
  public var modified = 0

  /// How many are in each state.
  public var states: [PropertyState: Int] = [:]

  /// Whether the property is shown in any of the objects.
  public var isVisible = false

  /// What the components answer; none of those that failed, and of a property that no plugin knows.
  public var values = MixedValues()

  /// What is stored of a property that no plugin knows.
  public var storedValues = MixedValues()

  /// The defaults; several where classes differ.
  public var defaults = MixedValues()

  /// The numbers inside the values of a point, size, rectangle or colour, by name; empty for other types.
  public var parts: [(name: String, values: MixedValues)] = []
}
