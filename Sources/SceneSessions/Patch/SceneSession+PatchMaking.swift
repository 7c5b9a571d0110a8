internal import SceneDocument

extension SceneSession {
  /// Returns steps that turn one text of a scene into another. The steps are derived from the difference of the texts
  /// or from the edits, depending on which is likely to need fewer steps.
  ///
  /// - Parameter made: the edits between the texts; nil if they are unknown.
  /// - Throws: an error if no steps can express the difference.
  func patch(
    from first: SceneDocument, to last: SceneDocument, made: [RecordedEdit]?
  ) throws(Diagnostic) -> ScenePatch {
    let difference = SceneDifference(from: first, to: last)
    // A comparison produces the fewest steps for changed values; the original edits are better for inserted and removed
    // objects.
    if difference.structure.isEmpty, let patch = try? compared(first, last), patch.isExact { return patch }
    if let made, let patch = try? retraced(first, last, made), patch.isExact { return patch }
    return try compared(first, last)
  }

  /// Derives the steps from the difference between the texts.
  private func compared(_ first: SceneDocument, _ last: SceneDocument) throws(Diagnostic) -> ScenePatch {
    let steps = try PatchSteps(first, library, under: job)
    try steps.lead(to: last)
    return try steps.patch(of: last)
  }

  /// Derives the steps from the recorded edits, in order.
  private func retraced(
    _ first: SceneDocument, _ last: SceneDocument, _ made: [RecordedEdit]
  ) throws(Diagnostic) -> ScenePatch {
    let original = try SceneSession.replica(of: first, library, under: job)
    let steps = try PatchSteps(first, library, under: job)
    for edit in made { try steps.retrace(edit, in: original) }
    return try steps.patch(of: last)
  }

  /// Repeats recorded edits on a copy of a scene, and returns the copy.
  func remade(_ first: SceneDocument, _ made: [RecordedEdit]) throws(Diagnostic) -> SceneDocument {
    let replica = try SceneSession.replica(of: first, library, under: job)
    for edit in made { try replica.make(edit) }
    return replica.document
  }

  /// Returns a session over a copy of a scene.
  static func replica(
    of document: SceneDocument, _ library: PluginLibrary, under job: InspectorJob
  ) throws(Diagnostic) -> SceneSession {
    try Diagnostic.wrapping { () throws(SceneError) in
      SceneSession(try document.copy(), library: library, under: job)
    }
  }

  /// Repeats a recorded edit. The scene must have the same text as before the original edit. Throws the errors of the
  /// edit.
  package func make(_ edit: RecordedEdit) throws(Diagnostic) {
    switch edit {
    case .edit(var request):
      request.wantsChanges = false
      _ = try perform(request)
    case .text(let text): try replaceText(with: text.bytes(), named: "")
    }
  }
}
