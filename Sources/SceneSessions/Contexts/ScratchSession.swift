internal import JSONText
internal import SceneDocument

/// An editing context over a scene, whose edits reach the scene only when they are committed.
///
/// ```swift
/// let scratch = try session.scratch(named: "rounder")
/// _ = try scratch.session.perform(request)      // an ordinary session with its own history
/// scratch.difference()                          // the changes that a commit would make
/// try scratch.refresh()                         // merges the scene's newer changes
/// let conflicts = try scratch.commit()          // one step of the scene's history, or only conflicts
/// ```
///
/// To discard a scratch, release it. A journal of the scene also records the scratch's edits. Creating a scratch scans
/// the scene's text, after copying it if the scene has been edited.
///
/// A scratch may be used on any thread. Its edits and the scene's edits take turns.
public final class ScratchSession: @unchecked Sendable {
  /// The session in which the scratch is edited. To save its edits, commit the scratch and save the scene.
  public let session: SceneSession

  /// The name of the scratch and of its commits in the scene's history.
  public let name: String

  let parent: SceneSession
  /// The scene's text when the scratch began, or at its last commit or refresh.
  private(set) var base: SceneDocument

  /// The text of the base, which shares memory with the scene's text.
  private var baseText: DocumentSnapshot

  /// The version of the scene from which the scratch starts.
  private(set) var baseVersion: Int

  /// The new ids of objects that the scratch renamed before the base was replaced, by their old ids; nil if the base is
  /// still the original one.
  private var formerRenames: [ExactText: String]?

  /// True if the front end calls ``refresh(warn:)`` whenever the scratch is behind the scene. The scratch never
  /// refreshes itself.
  public var follows: Bool {
    get { session.state.access.withLock { isFollowing } }
    set { session.state.access.withLock { isFollowing = newValue } }
  }

  private var isFollowing = false

  /// True if the scene has changed since the scratch was created, last committed or last refreshed.
  public var isBehind: Bool { session.state.access.withLock { baseVersion } != parent.version }

  /// Creates a scratch over a scene.
  ///
  /// - Parameter base: the scene's text from which the scratch starts; nil for the current text.
  init(_ parent: SceneSession, named name: String, over base: SceneDocument? = nil) throws(Diagnostic) {
    self.parent = parent
    self.name = name
    // A recovered scratch may start from any text.
    baseVersion = base == nil ? parent.version : -1
    self.base = try (base ?? parent.document).scratchCopy()
    session = try SceneSession(self.base.ownCopy(), library: parent.library, lock: parent.lock, under: parent.job)
    session.state.startText = session.document.source.snapshot
    baseText = (base ?? parent.document).source.snapshot
    beginJournal()
    keepBaseWithHistory()
  }

  /// Creates a scratch with a lock of its own, so that the scratch and the scene can be edited at the same time.
  ///
  /// - Parameters:
  ///   - parent: the scene's session, under the job of the scratch.
  ///   - moment: the scene from which the scratch starts.
  init(beside parent: SceneSession, named name: String, from moment: SceneMoment) throws(Diagnostic) {
    (self.parent, self.name) = (parent, name)
    let job = parent.job
    // The journal replays the scratch's edits on the text of the base, so that text is the original one.
    let base = moment.document.isTextAsRead ? moment.document : try moment.document.scratchCopy()
    (self.base, baseVersion) = (base, moment.version)
    let document = try Diagnostic.wrapping { () throws(SceneError) in
      try base.document(of: base.source.snapshot, isCancelled: { _, _ in job.isCancelled })
    }
    session = SceneSession(document, library: parent.library, lock: EditLock(), under: job)
    baseText = base.source.snapshot
    beginJournal()
    keepBaseWithHistory()
  }

  /// Makes the scene's journal record the scratch's edits.
  private func beginJournal() {
    guard let journal = parent.journal else { return }
    session.state.scratchJournal = (journal, journal.beginScratch(named: name, over: base.source.snapshot))
    session.document.source.recorder = TextRecorder()
  }

  deinit {
    if let (journal, number) = session.state.scratchJournal { journal.endScratch(number) }
  }

  /// Returns the scratch's changes as a patch; see ``SceneSession/patch(_:)``, also for the errors.
  public func patch(_ range: SceneSession.PatchRange = .unsaved) throws(Diagnostic) -> ScenePatch {
    guard range == .unsaved else { return try session.patch(range) }
    return try parent.exclusively { () throws(Diagnostic) in
      let made = session.steps.done.flatMap(\.made)
      return try parent.patch(from: base, to: session.document.reader(), made: made)
    }
  }

  /// Returns the scratch's changes since it was created, last committed or last refreshed.
  public func difference() -> SceneDifference {
    let base = baseReader()
    return session.withDocument { SceneDifference(from: base, to: $0) }
  }

  /// Compares the scratch with its base, as ``difference()`` does, but yields the differences one piece at a time.
  /// Throws an error if the job is cancelled.
  public func comparison() throws(Diagnostic) -> SceneComparison {
    let base = baseReader()
    return try session.asking { model throws(Diagnostic) in
      SceneComparison(from: base, to: model.document.reader(), under: parent.job)
    }
  }

  /// True if committing would change the scene, that is, if ``difference()`` is not empty.
  public var isModified: Bool {
    let base = baseReader()
    return session.withDocument { !SceneComparison(from: base, to: $0).isEmpty }
  }

  /// True if the scratch has edits that are neither committed nor undone. The first read after an edit may compare two
  /// texts, but never searches for differences; later reads take constant time.
  public var isEdited: Bool { session.isModified }

  /// Applies the scratch's changes to the scene, as one step with the scratch's name. The scratch then continues from
  /// the changed scene.
  ///
  /// Components have checked the values in the scratch, and check them again with the current state of the scene.
  ///
  /// - Parameter warn: receives the warnings of hooks.
  /// - Returns: the conflicts with changes in the scene; if there are any, nothing was committed. ``refresh(warn:)``
  ///   merges the scene's other changes, and resolves the conflicts for the scratch.
  /// - Throws: an error if a component refuses a value; then nothing is changed.
  public func commit(warn: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> [SceneConflict] {
    try exclusively { () throws(Diagnostic) in
      var options = SceneSession.MergeOptions(origin: .scratch, isWhole: true, isAcceptedThere: true)
      options.known = knownRenames(ours: .scene, parent.document, at: parent.version)
      let conflicts = try parent.merge(base: base, theirs: session.document.reader(), named: name, options, warn: warn)
      guard conflicts.isEmpty else { return conflicts }
      try parent.job.holdingOff { () throws(Diagnostic) in try follow(isRefresh: false) }
      return []
    }
  }

  /// Merges the scene's changes since the scratch was created, last committed or last refreshed, as one step of the
  /// scratch.
  ///
  /// - Parameter warn: receives the warnings of hooks.
  /// - Returns: the conflicts. The scratch keeps its own values in them, which win when it is committed.
  /// - Throws: an error if a component refuses a merged value; then nothing is changed.
  @discardableResult public func refresh(warn: (Diagnostic) -> Void = { _ in }) throws(Diagnostic) -> [SceneConflict] {
    try exclusively { () throws(Diagnostic) in try follow(isRefresh: true, warn: warn) }
  }

  /// Runs `body` while no other thread edits the scratch or the scene.
  private func exclusively<R>(_ body: () throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    // Most scratches share the lock of the scene. If the locks differ, the scratch's lock is always taken first.
    try session.exclusively { () throws(Diagnostic) in try parent.exclusively(body) }
  }

  /// Returns the new ids of objects that the scratch has renamed, by their old ids. Some may be out of date.
  func renames() -> [ExactText: String] {
    formerRenames ?? session.renames(since: 0, from: base, to: session.document, at: session.version)
  }

  /// Makes the given state of the scene the base of the scratch.
  func startOver(from moment: SceneMoment) {
    formerRenames = renames()
    session.state.access.withLock { (base, baseVersion) = (moment.document, moment.version) }
    baseText = moment.document.source.snapshot
  }

  /// Returns a copy of the base for a call that only reads. The copy stays valid if a commit on a different thread
  /// replaces the base.
  private func baseReader() -> SceneDocument { session.state.access.withLock { base.reader() } }

  @discardableResult private func follow(
    isRefresh: Bool, warn: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> [SceneConflict] {
    let theirs = try parent.document.scratchCopy()
    var options = SceneSession.MergeOptions(asksComponents: isRefresh, isAcceptedThere: true)
    options.known = knownRenames(ours: .scratch, parent.document, at: parent.version)
    formerRenames = options.known.ours
    // The scene already contains the committed changes, so the scratch has no changes of its own before the merge.
    let former = EditHistory.Base(
      text: isRefresh ? baseText : session.document.source.snapshot, version: baseVersion)
    let latest = EditHistory.Base(text: parent.document.source.snapshot, version: parent.version)
    let version = session.version
    let conflicts = try session.merge(base: base, theirs: theirs, named: "refresh", options, warn: warn)
    session.state.access.withLock { (base, baseVersion) = (theirs, latest.version) }
    baseText = latest.text
    // After a commit, an undo of the committed edits reverts them in the scene with the next commit.
    if isRefresh || session.version != version { session.steps.refreshed(.init(former: former, latest: latest)) }
    // If the scratch now equals the scene, ``isEdited`` is false until the next edit.
    let isSame = session.document.source.snapshot.isSame(as: theirs.source.snapshot)
    session.steps.mark(isSaved: isSame || !isModified)
    recordBase()
    return conflicts
  }

  /// Records the base, and the scratch's changes since the base, in the scene's journal.
  private func recordBase() {
    guard let (journal, number) = session.state.scratchJournal else { return }
    let text = base.source.snapshot
    journal.moveScratch(number, over: text, changes: session.document.changes(from: text))
  }

  /// Makes undo, redo and rollback restore the base that belongs to the steps in effect.
  ///
  /// The base is changed before an undo and after a redo. In between, the scratch already contains the scene's changes,
  /// which does no harm.
  private func keepBaseWithHistory() {
    session.state.setBase = { [weak self] former throws(Diagnostic) in
      guard let self else { return }
      let document = try Diagnostic.wrapping { () throws(SceneError) in
        try self.base.document(of: former.text)
      }
      self.session.state.access.withLock { (self.base, self.baseVersion) = (document, former.version) }
      self.baseText = former.text
      self.recordBase()
    }
  }
}

extension SceneSession {
  /// Opens a scratch over the current scene.
  ///
  /// - Parameter name: the name of the scratch, and of its commits in the history.
  /// - Throws: an error if there is not enough memory for a copy of the scene.
  public func scratch(named name: String) throws(Diagnostic) -> ScratchSession {
    try exclusively { () throws(Diagnostic) in try ScratchSession(self, named: name) }
  }
}

extension SceneDocument {
  /// Returns a copy of the document for independent editing; both share the original text and the index.
  fileprivate func ownCopy() throws(Diagnostic) -> SceneDocument {
    return try Diagnostic.wrapping { () throws(SceneError) in try document(of: source.snapshot) }
  }

  fileprivate func scratchCopy() throws(Diagnostic) -> SceneDocument {
    return try Diagnostic.wrapping { () throws(SceneError) in try copy() }
  }
}
