internal import JSONText
package import SceneDocument
package import SceneSessions

extension SceneSession {
  /// Returns the object with an id, or at a path of ids that are separated by `/`; nil if the path leads to the scene
  /// itself. Throws if there is no such object.
  ///
  /// - Parameter current: the object at which a path without a leading `/` begins; nil for the scene.
  package func node(at path: String, from current: NodeIndex?) throws(Diagnostic) -> NodeIndex? {
    let document = document
    // Ids may hold slashes.
    if let node = document.node(typed: path) { return node }
    // The ids of a template's objects begin with that of their placeholder.
    if let current, let node = document.node(id: "\(document.id(current))/\(path)") { return node }
    guard path == ".." || path == "." || path.utf8.contains(UInt8(ascii: "/")) else { return try node(id: path) }
    var node = path.begins(with: "/") ? nil : current
    for step in path.parts(between: "/") where !step.isEmpty && step != "." {
      if step == ".." {
        node = node.flatMap { document.parent($0) }
        continue
      }
      let children = node.map { Array(document.children($0)) } ?? Array(document.roots)
      let written = Selector.id(written: step)
      let child = children.first { document.id($0).isExactly(step) || written?.isExactly(document.id($0)) == true }
      guard let child else { throw Diagnostic(ReportRefusal.holdsNone(step, holder: node.map(document.id))) }
      node = child
    }
    return node
  }
}
