/// Which objects hold which, as a document had it at some time: it goes on to be known after structural edits.
///
/// It keeps 32 bytes an object, and no text.
package struct SceneOutline {
  private let nodes: NodeTable

  fileprivate init(_ nodes: NodeTable) { self.nodes = nodes }

  /// The object that held another.
  package func parent(_ node: NodeIndex) -> NodeIndex? {
    precondition(node >= 0 && node < nodes.count, "no such object")
    let parent = nodes.records[node].parent
    return parent == NodeTable.none ? nil : Int(parent)
  }

  /// How many siblings stood before each of some objects. Siblings are counted once for all that one object holds.
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
  /// Which objects hold which now.
  package var outline: SceneOutline { SceneOutline(nodes) }
}
