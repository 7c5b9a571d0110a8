import JSONText

extension SceneDocument {
  /// Returns the scene in which each placeholder contains the objects of its template. A scene without placeholders is
  /// returned unchanged, at no cost.
  ///
  /// Edits of the composed scene also change this document, from which only one composed scene may be made.
  ///
  /// - Parameters:
  ///   - finder: finds the templates.
  ///   - isExpected: true if edits will insert placeholders; a scene without placeholders is then composed, too.
  ///   - isCancelled: polled during the scan of the composed text; if it returns true, the error is `cancelled`.
  /// - Throws: `json.limit` if there is not enough memory, and the error of the composed text if two objects would have
  ///   the same id. A missing or unusable template is not an error; see ``compositionFindings``.
  package func composed(
    by finder: any TemplateFinder, isExpected: Bool = false, isCancelled: ScanWish? = nil
  ) throws(SceneError) -> SceneDocument {
    var left: [NodeIndex: AnyRefusal] = [:]
    while true {
      var made = try compositionIndex(finder, without: left, isCancelled: isCancelled) { TextState($0) }
      if made == nil, isExpected { made = try plainIndex(finder) { TextState($0) } }
      guard let (index, composition) = made else { return self }
      isWritten = true
      let document = SceneDocument(
        index, of: TextDocument(index.text, name: name, limit: .max), composition, of: nil, limits: limits)
      document.duplicateIDs = duplicateIDs
      guard duplicateIDs.isEmpty, let taken = document.firstDuplicateID() else { return document }
      guard let placeholder = composition.lastPlaceholder(with: taken) else {
        throw SceneError(SceneRefusal.takenID(taken), file: name)
      }
      left[placeholder] = AnyRefusal(CompositionRefusal.taken(taken, by: id(placeholder)))
    }
  }

  /// Composes this document with its templates, and scans the composed text; nil if the document has no placeholders.
  ///
  /// - Parameters:
  ///   - left: the placeholders to leave unresolved, with the reasons.
  ///   - state: creates the state of the composed text.
  private func compositionIndex(
    _ finder: any TemplateFinder, without left: [NodeIndex: AnyRefusal] = [:], isCancelled: ScanWish? = nil,
    _ state: (TextBytes) -> TextState
  ) throws(SceneError) -> (SceneIndex, Composition)? {
    guard var composer = SceneComposer(self, finder, without: left) else { return nil }
    let composition = composer.composition
    guard let bytes = TextBytes(composer.text()) else {
      throw SceneError(FileRefusal.noMemory(size: original.count), file: name)
    }
    guard let index = SceneIndex(state(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: bytes.count), file: name)
    }
    if let fault = index.scan(limits: limits, isCancelled: isCancelled) {
      throw refused(.during(.composition, fault.reason))
    }
    if isCancelled?(0, 0) == true { throw SceneError(CancelledRefusal(), file: name) }
    return (index, composition)
  }

  /// Composes the scene again after a change to its written document, and adopts the new text.
  ///
  /// - Parameters:
  ///   - backs: the records that undo the change to the written document, the last one first.
  ///   - changed: the map between the objects of the written document before and after the change.
  ///   - isUndo: true if the change restores a former text. Placeholders that would cause duplicate ids then stay
  ///     unresolved.
  func follow(
    _ backs: [StructureRestore], _ composition: Composition, changed: NodeMap, isUndo: Bool = false
  ) throws(SceneError) -> (map: NodeMap, restore: FormerText, composition: Composition) {
    let next: (index: SceneIndex, composition: Composition)
    do throws(SceneError) {
      // Placeholders that were unresolved because of duplicate ids may stay unresolved.
      var left: [NodeIndex: AnyRefusal] = [:]
      for (node, problem) in composition.plan.problems {
        if case .taken? = problem.base as? CompositionRefusal, let node = changed.new(node) { left[node] = problem }
      }
      do throws(SceneError) {
        next = try isUndo ? former(composition) : self.next(composition, without: [:], mayLack: left)
      } catch {
        guard !left.isEmpty else { throw error }
        next = try self.next(composition, without: left, mayLack: left)
      }
      index = next.index
    } catch {
      for restore in backs.reversed() { _ = try composition.written.restore(restore) }
      throw error
    }
    let map = NodeMap(from: composition, to: next.composition, changed, oldCount: oldCount(composition))
    let former = FormerText(from: indexed.state, to: next.index.text)
    indexed.adopt(next.index.text, undoneBy: former)
    self.composition = next.composition
    return (map, former, next.composition)
  }

  /// Composes the current text of the written document. Throws an error if two objects would have the same id.
  ///
  /// - Parameters:
  ///   - left: the placeholders to leave unresolved, with the reasons.
  ///   - lacking: the placeholders that may stay unresolved because they would cause duplicate ids.
  private func next(
    _ composition: Composition, without left: [NodeIndex: AnyRefusal], mayLack lacking: [NodeIndex: AnyRefusal]
  ) throws(SceneError) -> (index: SceneIndex, composition: Composition) {
    let next = try index(composition, without: left)
    for (node, problem) in next.composition.plan.problems where lacking[node] == nil {
      if case .taken(let id, _)? = problem.base as? CompositionRefusal {
        throw SceneError(SceneRefusal.takenID(id), file: name)
      }
    }
    if let taken = duplicateID(in: next.index) { throw SceneError(SceneRefusal.takenID(taken), file: name) }
    return next
  }

  /// Composes a former text of the written document. Placeholders that would cause duplicate ids stay unresolved.
  private func former(
    _ composition: Composition
  ) throws(SceneError) -> (index: SceneIndex, composition: Composition) {
    var left: [NodeIndex: AnyRefusal] = [:]
    while true {
      let next = try index(composition, without: left)
      guard let taken = duplicateID(in: next.index) else { return next }
      guard let placeholder = next.composition.lastPlaceholder(with: taken) else {
        throw SceneError(SceneRefusal.takenID(taken), file: name)
      }
      left[placeholder] = AnyRefusal(CompositionRefusal.taken(taken, by: next.composition.written.id(placeholder)))
    }
  }

  /// Composes and scans the current text of the written document, with or without placeholders.
  private func index(
    _ composition: Composition, without left: [NodeIndex: AnyRefusal]
  ) throws(SceneError) -> (index: SceneIndex, composition: Composition) {
    let made = try composition.written.compositionIndex(composition.finder, without: left) { indexed.next($0) }
    if let made { return made }
    // Without placeholders, the composed scene consists only of its own text.
    return try composition.written.plainIndex(composition.finder) { indexed.next($0) }
  }

  /// Returns an id that two objects of an index share; nil if all ids differ.
  private func duplicateID(in other: SceneIndex) -> String? {
    let former = index
    index = other
    defer { index = former }
    return firstDuplicateID()
  }

  /// True if no template's file has changed since the scene was composed, or if the scene has no placeholders.
  package var hasCurrentTemplates: Bool {
    composition?.finder.isCurrent ?? (!mayHavePlaceholders || !lacksTemplates)
  }

  /// The files of the scene's templates, keyed by real path, with their identities at the time of reading. An inner nil
  /// stands for a missing file. Empty if the scene is not composed.
  package var templateFiles: [String: FileIdentity?] { composition?.finder.files ?? [:] }

  /// Composes the same written document with the current state of its templates. Returns the new scene and the map
  /// between the objects of both scenes; nil if the scene has no placeholders. This document must not be used
  /// afterwards.
  ///
  /// Undo records of this document can be used with the new one.
  ///
  /// - Parameter finder: finds the templates of a scene that is not yet composed.
  package func recomposed(
    by finder: @autoclosure () -> any TemplateFinder
  ) throws(SceneError) -> (document: SceneDocument, map: NodeMap)? {
    let old: Composition
    if let composition {
      old = composition
    } else {
      old = Composition(written: self, templates: [], plan: .identity(objectCount), finder: finder())
    }
    var document = try old.written.composed(by: old.finder.renewed())
    if document.composition == nil {
      guard composition != nil else { return nil }
      // Edits may have removed all placeholders since the scene was composed.
      let (index, plain) = try old.written.plainIndex(old.finder.renewed()) { TextState($0) }
      document = SceneDocument(
        index, of: TextDocument(index.text, name: name, limit: .max), plain, of: nil, limits: limits)
    }
    guard let next = document.composition else { return nil }
    let map = NodeMap(from: old, to: next, .identity(old.written.objectCount), oldCount: oldCount(old))
    return (document, map)
  }

  /// Returns the number of objects in a composed scene.
  private func oldCount(_ composition: Composition) -> Int {
    composition.plan.starts.count + composition.plan.instances.values.reduce(0) { $0 + $1.inner }
  }

  private func plainIndex(
    _ finder: any TemplateFinder, _ state: (TextBytes) -> TextState
  ) throws(SceneError) -> (SceneIndex, Composition) {
    guard let bytes = TextBytes(source.snapshot), let index = SceneIndex(state(bytes), limits: limits) else {
      throw SceneError(FileRefusal.noMemory(size: original.count), file: name)
    }
    if let fault = index.scan(limits: limits) { throw refused(.during(.composition, fault.reason)) }
    return (index, Composition(written: self, templates: [], plan: .identity(objectCount), finder: finder))
  }
}

extension NodeMap {
  /// Creates the map between the object numbers of two composed scenes.
  ///
  /// - Parameter changed: the map between the written documents. If the template of an object has changed, the
  ///   template's objects count as new.
  fileprivate init(from old: Composition, to new: Composition, _ changed: NodeMap, oldCount: Int) {
    self.init()
    for node in new.written.objects {
      let former = changed.old(node)
      append(old: former.map(old.composed), count: 1)
      let inner = new.plan.instances[node]?.inner ?? 0
      guard inner > 0 else { continue }
      let isSame = former.map { former in
        guard let before = old.plan.instances[former], let now = new.plan.instances[node] else { return false }
        let (a, b) = (old.templates[before.template], new.templates[now.template])
        return before.inner == inner && a.node == b.node && a.document.sharesIndex(with: b.document)
      }
      append(old: isSame == true ? former.map { old.composed($0) + 1 } : nil, count: inner)
    }
    finish(oldCount: oldCount)
  }
}
