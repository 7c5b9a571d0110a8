internal import SceneDocument

extension SceneSession {
  /// Takes another text in place of the scene's, as one step; nil where it is the same.
  ///
  /// Components are not asked: what they say of the new text is said when it is looked at.
  @discardableResult
  func replaceText(
    with text: [UInt8], named name: String, origin: HistoryStep.Origin = .scene
  ) throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      let document = model.document
      guard document.bytes() != text else { return nil }
      var edit = SceneEdit()
      do throws(SceneError) {
        let former = try document.copy()
        edit.add(.structure(try document.replaceText(with: text)))
        edit.tell(SceneDifference(from: former, to: document), of: document)
      } catch {
        edit.undo(on: document)
        throw EditError(code: error.code, message: error.message)
      }
      try add(edit, named: name, origin: origin)
      return steps.steps.last { !$0.isUndone }
    }
  }

  /// Takes in what others made of a scene that was `base` once, as one step; what is changed here, too, stays as it is.
  ///
  /// - Parameter wholly: whether a conflict keeps everything out.
  func merge(
    base: SceneDocument, theirs: SceneDocument, named name: String, origin: HistoryStep.Origin = .scene,
    wholly: Bool = false
  ) throws(EditError) -> [SceneConflict] {
    try editing { model throws(EditError) in
      let merge = SceneMerge(base: base, ours: model.document, theirs: theirs)
      if merge.isOursUnchanged {
        try replaceText(with: theirs.bytes(), named: name, origin: origin)
        return []
      }
      guard !wholly || merge.conflicts.isEmpty else { return merge.conflicts }
      let edit: SceneEdit
      do throws(SceneError) {
        edit = try merge.made()
      } catch {
        throw EditError(code: error.code, message: error.message)
      }
      if !edit.isEmpty { try add(edit, named: name, origin: origin) }
      return merge.conflicts
    }
  }
}

extension SceneEdit {
  /// Says what a text that was replaced as a whole is about.
  fileprivate mutating func tell(_ difference: SceneDifference, of document: SceneDocument) {
    properties = Set(difference.attributes.map(\.property))
    colors = Set(difference.colors.map(\.name))
    rewritten = Set(difference.attributes.compactMap { document.node(id: $0.object) }).sorted()
    for change in difference.structure {
      guard let node = document.node(id: change.object) else { continue }
      switch change.kind {
      case .moved: structure[node, default: []].insert(.place)
      case .className: structure[node, default: []].insert(.className)
      case .name: structure[node, default: []].insert(.name)
      case .inserted, .removed, .id: break
      }
    }
  }
}
