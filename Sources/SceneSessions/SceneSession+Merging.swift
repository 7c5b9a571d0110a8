internal import SceneDocument

extension SceneSession {
  /// Takes another text in place of the scene's, as one step; nil where it is the same.
  ///
  /// No components are built: their warnings and refusals about the new text are reported when it is inspected.
  @discardableResult
  func replaceText(
    with text: [UInt8], named name: String, origin: HistoryStep.Origin = .scene
  ) throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      let transaction = Transaction(model, EditRequest([]), judging: .nothing)
      try transaction.perform { document throws(EditError) in try Self.replaceText(of: document, with: text) }
      guard !transaction.edit.isEmpty else { return nil }
      try add(transaction.edit, named: name, origin: origin)
      return steps.steps.last { !$0.isUndone }
    }
  }

  /// Gives a document another text, and answers what undoes that; an empty edit where it has that text.
  private static func replaceText(of document: SceneDocument, with text: [UInt8]) throws(EditError) -> InverseEdit {
    var edit = InverseEdit()
    guard document.bytes() != text else { return edit }
    do throws(SceneError) {
      let former = try document.copy()
      edit.add(.structure(try document.replaceText(with: text)))
      edit.describe(SceneDifference(from: former, to: document), of: document)
    } catch {
      edit.undo(on: document)
      throw EditError(error)
    }
    return edit
  }

  /// How a merge is made.
  struct MergeOptions {
    var origin = HistoryStep.Origin.scene

    /// Whether a conflict keeps everything out.
    var isWhole = false

    /// Whether conflicts are decided for the other scene, where they can be.
    var prefersTheirs = false

    /// Whether components judge the result.
    var asksComponents = true

    /// Whether the other scene's components accepted what it holds already.
    var isAcceptedThere = false
  }

  /// Takes in what others made of a scene that was `base` once, as one step. The components of what it changes, and of what
  /// reads that, judge it.
  ///
  /// - Parameter warn: is given what hooks warn of.
  /// - Returns: what is changed here, too, and stays as it is here.
  /// - Throws: where a component refuses what it gets; then nothing is changed.
  func merge(
    base: SceneDocument, theirs: SceneDocument, named name: String, _ options: MergeOptions = MergeOptions(),
    warn: (Diagnostic) -> Void = { _ in }
  ) throws(EditError) -> [SceneConflict] {
    try editing { model throws(EditError) in
      let document = model.document
      let merge = SceneMerge(base: base, ours: document, theirs: theirs, prefersTheirs: options.prefersTheirs)
      guard !options.isWhole || merge.conflicts.isEmpty else { return merge.conflicts }
      let transaction = Transaction(
        model, try merge.edit(),
        judging: options.asksComponents ? judging(options.isAcceptedThere ? theirs : nil) : .nothing)
      transaction.members = merge.members
      if merge.isOursUnchanged {
        try transaction.perform { document throws(EditError) in
          try Self.replaceText(of: document, with: theirs.bytes())
        }
      } else {
        try transaction.perform()
      }
      transaction.result.warnings.forEach(warn)
      if !transaction.edit.isEmpty { try add(transaction.edit, named: name, origin: options.origin) }
      return merge.conflicts
    }
  }

  /// Components judge the scene after the merge; what was wrong in it before is no reason to refuse it.
  ///
  /// - Parameter theirs: the scene that the changes come from, where what that holds was accepted there.
  private func judging(_ theirs: SceneDocument?) -> Transaction.Judging {
    let (document, former, library, job) = (document, document.snapshot, library, job)
    return .result { () throws(EditError) in
      try EditError.wrapping { () throws(SceneError) in
        let known = [try document.document(of: former)] + (theirs.map { [$0] } ?? [])
        return known.map { SceneModel(document: $0, library: library, under: job) }
      }
    }
  }
}

extension InverseEdit {
  /// Records which objects, properties and colours a replacement of the whole text changes.
  fileprivate mutating func describe(_ difference: SceneDifference, of document: SceneDocument) {
    properties = Set(difference.attributes.map(\.property))
    colors = Set(difference.colors.map(\.name))
    rewritten = Set(difference.attributes.compactMap { document.node(id: $0.object) }).sorted()
    for change in difference.structure {
      guard let node = document.node(id: change.object) else { continue }
      switch change.kind {
      case .moved: structure[node, default: []].insert(.place)
      case .className: structure[node, default: []].insert(.className)
      case .name: structure[node, default: []].insert(.name)
      case .constraints: structure[node, default: []].insert(.constraints)
      case .inserted, .removed, .id: break
      }
    }
    let aspects: [String: SceneChange.Aspect] = ["constraints": .constraints, "base": .className]
    for member in difference.members {
      guard let aspect = aspects[member.key], let node = member.object.flatMap(document.node(id:)) else { continue }
      structure[node, default: []].insert(aspect)
    }
  }
}
