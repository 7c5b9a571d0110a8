/// The declaration of one property: its name, type, default and metadata.
@dynamicMemberLookup
public struct PropertyDefinition: Hashable, Sendable {
  /// The declared name, or the key path of a part's property, such as `cornerRadius` or `layer.cornerRadius`.
  public var name: String

  /// The property's type, one of the eight basic types.
  public var type: PropertyType

  /// True if the property can be unset.
  public var isOptional: Bool

  /// The class that declares the property; the inspector shows it in that class's section.
  public var declaringClass: String

  /// The property's value in a new instance of the class; nil for unset.
  public var defaultValue: PropertyValue?

  /// True if the property has observers or accessors, so that setting it may do more than store a value.
  public var isObserved: Bool

  /// True if the class's own code computes the value from other values, rather than storing it.
  public var isComputed = false

  /// True if an extension adds the property to its class.
  public var isOfExtension = false

  /// The additional names that extensions define for the property; see ``PropertyMetadata/aliasOf``.
  public var otherNames: [String] = []

  /// The additional labels that extensions define for the property.
  package var otherLabels: [String] = []

  /// The label, range, unit and other optional facts. Each is also available as a member of the definition, such as
  /// `definition.unit`.
  ///
  /// The range is already limited to that of the Swift type, such as `Int8`.
  public var metadata = PropertyMetadata()

  /// Makes a property with the most common fields; the remaining ones can be set afterwards. Nothing is checked here.
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
  /// The display name, such as "Corner Radius".
  public var label: String {
    get { metadata.label ?? name }
    set { metadata.label = newValue }
  }

  /// The allowed values; empty if any value is allowed.
  public var options: [PropertyOptions.Option] {
    get { metadata.options ?? [] }
    set { metadata.options = newValue.isEmpty ? nil : newValue }
  }

  /// All other names under which a scene may store the property: its former names, and the aliases from extensions.
  package var otherKeys: [String] { otherNames.isEmpty ? self.aliases : self.aliases + otherNames }

  /// Adds the names and the label that an extension defines for the property.
  package mutating func add(names: [String], label: String) {
    otherNames += names
    otherLabels += [label] + names.map { PropertyName.label(for: $0) }.filter { $0 != label }
  }

  /// Accesses a field of ``metadata`` as a member of the definition.
  @inlinable
  public subscript<Fact>(dynamicMember path: WritableKeyPath<PropertyMetadata, Fact>) -> Fact {
    get { metadata[keyPath: path] }
    set { metadata[keyPath: path] = newValue }
  }
}

extension PropertyDefinition {
  /// Returns true if a text is an identifier, or several identifiers joined by dots.
  package static func isKeyPath(_ text: String) -> Bool {
    var begins = true
    for scalar in text.unicodeScalars {
      if scalar == ".", !begins {
        begins = true
        continue
      }
      let properties = scalar.properties
      guard begins ? scalar == "_" || properties.isXIDStart : properties.isXIDContinue else { return false }
      begins = false
    }
    return !begins
  }
}

extension PropertyDefinition {
  /// All limits on a value, in words: `5…30; usually 16…24; in steps of 0.5; required`.
  package var limits: String {
    PropertyMetadata.fields.compactMap { $0.limit(metadata) }.joined(separator: "; ")
  }

  /// The author's remarks about the property, as lines: the help, then facts such as `since 1.2`.
  package var remarks: [String] {
    let words = Self.fieldsByRemark.compactMap { $0.remark(metadata) }
    return [self.help ?? "", words.joined(separator: "; ")].filter { !$0.isEmpty }
  }

  // Sorting is stable, so fields of equal order stay in the order of the list.
  private static let fieldsByRemark = PropertyMetadata.fields.sorted { $0.remarkOrder < $1.remarkOrder }
}
