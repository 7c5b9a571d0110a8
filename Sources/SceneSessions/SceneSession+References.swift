internal import InspectorKit
package import SceneDocument

/// The resolution of ids and references that a user typed.
extension SceneSession {
  /// Returns the object with an id as a user typed it. If there is none, throws an error that suggests the id of a
  /// similar object if possible.
  package static func node(_ id: String, in model: SceneModel) throws(Diagnostic) -> NodeIndex {
    if let node = model.document.node(typed: id) { return node }
    if let near = model.suggestedID(for: id) { throw Diagnostic(SessionRefusal.noObject(id, suggestion: near)) }
    if let node = only(id, in: model) ?? model.titled(id) {
      let title = model.title(of: node)?.quoted(to: 42)
      throw Diagnostic(SessionRefusal.noObject(id, suggestion: model.document.id(node), title: title))
    }
    throw Diagnostic(SessionRefusal.noObject(id, suggestion: nil))
  }

  /// Returns the only object that a text matches if it is read as a selector with conditions; nil if there is none.
  private static func only(_ text: String, in model: SceneModel) -> NodeIndex? {
    guard text.holds("[") || text.holds(":"), let selector = try? Selector(parsing: text),
      let nodes = try? Selection(model, selector).nodes(), nodes.count == 1
    else { return nil }
    return nodes[0]
  }

  /// Splits a reference `ID.PROPERTY` into its object and the name of the property; the longest prefix that is an id is
  /// used. Throws an error if there is no such object.
  package static func split(_ reference: String, in model: SceneModel) throws(Diagnostic) -> (NodeIndex, String) {
    var end = reference.endIndex
    while let dot = reference.utf8[..<end].lastIndex(of: UInt8(ascii: ".")) {
      let name = String(reference[reference.utf8.index(after: dot)...])
      if !name.isEmpty, let node = model.document.node(typed: String(reference[..<dot])) { return (node, name) }
      end = dot
    }
    guard let dot = reference.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      let isObject = model.document.node(typed: reference) != nil
      throw Diagnostic(
        isObject ? SessionRefusal.namesObjectOnly(reference) : SessionRefusal.namesNoProperty(reference))
    }
    return (try node(String(reference[..<dot]), in: model), "")
  }
}
