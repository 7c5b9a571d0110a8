internal import InspectorKit

/// A property of a class, or a number inside its value, that a person named.
struct PropertyReference: Hashable {
  /// Among the properties of the class.
  var place: Int

  /// Such as `x` of `frame.x`; nil for the whole value.
  var component: String?

  /// Finds a property by its name, key path, label or former name, or a component of one; nil where the class has none.
  init?(_ name: String, of definition: ComponentDefinition) {
    if let place = definition.place(ofTyped: name) {
      self.place = place
      return
    }
    guard let dot = name.lastIndex(of: "."), let place = definition.place(ofTyped: String(name[..<dot])) else {
      return nil
    }
    let component = String(name[name.index(after: dot)...])
    guard ComponentValue.names(of: definition.properties[place].type).contains(component) else { return nil }
    self.place = place
    self.component = component
  }

  /// The type of what is meant; a component is a number.
  func type(in definition: ComponentDefinition) -> PropertyType {
    component == nil ? definition.properties[place].type : .double
  }

  /// What is meant of the property's value.
  func part(of value: PropertyValue?) -> PropertyValue? { Self.part(component, of: value) }

  static func part(_ component: String?, of value: PropertyValue?) -> PropertyValue? {
    guard let component else { return value }
    return value.flatMap { ComponentValue.number(component, of: $0) }.map(PropertyValue.double)
  }
}

extension ComponentDefinition {
  /// The place of the property of that very name.
  func place(of name: String) -> Int? { properties.firstIndex { $0.name == name } }

  /// The property that a person named: by its identifier, by its label in any case, or by a former name.
  func place(ofTyped name: String) -> Int? {
    if let place = place(of: name) { return place }
    let wanted = Self.folded(name)
    return properties.firstIndex { Self.folded($0.label) == wanted }
      ?? properties.firstIndex { $0.aliases.contains(name) }
  }

  private static func folded(_ label: String) -> String {
    label.lowercased().split(separator: " ").joined(separator: " ")
  }
}
