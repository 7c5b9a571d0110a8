import InspectorKit
import SceneDocument

/// The resolved meaning of a name in a selector or column: a property of a class, a frame computed by layout, or one
/// number of either, such as `frame.x`.
enum QueryPath {
  case property(PropertyPath)
  case layout(LayoutPath)

  /// Resolves a name in a class; nil if the class has no such property or frame.
  init?(_ name: String, of definition: ComponentDefinition) {
    self.init(PropertyPath(name, of: definition), name, definition)
  }

  /// Resolves a name in a bound class, by its table of names; nil if the class has no such property or frame.
  init?(_ name: String, of binding: ClassBinding) {
    self.init(PropertyPath(name, of: binding), name, binding.definition)
  }

  private init?(_ property: PropertyPath?, _ name: String, _ definition: ComponentDefinition) {
    if let property {
      self = .property(property)
    } else if let path = LayoutPath(name, of: definition) {
      self = .layout(path)
    } else {
      return nil
    }
  }

  /// Returns the refusal of a name such as `frame.z`, if a class declares the property but its type has no such
  /// component; nil for any other name.
  static func refusal(of name: String, in definitions: some Sequence<ComponentDefinition>) -> NameRefusal? {
    guard let (owner, component) = PropertyPath.parts(of: name) else { return nil }
    for definition in definitions {
      guard let path = PropertyPath(owner, of: definition), path.component == nil else { continue }
      let property = definition.properties[path.place]
      if !ComponentValue.names(of: property.type).isEmpty {
        return .noComponent(component, of: property.name, property.type)
      }
    }
    return nil
  }

  /// Returns the type of the property, frame or number.
  func type(in definition: ComponentDefinition) -> PropertyType {
    switch self {
    case .property(let path): path.type(in: definition)
    case .layout(let path): path.type
    }
  }

  /// Returns all names that can be resolved in a class, both identifiers and labels, for suggestions.
  static func names(of definition: ComponentDefinition) -> [String] {
    definition.properties.flatMap { [$0.name, $0.label] + $0.otherNames + $0.otherLabels }
      + LayoutPath.names(of: definition)
  }
}

/// A member of every object that an attribute selector can test, like an attribute in CSS: `[id^=segue]`.
///
/// If the object's class declares a property of the same name, the selector tests the property; `[stored(name)=x]`
/// always tests the attribute.
enum ObjectMember: String {
  case id, name
  case className = "class"

  /// Finds the member that a predicate tests; nil if the predicate tests a property.
  init?(_ predicate: Selector.Predicate, in binding: ClassBinding?) {
    guard !predicate.isStored, let member = ObjectMember(rawValue: predicate.property),
      binding?.key(named: predicate.property) == nil
    else { return nil }
    self = member
  }

  /// Returns the member's text; nil for the name of an object without one.
  func text(of node: NodeIndex, in document: SceneDocument) -> String? {
    switch self {
    case .id: document.id(node)
    case .name: document.objectName(node)
    case .className: document.className(node)
    }
  }
}
