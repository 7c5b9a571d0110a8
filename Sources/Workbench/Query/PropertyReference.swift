package import InspectorKit
internal import JSONText

/// A property of a class, or a number inside its value, that a person named.
struct PropertyReference: Hashable {
  /// Among the properties of the class.
  var place: Int

  /// Such as `x` of `frame.x`; nil for the whole value.
  var component: String?

  /// Finds what a person means by a name; nil where the class has no such property.
  ///
  /// | typed | means |
  /// |---|---|
  /// | `frame`, `layer.cornerRadius` | the property of that name or key path |
  /// | `Corner Radius`, `corner radius` | the one with that label, in any case |
  /// | `radius` | the one that was called so formerly |
  /// | `frame.x`, `Frame.X` | a component of one of these, in any case |
  init?(_ name: String, of definition: ComponentDefinition) {
    self.init(name, definition, definition.place(ofTyped:))
  }

  /// The same of a class that is ready for use, which looks no name up in the list of all.
  init?(_ name: String, of plan: ClassPlan) {
    self.init(name, plan.definition, plan.place(ofTyped:))
  }

  private init?(_ name: String, _ definition: ComponentDefinition, _ placeOfTyped: (String) -> Int?) {
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

  /// The property whose component a name asks for, and that component, which the property's type may not have.
  static func owner(_ name: String, of plan: ClassPlan) -> (place: Int, component: String)? {
    guard let (owner, component) = parts(of: name), let place = plan.place(ofTyped: owner) else { return nil }
    return (place, component)
  }

  /// What stands before the last dot of a name, and what follows it, in small letters: `Frame` and `x` of `Frame.X`.
  static func parts(of name: String) -> (owner: String, component: String)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (String(name[..<dot]), name[name.utf8.index(after: dot)...].lowercased())
  }

  /// The type of what is meant; a component is a number.
  func type(in definition: ComponentDefinition) -> PropertyType {
    component == nil ? definition.properties[place].type : .double
  }

  /// What is meant of the property's value.
  func part(of value: PropertyValue?) -> PropertyValue? { Self.part(component, of: value) }

  /// Whether a value is stored of what is meant: `null` counts for a whole property, and has no components.
  func isStored(_ cell: StoredCell) -> Bool {
    guard component != nil else { return cell != .absent }
    guard case .value(let value) = cell else { return false }
    return part(of: value) != nil
  }

  static func part(_ component: String?, of value: PropertyValue?) -> PropertyValue? {
    guard let component else { return value }
    return value.flatMap { ComponentValue.number(component, of: $0) }.map(PropertyValue.double)
  }
}

extension ComponentDefinition {
  /// The place of the property of that very name.
  func place(of name: String) -> Int? { properties.firstIndex { $0.name.isExactly(name) } }

  /// The property that a person named: by its identifier, by its label in any case, or by a former name.
  func place(ofTyped name: String) -> Int? {
    if let place = place(of: name) { return place }
    let wanted = Self.folded(name)
    return properties.firstIndex { Self.folded($0.label) == wanted }
      ?? properties.firstIndex { $0.aliases.contains { $0.isExactly(name) } }
  }

  /// The place of the property that a typed name means, or one of whose components it names.
  package func place(ofReference name: String) -> Int? { PropertyReference(name, of: self)?.place }

  static func folded(_ label: String) -> [[UInt8]] { label.lowercased().words.map { Array($0.utf8) } }
}
