/// The parents of all objects of a document at one moment; it stays valid after structural edits.
///
/// It keeps 32 bytes an object, and no text.
package struct SceneOutline {
  private let nodes: NodeTable

  fileprivate init(_ nodes: NodeTable) { self.nodes = nodes }

  /// Returns the parent of an object; nil for one of the scene's own.
  package func parent(_ node: NodeIndex) -> NodeIndex? {
    precondition(node.number >= 0 && node.number < nodes.count, "no such object")
    let parent = nodes.records[node.number].parent
    return parent == NodeTable.none ? nil : NodeIndex(parent)
  }

  /// Returns the index of each of some objects among its siblings. Siblings are counted once for all children of one
  /// object.
  package func indexes(of wanted: Set<NodeIndex>) -> [NodeIndex: Int] {
    var indexes: [NodeIndex: Int] = [:]
    for parent in Set(wanted.map { self.parent($0) }) {
      var child = parent.map { $0 + 1 } ?? NodeIndex(0)
      let end = NodeIndex(parent.map { Int(nodes.records[$0.number].after) } ?? nodes.count)
      var index = 0
      while child < end {
        if wanted.contains(child) { indexes[child] = index }
        index += 1
        child = NodeIndex(nodes.records[child.number].after)
      }
    }
    return indexes
  }
}

extension SceneDocument {
  /// The current parents of all objects.
  package var outline: SceneOutline { SceneOutline(nodes) }
}
