internal import SceneDocument

extension SceneRecovery {
  /// Makes the edits in a session of the scene, as one step, and removes them here; what scratches left is kept for
  /// ``openScratches(over:)``.
  ///
  /// In a session that was not edited yet the text becomes the recovered one, to the byte; else they are taken in by
  /// property.
  ///
  /// - Parameter acrossChanges: whether the edits are taken in by property where the file is another than the one that
  ///   they were made on; without, that is refused.
  /// - Returns: what is changed in the session, too, and in another way: that stays as it is there, and the edits are kept
  ///   here.
  /// - Throws: `journal.changed` and `journal.damaged`, besides what an edit throws.
  @discardableResult public func apply(
    to session: SceneSession, acrossChanges: Bool = false
  ) throws(EditError) -> [SceneConflict] {
    if steps.isEmpty, !scratches.isEmpty { return [] }
    let (first, last): (SceneDocument, SceneDocument)
    do throws(JournalError) {
      if fit == .copy, !acrossChanges { throw JournalError(.changed(scene)) }
      (first, last) = (try parsed(try start()), try document())
    } catch {
      throw EditError(error)
    }
    let name = steps.count == 1 ? "recover an edit" : "recover \(steps.count) edits"
    // Components accepted the edits when they were made. A scene must be recovered even where they no longer would.
    let conflicts = try session.merge(base: first, theirs: last, named: name, .init(asksComponents: false))
    if conflicts.isEmpty, scratches.isEmpty { discard() }
    return conflicts
  }

  /// Opens the scratches again, with their edits as one step of each, and removes the edits here; after ``apply(to:acrossChanges:)``.
  public func openScratches(over session: SceneSession) throws(EditError) -> [ScratchSession] {
    let opened = try scratches.map { scratch throws(EditError) in try scratch.open(over: session) }
    discard()
    return opened
  }
}
