internal import InspectorKit
internal import SceneDocument

extension PatchSteps {
  /// Repeats an edit in its original session, and adds equivalent steps without queries: the added steps refer to
  /// objects by their ids, and set the resulting values.
  ///
  /// - Parameter original: a session with the same text as before the original edit.
  func retrace(_ edit: RecordedEdit, in original: SceneSession) throws(Diagnostic) {
    switch edit {
    case .edit(let request):
      var number = 0
      while number < request.steps.count {
        let isPair = request.valuesWithClass(of: number) != nil
        let part = request.steps[number..<(number + (isPair ? 2 : 1))]
        if isPair {
          try retraceTogether(Array(part), request, in: original)
        } else if let step = part.first, step.effect != .nothing {
          try retrace(step, request, in: original)
        }
        number += part.count
      }
    case .text:
      try original.make(edit)
      try lead(to: original.document)
    }
  }

  private func retrace(_ step: EditStep, _ request: EditRequest, in original: SceneSession) throws(Diagnostic) {
    let version = original.version
    var single = request
    single.steps = [step]
    if step.effect == .attributes {
      try original.make(.edit(single))
      guard original.version != version else { return }
      try takeValues(of: original.document, original.lastChanged)
      for node in original.lastChanged { try takeRuntimeAttributes(of: original.document, node) }
      return
    }
    let resolved = try step.resolved { selector throws(Diagnostic) in try original.resolved(selector) }
    try original.make(.edit(single))
    if original.version != version, let resolved { try add([resolved]) }
  }

  /// Repeats steps that components check together, and adds them unless they changed nothing.
  private func retraceTogether(
    _ part: [EditStep], _ request: EditRequest, in original: SceneSession
  ) throws(Diagnostic) {
    let version = original.version
    var pair = request
    pair.steps = part
    try original.make(.edit(pair))
    if original.version != version { try add(part) }
  }
}

extension SceneSession {
  /// The objects whose attributes the last edit changed.
  fileprivate var lastChanged: [NodeIndex] {
    log.changes(since: log.version - 1).first.map { Set($0.nodes).sorted() } ?? []
  }

  /// Returns a selector of the ids that the given selector matches now; nil if it matches nothing. Throws if the
  /// selector cannot be evaluated.
  func resolved(_ selector: Selector) throws(Diagnostic) -> Selector? {
    let ids = try select(selector).map { document.id($0) }
    return ids.isEmpty ? nil : Selector(ids: ids)
  }
}
