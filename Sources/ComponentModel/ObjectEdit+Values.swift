internal import InspectorKit
internal import JSONText
package import SceneDocument

extension ObjectEdit {
  /// Computes an edit that stores values computed by code, each in the form that its property has in the document.
  ///
  /// - Parameter values: the values in the order in which they are set; the last value of a property counts.
  package static func storing(
    _ values: [BuildReply.PlacedValue], in node: NodeIndex, _ binding: ClassBinding, _ model: SceneModel
  ) throws(Diagnostic) -> ObjectEdit {
    var cells: [(place: Int, cell: StoredCell)] = []
    var changes: [AttributeChange] = []
    for (number, (place, value)) in values.enumerated() {
      if values[(number + 1)...].contains(where: { $0.place == place }) { continue }
      let property = binding.definition.properties[place]
      guard !property.isReadOnly else { throw Diagnostic(ValueRefusal.readOnly(property.name)) }
      let key = model.storedKey(node, binding, at: place)
      if let value {
        try model.reader.check(value, for: property)
        let form = ValueForm(type: property.type, key: key, old: model.attributes(of: node)[key])
        if model.storedCell(node, binding, at: place) != .value(value) { changes += form.changes(storing: value) }
      } else {
        guard !property.isRequired else { throw Diagnostic(ValueRefusal.required(property.name)) }
        changes.append(.set(key: key, value: Array("null".utf8)))
      }
      cells.append((place, .value(value)))
    }
    return ObjectEdit(node, cells: cells, changes: changes)
  }
}
