internal import SceneDocument

extension StructureRestore {
  /// The warnings of several steps, each with the number of the step that brought or changed the object it is about; the
  /// others go with the last.
  ///
  /// - Parameters:
  ///   - steps: the changes that this undoes.
  ///   - numbers: the number of the step of each.
  ///   - document: the scene after them.
  func numbered(
    _ warnings: [Diagnostic], of steps: [StructureChange], numbers: [Int], in document: SceneDocument
  ) -> [(step: Int, warning: Diagnostic)] {
    guard !warnings.isEmpty else { return [] }
    var places: [NodeIndex: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard let node = nodes[place] else { continue }
      switch step {
      case .insert, .duplicate: for member in node..<document.afterSubtree(node) { places[member] = numbers[place] }
      default: places[node] = numbers[place]
      }
    }
    return warnings.map { warning in
      let node = warning.object.flatMap { document.node(id: $0) }
      return (node.flatMap { places[$0] } ?? numbers.last ?? 0, warning)
    }
  }
}

extension [(step: Int, warning: Diagnostic)] {
  /// The warnings in the order of the steps; those of one step as they came.
  var inOrder: [Diagnostic] {
    enumerated().sorted { ($0.element.step, $0.offset) < ($1.element.step, $1.offset) }.map(\.element.warning)
  }
}
