internal import InspectorKit
public import SceneDocument

/// An open scene that one or more front ends query, edit, undo and save.
///
/// ```swift
/// let session = try SceneSession.open(path: "card.scene.json", library: library)
/// let selector = try Selector(parsing: "StarView")
/// let result = try session.perform(EditRequest(selector, [Assignment("pointCount", .set("7"))]))
/// try session.undo()?.name  // "set StarView pointCount=7"
/// ```
///
/// Every change increments ``version`` and is reported to the observers in order. An edit may name the version that
/// it was made on: if the same property of the same object has changed since, the edit conflicts and is refused.
///
/// A session may be used on any thread. Edits take turns. A call that reads sees the scene after the last complete
/// edit, and waits neither for an edit under way nor for other calls that read. Sessions of one library do not wait
/// for each other. Only code of an in-process plugin runs for one call at a time.
///
/// A session works for one ``InspectorJob``. If the job is cancelled, the session's calls end, even while they wait for
/// their turn. Clients of one scene share its state, each with a job of its own; see ``under(_:)``.
public final class SceneSession: @unchecked Sendable {
  package let library: PluginLibrary

  /// The job that receives the progress of the session's calls and can cancel them.
  public let job: InspectorJob

  /// The lock that serialises edits. A scratch, which is a trial copy of a scene, shares the lock of the scene, since
  /// each may read and change the other.
  package let lock: EditLock

  let state: State

  /// The scene's text and objects. Use them only if no other thread uses the session.
  package var document: SceneDocument { model.document }

  /// Passes the scene's text and objects after the last edit to `body`, which must neither change nor keep them.
  ///
  /// A call within `body` may see a later edit of another thread.
  ///
  /// ```swift
  /// let ids = session.withDocument { document in nodes.map(document.id) }
  /// ```
  public func withDocument<R, E>(_ body: (SceneDocument) throws(E) -> R) throws(E) -> R {
    let (model, inUse) = state.lend(under: job)
    defer { state.giveBack(model, inUse) }
    return try body(model.document)
  }

  /// Creates a session that edits a parsed document with the library's plugins, until `job` is cancelled.
  public convenience init(_ document: SceneDocument, library: PluginLibrary, under job: InspectorJob = InspectorJob()) {
    self.init(document, library: library, lock: EditLock(), under: job)
  }

  /// Creates a session whose edits are serialised by the given lock.
  ///
  /// - Parameter lock: for a scratch, the lock of the scene's session; for a scene, a new lock.
  package init(_ document: SceneDocument, library: PluginLibrary, lock: EditLock, under job: InspectorJob) {
    self.library = library
    self.lock = lock
    self.job = job
    state = State(document, library: library, under: job)
  }

  private init(_ session: SceneSession, under job: InspectorJob) {
    (library, lock, state, self.job) = (session.library, session.lock, session.state, job)
  }

  /// Returns a session on the same open scene that runs its calls under the given job.
  ///
  /// ```swift
  /// let job = InspectorJob(deadline: .now + .seconds(2))
  /// let card = try session.under(job).inspect(id: "card")  // ends after two seconds at the latest
  /// ```
  public func under(_ job: InspectorJob) -> SceneSession { SceneSession(self, under: job) }

  /// Calls `body` with a model of the scene after the last edit, with the current plugins. No other thread uses the
  /// model during the call. A nested call may get a model of a later version.
  package func withModel<R, E>(_ body: (SceneModel) throws(E) -> R) throws(E) -> R {
    let (model, inUse) = state.lend(under: job)
    defer { state.giveBack(model, inUse) }
    return try using(model, body)
  }

  /// Runs `body` with a lent model, which uses this session's job during the call.
  private func using<R, E>(_ model: SceneModel, _ body: (SceneModel) throws(E) -> R) throws(E) -> R {
    // Calls may be nested, so the outer call's job is restored.
    let former = (model.job, model.tracer)
    (model.job, model.tracer) = (job, state.access.withLock { state.tracer })
    defer { (model.job, model.tracer) = former }
    job.progress.begin(objects: model.document.objectCount)
    return try body(model)
  }

  /// Runs `body` while no other thread edits the scene or a scratch of it.
  ///
  /// - Throws: `cancelled` if the job ends before it is this call's turn.
  package func exclusively<R>(_ body: () throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    let result = try lock.withLock(under: job) { () throws(Diagnostic) in try job.preceding(body) }
    guard let result else { throw .cancelled }
    return result
  }

  /// Runs a query on a model of the scene; throws `cancelled` if the job is cancelled.
  package func asking<R>(_ body: (SceneModel) throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    try withModel { model throws(Diagnostic) in
      let answer: R
      do throws(Diagnostic) {
        answer = try body(model)
      } catch {
        // A query that was cut short may fail with a different error.
        try job.check()
        throw error
      }
      try job.check()
      return answer
    }
  }

  /// Runs a query, like ``asking(_:)``, on a model and on the history of the same version.
  package func askingHistory<R>(
    _ body: (SceneModel, EditHistory) throws(Diagnostic) -> R
  ) throws(Diagnostic) -> R {
    // The model that `asking` lends has this version, unless a different thread edits in between.
    while true {
      let (history, version) = state.access.withLock { (state.steps, state.log.version) }
      let answer = try asking { model throws(Diagnostic) -> R? in
        model.version == version ? try body(model, history) : nil
      }
      if let answer { return answer }
    }
  }

  /// Runs an edit while no other thread edits the scene, and records the changed bytes for the journal unless the edit
  /// is a dry run.
  package func editing<R>(isDryRun: Bool = false, _ body: (SceneModel) throws(Diagnostic) -> R) throws(Diagnostic) -> R
  {
    try exclusively { () throws(Diagnostic) in
      let model = state.beginEdit(under: job)
      defer { state.endEdit() }
      let recorder = model.document.source.recorder
      if isDryRun { model.document.source.recorder = nil }
      defer { model.document.source.recorder = recorder }
      // A refused edit was reverted, but its bytes remain in the recorder.
      recorder?.clear()
      do throws(Diagnostic) {
        return try using(model, body)
      } catch {
        try job.check()
        throw error
      }
    }
  }

  // MARK: queries

  /// Returns all errors and warnings about the scene, in file order. With `strict`, unknown names are errors.
  ///
  /// - Parameters:
  ///   - hooks: false to start no plugin: stored values are checked against types, ranges and options, but not by
  ///     hooks and plugins' own rules.
  ///   - twice: true to build each object again in other processes, to find components that reply differently to the
  ///     same values.
  public func check(
    strict: Bool = false, hooks: Bool = true, twice: Bool = false
  ) -> [Diagnostic] {
    withModel { $0.check(strict: strict, hooks: hooks, twice: twice) }
  }

  /// Returns all properties of an object; throws an error if there is no such object.
  public func inspect(id: String) throws(Diagnostic) -> ObjectInspection {
    try asking { model throws(Diagnostic) in model.inspect(try Self.node(id, in: model)) }
  }

  /// Returns the property that a reference `ID.PROPERTY` names; the longest prefix that is an existing id is used. A
  /// reference to a part, such as `badge.frame.x`, returns that part of every value.
  ///
  /// - Parameter isStored: true if only the stored value is needed, which is known even if the component fails.
  /// - Throws: if there is no such object or property, or if the value is unknown because the component failed.
  public func value(of reference: String, isStored: Bool = false) throws(Diagnostic) -> InspectedProperty {
    try asking { model throws(Diagnostic) in
      let (node, name) = try Self.split(reference, in: model)
      return try model.property(name, of: node, isStored: isStored)
    }
  }

  /// Returns the objects that a selector matches, in document order.
  ///
  /// - Parameter leaveOut: receives the reason for each alternative of the selector that is left out because the scene
  ///   and its plugins do not know its names; nil to refuse a selector with such an alternative. A selector is always
  ///   refused if none of its alternatives is known.
  /// - Throws: if the selector is refused, or if a match is undecided because the object's component failed.
  public func select(
    _ selector: Selector, leaveOut: ((Diagnostic) -> Void)? = nil
  ) throws(Diagnostic) -> [NodeIndex] {
    try asking { model throws(Diagnostic) in
      let selection = try Selection(model, selector, unknownNames: leaveOut == nil ? .refused : .leftOut)
      if let leaveOut { selection.leftOut.forEach(leaveOut) }
      return try selection.decidedNodes()
    }
  }

  /// Returns true if the scene or a plugin has the class or property named at a place in a selector. Throws an error if
  /// the selector is refused for a different reason, or if the job is cancelled.
  package func hasName(at place: UnknownNamePlace, in selector: Selector) throws(Diagnostic) -> Bool {
    try asking { model throws(Diagnostic) in
      let unknown = try Selection(model, selector, unknownNames: .listed).leftOut
      return !unknown.contains { $0.unknownName == place }
    }
  }

  // MARK: editing

  /// Edits attributes, the palette and the structure. On an error, nothing is changed.
  ///
  /// ```swift
  /// let place = StepPlace(in: try Selector(parsing: "#card"), .first)
  /// let result = try session.perform(EditRequest([.move(try Selector(parsing: "StarView"), to: place)]))
  /// result.structure  // the moved objects with their old and new places
  /// try session.undo()
  /// ```
  ///
  /// Components check the edit: an object that is edited, inserted, copied, moved or changed in class is built, and
  /// so are the objects that read it as their parent. After a structural step, objects have new numbers; observers
  /// receive the mapping.
  ///
  /// - Parameters:
  ///   - base: the version on which the edit is based; nil for the current version.
  ///   - name: the name of the edit in the history; nil for the text of the request.
  ///   - mergeKey: the name of a drag; nil for a separate step. Consecutive edits of the same properties of the same
  ///     objects with the same key, each at most a second after the previous one, become one step. See
  ///     ``endMerging()``.
  ///   - onChange: receives the changes, if the request wants them, in document order, after the edit is accepted. The
  ///     result then contains at most the changes of ``EditRequest/keepsChangesOfStructure``, so that a million changes
  ///     need no memory. The closure must not use the session.
  /// - Throws: an error if a step or a component refuses the edit, if the edit conflicts with a change after `base`, or
  ///   if the job is cancelled; the scene is then unchanged.
  public func perform(
    _ request: EditRequest, madeOn base: Int? = nil, named name: String? = nil, mergeKey: String? = nil,
    onChange: ((ObjectChange) -> Void)? = nil
  ) throws(Diagnostic) -> EditResult {
    try editing(isDryRun: request.isDryRun) { model throws(Diagnostic) in
      let transaction = Transaction(
        model, request, conflicts: base.map { ConflictCheck(log: log, base: $0) }, onChange: onChange)
      try transaction.perform()
      var result = transaction.result
      if !request.isDryRun, !transaction.edit.isEmpty {
        try add(transaction.edit, named: name ?? request.summary, mergeKey: mergeKey, made: .edit(request))
      }
      result.version = log.version
      return result
    }
  }

  /// Adds a completed edit to the history; an edit that cannot be journaled is reverted.
  ///
  /// - Parameters:
  ///   - made: the request; nil for an edit known only by its outcome.
  ///   - first: the first changes of the edit, if the journal has them already and the recorder has only the others.
  /// - Throws: `cancelled` after a cancellation. A later cancellation no longer affects the edit.
  package func add(
    _ inverse: InverseEdit, named name: String, mergeKey: String? = nil, origin: HistoryStep.Origin = .scene,
    made: RecordedEdit? = nil, after first: StagedChanges? = nil
  ) throws(Diagnostic) {
    guard !job.isCancelled else {
      takeBack(inverse)
      throw .cancelled
    }
    let made = [made ?? .text(document.source.snapshot)]
    try publish(inverse, cause: .edit, named: name, after: first) { steps, version in
      let node = inverse.onlyNode
      steps.add(
        EditHistory.Step(
          edit: inverse, name: name, mergeKey: mergeKey, version: version, origin: origin, made: made,
          object: node.map(document.id), title: node.flatMap(model.title)))
    }
  }

  /// Updates the model after a change of the document, journals the change, and publishes it to other threads and,
  /// after the edit, to observers. Reverts the change if it cannot be journaled.
  ///
  /// - Parameters:
  ///   - first: the first changes of the edit, if the journal has them already and the recorder has only the others.
  ///   - record: adds the change to the history, under its version.
  func publish<R>(
    _ inverse: InverseEdit, cause: SceneChange.Cause, named name: String, after first: StagedChanges? = nil,
    _ record: (inout EditHistory, _ version: Int) -> R
  ) throws(Diagnostic) -> R {
    follow(inverse)
    if let recorder = model.document.source.recorder {
      do throws(Diagnostic) {
        try journal?.append(cause, name: name, changes: recorder.bytes, after: first)
        if let (journal, number) = state.scratchJournal {
          try journal.append(cause, name: name, changes: recorder.bytes, toScratch: number, after: first)
        }
      } catch {
        takeBack(inverse)
        throw error
      }
      recorder.clear()
    }
    return state.publish(inverse, cause, named: name, lock, record)
  }

  /// Reverts an abandoned edit.
  func takeBack(_ inverse: InverseEdit) {
    inverse.undo(on: model)
    follow(inverse)
  }

  /// Updates the model after an edit of the document; replaces the model if the edit changed the scene's plugins.
  package func follow(_ edit: InverseEdit) {
    let model = model
    if edit.map != nil, model.isOutdated { return state.renewModel(under: model.job) }
    model.follow()
    if edit.concernsPalette { model.readPalette() }
  }

  /// The version of the scene; every change increments it.
  public var version: Int { state.access.withLock { log.version } }

  /// Returns the changes after the version `base`, up to and including `version`, in order.
  package func changes(after base: Int, upTo version: Int) -> [SceneChange] {
    state.access.withLock { log.changes(since: base).reversed().filter { $0.version <= version } }
  }

  /// True if the text differs from the text that was last read or saved.
  public var isModified: Bool { state.isModified }

  /// The steps performed or undone since the scene was last read or saved; see ``EditHistory/unsaved``.
  package var unsavedSteps: (count: Int, undone: [String]) { state.access.withLock { steps.unsaved } }

  /// Calls an observer with every later change, in order and one at a time.
  ///
  /// - Parameter observer: receives each change after it was made, usually on the thread of the edit and before the
  ///   edit returns. A change made during a report is reported next, by the thread of that report. No lock is held, so
  ///   the observer may read and edit the session, which already has the change and perhaps later ones.
  /// - Returns: a number that identifies the observer for ``stopObserving(_:)``.
  public func observe(_ observer: @escaping @Sendable (SceneChange) -> Void) -> Int { state.observe(observer) }

  /// Stops the reports to the observer with this number from ``observe(_:)``. A report that is running on another
  /// thread may end later.
  public func stopObserving(_ number: Int) { state.stopObserving(number) }
}
