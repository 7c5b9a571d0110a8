package import InspectorKit
internal import JSONText
package import SceneDocument

extension SceneModel {
  /// What is wrong with the constraints of a scene or worth knowing.
  ///
  /// - Parameter solves: whether components are built, whose sizes layout needs; if not, only what is written is looked at.
  func checkLayout(solves: Bool) -> [Diagnostic] {
    let nodes = (0..<document.objectCount).filter { document.hasConstraints($0) }
    guard !nodes.isEmpty else { return [] }
    var layout = solves ? layout(of: nodes, findsFreedom: true) : SceneLayout(document)
    var found: [Diagnostic] = []
    for node in nodes {
      if library.cancellation.isCancelled(at: node) { break }
      guard let constraints = document.constraints(of: node) else { continue }
      found += checkText(constraints, node)
      if let outcome = layout.outcome(of: node), outcome.isKnown { found += check(outcome, constraints, node) }
    }
    return found
  }

  /// The objects that layout puts elsewhere than their frames say, with both frames.
  package func movedByLayout() -> [NodeIndex: (own: Rect, layout: Rect)] {
    let nodes = (0..<document.objectCount).filter { document.hasConstraints($0) }
    guard !nodes.isEmpty else { return [:] }
    var layout = layout(of: nodes)
    var found: [NodeIndex: (own: Rect, layout: Rect)] = [:]
    for node in nodes {
      guard let outcome = layout.outcome(of: node), outcome.isKnown, outcome.layout.frame != outcome.own else {
        continue
      }
      found[node] = (outcome.own, outcome.layout.frame)
    }
    return found
  }

  private func checkText(_ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic] {
    let id = document.id(node)
    if let problem = constraints.problem {
      return [
        diagnostic(
          LayoutFinding.wrongConstraints(of: id, problem), .error, node, naming: .inReason, at: constraints.offset)
      ]
    }
    return constraints.elements.enumerated().compactMap { number, element in
      element.problem.map { problem in
        diagnostic(
          LayoutFinding.wrongConstraint(number + 1, of: id, problem), .error, node, naming: .inReason,
          at: constraints.offset + element.span.lowerBound)
      }
    }
  }

  private func check(_ outcome: SceneLayout.Outcome, _ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic]
  {
    let (id, layout) = (document.id(node), outcome.layout)
    func offset(_ place: Int) -> Int { constraints.offset + constraints.elements[place].span.lowerBound }
    var found = layout.unsolved.map { place, reason in
      diagnostic(
        LayoutFinding.unsolved(constraints.elements[place].constraint, of: id, reason), .warning, node,
        naming: .inReason, at: offset(place))
    }
    if let last = layout.clashing.last {
      let finding = LayoutFinding.clash(layout.clashing.map { constraints.elements[$0].constraint }, of: id)
      found.append(diagnostic(finding, .error, node, naming: .inReason, at: offset(last)))
    }
    // What is not solved may well say the rest.
    let isOpen = layout.unsolved.isEmpty && layout.clashing.isEmpty
    if isOpen, !layout.free.isEmpty, !constraints.elements.isEmpty {
      found.append(
        diagnostic(
          LayoutFinding.open(layout.free, of: id), .warning, node, naming: .inReason, at: constraints.offset))
    }
    if layout.frame != outcome.own {
      found.append(
        diagnostic(
          LayoutFinding.otherFrame(of: id, outcome.own, layout: layout.frame), .warning, node,
          property: document.attribute("frame", of: node) == nil ? nil : "frame", naming: .inReason))
    }
    return found
  }
}
