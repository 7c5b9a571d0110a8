internal import InspectorKit
internal import JSONText
package import SceneDocument

// Edits of stored values that no plugin declares. A stored value keeps its type.
extension SceneModel {
  /// Returns the binding for edits of the attributes of a class's objects: that of a plugin's class, or a binding
  /// without properties if no plugin knows the class. Returns nil if the objects cannot be edited.
  package func attributeBinding(ofClass classID: Int) -> ClassBinding? {
    switch meaning(ofClass: classID) {
    case .known(let binding): binding
    case .unknown where mayEditUndeclared: undeclaredBinding(className: document.classNames[classID], property: nil)
    case .unknown, .ambiguous, .refused: nil
    }
  }

  /// True if every plugin was found and described, and safe mode does not leave out plugins. Only then is a class
  /// unknown to the plugins certain to be undeclared.
  private var mayEditUndeclared: Bool {
    !library.isSafeMode && plugins.missing.isEmpty && registry.plugins.allSatisfy { $0.described != nil }
  }

  /// Throws an error if the undeclared values of an object cannot be edited.
  package func refuseClosed(_ node: NodeIndex) throws(Diagnostic) {
    if let failure = plugins.missing.min(by: { $0.key < $1.key })?.value { throw Diagnostic(failure) }
    guard mayEditUndeclared, attributeBinding(ofClass: document.classID(node)) != nil else {
      _ = try editableBinding(of: node)
      // A plugin that cannot be used may add properties to the class.
      if let failure = registry.plugins.compactMap(\.problem).first { throw Diagnostic(failure) }
      return
    }
  }

  /// Returns the key of the stored value to which an undeclared name refers: the name itself or, for a name such as
  /// `anchor.x`, `anchor`; nil if the object stores no such value.
  package func undeclaredKey(_ name: String, of node: NodeIndex) -> String? {
    let attributes = attributes(of: node)
    if attributes[name] != nil { return name }
    guard let (owner, _) = PropertyPath.parts(of: name), attributes.untypedValue(name) != nil else { return nil }
    return owner
  }

  /// Returns the changes that assignments make to a stored undeclared value. Throws if an assignment has a value of a
  /// different type, or if the type of the stored value cannot be edited.
  func undeclaredChanges(
    _ assignments: [Assignment], to key: String, of node: NodeIndex
  ) throws(Diagnostic) -> [AttributeChange] {
    let stored = attributes(of: node)[key]
    let type = statedType(of: key, node) ?? stored.flatMap(UntypedValue.read)?.type
    guard let property = definition(of: key, node, type) else {
      throw Diagnostic(NameRefusal.noType(property: key, className: document.className(node)))
    }
    return try changes(plan(assignments, of: property), of: property, storedAs: stored, of: node)
  }

  /// Returns the definition that constrains a part of a function in a foreign document: the definition of the
  /// function's property, renamed to the part. Returns nil if there is none.
  func rule(for key: String, of node: NodeIndex) -> PropertyDefinition? {
    guard let name = document.rulingProperty(of: key, node), let binding = binding(of: node),
      let place = binding.place(of: name)
    else { return nil }
    var definition = binding.definition.properties[place]
    definition.name = key
    return definition
  }

  /// Returns a definition for an undeclared value: for a part of a function, the definition of the function's property,
  /// otherwise one with the given type. Returns nil if there is neither.
  func definition(of key: String, _ node: NodeIndex, _ type: PropertyType?) -> PropertyDefinition? {
    rule(for: key, of: node)
      ?? type.map {
        PropertyDefinition(
          name: key, label: PropertyName.label(for: key), type: $0, declaringClass: document.className(node),
          isObserved: false)
      }
  }

  /// Checks assignments to a value that no plugin declares against its name and type, and returns the planned edit. The
  /// result does not depend on the stored value.
  func plan(_ assignments: [Assignment], of property: PropertyDefinition) throws(Diagnostic) -> ClassEdit {
    let binding = undeclaredBinding(className: property.declaringClass, property: property)
    var planned = ClassEdit()
    for assignment in assignments {
      if let one = try PlannedAssignment(assignment, for: binding, reader: reader) { planned.assignments.append(one) }
    }
    return planned
  }

  /// Returns the changes that planned assignments make to an undeclared value.
  ///
  /// - Parameters:
  ///   - property: the value's name and type, for which the assignments were planned.
  ///   - stored: the JSON text that is stored; nil if nothing is.
  func changes(
    _ planned: ClassEdit, of property: PropertyDefinition, storedAs stored: [UInt8]?, of node: NodeIndex
  ) throws(Diagnostic) -> [AttributeChange] {
    let binding = undeclaredBinding(className: property.declaringClass, property: property)
    return try ObjectEdit(node, planned, binding: binding, model: self, storedAs: .some(stored)) {
      () throws(Diagnostic) in BuildReply()
    }.changes
  }

  /// Returns the binding of a class that no plugin declares, with one property or none. Bindings are cached.
  private func undeclaredBinding(className: String, property: PropertyDefinition?) -> ClassBinding {
    let form = property.map { $0.isOptional ? "\($0.type.rawValue)?" : $0.type.rawValue }
    let key = [className, property?.name, form].map { $0.map(ExactText.init) }
    return undeclaredBindings[key].orMake {
      let definition = ComponentDefinition(
        name: className, label: PropertyName.label(for: className), properties: property.map { [$0] } ?? [],
        isInert: true)
      let (entry, whole) = registry.undeclared(definition)
      return .of(entry, whole)
    }
  }
}
