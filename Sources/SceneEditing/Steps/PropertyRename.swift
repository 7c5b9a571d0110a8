internal import InspectorKit
internal import JSONText
package import SceneDocument

/// The renaming of an attribute in all objects that store it. Only the edits of these objects are computed; the caller
/// applies them.
struct PropertyRename {
  let model: SceneModel
  let old: String
  let new: String
  let skipsMissing: Bool

  /// Returns the edits of the objects that store the old key. Each edit moves the value to the new property. Throws an
  /// error if an object cannot store the value there.
  func edits(of nodes: [NodeIndex]) throws(Diagnostic) -> [ObjectEdit] {
    var edits: [ObjectEdit] = []
    for node in nodes {
      guard let raw = model.attributes(of: node)[old] else { continue }
      if let edit = try edit(of: node, storing: raw) { edits.append(edit) }
    }
    return edits
  }

  /// Returns the edit of an object that stores a text under the old key. For a class without the new property, returns
  /// nil if the request skips such objects, and throws an error otherwise.
  func edit(of node: NodeIndex, storing raw: [UInt8]) throws(Diagnostic) -> ObjectEdit? {
    let binding = try model.editableBinding(of: node)
    guard let place = binding.place(of: new) else {
      if skipsMissing { return nil }
      let suggestion = DidYouMean.suggestion(for: new, among: binding.definition.properties.map(\.name))
      throw Diagnostic(binding.unknownProperty(new, suggestion: suggestion), part: .name)
    }
    let cell: StoredCell
    var changes: [AttributeChange] = [.rename(key: old, to: new)]
    do throws(Diagnostic) {
      // The value may have a different form under a former name of the property.
      let (form, property) = (binding.property(at: place, under: old), binding.definition.properties[place])
      cell = try model.reader.read(raw, as: form)
      if form.storedAs != property.storedAs, case .value(let value?) = cell {
        changes.append(.set(key: new, value: try model.reader.text(storing: value, of: property)))
      }
    } catch {
      throw Diagnostic(
        EditRefusal.cannotBecome(new, old: "\(model.document.id(node)).\(old)", AnyRefusal(error)), part: .name)
    }
    var cells = [(place: place, cell: cell)]
    // If the class declares a different property of the old name, that property returns to its default. The old name
    // may also be a former name of the new property itself.
    if let former = binding.place(of: old), former != place { cells.append((former, .absent)) }
    return ObjectEdit(node, cells: cells, changes: changes)
  }
}

extension SceneModel {
  /// Returns true if a ``EditStep/renameProperty(_:from:to:)`` step can rename a stored key of an object: its text can
  /// be read, and the new name can store the value.
  package func canRename(_ old: String, to new: String, of node: NodeIndex) -> Bool {
    guard let raw = attributes(of: node)[old] else { return false }
    let rename = PropertyRename(model: self, old: old, new: new, skipsMissing: true)
    return ((try? rename.edit(of: node, storing: raw)) ?? nil) != nil
  }
}
