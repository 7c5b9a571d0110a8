internal import InspectorKit
internal import JSONText
internal import SceneDocument

extension SceneModel {
  /// One property of one object, or a component of it, by a name that a person typed.
  ///
  /// - Parameter isStored: whether only what is stored is asked for, which is known of a component that fails too.
  func property(_ name: String, of node: NodeIndex, isStored: Bool = false) throws(EditError) -> InspectedProperty {
    let inspection = inspect(node)
    if !isStored, let failure = inspection.failure {
      throw EditError(code: failure.code, message: failure.message)
    }
    let rows = inspection.sections.flatMap(\.properties)
    guard let plan = classPlan(of: node) else {
      if let row = rows.first(where: { $0.name.isExactly(name) }) { return row }
      // No plugin knows the value, and so no part of it.
      if let owner = PropertyReference.parts(of: name)?.owner, let row = rows.first(where: { $0.name.isExactly(owner) })
      {
        return row
      }
      throw unknown(name, rows: rows, owner: inspection.className)
    }
    if let reference = PropertyReference(name, of: plan) {
      let property = plan.definition.properties[reference.place]
      guard let row = rows.first(where: { $0.name == property.name }) else {
        throw unknown(name, rows: rows, owner: plan.definition.name)
      }
      return reference.component.map { part($0, of: row) } ?? row
    }
    if let row = rows.first(where: { $0.name.isExactly(name) }) { return row }
    throw unknown(name, rows: rows, owner: plan.definition.name)
  }

  private func unknown(_ name: String, rows: [InspectedProperty], owner: String) -> EditError {
    let names = rows.flatMap { [$0.name, $0.label] }
    return EditError(
      code: "unknown.property",
      message: "unknown property '\(name)' on '\(owner)'\(DidYouMean.suffix(for: name, among: names))")
  }

  /// A row for one number of a value.
  private func part(_ component: String, of row: InspectedProperty) -> InspectedProperty {
    func part(_ value: PropertyValue?) -> PropertyValue? { PropertyReference.part(component, of: value) }
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
