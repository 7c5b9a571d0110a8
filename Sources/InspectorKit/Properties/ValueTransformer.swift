internal import JSONText

/// A two-way transformer between the values of properties and the form in which documents store them.
///
/// ```swift
/// @main struct Lamps: InspectorPlugin {
///   static var components: [Component.Type] { [Lamp.self] }
///   static var transformers: [ValueTransformer] {
///     [ValueTransformer("percent", decode: { (text: String) in Double(text.dropLast()).map { $0 / 100 } }, encode: { "\($0 * 100)%" })]
///   }
/// }
/// @Component final class Lamp: Component {
///   @Inspectable(storedAs: .named("percent")) var level = 0.5  // "50.0%" in a scene
/// }
/// ```
///
/// Only documents contain the stored form. Hooks, users, selectors, scripts and bundles use values of the property's
/// type.
public struct ValueTransformer: Sendable {
  /// The name of the transformer, which must be an identifier.
  public let name: String

  /// The type of the property's values.
  public let type: PropertyType

  /// The type of the stored values.
  public let stored: PropertyType

  let decode: @Sendable (PropertyValue) -> PropertyValue?
  let encode: @Sendable (PropertyValue) -> PropertyValue?

  /// Makes a transformer from a pair of conversion functions.
  ///
  /// - Parameters:
  ///   - name: the name by which properties refer to the transformer.
  ///   - decode: returns the property's value for a stored value; nil if the stored value is invalid.
  ///   - encode: returns the stored value for a property's value; nil if the value cannot be stored. The host refuses a
  ///     value that `decode` does not restore.
  public init<Value: InspectableProperty & SendableMetatype, Stored: InspectableProperty & SendableMetatype>(
    _ name: String, decode: @escaping @Sendable (Stored) -> Value?, encode: @escaping @Sendable (Value) -> Stored?
  ) {
    self.name = name
    (type, stored) = (Value.inspectableKind.type, Stored.inspectableKind.type)
    self.decode = { Stored(inspectable: $0).flatMap(decode)?.inspectable }
    self.encode = { Value(inspectable: $0).flatMap(encode)?.inspectable }
  }

  /// The name and types of the transformer, for the plugin's description.
  var declaration: TransformerDeclaration { TransformerDeclaration(name: name, type: type, stored: stored) }
}

/// The name and types of a transformer, as listed in a plugin's description.
public struct TransformerDeclaration: Hashable, Sendable {
  /// The name of the transformer, which must be an identifier.
  public var name: String

  /// The type of the property's values.
  public var type: PropertyType

  /// The type of the stored values.
  public var stored: PropertyType

  /// Makes a declaration from a name, the type of property values and the type of stored values.
  public init(name: String, type: PropertyType, stored: PropertyType) {
    (self.name, self.type, self.stored) = (name, type, stored)
  }

  /// The transformer as JSON for plugin descriptions.
  package var json: JSON {
    ["name": .string(name), "type": .string(type.rawValue), "stored": .string(stored.rawValue)]
  }
}

extension RegistrationProblem {
  /// Returns the mistakes in a plugin's transformers: names that occur twice, and names that are not identifiers.
  static func problems(of transformers: [TransformerDeclaration]) -> [RegistrationProblem] {
    var names: Set<String> = []
    return transformers.flatMap { transformer -> [RegistrationProblem] in
      let name = transformer.name
      if !names.insert(name).inserted { return [.duplicateTransformer(name)] }
      return PropertyDefinition.isKeyPath(name) && !name.utf8.contains(UInt8(ascii: "."))
        ? [] : [.badName(name, in: "transformers")]
    }
  }
}

/// The form in which documents store the values of a property; see ``ValueTransformer``.
public struct StoredForm: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name of the transformer, prefixed with its plugin's name if another plugin declares it: `Lamps.percent`.
  public let transformer: String

  /// Makes the stored form of a transformer. The name of another plugin's transformer begins with that plugin's name:
  /// `Lamps.percent`.
  public static func named(_ transformer: String) -> StoredForm { StoredForm(stringLiteral: transformer) }

  /// Makes the stored form of the transformer with this name.
  public init(stringLiteral transformer: String) { self.transformer = transformer }
}

extension ComponentDefinition {
  /// Prefixes transformer names without a plugin's name with the name of the class's plugin.
  package mutating func qualifyTransformers(in plugin: String) {
    for place in properties.indices {
      properties[place].renameTransformers { name in
        name.utf8.contains(UInt8(ascii: ".")) ? name : "\(plugin).\(name)"
      }
    }
  }
}

extension PropertyDefinition {
  /// The names of the property's transformers: that of the current stored form first, then those of former names.
  package var transformers: [String] {
    let former = self.aliasTransformers
    guard self.storedAs != nil || !former.isEmpty else { return [] }
    return [self.storedAs].compactMap(\.self) + former.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Replaces each transformer name by the result of `renamed`.
  mutating func renameTransformers(_ renamed: (String) -> String) {
    if let name = self.storedAs { self.storedAs = renamed(name) }
    if !self.aliasTransformers.isEmpty { self.aliasTransformers = self.aliasTransformers.mapValues(renamed) }
  }
}
