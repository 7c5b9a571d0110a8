internal import JSONText
package import SceneDocument

/// A session's history: the steps to undo, the steps to redo, the open transaction and the position of the saved state.
package struct EditHistory {
  /// One step, the unit of undo and redo.
  package struct Step {
    /// The edit that undoes the step or, if the step is undone, redoes it.
    package var edit: InverseEdit
    package var name: String
    var mergeKey: String?
    package var version: Int
    package var edits = 1

    /// The time of the step's last edit; nil if that edit had no merge key. No later edit merges with a step without a
    /// time.
    package var time: ContinuousClock.Instant?
    package var origin = HistoryStep.Origin.scene

    /// The edits of the step, in order, which a patch repeats.
    package var made: [RecordedEdit] = []

    /// The scratch's bases before and after the step; nil if the step does not change the base.
    package var bases: Bases?

    /// The id of the only object that the step changed, after the change; nil if it changed none or several.
    var object: String?

    /// The title of the only object that the step changed, after the change; nil if there is no such object, or if it
    /// had no title.
    var title: ObjectTitle?
  }

  package struct Transaction {
    package var name: String
    /// The scene's text before the transaction.
    var startText: DocumentSnapshot
    /// The number of steps in effect when the transaction began.
    package var start: Int
    /// The steps that could be redone when the transaction began; a rollback restores them.
    package var undone: [Step]
    package var saved: Int?
    var wasSaved = false
  }

  /// The scratch's bases before and after a refresh that belongs to a step. Undoing the step restores the former base;
  /// with the latest base, the scratch would seem to revert the scene's changes.
  package struct Bases {
    var former: Base
    var latest: Base
  }

  /// A text of the scene from which a scratch starts, with its version.
  package struct Base {
    let text: DocumentSnapshot
    let version: Int
  }

  package private(set) var done: [Step] = []

  /// Records a refresh of the scratch in the last step. Does nothing if there is no step that could be undone.
  mutating func refreshed(_ bases: Bases) {
    guard let last = done.indices.last else { return }
    done[last].bases = Bases(former: done[last].bases?.former ?? bases.former, latest: bases.latest)
  }

  /// The clock of the history; tests inject their own.
  package var now: () -> ContinuousClock.Instant = { .now }

  /// The maximum time between two edits with the same merge key that are merged into one step.
  static let mergeWindow: Duration = .seconds(1)

  /// The undone steps; the last one is the next to redo.
  package private(set) var undone: [Step] = []
  package private(set) var transaction: Transaction?

  /// The number of steps in effect in the saved state; nil if undo and redo can no longer restore that state.
  package private(set) var saved: Int? = 0
  /// The number of steps in effect in the state that is being saved; nil while no save runs.
  private var saving: Int?

  /// True if the current state is not the saved one, or if the saved one can no longer be restored. The two texts may
  /// still be equal.
  var isAwayFromSaved: Bool { saved != done.count }

  /// The number of steps between the saved and the current state, and the names of the undone steps in the order of the
  /// undos. If the saved state can no longer be reached, all steps are counted, at least 1.
  package var unsaved: (count: Int, undone: [String]) {
    guard let saved else { return (max(done.count, 1), []) }
    guard saved > done.count else { return (done.count - saved, []) }
    let undone = undone.suffix(saved - done.count).map(\.name)
    return (undone.count, undone)
  }

  /// True if there is no step to undo or to redo, and no open transaction.
  var isEmpty: Bool { done.isEmpty && undone.isEmpty && transaction == nil }

  mutating func beginSaving() { saving = done.count }

  /// Marks the state in which the save began as the saved one, if undo and redo can still restore it.
  mutating func endSaving() {
    saved = saving
    saving = nil
    transaction?.wasSaved = true
  }

  /// Marks the current state as the saved one or, if `isSaved` is false, no state of the history.
  mutating func mark(isSaved: Bool) {
    if isSaved {
      beginSaving()
      endSaving()
    } else {
      saved = nil
      transaction?.saved = nil
    }
  }

  mutating func giveUpSaving() { saving = nil }

  private mutating func changeSaved(_ body: (Int) -> Int?) {
    saved = saved.flatMap(body)
    saving = saving.flatMap(body)
  }

  /// Adds a step, and discards the undone steps. The new step is merged into the last one if both have the same merge
  /// key and set the same properties of the same objects, if the new one follows within ``mergeWindow``, and if there
  /// is no saved state or start of a transaction between them.
  package mutating func add(_ new: Step) {
    undone = []
    var step = new
    if step.mergeKey != nil { step.time = now() }
    if var last = done.last, goesOn(step, last) {
      last.edit.merge(step.edit)
      (last.name, last.version, last.time) = (step.name, step.version, step.time)
      (last.object, last.title) = (step.object, step.title)
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
    // Undo must still be able to reach a saved state and the state before a transaction.
    guard saved != done.count, saving != done.count, done.count > transaction?.start ?? 0 else { return false }
    guard step.mergeKey != nil, step.mergeKey == last.mergeKey, step.version == last.version + 1,
      let time = step.time, let former = last.time, time - former <= Self.mergeWindow
    else { return false }
    return last.edit.covers(step.edit)
  }

  /// Records that the scene's templates have changed. The steps can still be undone and redone.
  mutating func forgetObjects() {
    endMerging()
    for place in done.indices { done[place].edit.forgetObjects() }
    for place in undone.indices { undone[place].edit.forgetObjects() }
    for place in (transaction?.undone ?? []).indices { transaction?.undone[place].edit.forgetObjects() }
  }

  /// Makes the next edit a separate step, regardless of its merge key.
  mutating func endMerging() {
    if !done.isEmpty { done[done.count - 1].mergeKey = nil }
  }

  /// Returns the step to undo next; throws at the beginning of a transaction, and returns nil at the beginning of the
  /// history.
  func nextUndo() throws(Diagnostic) -> Step? {
    if let transaction, done.count == transaction.start {
      throw Diagnostic(SessionRefusal.nothingToUndo(transaction: transaction.name))
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
    // A step that was undone and redone accepts no further merges.
    (step.edit, step.version, step.mergeKey) = (undo, version, nil)
    done.append(step)
    return historyStep(step, number: done.count, isUndone: false)
  }

  /// All steps for display: the steps in effect, then the undone steps, beginning with the next to redo.
  package var steps: [HistoryStep] {
    done.enumerated().map { historyStep($1, number: $0 + 1, isUndone: false) }
      + undone.reversed().enumerated().map { historyStep($1, number: done.count + $0 + 1, isUndone: true) }
  }

  private func historyStep(_ step: Step, number: Int, isUndone: Bool) -> HistoryStep {
    HistoryStep(
      number: number, name: step.name, isUndone: isUndone, version: step.version, origin: step.origin,
      edits: step.edits, object: step.object, title: step.title)
  }

  // MARK: transactions

  package mutating func begin(_ name: String, at text: DocumentSnapshot) throws(Diagnostic) {
    if let transaction { throw Diagnostic(SessionRefusal.transactionIsOpen(transaction.name)) }
    transaction = Transaction(name: name, startText: text, start: done.count, undone: undone, saved: saved)
    undone = []
  }

  /// Ends the transaction, merges its steps into one and returns that step. If the transaction has no steps, restores
  /// the history and returns nil. Throws if no transaction is open.
  package mutating func commit() throws(Diagnostic) -> HistoryStep? {
    guard let transaction else { throw Diagnostic(SessionRefusal.noTransaction(to: "commit")) }
    let (start, end) = (transaction.start, done.count)
    guard var whole = whole(from: start) else {
      endRollback()
      return nil
    }
    (whole.name, whole.mergeKey, whole.origin) = (transaction.name, nil, .transaction)
    done.replaceSubrange(start..., with: [whole])
    changeSaved { $0 <= start ? $0 : $0 == end ? start + 1 : nil }
    undone = []
    self.transaction = nil
    return historyStep(whole, number: done.count, isUndone: false)
  }

  /// Returns the steps from an index on, merged into one step; nil if there are none.
  private func whole(from start: Int) -> Step? {
    guard var whole = done[start...].first else { return nil }
    for step in done[(start + 1)...] {
      whole.edit.append(step.edit)
      whole.version = step.version
      whole.edits += step.edits
      whole.made += step.made
      if let bases = step.bases {
        whole.bases = Bases(former: whole.bases?.former ?? bases.former, latest: bases.latest)
      }
      let isSame = step.object.map(ExactText.init) == whole.object.map(ExactText.init)
      (whole.object, whole.title) = isSame ? (step.object, step.title) : (nil, nil)
    }
    return whole
  }

  /// Returns the steps to roll back, merged into one step, and their number; nil if there are none. Throws if no
  /// transaction is open.
  func nextRollback() throws(Diagnostic) -> (step: Step, count: Int)? {
    guard let transaction else { throw Diagnostic(SessionRefusal.noTransaction(to: "roll back")) }
    guard var whole = whole(from: transaction.start) else { return nil }
    whole.name = transaction.name
    return (whole, done.count - transaction.start)
  }

  /// Removes the steps that were rolled back, and ends the transaction.
  mutating func rolledBack() {
    if let transaction { done.removeSubrange(transaction.start...) }
    endRollback()
  }

  /// Ends a transaction that has no steps, and restores the steps that were undone before it. Also restores the saved
  /// state, unless a save ended during the transaction. Does nothing if no transaction is open.
  mutating func endRollback() {
    guard let transaction else { return }
    changeSaved { $0 > transaction.start ? nil : $0 }
    if !transaction.wasSaved { saved = transaction.saved }
    undone = transaction.undone
    self.transaction = nil
  }
}

/// One step of a session's history, the unit of `undo` and `redo`.
///
/// ```swift
/// session.history.map(\.name)  // ["set StarView pointCount=7", "remove #title"]
/// try session.undo()?.name     // "remove #title"
/// ```
public struct HistoryStep: Hashable, Sendable {
  /// The step's number in the history, counted from 1; the numbers of undone steps follow those of the steps in
  /// effect.
  public var number: Int

  /// The description of the edit, such as `set StarView pointCount=7`. It may contain user input, so escape it before
  /// printing it to a terminal.
  public var name: String

  /// True if the step is undone and can be redone.
  public var isUndone: Bool

  /// The session's version after the step was last performed, undone or redone; for a step of several edits, after the
  /// last edit.
  public var version: Int

  /// The context of the step's edits: the scene, a transaction or a scratch.
  public var origin: Origin

  /// The context of an edit.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The scene itself.
    case scene
    /// A transaction in the scene, which gives the step its name.
    case transaction
    /// A scratch, which gives the step its name.
    case scratch
    /// Work in the background, which gives the step its name.
    case background
  }

  /// The number of edits in the step: more than one if edits were merged, or performed in one transaction.
  public var edits: Int

  /// The id of the only object that the step changed, after the change; nil if it changed none or several.
  public var object: String?

  /// The title of the only object that the step changed, after the change; nil if there is no such object, or if it had
  /// no title.
  public var title: ObjectTitle?

  /// The warnings from components that undoing or redoing the step built, including those about refused values; empty
  /// in ``SceneSession/history``.
  public var warnings: [Diagnostic] = []
}
