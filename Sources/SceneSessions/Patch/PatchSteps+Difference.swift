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
    let reconciliation = try EditError.wrapping { () throws(SceneError) in
      try Reconciliation(of: document, with: last, in: difference)
    }
    for step in reconciliation.steps {
      switch step {
      case .palette(let colors):
        let changes = colors.map { color -> PaletteEdit in
          color.new.map { .set(name: color.name, to: PlacedJSON.typed($0)) } ?? .remove(name: color.name)
        }
        if !changes.isEmpty { try add(.palette(changes)) }
      case .structure(let changes): for change in changes { try add(editStep(change)) }
      case .values(let changes): try takeValues(of: last, Set(changes.compactMap { last.node(id: $0.object) }).sorted())
      }
    }
    for member in constrained { try takeConstraints(member, of: last) }
  }

  /// Adds the steps that give an object the constraints that it has in another scene.
  private func takeConstraints(_ member: SceneDifference.Member, of last: SceneDocument) throws(EditError) {
    let refusal = EditError(SessionRefusal.cannotBeScripted(key: member.key, object: member.object))
    guard let id = member.object, let node = last.node(id: id) else { throw refusal }
    let selector = Selector(ids: [id])
    let wanted = last.constraints(of: node)
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

  private func editStep(_ change: Reconciliation.Change) -> EditStep {
    switch change {
    case .insert(let text, let place): .insert(objects: [ColumnReader.inOneLine(text)], at: StepPlace(place))
    case .move(let place): .move(Selector(ids: [place.object]), to: StepPlace(place))
    case .remove(let ids):
      // In the order in which they stand by now.
      .remove(Selector(ids: ids.compactMap { document.node(id: $0) }.sorted().map { document.id($0) }))
    case .setClass(let name, let id): .setClass(Selector(ids: [id]), to: name)
    case .setName(let name, let id): .setName(Selector(ids: [id]), to: name)
    }
  }
}

extension StepPlace {
  fileprivate init(_ place: Reconciliation.Place) {
    if let former = place.former {
      self.init(.after(Selector(ids: [former])))
    } else {
      self.init(in: place.parent.map { Selector(ids: [$0]) }, .first)
    }
  }
}
