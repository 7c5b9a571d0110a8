internal import SceneDocument

/// Finds the steps that lead from one text of a scene to another.
struct PatchMaker {
  private let library: PluginLibrary
  private let job: InspectorJob

  init(_ library: PluginLibrary, under job: InspectorJob) { (self.library, self.job) = (library, job) }

  /// The steps from one scene to another; where they can be few, they are.
  ///
  /// - Parameter made: the edits that did it, where that is known.
  func patch(
    from first: SceneDocument, to last: SceneDocument, made: [RecordedEdit]?
  ) throws(EditError) -> ScenePatch {
    let difference = SceneDifference(from: first, to: last)
    // Changed values are best expressed by their last state; objects that came and went by the edits that did it.
    if difference.structure.isEmpty, let patch = try? compared(first, last), patch.isExact { return patch }
    if let made, let patch = try? retraced(first, last, made), patch.isExact { return patch }
    return try compared(first, last)
  }

  /// By what differs in the end.
  private func compared(_ first: SceneDocument, _ last: SceneDocument) throws(EditError) -> ScenePatch {
    let steps = try PatchSteps(first, library, under: job)
    try steps.lead(to: last)
    return try steps.patch(of: last)
  }

  /// By the edits that were made, one after the other.
  private func retraced(
    _ first: SceneDocument, _ last: SceneDocument, _ made: [RecordedEdit]
  ) throws(EditError) -> ScenePatch {
    var retracing = PatchRetracing(
      original: try SceneSession.replica(of: first, library, under: job), steps: try PatchSteps(first, library, under: job))
    for edit in made { try retracing.make(edit) }
    return try retracing.steps.patch(of: last)
  }

  /// A scene after edits that were made in it.
  func remade(_ first: SceneDocument, _ made: [RecordedEdit]) throws(EditError) -> SceneDocument {
    let replica = try SceneSession.replica(of: first, library, under: job)
    for edit in made { try replica.make(edit) }
    return replica.document
  }
}

extension SceneSession {
  /// A session over a copy of a scene.
  static func replica(
    of document: SceneDocument, _ library: PluginLibrary, under job: InspectorJob
  ) throws(EditError) -> SceneSession {
    return try EditError.wrapping { () throws(SceneError) in
      return SceneSession(try document.copy(), library: library, under: job)
    }
  }

  /// Makes an edit that was made before in the same text.
  package func make(_ edit: RecordedEdit) throws(EditError) {
    switch edit {
    case .edit(var request):
      request.wantsChanges = false
      _ = try perform(request)
    case .text(let text): try replaceText(with: text.bytes(), named: "")
    }
  }
}
