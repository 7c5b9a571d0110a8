internal import SceneDocument

extension SceneSession {
  /// All steps of the history: the steps in effect, the earliest first, then the undone steps, the next to redo first.
  public var history: [HistoryStep] { state.access.withLock { steps.steps } }

  /// Undoes the last step, and returns it; nil if there is none.
  ///
  /// The components of changed objects, and of objects that read changed objects, are built with the cause `undo`.
  /// Values that a component refuses become warnings of the step: any edit that was once accepted can be undone.
  ///
  /// - Throws: `edit.transaction` if the open transaction has no step left to undo, and an error if there is not enough
  ///   memory; then nothing is changed.
  @discardableResult public func undo() throws(Diagnostic) -> HistoryStep? {
    try editing { model throws(Diagnostic) in
      guard let step = try steps.nextUndo() else { return nil }
      if let bases = step.bases { try state.setBase?(bases.former) }
      return try retrace(step, .undo, model) { steps, redo, version in steps.undid(redo, version: version) }
    }
  }

  /// Applies a step's inverse, builds the affected components, and publishes the change. A cancelled undo or redo is
  /// reverted.
  ///
  /// - Parameter record: moves the step between the done and the undone steps; it receives the edit that reverts this
  ///   one.
  private func retrace(
    _ step: EditHistory.Step, _ cause: SceneChange.Cause, _ model: SceneModel,
    _ record: (inout EditHistory, _ inverse: InverseEdit, _ version: Int) -> HistoryStep?
  ) throws(Diagnostic) -> HistoryStep? {
    let inverse = try step.edit.inverted(on: model)
    follow(inverse)
    // If the step changed the scene's plugins, `follow` has created a new model.
    let warnings = self.model.buildUndone(inverse)
    guard !job.isCancelled else {
      takeBack(inverse)
      throw .cancelled
    }
    var retraced = try publish(inverse, cause: cause, named: step.name) { record(&$0, inverse, $1) }
    retraced?.warnings = warnings
    return retraced
  }

  /// Redoes the last undone step, with the same rules as ``undo()``, and returns it; nil if there is none.
  ///
  /// - Throws: an error if there is not enough memory; then nothing is changed.
  @discardableResult public func redo() throws(Diagnostic) -> HistoryStep? {
    try editing { model throws(Diagnostic) in
      guard let step = steps.undone.last else { return nil }
      let redone = try retrace(step, .redo, model) { steps, undo, version in steps.redid(undo, version: version) }
      // The redo is complete. If there is not enough memory for the latest base, keeping the former one loses nothing.
      if let bases = step.bases { try? state.setBase?(bases.latest) }
      return redone
    }
  }

  /// Ends a drag: the next edit becomes a separate step, even with the same merge key.
  ///
  /// ```swift
  /// for x in positions { _ = try session.perform(position(x), mergeKey: "drag") }
  /// session.endMerging()  // the mouse is up; all positions are one step
  /// ```
  public func endMerging() { _ = lock.withLock(under: job) { steps.endMerging() } }

  // MARK: transactions

  /// The name of the open transaction; nil if none is open.
  public var transaction: String? { state.access.withLock { steps.transaction?.name } }

  /// Begins a transaction: the edits up to ``commit()`` become one step of the history, and ``rollback()`` reverts
  /// them.
  ///
  /// ```swift
  /// try session.begin(named: "make it round")
  /// _ = try session.perform(cornerRadius)
  /// _ = try session.perform(frame)
  /// try session.commit()?.name  // "make it round", of 2 edits
  /// ```
  ///
  /// Until the commit, each edit is still checked by components and reported to observers, and can be undone
  /// separately. Steps undone before the transaction can be redone only after a rollback.
  ///
  /// - Throws: `edit.transaction` if one is already open.
  public func begin(named name: String) throws(Diagnostic) {
    try exclusively { () throws(Diagnostic) in try steps.begin(name, at: document.source.snapshot) }
  }

  /// Ends the transaction, and returns the step that contains its edits.
  ///
  /// - Returns: nil if there were no edits, or if the scene's bytes are the same as before; then the effect is that of
  ///   a ``rollback()``.
  /// - Throws: `edit.transaction` if none is open.
  @discardableResult public func commit() throws(Diagnostic) -> HistoryStep? {
    try exclusively { () throws(Diagnostic) in
      guard let start = steps.transaction?.startText, document.source.snapshot.isSame(as: start) else {
        return try steps.commit()
      }
      try rollback()
      return nil
    }
  }

  /// Reverts all edits of the transaction, as one change, and ends the transaction. The edits cannot be redone.
  ///
  /// - Returns: the number of reverted steps.
  /// - Throws: `edit.transaction` if none is open, and an error if there is not enough memory or the journal cannot be
  ///   written; then the transaction is still open, with all its steps.
  @discardableResult public func rollback() throws(Diagnostic) -> Int {
    try editing { model throws(Diagnostic) in
      guard let (step, count) = try steps.nextRollback() else {
        steps.endRollback()
        return 0
      }
      if let bases = step.bases { try state.setBase?(bases.former) }
      model.document.source.recorder?.clear()
      let inverse = try step.edit.inverted(on: model)
      try publish(inverse, cause: .rollback, named: step.name) { steps, _ in steps.rolledBack() }
      return count
    }
  }
}
