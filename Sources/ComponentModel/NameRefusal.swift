package import InspectorKit
package import JSONText
package import PluginHost

/// The reason why a name cannot be resolved to a class, a property or a plugin.
package enum NameRefusal: Refusal {
  case ambiguousClass(String, places: [String], plugins: [String])
  case unknownClass(String, suggestion: String?)
  case noPlugin(className: String, object: String)
  case notStored(String, className: String, object: String, example: String)
  case noType(property: String, className: String)
  case unknownProperty(String, of: String, suggestion: String?, canBeSkipped: Bool = false)
  /// An edit names a property that a known class does not have, and the class has no property with a similar name.
  case notDeclared(String, of: String, isRegistered: Bool, example: String)
  case ambiguousExtension(String, of: String, places: [String], suggestion: String?)
  case noComponent(String, of: String, PropertyType)
  case noRequirement(plugin: String, String)
  /// Two documents of a scene have contradictory requirements for the version of a plugin.
  case contradictory(plugin: String, String, other: String, file: String)

  package var code: DiagnosticCode {
    switch self {
    case .ambiguousClass, .ambiguousExtension: .pluginAmbiguous
    case .unknownClass: .unknownClass
    case .noPlugin, .notStored, .noType: .pluginMissing
    case .unknownProperty, .notDeclared, .noComponent: .unknownProperty
    case .noRequirement: .scenePlugins
    case .contradictory: .pluginVersion
    }
  }

  package var message: String {
    switch self {
    case .ambiguousClass(let name, let places, let plugins):
      "the class '\(name)' is registered by plugins \(places.joined(separator: " and ")); "
        + (Set(plugins).count > 1
          ? "name one in the scene's 'plugins', or write '\(plugins[0]).\(name)'" : "remove one of the files")
    case .unknownClass(let name, let suggestion):
      "no plugin knows the class '\(name)'\(suggestion == nil ? Self.listsClasses : DidYouMean.suffix(suggestion))"
    case .noPlugin(let name, let id):
      "no plugin knows the class '\(name)' of '\(id)', so it is read-only\(Self.listsClasses)"
    case .notStored(let name, let className, let id, let example):
      "no plugin knows the class '\(className)', and '\(id)' stores no '\(name)' yet, so the type of '\(name)' is unknown\(Self.ways(toStore: name, example))"
    case .noType(let name, let className):
      "no plugin declares '\(name)' of '\(className)', and the stored value does not show its type\(Self.describes)"
    case .unknownProperty(let name, let owner, let suggestion, let canBeSkipped):
      "unknown property '\(name)' on '\(owner)'\(canBeSkipped ? "; '--skip-missing' leaves such objects out" : "")\(DidYouMean.suffix(suggestion))"
    case .notDeclared(let name, let owner, let isRegistered, let example):
      "unknown property '\(name)' on '\(owner)'\(Self.ways(toStore: name, example, isOfKnownClass: isRegistered))"
    case .ambiguousExtension(let name, let owner, let places, let suggestion):
      "'\(name)' of '\(owner)' comes from extensions of several plugins, \(places.joined(separator: " and ")); name one in the scene's 'plugins'\(DidYouMean.suffix(suggestion))"
    case .noComponent(let name, let property, let type):
      "'\(property)' has no component '\(name)'; \(type.phrase) has \(Self.components(of: type))"
    case .contradictory(let plugin, let text, let other, let file):
      "this document needs '\(plugin)' \(text), but '\(file)' needs \(other), and no version is both; change one of them"
    case .noRequirement(let plugin, let text):
      "the scene needs plugin '\(plugin)' '\(text)', which is not a version requirement; write, for example, '>=1.0 <2'"
    }
  }

  package var suggestion: String? {
    switch self {
    case .unknownClass(_, let name), .unknownProperty(_, _, let name, _), .ambiguousExtension(_, _, _, let name): name
    case .ambiguousClass, .noPlugin, .notStored, .noType, .notDeclared, .noComponent, .noRequirement, .contradictory:
      nil
    }
  }

  package static func ambiguousClass(_ name: String, _ plugins: [InstalledPlugin]) -> Self {
    .ambiguousClass(name, places: plugins.map(\.place), plugins: plugins.map(\.name))
  }

  /// Returns an example of a type and a value for an undeclared name, such as `Color=red`. It uses the given value if
  /// that is short, with the first type that accepts it.
  package static func example(_ operation: Assignment.Operation?) -> String {
    guard case .set(let text)? = operation, !text.isEmpty, text.utf8.count <= 20 else { return "Double=4" }
    let types: [PropertyType] = [.int, .double, .bool, .color, .rect, .point, .size]
    let type = types.first { (try? PropertyValue(parsing: text, as: $0)) != nil } ?? .string
    return "\(type.rawValue)=\(text)"
  }

  package static let listsClasses = "; 'inspector plugin list --json' lists the known classes"

  /// Returns the part of a message that suggests how to store an undeclared value: with a type, if the name is a key
  /// path, or by describing the class in a plugin.
  private static func ways(toStore name: String, _ example: String, isOfKnownClass: Bool = false) -> String {
    let commands = ["id": "rename", "class": "setclass", "name": "name"]
    if let command = commands[name] { return "; 'inspector \(command)' changes the \(name) of an object" }
    let describing =
      isOfKnownClass ? "declare it in an extension of the class (see 'inspector help plugins')" : Self.describing
    guard PropertyDefinition.isKeyPath(name) else { return "; \(describing)" }
    return "; to store it as a runtime attribute, give its type, as in '\(name):\(example)'; or \(describing)"
  }

  private static let describes = "; \(describing)"

  private static let describing = "describe the class with 'inspector plugin new NAME --language data --from SCENE'"

  private static func components(of type: PropertyType) -> String {
    let names = ComponentValue.names(of: type)
    return names.isEmpty ? "no components" : names.joined(separator: ", ")
  }
}

extension ClassBinding {
  /// Returns the reason why the class has no property with this name.
  ///
  /// - Parameters:
  ///   - suggestion: the name that the user probably meant; nil if there is no similar one.
  ///   - canBeSkipped: true if other objects have the property; the message then offers `--skip-missing`.
  package func unknownProperty(_ name: String, suggestion: String?, canBeSkipped: Bool = false) -> NameRefusal {
    if let plugins = clashes[name] {
      return .ambiguousExtension(
        name, of: definition.name, places: plugins.map(\.place), suggestion: suggestion)
    }
    if let (place, component) = PropertyPath.owner(name, of: self), case let property = definition.properties[place],
      !ComponentValue.names(of: property.type).isEmpty
    {
      return .noComponent(component, of: property.name, property.type)
    }
    return .unknownProperty(name, of: definition.name, suggestion: suggestion, canBeSkipped: canBeSkipped)
  }
}
