package import InspectorKit
internal import JSONText

/// A reference to a property of a class, or to a component of its value, such as `frame.x`.
package struct PropertyPath: Hashable {
  /// The index of the property in the properties of its class.
  package var place: Int

  /// The component, such as `x` of `frame.x`; nil for the whole value.
  package var component: String?

  /// Creates the path to the whole value of a property.
  package init(place: Int) { self.place = place }

  /// Resolves a name as the user typed it; nil if the class has no such property or component.
  ///
  /// | typed | means |
  /// |---|---|
  /// | `frame`, `layer.cornerRadius` | the property of that name or key path |
  /// | `Corner Radius`, `corner radius` | the property with that label, in any case |
  /// | `Testing ID` | the property to which an extension gives that label |
  /// | `radius` | the property with that former name |
  /// | `frame.x`, `Frame.X` | a component of a property named in one of these ways, in any case |
  package init?(_ name: String, of definition: ComponentDefinition) {
    self.init(name, definition, definition.place(ofTyped:))
  }

  /// Resolves a name like ``init(_:of:)``, but uses the caller's function to look up properties.
  ///
  /// - Parameter placeOfTyped: returns the index of the property with a typed name; nil if there is none.
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

  /// Splits a name at its last dot, with the second part in lower case: `Frame` and `x` for `Frame.X`. Nil if the name
  /// has no dot.
  package static func parts(of name: String) -> (owner: String, component: String)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (String(name[..<dot]), name[name.utf8.index(after: dot)...].lowercased())
  }

  /// Returns the type of the property, or `.double` for a component.
  package func type(in definition: ComponentDefinition) -> PropertyType {
    component == nil ? definition.properties[place].type : .double
  }

  /// Returns the names of the property's values; empty for a component.
  package func valueNames(in definition: ComponentDefinition) -> ValueNames {
    component == nil ? definition.properties[place].valueNames : ValueNames()
  }

  /// Returns the part of a property's value to which the path refers: the value itself or a component. Nil if the value
  /// is unset or has no such component.
  package func part(of value: PropertyValue?) -> PropertyValue? { Self.part(component, of: value) }

  /// Returns true if a stored value contains the property or component to which the path refers. A stored `null` counts
  /// as a value of the property, but has no components.
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
  /// Returns the index of the property with exactly this name; nil if there is none.
  package func place(of name: String) -> Int? { properties.firstIndex { $0.name.isExactly(name) } }

  /// Returns the index of a property by a name that the user typed: its identifier, one of its labels in any case, or a
  /// former name. Nil if no property matches.
  package func place(ofTyped name: String) -> Int? {
    if let place = place(of: name) { return place }
    let wanted = Self.folded(name)
    func isWanted(_ label: String) -> Bool { Self.begin(alike: label, name) && Self.folded(label) == wanted }
    return properties.firstIndex { isWanted($0.label) }
      ?? properties.firstIndex { $0.otherLabels.contains(where: isWanted) }
      ?? properties.firstIndex { $0.otherKeys.contains { $0.isExactly(name) } }
  }

  /// Returns the index of the property to which a typed name such as `frame` or `frame.x` refers; nil if there is none.
  package func place(ofReference name: String) -> Int? { PropertyPath(name, of: self)?.place }

  /// Returns false if two texts begin with different ASCII letters, regardless of case; true if the texts may be equal.
  /// This quick check rejects most labels when a search in many scenes compares a name with all labels of each class.
  private static func begin(alike text: String, _ other: String) -> Bool {
    guard let first = text.utf8.first, let second = other.utf8.first else { return true }
    func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }
    return first | 0x20 == second | 0x20 || !isLetter(first) || !isLetter(second)
  }

  package static func folded(_ label: String) -> [[UInt8]] { label.lowercased().words.map { Array($0.utf8) } }
}
