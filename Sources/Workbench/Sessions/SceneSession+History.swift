internal import SceneDocument

extension SceneSession {
  /// All steps: those that are made, the first one first, and behind them those that are undone, the next to redo first.
  public var history: [HistoryStep] { library.lock.withLock { steps.steps } }

  /// Takes the last step back, and says which that was; nil where there is none.
  ///
  /// - Throws: `edit.transaction` at the beginning of a transaction, and where there is no memory for what was; then
  ///   nothing is changed.
  @discardableResult public func undo() throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      guard let step = try steps.nextUndo() else { return nil }
      let redo = try step.edit.inverted(on: model.document)
      let change = try note(redo, cause: .undo, named: step.name)
      let undone = steps.undid(redo, version: change.version)
      tell(change)
      return undone
    }
  }

  /// Makes the last undone step again, and says which that was; nil where there is none.
  ///
  /// - Throws: where there is no memory; then nothing is changed.
  @discardableResult public func redo() throws(EditError) -> HistoryStep? {
    try editing { model throws(EditError) in
      guard let step = steps.undone.last else { return nil }
      let undo = try step.edit.inverted(on: model.document)
      let change = try note(undo, cause: .redo, named: step.name)
      let redone = steps.redid(undo, version: change.version)
      tell(change)
      return redone
    }
  }

  /// Ends a drag: the next edit is a step of its own, even with the same merge key.
  ///
  /// ```swift
  /// for x in positions { _ = try session.set(position(x), mergeKey: "drag") }
  /// session.endMerging()  // the mouse is up; all positions are one step
  /// ```
  public func endMerging() { library.lock.withLock { steps.endMerging() } }

  // MARK: transactions

  /// The name of the transaction that is open, or nil.
  public var transaction: String? { library.lock.withLock { steps.transaction?.name } }

  /// Begins a transaction: the edits up to ``commit()`` become one step of the history, and ``rollback()`` takes them back.
  ///
  /// ```swift
  /// try session.begin(named: "make it round")
  /// _ = try session.set(cornerRadius)
  /// _ = try session.set(frame)
  /// try session.commit()?.name  // "make it round", of 2 edits
  /// ```
  ///
  /// Each edit is judged, told to observers, and can be undone by itself in the meantime. What was undone before can be
  /// redone again only after a rollback.
  ///
  /// - Throws: `edit.transaction` where one is open already.
  public func begin(named name: String) throws(EditError) {
    try library.lock.withLock { () throws(EditError) in try steps.begin(name) }
  }

  /// Ends the transaction, and answers the step that its edits are; nil where there were none.
  ///
  /// - Throws: `edit.transaction` where none is open.
  @discardableResult public func commit() throws(EditError) -> HistoryStep? {
    try library.lock.withLock { () throws(EditError) in try steps.commit() }
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
        tell(change)
        count += 1
      }
      steps.endRollback()
      return count
    }
  }
}
