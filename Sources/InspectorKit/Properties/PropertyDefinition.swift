/// Everything the inspector knows of one property before it sees a value.
@dynamicMemberLookup
public struct PropertyDefinition: Hashable, Sendable {
  /// The declared name, or the key path of a part's property, such as `cornerRadius` or `layer.cornerRadius`.
  public var name: String

  /// The property's type, one of the eight.
  public var type: PropertyType

  /// Whether the property may have no value.
  public var isOptional: Bool

  /// The class that declared it, whose section it is shown in.
  public var declaringClass: String

  /// What a fresh instance of the concrete class answers; nil for unset.
  public var defaultValue: PropertyValue?

  /// Whether the property has observers or accessors, so that setting it may do more than store a value.
  public var isObserved: Bool

  /// Whether the value is computed from others by the class's own code, rather than kept.
  public var isComputed = false

  /// Whether an extension adds it to its class.
  public var isOfExtension = false

  /// Names that extensions give it beside its own; see ``PropertyMetadata/aliasOf``.
  public var otherNames: [String] = []

  /// The labels that extensions give it beside its own.
  package var otherLabels: [String] = []

  /// What else its author declared; each fact is a member of the definition, too: `definition.unit`.
  ///
  /// Its range is narrowed by the Swift type's own (`Int8`).
  public var metadata = PropertyMetadata()

  /// A property with what every property has; the other fields are set afterwards. Nothing is checked here.
  public init(
    name: String, label: String, type: PropertyType, isOptional: Bool = false, declaringClass: String,
    defaultValue: PropertyValue? = nil, help: String? = nil, range: PropertyRange? = nil,
    options: [PropertyOptions.Option] = [], dependsOn: [String] = [], isObserved: Bool = true
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.declaringClass = declaringClass
    self.defaultValue = defaultValue
    self.isObserved = isObserved
    metadata = PropertyMetadata(label: label, help: help, dependsOn: dependsOn)
    metadata.range = range
    self.options = options
  }
}

extension PropertyDefinition {
  /// What people read, such as "Corner Radius".
  public var label: String {
    get { metadata.label ?? name }
    set { metadata.label = newValue }
  }

  /// The values allowed, or an empty array for any.
  public var options: [PropertyOptions.Option] {
    get { metadata.options ?? [] }
    set { metadata.options = newValue.isEmpty ? nil : newValue }
  }

  /// All names beside its own under which a scene may store it: those that it had formerly, and those that extensions give
  /// it.
  package var otherKeys: [String] { otherNames.isEmpty ? self.aliases : self.aliases + otherNames }

  /// Adds the names and the label that an extension gives the property.
  package mutating func add(names: [String], label: String) {
    otherNames += names
    otherLabels += [label] + names.map { PropertyName.label(for: $0) }.filter { $0 != label }
  }

  /// A fact of its metadata.
  @inlinable
  public subscript<Fact>(dynamicMember path: WritableKeyPath<PropertyMetadata, Fact>) -> Fact {
    get { metadata[keyPath: path] }
    set { metadata[keyPath: path] = newValue }
  }
}
