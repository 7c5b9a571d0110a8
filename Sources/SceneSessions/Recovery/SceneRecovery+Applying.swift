import SceneDocument

extension SceneRecovery {
  /// Applies the recovered edits to a session of the scene, as one step. Then discards the recovery, unless there are
  /// conflicts, or scratches that ``openScratches(over:)`` can open.
  ///
  /// In a session without edits, the text becomes the recovered one, to the byte; otherwise the edits are merged by
  /// property. Nothing happens if the recovery has only scratches.
  ///
  /// - Parameter acrossChanges: true to merge the edits by property even if the file has changed since they were made;
  ///   false to refuse that.
  /// - Returns: the conflicts with the session's own changes, which keep their values.
  /// - Throws: `journal.changed` and `journal.damaged`, besides the errors of an edit.
  @discardableResult public func apply(
    to session: SceneSession, acrossChanges: Bool = false
  ) throws(Diagnostic) -> [SceneConflict] {
    if steps.isEmpty, !scratches.isEmpty { return [] }
    if fit == .copy, !acrossChanges { throw Diagnostic(JournalRefusal.changed(scene)) }
    let (first, last) = (try parsed(try start()), try document())
    let name = steps.count == 1 ? "recover an edit" : "recover \(steps.count) edits"
    // Components accepted the edits when they were made. A scene must be recoverable even if they no longer would.
    let conflicts = try session.merge(base: first, theirs: last, named: name, .init(asksComponents: false))
    if conflicts.isEmpty, scratches.isEmpty { discard() }
    return conflicts
  }

  /// Reopens the scratches, each with its edits as one step, and discards the recovery. Call this method after
  /// ``apply(to:acrossChanges:)`` has returned no conflicts.
  ///
  /// - Throws: an error if a scratch cannot be opened; the recovery is then kept.
  public func openScratches(over session: SceneSession) throws(Diagnostic) -> [ScratchSession] {
    let opened = try scratches.map { scratch throws(Diagnostic) in try scratch.open(over: session) }
    discard()
    return opened
  }
}

extension ScratchRecovery {
  /// Compares the scratch's text with its base.
  ///
  /// - Throws: the errors of ``text()``.
  public func comparison() throws(Diagnostic) -> SceneComparison {
    SceneComparison(from: try document(try base()), to: try document(try text()))
  }

  /// Reopens the scratch over a session of the scene, with its edits as one step.
  package func open(over session: SceneSession) throws(Diagnostic) -> ScratchSession {
    let (base, text) = (try document(try self.base()), try self.text())
    return try session.exclusively { () throws(Diagnostic) in
      let scratch = try ScratchSession(session, named: name, over: base)
      let words = steps.count == 1 ? "recover an edit" : "recover \(steps.count) edits"
      try scratch.session.replaceText(with: text, named: words)
      return scratch
    }
  }
}
