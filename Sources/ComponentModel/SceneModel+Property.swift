internal import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns the row of a property of an object, or of a number in the property's value, by a name that the user typed.
  ///
  /// - Parameter isStored: true if only the stored value is requested, which is known even if the component fails.
  /// - Throws: an error if the object has no such property or, unless only the stored value is requested, if its
  ///   component failed or its class cannot be used.
  package func property(_ name: String, of node: NodeIndex, isStored: Bool = false) throws(Diagnostic)
    -> InspectedProperty
  {
    let inspection = inspect(node)
    let classFailure = classFailure(node)
    if !isStored, let failure = inspection.failure ?? classFailure { throw Diagnostic(failure) }
    if let row = runtimeRow(name, of: node) { return row }
    // An attribute precedes a runtime attribute of the same name.
    let sections = inspection.sections
    let rows = (sections.filter { $0.title != Self.runtimeTitle } + sections.filter { $0.title == Self.runtimeTitle })
      .flatMap(\.properties)
    guard let binding = binding(of: node) else {
      if var row = undeclared(name, of: node, rows) {
        if let classFailure { row.notes.append(.unknown(classFailure.message)) }
        return row
      }
      if let classFailure { throw Diagnostic(classFailure) }
      let suggestion = DidYouMean.suggestion(for: name, among: rows.flatMap { [$0.name, $0.label] })
      throw Diagnostic(NameRefusal.unknownProperty(name, of: inspection.className, suggestion: suggestion))
    }
    if let reference = PropertyPath(name, of: binding) {
      let property = binding.definition.properties[reference.place]
      guard let row = rows.first(where: { $0.name == property.name }) else {
        throw unknown(name, rows: rows, binding)
      }
      return reference.component.map { part($0, of: row) } ?? row
    }
    // The row of an unknown frame is requested again below, which throws the reason.
    if let row = rows.first(where: { $0.name.isExactly(name) && (isStored || $0.state != .failed) }) {
      // If two extensions declare the property, the user must choose one of them.
      if !isStored, binding.clashes[name] != nil { throw unknown(name, rows: rows, binding) }
      return row
    }
    if let row = try layoutRow(name, node, binding, isStored: isStored) { return row }
    if let row = undeclared(name, of: node, rows) { return row }
    throw unknown(name, rows: rows, binding)
  }

  /// Returns the row of a stored undeclared value, or of a number in the value; nil if the object stores no such value
  /// under the name.
  private func undeclared(_ name: String, of node: NodeIndex, _ rows: [InspectedProperty]) -> InspectedProperty? {
    if let row = rows.first(where: { $0.name.isExactly(name) && $0.state == .unknown }) { return row }
    guard let (owner, component) = PropertyPath.parts(of: name),
      var row = rows.first(where: { $0.name.isExactly(owner) && $0.state == .unknown }),
      let part = attributes(of: node).untypedValue(name)
    else { return nil }
    row.name = "\(row.name).\(component)"
    row.label = "\(row.label) \(PropertyName.label(for: component))"
    row.storedText = part.json.text()
    return row
  }

  /// Returns the reason why an object's class cannot be used although a plugin knows it; otherwise nil.
  private func classFailure(_ node: NodeIndex) -> Diagnostic? {
    if case .unknown = meaning(of: node) { return nil }
    return classDiagnostics(node, strict: false).first
  }

  private func unknown(_ name: String, rows: [InspectedProperty], _ binding: ClassBinding) -> Diagnostic {
    let frames = LayoutPath.names(of: binding.definition).filter { !$0.isExactly(name) }
    let names = rows.flatMap { [$0.name, $0.label] } + frames
    return Diagnostic(
      binding.unknownProperty(name, suggestion: DidYouMean.suggestion(for: name, among: names)))
  }

  /// Returns the row of one number of a property's value, such as `frame.x`, from the row of the property.
  func part(_ component: String, of row: InspectedProperty) -> InspectedProperty {
    func part(_ value: PropertyValue?) -> PropertyValue? { PropertyPath.part(component, of: value) }
    var result = row
    result.name = "\(row.name).\(component)"
    result.label = "\(row.label) \(PropertyName.label(for: component))"
    result.type = .double
    if case .value(let value) = row.stored {
      result.stored = .value(part(value))
      result.storedText = part(value)?.text
    }
    result.effective = part(row.effective)
    result.defaultValue = part(row.defaultValue)
    return result
  }
}
