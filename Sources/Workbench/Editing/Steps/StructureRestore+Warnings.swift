internal import SceneDocument

extension StructureRestore {
  /// Sorts the warnings of several steps by the step that brought or changed the object each is about; the others go last.
  ///
  /// - Parameters:
  ///   - steps: the changes that this undoes.
  ///   - document: the scene after them.
  func inOrder(
    _ warnings: [Diagnostic], of steps: [StructureChange], in document: SceneDocument
  ) -> [Diagnostic] {
    guard warnings.count > 1 else { return warnings }
    var places: [NodeIndex: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard let node = nodes[place] else { continue }
      switch step {
      case .insert, .duplicate: for member in node..<document.afterSubtree(node) { places[member] = place }
      default: places[node] = place
      }
    }
    let placed = warnings.enumerated().map { number, warning in
      let node = warning.object.flatMap { document.node(id: $0) }
      return (place: node.flatMap { places[$0] } ?? .max, number: number, warning: warning)
    }
    return placed.sorted { ($0.place, $0.number) < ($1.place, $1.number) }.map(\.warning)
  }
}
