package import InspectorKit
package import JSONText
package import SceneDocument

extension SceneModel {
  /// Returns the findings about the constraints of a scene.
  ///
  /// - Parameter solves: true to build components and compute the layout, which needs their sizes; false to check
  ///   only the constraints as written.
  func checkLayout(solves: Bool) -> [Diagnostic] {
    let nodes = document.objects.filter { document.hasConstraints($0) }
    guard !nodes.isEmpty else { return [] }
    var layout = solves ? layout(of: nodes, findsFreedom: true) : SceneLayout(document)
    var found: [Diagnostic] = []
    var hints = NameHints()
    for node in nodes {
      if job.isCancelled(at: node.number) { break }
      guard let constraints = document.constraints(of: node) else { continue }
      found += checkText(constraints, node)
      found += constraints.dangling(in: document).map { place, constraint, target in
        dangling(constraint, to: target, node, at: constraints.offset(ofElement: place), &hints)
      }
      if let outcome = layout.outcome(of: node), outcome.isKnown { found += check(outcome, constraints, node) }
    }
    return found
  }

  /// Returns a warning about a constraint whose target is a missing object.
  private func dangling(
    _ constraint: LayoutConstraint, to target: String, _ node: NodeIndex, at offset: Int, _ hints: inout NameHints
  ) -> Diagnostic {
    let ids = document.objects.lazy.map { [document] in document.id($0) }
    let finding = LayoutFinding.dangling(
      constraint, of: document.id(node), target: target, suggestion: hints.suggestion(for: target, among: ids))
    return diagnostic(finding, .warning, node, naming: .inReason, at: offset)
  }

  /// Returns warnings about an object's constraints whose target is a given missing object.
  ///
  /// - Parameters:
  ///   - target: the id that no object has.
  ///   - isRemoved: true if an object had this id before the edit. All constraints then share one warning.
  package func danglingConstraints(of node: NodeIndex, to target: ExactText, isRemoved: Bool) -> [Diagnostic] {
    guard let constraints = document.constraints(of: node) else { return [] }
    let found = constraints.dangling(in: document).filter { $0.target.isExactly(target.text) }
    guard isRemoved else {
      var hints = NameHints()
      return found.map { dangling($0.constraint, to: $0.target, node, at: constraints.offset, &hints) }
    }
    guard !found.isEmpty else { return [] }
    let finding = LayoutFinding.orphaned(found.map(\.constraint), of: document.id(node), target: target.text)
    return [diagnostic(finding, .warning, node, naming: .inReason)]
  }

  /// Returns the objects whose frames change through layout, each with its frame before and after layout. Omits unknown
  /// frames.
  package func movedByLayout() -> [NodeIndex: (own: Rect, layout: Rect)] {
    layoutOutcomes(of: document.objects.filter { document.hasConstraints($0) })
      .filter { $0.value.layout.frame != $0.value.own }
      .mapValues { ($0.own, $0.layout.frame) }
  }

  /// Returns the known frames of objects after layout. Builds these objects, and the ancestors that affect their
  /// layout.
  package func layoutFrames(of nodes: [NodeIndex]) -> [NodeIndex: Rect] {
    layoutOutcomes(of: nodes).mapValues(\.layout.frame)
  }

  /// Returns the layout results of objects, without those whose frames are unknown because a component failed.
  package func layoutOutcomes(of nodes: [NodeIndex]) -> [NodeIndex: SceneLayout.Outcome] {
    var layout = layout(of: nodes)
    var outcomes: [NodeIndex: SceneLayout.Outcome] = [:]
    for node in nodes {
      if let outcome = layout.outcome(of: node), outcome.isKnown { outcomes[node] = outcome }
    }
    return outcomes
  }

  private func checkText(_ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic] {
    let id = document.id(node)
    if let problem = constraints.problem {
      let finding = LayoutFinding.wrongConstraints(of: id, problem)
      return [diagnostic(finding, .error, node, naming: .inReason, at: constraints.offset)]
    }
    return constraints.elements.enumerated().compactMap { number, element in
      element.problem.map { problem in
        let finding = LayoutFinding.wrongConstraint(number + 1, of: id, problem)
        return diagnostic(finding, .error, node, naming: .inReason, at: constraints.offset(ofElement: number))
      }
    }
  }

  private func check(_ outcome: SceneLayout.Outcome, _ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic]
  {
    let (id, layout) = (document.id(node), outcome.layout)
    func offset(_ place: Int) -> Int { constraints.offset(ofElement: place) }
    let dangling = Set(constraints.dangling(in: document).map(\.place))
    // Constraints to missing objects are reported separately.
    var found = layout.unsolved.filter { !dangling.contains($0.constraint) }.map { place, reason in
      let finding = LayoutFinding.unsolved(constraints.elements[place].constraint, of: id, reason)
      return diagnostic(finding, .warning, node, naming: .inReason, at: offset(place))
    }
    if let last = layout.clashing.last {
      let finding = LayoutFinding.clash(layout.clashing.map { constraints.elements[$0].constraint }, of: id)
      found.append(diagnostic(finding, .error, node, naming: .inReason, at: offset(last)))
    }
    // A side is not reported as undetermined if an unsolved or clashing constraint may determine it.
    let isOpen = layout.unsolved.isEmpty && layout.clashing.isEmpty
    if isOpen, !layout.free.isEmpty, !constraints.elements.isEmpty {
      let finding = LayoutFinding.open(layout.free, of: id)
      found.append(diagnostic(finding, .warning, node, naming: .inReason, at: constraints.offset))
    }
    if layout.frame != outcome.own {
      let finding = LayoutFinding.otherFrame(of: id, outcome.own, layout: layout.frame)
      let property = attributes(of: node)["frame"].map { _ in "frame" }
      found.append(diagnostic(finding, .warning, node, property: property, naming: .inReason))
    }
    return found
  }
}
