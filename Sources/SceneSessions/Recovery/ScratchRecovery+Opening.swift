internal import SceneDocument

extension ScratchRecovery {
  /// Finds what the scratch changed.
  ///
  /// - Throws: as ``text()``.
  public func comparison() throws(JournalError) -> SceneComparison {
    SceneComparison(from: try document(try base()), to: try document(try text()))
  }

  /// Opens it again over a session of the scene, its edits being one step.
  package func open(over session: SceneSession) throws(EditError) -> ScratchSession {
    let (base, text): (SceneDocument, [UInt8])
    do throws(JournalError) {
      (base, text) = (try document(try self.base()), try self.text())
    } catch {
      throw EditError(error)
    }
    return try session.lock.withLock { () throws(EditError) in
      let scratch = try ScratchSession(session, named: name, over: base)
      let words = steps.count == 1 ? "recover an edit" : "recover \(steps.count) edits"
      try scratch.session.replaceText(with: text, named: words)
      return scratch
    }
  }
}
