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
/// Only documents have the stored form. Hooks, users, selectors, scripts and bundles have values of the property's type.
public struct ValueTransformer: Sendable {
  /// The name, an identifier.
  public let name: String

  /// The type of the property's values.
  public let type: PropertyType

  /// The type of the stored values.
  public let stored: PropertyType

  let decode: @Sendable (PropertyValue) -> PropertyValue?
  let encode: @Sendable (PropertyValue) -> PropertyValue?

  /// Makes a transformer.
  ///
  /// - Parameters:
  ///   - name: the name by which properties refer to it.
  ///   - decode: returns the property's value for a stored value; nil for a stored value that is none of its forms.
  ///   - encode: returns the stored value for a property's value; nil for a value that it cannot store. The host refuses a
  ///     value that `decode` does not give back.
  public init<Value: InspectableProperty & SendableMetatype, Stored: InspectableProperty & SendableMetatype>(
    _ name: String, decode: @escaping @Sendable (Stored) -> Value?, encode: @escaping @Sendable (Value) -> Stored?
  ) {
    self.name = name
    (type, stored) = (Value.inspectableKind.type, Stored.inspectableKind.type)
    self.decode = { Stored(inspectable: $0).flatMap(decode)?.inspectable }
    self.encode = { Value(inspectable: $0).flatMap(encode)?.inspectable }
  }

  /// The transformer as the plugin's description lists it.
  var declaration: TransformerDeclaration { TransformerDeclaration(name: name, type: type, stored: stored) }
}

/// A transformer as a plugin's description lists it.
public struct TransformerDeclaration: Hashable, Sendable {
  /// The name, an identifier.
  public var name: String

  /// The type of the property's values.
  public var type: PropertyType

  /// The type of the stored values.
  public var stored: PropertyType

  /// Makes the declaration of a transformer.
  public init(name: String, type: PropertyType, stored: PropertyType) {
    (self.name, self.type, self.stored) = (name, type, stored)
  }

  /// The transformer as JSON for plugin descriptions.
  package var json: JSON {
    ["name": .string(name), "type": .string(type.rawValue), "stored": .string(stored.rawValue)]
  }
}

extension RegistrationProblem {
  /// Returns the mistakes of a plugin's transformers: names that occur twice, and names that are not identifiers.
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
  /// The name of the transformer.
  public let transformer: String

  /// Makes the form that a transformer of the same plugin writes; of another plugin, with its name: `Lamps.percent`.
  public static func named(_ transformer: String) -> StoredForm { StoredForm(stringLiteral: transformer) }

  /// Makes the form that a transformer writes.
  public init(stringLiteral transformer: String) { self.transformer = transformer }
}

extension ComponentDefinition {
  /// Adds the name of the class's plugin to the names of transformers without one.
  package mutating func qualifyTransformers(in plugin: String) {
    for place in properties.indices {
      properties[place].renameTransformers { name in
        name.utf8.contains(UInt8(ascii: ".")) ? name : "\(plugin).\(name)"
      }
    }
  }
}

extension PropertyDefinition {
  /// The names of the transformers between the values of the property and the forms in which documents store them.
  package var transformers: [String] {
    let former = self.aliasTransformers
    guard self.storedAs != nil || !former.isEmpty else { return [] }
    return [self.storedAs].compactMap(\.self) + former.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Replaces the names of the property's transformers.
  mutating func renameTransformers(_ renamed: (String) -> String) {
    if let name = self.storedAs { self.storedAs = renamed(name) }
    if !self.aliasTransformers.isEmpty { self.aliasTransformers = self.aliasTransformers.mapValues(renamed) }
  }
}
