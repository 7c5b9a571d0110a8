internal import SceneDocument

extension EditStep {
  /// What of the step an error is about that does not say so itself; nil for all of it.
  package func part(concernedBy error: EditError, in model: SceneModel) -> EditError.Part? {
    switch self {
    case .set(_, let assignments): return Self.part(concernedBy: error, of: assignments, in: model)
    case .insert(let objects, let place):
      if error.code == "edit.structure" { return place.part }
      return Self.part(concernedBy: error, of: objects)
    case .duplicate(_, _, let place):
      return error.code == "edit.structure" ? place?.part : error.code == "scene.duplicate-id" ? .name : nil
    case .move(_, let place): return error.code == "edit.structure" ? place.part : nil
    case .rename, .setClass: return .name
    default: return nil
    }
  }

  /// The assignment to the property that was refused, by whichever of its names it was written.
  private static func part(
    concernedBy error: EditError, of assignments: [Assignment], in model: SceneModel
  ) -> EditError.Part? {
    guard let refusal = error.diagnostics.first, let name = refusal.property else { return nil }
    let node = refusal.object.flatMap { model.document.node(id: $0) }
    guard let definition = node.flatMap({ model.classPlan(of: $0) })?.definition else { return nil }
    let place = definition.place(ofTyped: name)
    return assignments.firstIndex { place != nil && PropertyReference($0.name, of: definition)?.place == place }
      .map { .assignment($0) }
  }

  /// The object that was refused, or its attribute, in the text that holds it.
  private static func part(concernedBy error: EditError, of objects: [String]) -> EditError.Part? {
    if let refusal = error.diagnostics.first, let id = refusal.object {
      for (number, text) in objects.enumerated() {
        guard let object = (try? PlacedJSON(Array(text.utf8)))?.object(id) else { continue }
        let attribute = object["attributes"]?.members?.first { $0.key == refusal.property }
        return .object(number, offset: attribute?.keyOffset ?? object.offset)
      }
    }
    return objects.count == 1 ? .object(0, offset: 0) : nil
  }
}

extension PlacedJSON {
  /// The object of a scene with an id, this or one that it holds.
  fileprivate func object(_ id: String) -> PlacedJSON? {
    if self["id"]?.string == id { return self }
    for child in self["children"]?.elements ?? [] {
      if let found = child.object(id) { return found }
    }
    return nil
  }
}

extension StepPlace {
  fileprivate var part: EditError.Part {
    switch position {
    case .index: .index
    case .before, .after: .sibling
    case .first, .last: .parent
    }
  }
}
