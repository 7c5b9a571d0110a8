internal import JSONText
internal import SceneDocument

extension EditStep {
  /// What of the step an error is about that does not say so itself; nil for all of it.
  func part(concernedBy error: EditError, in model: SceneModel) -> Part? {
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
  ) -> Part? {
    guard let refusal = error.diagnostics.first, let name = refusal.property else { return nil }
    let node = refusal.object.flatMap { model.document.node(id: $0) }
    guard let definition = node.flatMap({ model.classPlan(of: $0) })?.definition else { return nil }
    let place = definition.place(ofTyped: name)
    return assignments.firstIndex { place != nil && PropertyReference($0.name, of: definition)?.place == place }
      .map { .assignment($0) }
  }

  /// The text that holds the object that was refused.
  private static func part(concernedBy error: EditError, of objects: [String]) -> Part? {
    let id = error.diagnostics.first?.object
    let place = objects.count == 1 ? 0 : objects.firstIndex { id != nil && holds($0, id) }
    return place.map { .object($0, offset: 0) }
  }

  private static func holds(_ object: String, _ id: String?) -> Bool {
    var open = [try? JSON.parse(Array(object.utf8))].compactMap { $0 }
    while let next = open.popLast() {
      if next["id"]?.stringValue == id { return true }
      if case .array(let children)? = next["children"] { open += children }
    }
    return false
  }
}

extension StepPlace {
  fileprivate var part: EditStep.Part {
    switch position {
    case .index: .index
    case .before, .after: .sibling
    case .first, .last: .parent
    }
  }
}
