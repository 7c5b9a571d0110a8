internal import SceneDocument

extension SceneSession {
  /// Replaces the scene's text, as one step; returns nil if the text does not change.
  ///
  /// No components are built: the next inspection reports their warnings and refusals about the new text.
  @discardableResult
  func replaceText(
    with text: [UInt8], named name: String, origin: HistoryStep.Origin = .scene
  ) throws(Diagnostic) -> HistoryStep? {
    try editing { model throws(Diagnostic) in
      let transaction = Transaction(model, EditRequest([]), judging: .nothing)
      try transaction.perform { model throws(Diagnostic) in try Self.replaceText(of: model, with: text) }
      guard !transaction.edit.isEmpty else { return nil }
      try add(transaction.edit, named: name, origin: origin)
      return steps.steps.last { !$0.isUndone }
    }
  }

  /// Replaces a model's text, and returns the edit that reverts the replacement. The edit is empty if the text does not
  /// change.
  private static func replaceText(of model: SceneModel, with text: [UInt8]) throws(Diagnostic) -> InverseEdit {
    let document = model.document
    var edit = InverseEdit()
    guard document.bytes() != text else { return edit }
    do throws(SceneError) {
      let former = try document.copy()
      edit.add(.structure(try model.write(text: text)))
      edit.describe(SceneComparison(from: former, to: document), of: document)
    } catch {
      edit.undo(on: model)
      throw Diagnostic(error)
    }
    return edit
  }

  struct MergeOptions {
    var origin = HistoryStep.Origin.scene

    /// True if a single conflict prevents the whole merge.
    var isWhole = false

    /// True if conflicts are resolved in favour of the other scene's changes whenever possible, instead of this
    /// scene's.
    var prefersTheirs = false

    /// True if components check the result.
    var asksComponents = true

    /// True if errors that the other scene already has are accepted, because components have checked that scene's
    /// values.
    var isAcceptedThere = false

    /// True if the other scene is the current file, whose content must not be lost.
    var isOfFile = false

    /// The renames that the sessions of both sides have recorded.
    var known = KnownRenames()
  }

  /// Merges the changes from `base` to `theirs` into this scene, as one step. The components of changed objects, and of
  /// objects that read changed objects, check the result unless the options disable the check.
  ///
  /// - Parameter warn: receives the warnings of hooks.
  /// - Returns: the conflicts, whose values in this scene are unchanged. If `isWhole` is true and there are any,
  ///   nothing was merged.
  /// - Throws: an error if a component refuses a merged value; then nothing is changed.
  func merge(
    base: SceneDocument, theirs: SceneDocument, named name: String, _ options: MergeOptions = MergeOptions(),
    warn: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> [SceneConflict] {
    try editing { model throws(Diagnostic) in
      let document = model.document
      let merge = SceneMerge(
        base: base, ours: document, theirs: theirs, prefersTheirs: options.prefersTheirs, library: library,
        known: options.known, under: job)
      guard !merge.cannotMatch else { throw Diagnostic(ForeignRefusal.unmatched, file: document.name) }
      guard !options.isWhole || merge.conflicts.isEmpty else { return merge.conflicts }
      let judging =
        options.asksComponents ? judging(options.isAcceptedThere ? theirs : nil) : Transaction.Judging.nothing
      if document.foreignFormat != nil, !merge.isOursUnchanged,
        let text = try foreignText(base: base, ours: document, theirs: theirs, options)
      {
        let transaction = Transaction(model, EditRequest([]), judging: judging)
        try transaction.perform { model throws(Diagnostic) in try Self.replaceText(of: model, with: text) }
        transaction.result.warnings.forEach(warn)
        if !transaction.edit.isEmpty { try add(transaction.edit, named: name, origin: options.origin) }
        return merge.conflicts
      }
      let transaction = Transaction(model, try merge.edit(), judging: judging)
      transaction.members = try merge.members()
      if merge.isOursUnchanged {
        try transaction.perform { model throws(Diagnostic) in
          try Self.replaceText(of: model, with: theirs.bytes())
        }
      } else {
        try transaction.perform()
      }
      transaction.result.warnings.forEach(warn)
      if !transaction.edit.isEmpty { try add(transaction.edit, named: name, origin: options.origin) }
      return merge.conflicts
    }
  }

  /// Applies this side's edits to the other side's text of a foreign document, to preserve content that its format does
  /// not interpret. Returns the resulting text; nil if the edits cannot be applied.
  ///
  /// - Throws: the reason why the edits cannot be applied, if the other side is the file.
  private func foreignText(
    base: SceneDocument, ours: SceneDocument, theirs: SceneDocument, _ options: MergeOptions
  ) throws(Diagnostic) -> [UInt8]? {
    do throws(Diagnostic) {
      let target = try Diagnostic.wrapping { () throws(SceneError) in try theirs.copy() }
      let merge = SceneMerge(
        base: base, ours: target, theirs: ours, prefersTheirs: !options.prefersTheirs, library: library,
        keepsText: true,
        under: job)
      // The roles are swapped here: values that the other side keeps in a conflict are the preferred ones.
      guard options.prefersTheirs || merge.conflicts.isEmpty else {
        if options.isOfFile { throw Diagnostic(ForeignRefusal.unmerged, file: ours.name) }
        return nil
      }
      let transaction = Transaction(
        SceneModel(document: target, library: library, under: job), try merge.edit(), judging: .nothing)
      transaction.members = try merge.members()
      try transaction.perform()
      return target.bytes()
    } catch {
      guard options.isOfFile else { return nil }
      throw error
    }
  }

  /// Returns the component check to perform after the merge. Errors that the scene had before are accepted.
  ///
  /// - Parameter theirs: the scene whose changes are merged, to accept its errors, too; nil to accept none of them.
  private func judging(_ theirs: SceneDocument?) -> Transaction.Judging {
    let (document, former, library, job) = (document, document.source.snapshot, library, job)
    return .result { () throws(Diagnostic) in
      try Diagnostic.wrapping { () throws(SceneError) in
        var known = [try document.document(of: former)]
        // The objects inside placeholders may have errors, too.
        if let theirs { known.append(theirs.isComposed ? theirs : try theirs.composed()) }
        return known.map { SceneModel(document: $0, library: library, under: job) }
      }
    }
  }
}

extension InverseEdit {
  /// Records the objects, properties and colours that a replacement of the whole text changes.
  mutating func describe(_ comparison: SceneComparison, of document: SceneDocument) {
    colors = Set(comparison.colors.map(\.name))
    comparison.forEachAttribute { attribute in
      properties.insert(attribute.property)
      guard let node = document.node(id: attribute.object), rewritten.last != node else { return }
      rewritten.append(node)
    }
    rewritten = Set(rewritten).sorted()
    for change in comparison.structure {
      guard let node = document.node(id: change.object) else { continue }
      switch change.kind {
      case .moved: structure[node, default: []].insert(.place)
      case .className: structure[node, default: []].insert(.className)
      case .name: structure[node, default: []].insert(.name)
      case .constraints: structure[node, default: []].insert(.constraints)
      case .inserted, .removed, .id, .bindings: break
      }
    }
    let aspects: [String: SceneChange.Aspect] = ["constraints": .constraints, "base": .className]
    comparison.forEachMember { member in
      if member.key == SceneDocument.runtimeAttributesKey, let node = member.object.flatMap(document.node(id:)) {
        rewritten.append(node)
        let lists = [member.old, member.new].compactMap { $0.map { RuntimeAttributeList(Array($0.utf8)) } }
        properties.formUnion(lists.flatMap { $0.elements.compactMap(\.keyPath) })
        return
      }
      if member.key == SceneDocument.bindingsKey, let node = member.object.flatMap(document.node(id:)) {
        rewritten.append(node)
        let lists = [member.old, member.new].compactMap { $0.map { BindingList(Array($0.utf8)) } }
        properties.formUnion(lists.flatMap { $0.entries.map(\.property) })
        return
      }
      if let node = member.object.flatMap(document.node(id:)), member.key == "overrides" || member.key == "ref" {
        rewritten += document.innerObjects(of: node)
      }
      guard let aspect = aspects[member.key], let node = member.object.flatMap(document.node(id:)) else { return }
      structure[node, default: []].insert(aspect)
    }
  }
}
