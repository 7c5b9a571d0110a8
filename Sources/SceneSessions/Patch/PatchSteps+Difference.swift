internal import InspectorKit
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that turn the copy into the scene `last`, derived from their difference. Throws an error if a
  /// difference cannot be expressed in steps.
  func lead(to last: SceneDocument) throws(Diagnostic) {
    let difference = SceneDifference(from: document, to: last)
    func members(_ key: String) -> [SceneDifference.Member] {
      difference.members.filter { $0.object != nil && $0.key == key }
    }
    let (constrained, runtime) = (members("constraints"), members(SceneDocument.runtimeAttributesKey))
    let bound = members(SceneDocument.bindingsKey)
    let known = constrained + runtime + bound
    if let member = difference.members.first(where: { !known.contains($0) }) {
      throw Diagnostic(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    }
    let steps = try Diagnostic.wrapping { () throws(SceneError) in
      try Reconciliation(of: document, with: last, in: difference, isPatch: true).steps
    }
    let values = steps.firstIndex { $0.effect == .attributes } ?? steps.endIndex
    for step in steps[..<values] {
      // The step must list its objects in the order that they have at this point.
      let step = try step.resolved { selector throws(Diagnostic) in try session.resolved(selector) }
      if let step { try add([step]) }
    }
    try takeValues(of: last, Set(difference.attributes.compactMap { last.node(id: $0.object) }).sorted())
    for step in steps[values...] where step.effect != .attributes { try add([step]) }
    for member in constrained { try takeConstraints(member, of: last) }
    for member in bound { try takeBindings(member, of: last) }
    for member in runtime {
      if let node = member.object.flatMap({ last.node(id: $0) }) { try takeRuntimeAttributes(of: last, node) }
    }
  }

  /// Adds the steps that give an object the same bindings as in the scene `last`. Throws an error if steps cannot
  /// produce them.
  private func takeBindings(_ member: SceneDifference.Member, of last: SceneDocument) throws(Diagnostic) {
    let refusal = Diagnostic(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    guard let id = member.object, let node = last.node(id: id) else { throw refusal }
    func list(_ document: SceneDocument, _ node: NodeIndex?) -> BindingList {
      BindingList(node.flatMap { document.ownBindings(of: $0) } ?? Array("{}".utf8))
    }
    func meaning(_ entry: BindingList.Entry?) -> [String?]? { entry.map { [$0.setting, $0.transformer] } }
    func meanings(_ list: BindingList) -> [String: [String?]] {
      Dictionary(list.entries.map { ($0.property, meaning($0) ?? []) }, uniquingKeysWith: { first, _ in first })
    }
    func present() -> BindingList { list(document, document.node(id: id)) }
    let wanted = list(last, node)
    let selector = Selector(ids: [id])
    // A step removes the bindings of a property under all of its names.
    for entry in present().entries where wanted[entry.property] == nil && present()[entry.property] != nil {
      try add([.unbind(selector, entry.property)])
    }
    for entry in wanted.entries where meaning(present()[entry.property]) != meaning(entry) {
      try add([.bind(selector, entry.property, to: entry.setting ?? "", through: entry.transformer)])
    }
    // Steps produce no invalid bindings, and none under a second name.
    let made = present()
    let isPlain = (made.entries + wanted.entries).allSatisfy { $0.problem == nil }
    guard made.problem == nil, wanted.problem == nil, isPlain, meanings(made) == meanings(wanted) else { throw refusal }
  }

  /// Adds the steps that give an object the same constraints as in the scene `last`. Throws an error if steps cannot
  /// produce them.
  private func takeConstraints(_ member: SceneDifference.Member, of last: SceneDocument) throws(Diagnostic) {
    let refusal = Diagnostic(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    guard let id = member.object, let node = last.node(id: id) else { throw refusal }
    let selector = Selector(ids: [id])
    let wanted = last.constraints(of: node)
    // An earlier step that changed an object's id has also changed the constraints that refer to the object.
    let isReached = document.node(id: id).map { document.hasSameConstraints($0, as: node, in: last) } ?? false
    if isReached { return }
    if member.old != nil { try add([.removeConstraint(selector, nil)]) }
    let constraints = wanted?.elements.compactMap(\.constraint) ?? []
    for constraint in constraints { try make([.setConstraint(selector, to: constraint)]) }
    // Steps cannot produce invalid or duplicate constraints.
    let found = document.node(id: id).flatMap { document.constraints(of: $0) }?.elements.map(\.constraint) ?? []
    guard wanted?.problem == nil, found == wanted?.elements.map(\.constraint) ?? [], wanted == nil || !found.isEmpty
    else {
      throw refusal
    }
  }
}

extension SceneDocument {
  /// Returns true if an object and an object of a second scene have equal constraints, except for white space.
  fileprivate func hasSameConstraints(_ node: NodeIndex, as other: NodeIndex, in scene: SceneDocument) -> Bool {
    func text(_ document: SceneDocument, _ node: NodeIndex) -> String? {
      document.constraintsText(of: node).map { ColumnReader.inOneLine(Array($0.text)) }
    }
    return text(self, node) == text(scene, other)
  }
}
