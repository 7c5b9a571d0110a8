/// The parents of all objects of a document at one moment; it stays valid after structural edits.
///
/// It keeps 32 bytes an object, and no text.
package struct SceneOutline {
  private let nodes: NodeTable

  fileprivate init(_ nodes: NodeTable) { self.nodes = nodes }

  /// Returns the parent of an object; nil for one of the scene's own.
  package func parent(_ node: NodeIndex) -> NodeIndex? {
    precondition(node >= 0 && node < nodes.count, "no such object")
    let parent = nodes.records[node].parent
    return parent == NodeTable.none ? nil : Int(parent)
  }

  /// Returns the index of each of some objects among its siblings. Siblings are counted once for all children of one
  /// object.
  package func indexes(of wanted: Set<NodeIndex>) -> [NodeIndex: Int] {
    var indexes: [NodeIndex: Int] = [:]
    for parent in Set(wanted.map { self.parent($0) }) {
      var child = parent.map { $0 + 1 } ?? 0
      let end = parent.map { Int(nodes.records[$0].after) } ?? nodes.count
      var index = 0
      while child < end {
        if wanted.contains(child) { indexes[child] = index }
        index += 1
        child = Int(nodes.records[child].after)
      }
    }
    return indexes
  }
}

extension SceneDocument {
  /// The current parents of all objects.
  package var outline: SceneOutline { SceneOutline(nodes) }
}
