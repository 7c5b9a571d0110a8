internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// Objects whose values come from the documents of templates.
extension Transaction {
  /// Returns the objects without those whose values come from a template that the same run edits, and warns of them
  /// once. An edit of authored objects leaves out all that templates supply, without a warning.
  func withoutInherited(_ nodes: [NodeIndex], setting names: [String]?) -> [NodeIndex] {
    guard model.document.composition != nil else { return nodes }
    if request.isOfAuthored { return nodes.filter { !model.document.isInner($0) } }
    guard !request.editedFiles.isEmpty else { return nodes }
    let left = nodes.filter { node in
      let document = model.document
      guard let names else {
        return document.isInner(node) && isEdited(document.origin(of: node).document.name)
      }
      return document.templatePath(of: node) != nil
        && names.allSatisfy { name in
          let key = model.binding(of: node).flatMap { binding in
            PropertyPath(name, of: binding).map { model.storedKey(node, binding, at: $0.place) }
          }
          return document.templatePlace(of: key ?? name, of: node).map { isEdited($0.file) } ?? false
        }
    }
    guard !left.isEmpty else { return nodes }
    let warning = EditRefusal.leftToTemplates(count: left.count, example: model.document.id(left[0]))
    warn([Diagnostic(warning, severity: .warning, file: model.document.name)])
    let gone = NodeSet(left)
    return nodes.filter { !gone.contains($0) }
  }

  /// Returns true if the run edits the file with a path, too.
  private func isEdited(_ path: String) -> Bool {
    if let known = edited[path] { return known }
    let isEdited = realpath(path).map(request.editedFiles.contains) ?? false
    edited[path] = isEdited
    return isEdited
  }
}
