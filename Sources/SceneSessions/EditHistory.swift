package import SceneDocument

/// The steps of a session that can be undone and redone, and the transaction that is open.
package struct EditHistory {
  /// A step, as what undoes it or, where it is undone, what makes it again.
  package struct Step {
    package var edit: InverseEdit
    package var name: String
    var mergeKey: String?
    package var version: Int
    package var edits = 1

    /// When the last of its edits was made, where edits may merge into it.
    package var time: ContinuousClock.Instant?
    package var origin = HistoryStep.Origin.scene

    /// The requests that made it, in order, for recording them as a script.
    package var made: [RecordedEdit] = []
  }

  package struct Transaction {
    package var name: String
    /// The scene before it.
    var startText: DocumentSnapshot
    /// How many steps were made before it.
    package var start: Int
    /// What could be redone when it began, and can again once it is rolled back.
    package var undone: [Step]
    package var saved: Int?
    var wasSaved = false
  }

  package private(set) var done: [Step] = []

  /// Answers the present time; tests give it a clock of their own.
  package var now: () -> ContinuousClock.Instant = { .now }

  /// How long after an edit another one with its merge key still merges.
  static let mergeWindow: Duration = .seconds(1)

  /// The last one is the next to redo.
  package private(set) var undone: [Step] = []
  package private(set) var transaction: Transaction?

  /// How many steps lie before the saved state; nil where it was undone and another edit made instead.
  package private(set) var saved: Int? = 0
  /// The state that is being saved at present.
  private var saving: Int?

  /// True if the history stands at another place than where it was saved; the text may be the same.
  var isAwayFromSaved: Bool { saved != done.count }

  /// The steps that lie between the saved state and the present one: how many, and the names of those that are undone, the
  /// last undone last. Where the saved state cannot be reached any more, all that are made.
  package var unsaved: (count: Int, undone: [String]) {
    guard let saved else { return (max(done.count, 1), []) }
    guard saved > done.count else { return (done.count - saved, []) }
    let undone = undone.suffix(saved - done.count).map(\.name)
    return (undone.count, undone)
  }

  mutating func beginSaving() { saving = done.count }

  /// Notes that the state at which saving began is the saved one, if it can still be gone back to.
  mutating func endSaving() {
    saved = saving
    saving = nil
    transaction?.wasSaved = true
  }

  /// Notes that no state of the history is the saved one.
  mutating func forgetSaved() { saved = nil }

  mutating func giveUpSaving() { saving = nil }

  private mutating func changeSaved(_ body: (Int) -> Int?) {
    saved = saved.flatMap(body)
    saving = saving.flatMap(body)
  }

  /// Notes an edit; one that goes on with the last step, right after it, becomes part of that.
  package mutating func add(_ new: Step) {
    undone = []
    var step = new
    if step.mergeKey != nil { step.time = now() }
    if var last = done.last, goesOn(step, last) {
      last.edit.merge(step.edit)
      (last.name, last.version, last.time) = (step.name, step.version, step.time)
      last.edits += 1
      last.made += step.made
      done[done.count - 1] = last
      return
    }
    let count = done.count
    changeSaved { $0 > count ? nil : $0 }
    done.append(step)
  }

  private func goesOn(_ step: Step, _ last: Step) -> Bool {
    // A saved state, and the state before a transaction, must stay ones that undo leads to.
    guard saved != done.count, saving != done.count, done.count > transaction?.start ?? 0 else { return false }
    guard step.mergeKey != nil, step.mergeKey == last.mergeKey, step.version == last.version + 1,
      let time = step.time, let former = last.time, time - former <= Self.mergeWindow
    else { return false }
    return last.edit.covers(step.edit)
  }

  /// Makes the next edit a step of its own, whatever its merge key.
  mutating func endMerging() {
    if !done.isEmpty { done[done.count - 1].mergeKey = nil }
  }

  /// The step to undo next; an error at the beginning of a transaction, nil at the beginning of the history.
  func nextUndo() throws(EditError) -> Step? {
    if let transaction, done.count == transaction.start {
      throw EditError(SessionRefusal.nothingToUndo(transaction: transaction.name))
    }
    return done.last
  }

  mutating func undid(_ redo: InverseEdit, version: Int) -> HistoryStep? {
    guard var step = done.popLast() else { return nil }
    (step.edit, step.version) = (redo, version)
    undone.append(step)
    return historyStep(step, number: done.count + 1, isUndone: true)
  }

  mutating func redid(_ undo: InverseEdit, version: Int) -> HistoryStep? {
    guard var step = undone.popLast() else { return nil }
    // What a person has gone back and forth over is not grown any more.
    (step.edit, step.version, step.mergeKey) = (undo, version, nil)
    done.append(step)
    return historyStep(step, number: done.count, isUndone: false)
  }

  /// All steps as people see them.
  package var steps: [HistoryStep] {
    done.enumerated().map { historyStep($1, number: $0 + 1, isUndone: false) }
      + undone.reversed().enumerated().map { historyStep($1, number: done.count + $0 + 1, isUndone: true) }
  }

  private func historyStep(_ step: Step, number: Int, isUndone: Bool) -> HistoryStep {
    HistoryStep(
      number: number, name: step.name, isUndone: isUndone, version: step.version, origin: step.origin,
      edits: step.edits)
  }

  // MARK: transactions

  package mutating func begin(_ name: String, at text: DocumentSnapshot) throws(EditError) {
    if let transaction { throw EditError(SessionRefusal.transactionIsOpen(transaction.name)) }
    transaction = Transaction(name: name, startText: text, start: done.count, undone: undone, saved: saved)
    undone = []
  }

  /// Merges the steps of the transaction into one; nil where there are none.
  package mutating func commit() throws(EditError) -> HistoryStep? {
    guard let transaction else { throw EditError(SessionRefusal.noTransaction(to: "commit")) }
    let (start, end) = (transaction.start, done.count)
    guard var whole = done[start...].first else {
      endRollback()
      return nil
    }
    for step in done[(start + 1)...] {
      whole.edit.append(step.edit)
      whole.version = step.version
      whole.edits += step.edits
      whole.made += step.made
    }
    (whole.name, whole.mergeKey, whole.origin) = (transaction.name, nil, .transaction)
    done.replaceSubrange(start..., with: [whole])
    changeSaved { $0 <= start ? $0 : $0 == end ? start + 1 : nil }
    undone = []
    self.transaction = nil
    return historyStep(whole, number: done.count, isUndone: false)
  }

  /// The step that a rollback takes back next; nil where none is left.
  func nextRollback() throws(EditError) -> Step? {
    guard let transaction else { throw EditError(SessionRefusal.noTransaction(to: "roll back")) }
    return done.count > transaction.start ? done.last : nil
  }

  mutating func rolledBack() {
    done.removeLast()
    // Undone steps of the transaction lead on from where it no longer is.
    undone = []
  }

  /// Goes on from where the transaction began.
  mutating func endRollback() {
    guard let transaction else { return }
    changeSaved { $0 > transaction.start ? nil : $0 }
    if !transaction.wasSaved { saved = transaction.saved }
    undone = transaction.undone
    self.transaction = nil
  }
}
