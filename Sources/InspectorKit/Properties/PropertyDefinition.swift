/// The definition of one property: its name, type, default and metadata.
@dynamicMemberLookup
public struct PropertyDefinition: Hashable, Sendable {
  /// The name in code, such as `cornerRadius`. A property of a part has a key path, such as `layer.cornerRadius`.
  public var name: String

  /// The property's type, one of the eight basic types.
  public var type: PropertyType

  /// True if the property can be unset.
  public var isOptional: Bool

  /// The name of the class that declares the property. The inspector shows the property in that class's section.
  public var declaringClass: String

  /// The property's value in a new instance of the class; nil for unset.
  public var defaultValue: PropertyValue?

  /// True if the property has observers or accessors. Setting it may then do more than store a value.
  public var isObserved: Bool

  /// True if a getter computes the value; false if the property stores it.
  public var isComputed = false

  /// True if an extension adds the property to the class.
  public var isOfExtension = false

  /// The additional names that extensions define for the property, under which a scene may store it; see
  /// ``PropertyMetadata/aliasOf``.
  public var otherNames: [String] = []

  /// The additional labels for the property: those that extensions define, and those derived from ``otherNames``.
  package var otherLabels: [String] = []

  /// The label, range, unit and other optional information. Each field is also available as a member of the definition,
  /// such as `definition.unit`.
  ///
  /// The range includes the limits of the Swift type, such as `Int8`.
  @inlinable
  public var metadata: PropertyMetadata {
    _read { yield shared.value }
    _modify {
      if !isKnownUniquelyReferenced(&shared) { shared = SharedMetadata(shared.value) }
      yield &shared.value
    }
  }

  /// The metadata, which copies of the definition share until one of them changes it.
  @usableFromInline var shared = SharedMetadata.none

  /// Makes a definition with the most common fields; the remaining ones can be set afterwards. Nothing is checked here.
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
    var metadata = PropertyMetadata(label: label, help: help, dependsOn: dependsOn)
    metadata.range = range
    shared = SharedMetadata(metadata)
    self.options = options
  }
}

/// The metadata of a property, stored by reference so that copies of a definition are cheap.
///
/// An instance is changed only if nothing else refers to it. Other modules see its layout, since they would otherwise copy
/// all metadata to read one field.
@usableFromInline
final class SharedMetadata: Hashable, @unchecked Sendable {
  static let none = SharedMetadata(PropertyMetadata())

  @usableFromInline @exclusivity(unchecked) final var value: PropertyMetadata

  @inlinable
  init(_ value: PropertyMetadata) { self.value = value }

  @usableFromInline
  static func == (first: SharedMetadata, second: SharedMetadata) -> Bool {
    first === second || first.value == second.value
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension PropertyDefinition {
  /// The display name, such as "Corner Radius"; the property's name if ``metadata`` has no label.
  public var label: String {
    get { metadata.label ?? name }
    set { metadata.label = newValue }
  }

  /// The only allowed values, with their labels; empty if the property has no options.
  public var options: [PropertyOptions.Option] {
    get { metadata.options ?? [] }
    set { metadata.options = newValue.isEmpty ? nil : newValue }
  }

  /// All names, other than the current one, under which a scene may store the property: its former names, then the
  /// aliases from extensions.
  package var otherKeys: [String] { otherNames.isEmpty ? self.aliases : self.aliases + otherNames }

  /// Adds the names and the label that an extension defines for the property.
  package mutating func add(names: [String], label: String) {
    otherNames += names
    otherLabels += [label] + names.map { PropertyName.label(for: $0) }.filter { $0 != label }
  }

  /// Accesses a field of ``metadata`` as a member of the definition.
  @inlinable
  public subscript<Fact>(dynamicMember path: WritableKeyPath<PropertyMetadata, Fact>) -> Fact {
    get { shared.value[keyPath: path] }
    set { metadata[keyPath: path] = newValue }
  }
}

extension PropertyDefinition {
  /// Returns true if a string is an identifier, or several identifiers joined by dots.
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
  /// All limits on a value, as text for the user: `5…30; usually 16…24; in steps of 0.5; required`. Empty if there are
  /// none.
  package var limits: String {
    PropertyMetadata.fields.compactMap { $0.limit(metadata) }.joined(separator: "; ")
  }

  /// The author's remarks about the property, as at most two lines: the help, then facts such as
  /// `since 1.2; formerly size`.
  package var remarks: [String] {
    let words = Self.fieldsByRemark.compactMap { $0.remark(metadata) }
    return [self.help ?? "", words.joined(separator: "; ")].filter { !$0.isEmpty }
  }

  // Sorting is stable, so fields with equal positions keep the order of the list.
  private static let fieldsByRemark = PropertyMetadata.fields.sorted { $0.remarkOrder < $1.remarkOrder }
}
