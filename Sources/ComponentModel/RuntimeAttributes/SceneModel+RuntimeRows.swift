internal import InspectorKit
internal import JSONText
internal import SceneDocument

// The rows of the inspector for runtime attributes.
extension SceneModel {
  /// The title of the inspector's section for runtime attributes.
  package static let runtimeTitle = "Runtime Attributes"

  /// Returns the rows of an object's runtime attributes, and the problems of elements without a key path.
  func runtimeRows(_ node: NodeIndex) -> (rows: [InspectedProperty], problems: [Diagnostic]) {
    let (attributes, problem) = runtimeAttributes(of: node)
    var problems = [problem].compactMap(\.self)
    var rows: [InspectedProperty] = []
    for attribute in attributes {
      guard let keyPath = attribute.keyPath else {
        problems += [attribute.problem].compactMap(\.self)
        continue
      }
      rows.append(
        InspectedProperty(
          object: document.id(node), className: document.className(node), name: keyPath,
          label: PropertyName.label(for: keyPath), definition: nil, type: attribute.type, stored: attribute.cell,
          storedText: attribute.raw, effective: attribute.value, defaultValue: nil, state: attribute.state,
          notes: attribute.problem.map { [.refused($0.message)] } ?? []))
    }
    return (rows, problems)
  }

  func runtimeSection(_ rows: [InspectedProperty]) -> [ObjectInspection.Section] {
    rows.isEmpty ? [] : [.init(title: Self.runtimeTitle, className: "", properties: rows)]
  }

  /// Returns the row of the runtime attribute that has this key path, or of one of its components if the name ends with
  /// a component such as `.x`; nil if there is no such attribute.
  func runtimeRow(_ name: String, of node: NodeIndex) -> InspectedProperty? {
    guard let keyPath = runtimeKeyPath(name, of: node),
      let row = runtimeRows(node).rows.first(where: { $0.name.isExactly(keyPath) })
    else { return nil }
    guard !keyPath.isExactly(name), let (_, component) = PropertyPath.parts(of: name) else { return row }
    return part(component, of: row)
  }
}
