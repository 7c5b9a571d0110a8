/// The tree of a document's objects at one moment. It stays valid after structural edits of the document.
///
/// It keeps the index, 32 bytes for each object, in memory, but not the text.
package struct SceneOutline {
  private let nodes: NodeTable

  fileprivate init(_ nodes: NodeTable) { self.nodes = nodes }

  /// Returns the parent of an object; nil for a root object.
  package func parent(_ node: NodeIndex) -> NodeIndex? {
    precondition(node.number >= 0 && node.number < nodes.count, "no such object")
    let parent = nodes.records[node.number].parent
    return parent == NodeTable.none ? nil : NodeIndex(parent)
  }

  /// Returns the index of each given object among its siblings. The children of one parent are counted only once.
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
  /// The current tree of the document's objects.
  package var outline: SceneOutline { SceneOutline(nodes) }
}
