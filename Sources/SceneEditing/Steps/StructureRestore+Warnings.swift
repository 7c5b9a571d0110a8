internal import SceneDocument

extension StructureRestore {
  /// Returns the warnings of several steps, each with the number of the step that inserted or changed the object that
  /// it is about. Other warnings get the number of the last step.
  ///
  /// - Parameters:
  ///   - group: the steps whose changes this restore undoes.
  ///   - document: the scene after them.
  func numbered(
    _ warnings: [Diagnostic], of group: StepGroup, in document: SceneDocument
  ) -> [(step: Int, warning: Diagnostic)] {
    guard !warnings.isEmpty else { return [] }
    var places: [NodeIndex: Int] = [:]
    for (place, change) in group.changes.enumerated() {
      guard let node = nodes[place] else { continue }
      switch change {
      case .insert, .duplicate:
        for member in node..<document.afterSubtree(node) { places[member] = group.numbers[place] }
      default: places[node] = group.numbers[place]
      }
    }
    return warnings.map { warning in
      let node = warning.object.flatMap { document.node(id: $0) }
      let step = warning.object.flatMap { group.arriving.step(bringing: $0) }
      return (step ?? node.flatMap { places[$0] } ?? group.numbers.last ?? 0, warning)
    }
  }
}

extension [(step: Int, warning: Diagnostic)] {
  /// The warnings in the order of the steps; those of one step keep their order.
  var inOrder: [Diagnostic] {
    enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element.warning)
  }
}
