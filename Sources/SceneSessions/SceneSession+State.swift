package import SceneDocument

extension SceneSession {
  /// The state that all clients of an open scene share.
  ///
  /// An edit holds the edit lock throughout, and also `access` whenever it changes the state. The editing thread can
  /// therefore read the state without `access`; all other threads read it with `access` held. `access` is held only
  /// briefly, never while a plugin works.
  final class State: @unchecked Sendable {
    let library: PluginLibrary
    let access = RecursiveLock()

    /// The scene's own model. The thread that edits or reads with it holds the lock `inUse`.
    private(set) var model: SceneModel
    private var inUse = RecursiveLock()

    /// The nesting depth of the running edits; 0 if there are none.
    private var edits = 0

    /// Models of the current version that no thread is using.
    private var idle: [SceneModel] = []

    /// The palette of the model that was created or edited last. It is a copy, since an edit changes the model's
    /// palette on its own thread.
    private var palette: ScenePalette

    private(set) var log = ChangeLog()
    var steps = EditHistory()
    var journal: SceneJournal?

    /// The journal of a scratch's edits, and the scratch's number in it; nil for a scene.
    var scratchJournal: (journal: SceneJournal, number: Int)?

    /// Makes a scratch start from a different text of the scene; nil for a scene.
    var setBase: ((EditHistory.Base) throws(Diagnostic) -> Void)?

    /// The text of the scene's file when it was last read or saved.
    var savedText: DocumentSnapshot { didSet { savedNumber += 1 } }

    /// The number of times that ``savedText`` was replaced; it identifies the text in ``comparison``.
    private var savedNumber = 0

    /// The cached result of the last comparison with the saved text, with the scene's version and the number of the
    /// saved text; nil before the first.
    private var comparison: (version: Int, saved: Int, isSame: Bool)?

    /// The scene's text at the beginning of the history.
    var startText: DocumentSnapshot

    /// The last save in the background; nil before the first.
    var saving: SaveTicket?

    /// The next save of the scene's own file. It waits for the current save, and later requests share it. Nil if no
    /// save is waiting.
    var waitingSave: (ticket: SaveTicket, options: SaveOptions, completions: SaveCompletions)?
    var tracer: (@Sendable (Lifecycle) -> Void)?

    /// The observers, keyed by number, each with the version after which it receives changes.
    private var observers: [Int: (since: Int, body: @Sendable (SceneChange) -> Void)] = [:]
    private var lastObserver = 0

    init(_ document: SceneDocument, library: PluginLibrary, under job: InspectorJob) {
      self.library = library
      model = SceneModel(document: document, library: library, under: job)
      palette = model.palette
      savedText = document.source.snapshot
      startText = savedText
    }
  }

  package var model: SceneModel { state.access.withLock { state.model } }

  var log: ChangeLog { state.log }

  package var steps: EditHistory {
    _read { yield state.steps }
    _modify {
      state.access.lock()
      defer { state.access.unlock() }
      yield &state.steps
    }
  }

  package var journal: SceneJournal? {
    get { state.journal }
    set { state.journal = newValue }
  }

  /// The text of the scene's file when it was last read or saved.
  package var savedText: DocumentSnapshot {
    get { state.access.withLock { state.savedText } }
    set { state.access.withLock { state.savedText = newValue } }
  }
}

extension SceneSession.State {
  /// True if the text differs from the saved one.
  var isModified: Bool {
    access.lock()
    let (version, saved, text, savedText) = (log.version, savedNumber, model.document.shownText, self.savedText)
    let (isAway, known) = (steps.isAwayFromSaved, comparison)
    access.unlock()
    guard isAway else { return false }
    if let known, known.version == version, known.saved == saved { return !known.isSame }
    // Comparing a large text takes time, so `access` is released meanwhile.
    let isSame = text.isSame(as: savedText)
    access.withLock { comparison = (version, saved, isSame) }
    return !isSame
  }
}

// Functions that lend models to calls, and accept them back.
extension SceneSession.State {
  /// Lends a model of the last version to a call that reads: the scene's own model or, if a different thread is using
  /// it, a cheap copy. The caller returns it with ``giveBack(_:_:)``.
  ///
  /// - Returns: the model, and the lock that the call holds on the scene's own model; nil for a copy.
  func lend(under job: InspectorJob) -> (model: SceneModel, inUse: RecursiveLock?) {
    access.withLock {
      if inUse.lockIfFree() {
        if edits == 0, !isCurrent(model) { renewModel(under: job) }
        return (model, inUse)
      }
      idle.removeAll { !isCurrent($0) }
      if let model = idle.popLast() { return (model, nil) }
      return (newModel(of: model.document.reader(), under: job), nil)
    }
  }

  /// Takes back the model that ``lend(under:)`` lent to a call. A copy is kept for later calls if it is still current.
  func giveBack(_ lent: SceneModel, _ inUse: RecursiveLock?) {
    access.withLock {
      if let inUse {
        inUse.unlock()
      } else if lent.version == log.version {
        idle.append(lent)
      }
    }
  }

  /// Lends the scene's own model to an edit. If a call is still reading that model, the scene gets a new one.
  func beginEdit(under job: InspectorJob) -> SceneModel {
    access.withLock {
      if !inUse.lockIfFree() {
        model = newModel(of: model.document.successor(), under: job)
        inUse = RecursiveLock()
        inUse.lock()
      } else if edits == 0, !isCurrent(model) {
        renewModel(under: job)
      }
      if edits == 0 { model.document.hideChanges() }
      edits += 1
      return model
    }
  }

  func endEdit() {
    access.withLock {
      edits -= 1
      if edits == 0 {
        model.document.showChanges()
        palette = model.palette
      }
      inUse.unlock()
    }
  }

  /// Returns true if a model uses the current plugins, palette documents and settings.
  private func isCurrent(_ model: SceneModel) -> Bool {
    model.registry.version == library.version && model.palette.isCurrent && model.hasCurrentSettings
  }

  /// Replaces the scene's own model with a new model that uses the current plugins and palette documents.
  func renewModel(under job: InspectorJob) {
    access.withLock { model = newModel(of: model.document, under: job) }
  }

  private func newModel(of document: SceneDocument, under job: InspectorJob) -> SceneModel {
    let model = SceneModel(document: document, library: library, under: job, after: palette)
    (model.version, model.tracer) = (log.version, tracer)
    palette = model.palette
    return model
  }
}

// Templates that change while the scene is open.
extension SceneSession.State {
  /// Recomposes the scene from the current versions of its templates, as a change that is not a step of the history.
  /// The steps can still be undone. Returns false, and changes nothing, if the scene is in use.
  func followTemplates(under job: InspectorJob, _ lock: EditLock) throws(SceneError) -> Bool {
    access.lock()
    defer { access.unlock() }
    guard inUse.lockIfFree() else { return false }
    defer { inUse.unlock() }
    guard edits == 0, let (document, map) = try model.document.recomposed() else { return false }
    model = newModel(of: document, under: job)
    var edit = InverseEdit()
    edit.add(.structure(StructureRestore(renumbering: map)))
    publish(edit, .edit, named: "a template has changed", lock) { steps, _ in steps.forgetObjects() }
    model.document.showChanges()
    return true
  }
}

// Changes and their observers.
extension SceneSession.State {
  /// Assigns a new version to a completed change, makes the change visible to calls on other threads, and queues its
  /// report to the observers.
  ///
  /// - Parameter record: adds the change to the history.
  func publish<R>(
    _ inverse: InverseEdit, _ cause: SceneChange.Cause, named name: String, _ lock: EditLock,
    _ record: (inout EditHistory, _ version: Int) -> R
  ) -> R {
    access.withLock {
      let change = log.add(inverse, cause: cause, name: name)
      model.version = change.version
      model.document.hideChanges()
      idle = []
      if !observers.isEmpty { lock.afterwards { [self] in report(change) } }
      return record(&steps, change.version)
    }
  }

  private func report(_ change: SceneChange) {
    let present = access.withLock { observers }
    for (number, observer) in present.sorted(by: { $0.key < $1.key }) where observer.since < change.version {
      // A previously called observer may have stopped this one.
      let isStopped = access.withLock { observers[number] == nil }
      if !isStopped { observer.body(change) }
    }
  }

  func observe(_ observer: @escaping @Sendable (SceneChange) -> Void) -> Int {
    access.withLock {
      lastObserver += 1
      observers[lastObserver] = (log.version, observer)
      return lastObserver
    }
  }

  func stopObserving(_ number: Int) { access.withLock { observers[number] = nil } }
}
