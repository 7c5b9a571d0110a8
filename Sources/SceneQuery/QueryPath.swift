import InspectorKit
import SceneDocument

/// What a name in a selector or a column means in a class: a property, a frame after layout, or a number inside one.
enum QueryPath {
  case property(PropertyPath)
  case layout(LayoutPath)

  /// Finds what is meant; nil where the class has no such thing.
  init?(_ name: String, of definition: ComponentDefinition) {
    self.init(PropertyPath(name, of: definition), name, definition)
  }

  /// Finds it in a class that is ready for use, which has a table of its names.
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

  /// The type of what is meant.
  func type(in definition: ComponentDefinition) -> PropertyType {
    switch self {
    case .property(let path): path.type(in: definition)
    case .layout(let path): path.type
    }
  }

  /// All names that may be meant in a class, by identifiers and labels, for suggestions.
  static func names(of definition: ComponentDefinition) -> [String] {
    definition.properties.flatMap { [$0.name, $0.label] + $0.otherNames + $0.otherLabels }
      + LayoutPath.names(of: definition)
  }
}

/// A member of every object that a bracket may compare, as CSS compares attributes of elements: `[id^=segue]`.
///
/// A property of that very name that the object's class declares is meant in its place; `[stored(name)=x]` always means the
/// attribute.
enum ObjectMember: String {
  case id, name
  case className = "class"

  /// Finds what a predicate means; nil where it is a property's value.
  init?(_ predicate: Selector.Predicate, in binding: ClassBinding?) {
    guard !predicate.isStored, let member = ObjectMember(rawValue: predicate.property),
      binding?.key(named: predicate.property) == nil
    else { return nil }
    self = member
  }

  /// The text; nil for an object without a name.
  func text(of node: NodeIndex, in document: SceneDocument) -> String? {
    switch self {
    case .id: document.id(node)
    case .name: document.objectName(node)
    case .className: document.className(node)
    }
  }
}
