internal import InspectorKit
internal import SceneDocument

/// Repeats a session's edits, and finds equivalent steps that query nothing in the scene: objects by their ids,
/// values as they turned out.
struct PatchRetracing {
  /// The session in which the edits are repeated.
  let original: SceneSession
  /// The patch's steps, which follow the edits.
  let steps: PatchSteps

  mutating func make(_ edit: RecordedEdit) throws(Diagnostic) {
    switch edit {
    case .edit(let request):
      var number = 0
      while number < request.steps.count {
        let isPair = request.valuesWithClass(of: number) != nil
        let part = request.steps[number..<(number + (isPair ? 2 : 1))]
        if isPair {
          try makeTogether(Array(part), request)
        } else if let step = part.first, step.effect != .nothing {
          try make(step, request)
        }
        number += part.count
      }
    case .text:
      try original.make(edit)
      try steps.lead(to: original.document)
    }
  }

  private func make(_ step: EditStep, _ request: EditRequest) throws(Diagnostic) {
    let version = original.version
    var single = request
    single.steps = [step]
    if step.effect == .attributes {
      try original.make(.edit(single))
      if original.version != version { try steps.takeValues(of: original.document, lastChanged(original)) }
      return
    }
    let resolved = try step.resolved { selector throws(Diagnostic) in try original.resolved(selector) }
    try original.make(.edit(single))
    if original.version != version, let resolved { try steps.add(resolved) }
  }

  /// Makes steps that components check together.
  private func makeTogether(_ part: [EditStep], _ request: EditRequest) throws(Diagnostic) {
    let version = original.version
    var pair = request
    pair.steps = part
    try original.make(.edit(pair))
    if original.version != version { try steps.add(part) }
  }

  /// Returns the objects whose attributes the last edit changed.
  private func lastChanged(_ session: SceneSession) -> [NodeIndex] {
    session.log.changes(since: session.log.version - 1).first.map { Set($0.nodes).sorted() } ?? []
  }
}

extension SceneSession {
  /// Returns a selector of the ids that the given selector matches now; nil if it matches nothing.
  func resolved(_ selector: Selector) throws(Diagnostic) -> Selector? {
    let ids = try select(selector).map { document.id($0) }
    return ids.isEmpty ? nil : Selector(ids: ids)
  }
}
