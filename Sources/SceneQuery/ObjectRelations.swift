package import SceneDocument

/// Which objects stand to which as a combinator says. Each answer takes one pass over the document.
struct ObjectRelations {
  let document: SceneDocument

  /// For each object, what holds of the best of those that it stands after: for `.child` its parent, for `.descendant`
  /// all that hold it, for `.next` and `.later` the siblings before it.
  func reached(from column: TruthColumn, by combinator: Selector.Combinator) -> TruthColumn {
    var reached = TruthColumn.none(column.count)
    // Parents and earlier siblings come first, so that what they were reached by is known.
    for node in column.indices {
      switch combinator {
      case .child:
        if let parent = document.parent(node) { reached[node] = column[parent] }
      case .descendant:
        if let parent = document.parent(node) { reached[node] = max(column[parent], reached[parent]) }
      case .next:
        if let next = document.nextSibling(node) { reached[next] = column[node] }
      case .later:
        if let next = document.nextSibling(node) { reached[next] = max(column[node], reached[node]) }
      }
    }
    return reached
  }

  /// For each object, what holds of the best of those that stand after it: the other way around.
  func leading(to column: TruthColumn, by combinator: Selector.Combinator) -> TruthColumn {
    var leading = TruthColumn.none(column.count)
    for node in column.indices.reversed() {
      switch combinator {
      case .child:
        if let parent = document.parent(node) { leading[parent] = max(leading[parent], column[node]) }
      case .descendant:
        if let parent = document.parent(node) { leading[parent] = max(leading[parent], column[node], leading[node]) }
      case .next:
        if let next = document.nextSibling(node) { leading[node] = column[next] }
      case .later:
        if let next = document.nextSibling(node) { leading[node] = max(column[next], leading[next]) }
      }
    }
    return leading
  }
}

extension SceneDocument {
  /// The objects beside one and itself, in their order.
  package func siblings(of node: NodeIndex) -> [NodeIndex] {
    if let parent = parent(node) { return Array(children(parent)) }
    return Array(roots)
  }
}
