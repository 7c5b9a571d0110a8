internal import SceneDocument

extension SceneSession {
  /// All steps: those that are made, the first one first, and after them those that are undone, the next to redo first.
  public var history: [HistoryStep] { lock.withLock { steps.steps } }

  /// Takes the last step back, and answers which that was; nil where there is none.
  ///
  /// The components of all that it changes, and of what reads that, are built with the cause `undo`. What they refuse is a
  /// warning of the step: whatever was once accepted can be undone.
  ///
  /// - Throws: `edit.transaction` at the beginning of a transaction, and where there is no memory for what was; then
  ///   nothing is changed.
  @discardableResult public func undo() throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      guard let step = try steps.nextUndo() else { return nil }
      let (redo, change, warnings) = try retrace(step, .undo, model)
      var undone = steps.undid(redo, version: change.version)
      undone?.warnings = warnings
      notifyObservers(of: change)
      return undone
    }
  }

  /// Applies a step's inverse, builds what that changes, and writes it down; what is cancelled on the way is not made.
  private func retrace(
    _ step: EditHistory.Step, _ cause: SceneChange.Cause, _ model: SceneModel
  ) throws(EditError) -> (inverse: InverseEdit, change: SceneChange, warnings: [Diagnostic]) {
    let inverse = try step.edit.inverted(on: model.document)
    follow(inverse)
    // A change of the scene's plugins has made it another model.
    let warnings = self.model.buildUndone(inverse)
    guard !job.isCancelled else {
      takeBack(inverse)
      throw .cancelled
    }
    return (inverse, try note(inverse, cause: cause, named: step.name), warnings)
  }

  /// Makes the last undone step again, as ``undo()`` takes one back, and answers which that was; nil where there is none.
  ///
  /// - Throws: where there is no memory; then nothing is changed.
  @discardableResult public func redo() throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      guard let step = steps.undone.last else { return nil }
      let (undo, change, warnings) = try retrace(step, .redo, model)
      var redone = steps.redid(undo, version: change.version)
      redone?.warnings = warnings
      notifyObservers(of: change)
      return redone
    }
  }

  /// Ends a drag: the next edit is a step of its own, even with the same merge key.
  ///
  /// ```swift
  /// for x in positions { _ = try session.perform(position(x), mergeKey: "drag") }
  /// session.endMerging()  // the mouse is up; all positions are one step
  /// ```
  public func endMerging() { lock.withLock { steps.endMerging() } }

  // MARK: transactions

  /// The name of the transaction that is open, or nil.
  public var transaction: String? { lock.withLock { steps.transaction?.name } }

  /// Begins a transaction: the edits up to ``commit()`` become one step of the history, and ``rollback()`` takes them back.
  ///
  /// ```swift
  /// try session.begin(named: "make it round")
  /// _ = try session.perform(cornerRadius)
  /// _ = try session.perform(frame)
  /// try session.commit()?.name  // "make it round", of 2 edits
  /// ```
  ///
  /// Each edit is judged, reported to observers, and can be undone by itself in the meantime. What was undone before
  /// can be redone again only after a rollback.
  ///
  /// - Throws: `edit.transaction` where one is open already.
  public func begin(named name: String) throws(EditError) {
    try lock.withLock { () throws(EditError) in try steps.begin(name, at: document.snapshot) }
  }

  /// Ends the transaction, and answers the step that its edits are.
  ///
  /// - Returns: nil where there were none, or where the scene is what it was before them, to the byte: then all is as
  ///   after a ``rollback()``.
  /// - Throws: `edit.transaction` where none is open.
  @discardableResult public func commit() throws(EditError) -> HistoryStep? {
    try lock.withLock { () throws(EditError) in
      guard let start = steps.transaction?.startText, document.snapshot.isSame(as: start) else {
        return try steps.commit()
      }
      try rollback()
      return nil
    }
  }

  /// Takes back all edits of the transaction and ends it; there is nothing to redo of them.
  ///
  /// - Returns: how many steps were taken back.
  /// - Throws: `edit.transaction` where none is open, and where there is no memory for what was; then the transaction is
  ///   still open, with the steps that are left.
  @discardableResult public func rollback() throws(EditError) -> Int {
    try editing { model throws(EditError) in
      var count = 0
      while let step = try steps.nextRollback() {
        model.document.recorder?.clear()
        let change = try note(try step.edit.inverted(on: model.document), cause: .rollback, named: step.name)
        steps.rolledBack()
        notifyObservers(of: change)
        count += 1
      }
      steps.endRollback()
      return count
    }
  }
}
