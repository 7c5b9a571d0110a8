internal import InspectorKit
internal import SceneDocument

/// Makes a session's edits again, and finds for each the steps that do the same without asking anything of the scene:
/// objects by their ids, values as they came out.
struct PatchRetracing {
  /// What the edits are made in.
  package let original: SceneSession
  /// What the steps are made in, right after.
  package let steps: PatchSteps

  package mutating func make(_ edit: RecordedEdit) throws(EditError) {
    switch edit {
    case .edit(let request):
      var number = 0
      while number < request.steps.count {
        let isPair = request.valuesWithClass(of: number) != nil
        let part = request.steps[number..<(number + (isPair ? 2 : 1))]
        if isPair {
          try makeTogether(Array(part), request)
        } else if let step = part.first, !step.isExpectation {
          try make(step, request)
        }
        number += part.count
      }
    case .text:
      try original.make(edit)
      try steps.lead(to: original.document)
    }
  }

  private func make(_ step: EditStep, _ request: EditRequest) throws(EditError) {
    let version = original.version
    var single = request
    single.steps = [step]
    switch step {
    case .set, .renameProperty:
      try original.make(.edit(single))
      if original.version != version { try steps.takeValues(of: original.document, lastChanged(original)) }
    default:
      let resolved = try step.resolved(in: original)
      try original.make(.edit(single))
      if original.version != version, let resolved { try steps.add(resolved) }
    }
  }

  /// Makes steps that components judge as one.
  private func makeTogether(_ part: [EditStep], _ request: EditRequest) throws(EditError) {
    let version = original.version
    var pair = request
    pair.steps = part
    try original.make(.edit(pair))
    if original.version != version { try steps.add(part) }
  }

  /// The objects whose attributes the last edit changed.
  private func lastChanged(_ session: SceneSession) -> [NodeIndex] {
    session.log.changes(since: session.log.version - 1).first.map { Set($0.nodes).sorted() } ?? []
  }
}

extension EditStep {
  /// The same of the objects that are meant now, by their ids; nil where there are none.
  func resolved(in session: SceneSession) throws(EditError) -> EditStep? {
    func ids(_ selector: Selector) throws(EditError) -> Selector? {
      let ids = try session.select(selector).map { session.document.id($0) }
      return ids.isEmpty ? nil : Selector(ids: ids)
    }
    func place(_ place: StepPlace) throws(EditError) -> StepPlace {
      var place = place
      if let parent = place.parent { place.parent = try ids(parent) }
      switch place.position {
      case .before(let sibling): place.position = .before(try ids(sibling) ?? sibling)
      case .after(let sibling): place.position = .after(try ids(sibling) ?? sibling)
      case .first, .last, .index: break
      }
      return place
    }
    switch self {
    case .insert(let objects, let target): return .insert(objects: objects, at: try place(target))
    case .remove(let selector): return try ids(selector).map { .remove($0) }
    case .duplicate(let selector, let id, let target):
      let target = try target.map { target throws(EditError) in try place(target) }
      return try ids(selector).map { .duplicate($0, id: id, at: target) }
    case .move(let selector, let target):
      let target = try place(target)
      return try ids(selector).map { .move($0, to: target) }
    case .rename(let selector, let id): return try ids(selector).map { .rename($0, id: id) }
    case .setClass(let selector, let name): return try ids(selector).map { .setClass($0, to: name) }
    case .setName(let selector, let name): return try ids(selector).map { .setName($0, to: name) }
    case .set, .renameProperty, .palette, .expect, .expectPalette: return self
    }
  }
}
