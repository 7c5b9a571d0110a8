internal import InspectorKit
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that make of the scene another one, by what differs.
  func lead(to last: SceneDocument) throws(EditError) {
    let difference = SceneDifference(from: document, to: last)
    let constrained = difference.members.filter { $0.object != nil && $0.key == "constraints" }
    if let member = difference.members.first(where: { !constrained.contains($0) }) {
      throw EditError(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    }
    let steps = try EditError.wrapping { () throws(SceneError) in
      try Reconciliation(of: document, with: last, in: difference, isPatch: true).steps
    }
    let values = steps.firstIndex { $0.effect == .attributes } ?? steps.endIndex
    for step in steps[..<values] {
      // Objects are removed in the order in which they stand by then.
      let step = try step.resolved { selector throws(EditError) in try session.resolved(selector) }
      if let step { try add(step) }
    }
    try takeValues(of: last, Set(difference.attributes.compactMap { last.node(id: $0.object) }).sorted())
    for step in steps[values...] where step.effect != .attributes { try add(step) }
    for member in constrained { try takeConstraints(member, of: last) }
  }

  /// Adds the steps that give an object the constraints that it has in another scene.
  private func takeConstraints(_ member: SceneDifference.Member, of last: SceneDocument) throws(EditError) {
    let refusal = EditError(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    guard let id = member.object, let node = last.node(id: id) else { throw refusal }
    let selector = Selector(ids: [id])
    let wanted = last.constraints(of: node)
    // They may have followed an object that got another id.
    let isReached = document.node(id: id).map { document.hasSameConstraints($0, as: node, in: last) } ?? false
    if isReached { return }
    if member.old != nil { try add(.removeConstraint(selector, nil)) }
    let constraints = wanted?.elements.compactMap(\.constraint) ?? []
    for constraint in constraints { try make([.setConstraint(selector, to: constraint)]) }
    // What is wrong, or says the same twice, steps cannot give.
    let found = document.node(id: id).flatMap { document.constraints(of: $0) }?.elements.map(\.constraint) ?? []
    guard wanted?.problem == nil, found == wanted?.elements.map(\.constraint) ?? [], wanted == nil || !found.isEmpty
    else {
      throw refusal
    }
  }
}

extension SceneDocument {
  /// True if the constraints of an object are those of one in another scene, but for blanks.
  fileprivate func hasSameConstraints(_ node: NodeIndex, as other: NodeIndex, in scene: SceneDocument) -> Bool {
    func text(_ document: SceneDocument, _ node: NodeIndex) -> String? {
      document.constraintsText(of: node).map { ColumnReader.inOneLine(Array($0.text)) }
    }
    return text(self, node) == text(scene, other)
  }
}
