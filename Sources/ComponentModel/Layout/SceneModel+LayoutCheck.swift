internal import InspectorKit
internal import JSONText
internal import SceneDocument

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

  private func checkText(_ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic] {
    let id = document.id(node)
    if let problem = constraints.problem {
      return [
        diagnostic(
          .layoutConstraint, .error, node, message: "the constraints of '\(id)' are wrong: \(problem)",
          namesObject: true, at: constraints.offset)
      ]
    }
    return constraints.elements.enumerated().compactMap { number, element in
      element.problem.map { problem in
        diagnostic(
          .layoutConstraint, .error, node, message: "constraint \(number + 1) of '\(id)' is wrong: \(problem)",
          namesObject: true, at: constraints.offset + element.span.lowerBound)
      }
    }
  }

  private func check(_ outcome: SceneLayout.Outcome, _ constraints: SceneConstraints, _ node: NodeIndex) -> [Diagnostic]
  {
    let (id, layout) = (document.id(node), outcome.layout)
    func words(_ place: Int) -> String { "'\(constraints.elements[place].constraint.map(\.description) ?? "")'" }
    func offset(_ place: Int) -> Int { constraints.offset + constraints.elements[place].span.lowerBound }
    var found = layout.unsolved.map { place, reason in
      diagnostic(
        .layoutUnsolved, .warning, node, message: "\(words(place)) of '\(id)' is not solved: \(reason)",
        namesObject: true,
        at: offset(place))
    }
    if let last = layout.clashing.last {
      let list = layout.clashing.map(words).joined(separator: ", ")
      found.append(
        diagnostic(
          .layoutClash, .error, node,
          message: "the constraints of '\(id)' cannot all be met: \(list); take one away, or give it a lower priority",
          namesObject: true, at: offset(last)))
    }
    // What is not solved may well say the rest.
    let isOpen = layout.unsolved.isEmpty && layout.clashing.isEmpty
    if isOpen, !layout.free.isEmpty, !constraints.elements.isEmpty {
      found.append(
        diagnostic(
          .layoutAmbiguous, .warning, node,
          message:
            "the constraints of '\(id)' leave \(layout.free.joined(separator: ", ")) open; its frame decides",
          namesObject: true, at: constraints.offset))
    }
    if layout.frame != outcome.own {
      let (new, old) = (PropertyValue.rect(layout.frame).text, PropertyValue.rect(outcome.own).text)
      found.append(
        diagnostic(
          .layoutFrame, .warning, node, property: document.attribute("frame", of: node) == nil ? nil : "frame",
          message: "the frame of '\(id)' is \(old), and layout makes it \(new); the step 'updateFrames' stores that",
          namesObject: true))
    }
    return found
  }
}
