internal import InspectorKit
internal import SceneDocument

extension PatchSteps {
  /// Adds the steps that make of the scene another one, by what differs.
  func lead(to last: SceneDocument) throws(EditError) {
    let difference = SceneDifference(from: document, to: last)
    if let member = difference.members.first {
      throw EditError(.cannotBeScripted(key: member.key, object: member.object))
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
  }

  private func editStep(_ change: Reconciliation.Change) -> EditStep {
    switch change {
    case .insert(let text, let place): .insert(objects: [PlacedJSON.withoutBlanks(text)], at: StepPlace(place))
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
