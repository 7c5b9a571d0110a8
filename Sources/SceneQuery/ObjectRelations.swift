package import SceneDocument

// Combinators that are evaluated for all objects of a document in one pass.
extension SceneDocument {
  /// Returns, for each object, the maximum result of its left-hand operands in the combinator: its parent for `.child`,
  /// all ancestors for `.descendant`, the preceding sibling for `.next`, and all preceding siblings for `.later`.
  func reached(from column: TruthColumn, by combinator: Selector.Combinator) -> TruthColumn {
    var reached = TruthColumn.none(column.count)
    // Parents and earlier siblings have smaller indexes, so their entries in `reached` are complete.
    for node in column.nodes {
      switch combinator {
      case .child:
        if let parent = parent(node) { reached[node] = column[parent] }
      case .descendant:
        if let parent = parent(node) { reached[node] = max(column[parent], reached[parent]) }
      case .next:
        if let next = nextSibling(node) { reached[next] = column[node] }
      case .later:
        if let next = nextSibling(node) { reached[next] = max(column[node], reached[node]) }
      }
    }
    return reached
  }

  /// Returns, for each object, the maximum result of its right-hand operands in the combinator: its children for
  /// `.child`, all descendants for `.descendant`, the next sibling for `.next`, and all later siblings for `.later`.
  func leading(to column: TruthColumn, by combinator: Selector.Combinator) -> TruthColumn {
    var leading = TruthColumn.none(column.count)
    for node in column.nodes.reversed() {
      switch combinator {
      case .child:
        if let parent = parent(node) { leading[parent] = max(leading[parent], column[node]) }
      case .descendant:
        if let parent = parent(node) { leading[parent] = max(leading[parent], column[node], leading[node]) }
      case .next:
        if let next = nextSibling(node) { leading[node] = column[next] }
      case .later:
        if let next = nextSibling(node) { leading[node] = max(column[next], leading[next]) }
      }
    }
    return leading
  }

  /// Returns an object and its siblings, in order.
  package func siblings(of node: NodeIndex) -> [NodeIndex] {
    parent(node).map { Array(children($0)) } ?? Array(roots)
  }
}
