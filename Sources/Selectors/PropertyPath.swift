package import InspectorKit
internal import JSONText

/// A property of a class, or a number inside its value, that a person named.
package struct PropertyPath: Hashable {
  /// Among the properties of the class.
  package var place: Int

  /// Such as `x` of `frame.x`; nil for the whole value.
  package var component: String?

  /// The whole value of a property.
  package init(place: Int) { self.place = place }

  /// Finds what a person means by a name; nil where the class has no such property.
  ///
  /// | typed | means |
  /// |---|---|
  /// | `frame`, `layer.cornerRadius` | the property of that name or key path |
  /// | `Corner Radius`, `corner radius` | the one with that label, in any case |
  /// | `Testing ID` | the one that an extension gives that label |
  /// | `radius` | the one that was called so formerly |
  /// | `frame.x`, `Frame.X` | a component of one of these, in any case |
  package init?(_ name: String, of definition: ComponentDefinition) {
    self.init(name, definition, definition.place(ofTyped:))
  }

  /// Finds it by a search of the caller's own for the property that a typed name means, such as in a table.
  package init?(_ name: String, _ definition: ComponentDefinition, _ placeOfTyped: (String) -> Int?) {
    if let place = placeOfTyped(name) {
      self.place = place
      return
    }
    guard let (owner, component) = Self.parts(of: name), let place = placeOfTyped(owner),
      ComponentValue.names(of: definition.properties[place].type).contains(component)
    else { return nil }
    self.place = place
    self.component = component
  }

  /// What stands before the last dot of a name, and what follows it, in small letters: `Frame` and `x` of `Frame.X`.
  package static func parts(of name: String) -> (owner: String, component: String)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (String(name[..<dot]), name[name.utf8.index(after: dot)...].lowercased())
  }

  /// The type of what is meant; a component is a number.
  package func type(in definition: ComponentDefinition) -> PropertyType {
    component == nil ? definition.properties[place].type : .double
  }

  /// The options of what is meant; a component has none.
  package func options(in definition: ComponentDefinition) -> [PropertyOptions.Option] {
    component == nil ? definition.properties[place].options : []
  }

  /// What is meant of the property's value.
  package func part(of value: PropertyValue?) -> PropertyValue? { Self.part(component, of: value) }

  /// Whether a value is stored of what is meant: `null` counts for a whole property, and has no components.
  package func isStored(_ cell: StoredCell) -> Bool {
    guard component != nil else { return cell != .absent }
    guard case .value(let value) = cell else { return false }
    return part(of: value) != nil
  }

  package static func part(_ component: String?, of value: PropertyValue?) -> PropertyValue? {
    guard let component else { return value }
    return value.flatMap { ComponentValue.number(component, of: $0) }.map(PropertyValue.double)
  }
}

extension ComponentDefinition {
  /// The place of the property of that very name.
  package func place(of name: String) -> Int? { properties.firstIndex { $0.name.isExactly(name) } }

  /// The property that a person named: by its identifier, by its label in any case, or by a former name.
  package func place(ofTyped name: String) -> Int? {
    if let place = place(of: name) { return place }
    let wanted = Self.folded(name)
    return properties.firstIndex { Self.folded($0.label) == wanted }
      ?? properties.firstIndex { $0.otherLabels.contains { Self.folded($0) == wanted } }
      ?? properties.firstIndex { $0.otherKeys.contains { $0.isExactly(name) } }
  }

  /// The place of the property that a typed name means, or one of whose components it names.
  package func place(ofReference name: String) -> Int? { PropertyPath(name, of: self)?.place }

  package static func folded(_ label: String) -> [[UInt8]] { label.lowercased().words.map { Array($0.utf8) } }
}
