internal import SceneDocument

/// An editing context over a scene: what is tried in it reaches the scene when it is committed, and not before.
///
/// ```swift
/// let scratch = try session.scratch(named: "rounder")
/// _ = try scratch.session.perform(request)      // a session as any other, with a history of its own
/// try scratch.difference()                  // what committing would change
/// try scratch.refresh()                     // takes in what was changed in the scene meanwhile
/// let conflicts = try scratch.commit()      // one step of the scene's history; all of it, or conflicts and nothing
/// ```
///
/// To discard it there is nothing to do but to let it go. Its edits outlive the process as the scene's do. It costs a copy of the scene's text and the scan of it.
///
/// The lock that its session and the scene's have in common guards it, so that it may be used on any thread.
public final class ScratchSession: @unchecked Sendable {
  /// What is edited; saving it is the scene's business.
  public let session: SceneSession

  /// The name that the scratch was given.
  public let name: String

  private let parent: SceneSession
  /// The scene as the scratch last saw it.
  private var base: SceneDocument

  /// - Parameter base: the scene's text that it is made over; nil for the present one.
  init(_ parent: SceneSession, named name: String, over base: SceneDocument? = nil) throws(EditError) {
    self.parent = parent
    self.name = name
    self.base = try (base ?? parent.document).scratchCopy()
    session = try SceneSession(self.base.ownCopy(), library: parent.library, lock: parent.lock, under: parent.job)
    session.startText = session.document.snapshot
    guard let journal = parent.journal else { return }
    session.scratchJournal = (journal, journal.beginScratch(named: name, over: self.base.snapshot))
    session.document.recorder = TextRecorder()
  }

  deinit {
    if let (journal, number) = session.scratchJournal { journal.endScratch(number) }
  }

  /// Writes down what the scratch changed, as ``SceneSession/patch(_:)`` does.
  public func patch(_ range: SceneSession.PatchRange = .unsaved) throws(EditError) -> ScenePatch {
    guard range == .unsaved else { return try session.patch(range) }
    return try parent.lock.withLock { () throws(EditError) in
      let made = session.steps.done.flatMap(\.made)
      return try PatchMaker(parent.library, under: parent.job).patch(from: base, to: session.document, made: made)
    }
  }

  /// What the scratch changed since it began, was committed or refreshed.
  public func difference() -> SceneDifference {
    parent.lock.withLock { SceneDifference(from: base, to: session.document) }
  }

  /// Finds what the scratch changed, as ``difference()`` does, a piece at a time.
  public func comparison() throws(EditError) -> SceneComparison {
    try session.asking { model throws(EditError) in
      SceneComparison(from: base, to: model.document, under: parent.job)
    }
  }

  /// Whether committing would change the scene: whether ``difference()`` is not empty.
  public var isModified: Bool {
    parent.lock.withLock { !SceneComparison(from: base, to: session.document).isEmpty }
  }

  /// Whether edits were made in it that are neither committed nor taken back, which is known at once in the largest scene.
  public var isEdited: Bool { session.isModified }

  /// Makes the scratch's changes in the scene, as one step with the scratch's name, and goes on from there.
  ///
  /// Components have judged the values here, and judge them again beside what became of the scene.
  ///
  /// - Parameter warn: is given what hooks warn of.
  /// - Returns: what was changed in the scene meanwhile, and in another way; then nothing was done. ``refresh(warn:)`` takes
  ///   the scene's other changes in, and settles those for the scratch.
  /// - Throws: where a component refuses what it gets; then nothing is changed.
  public func commit(warn: (Diagnostic) -> Void = { _ in }) throws(EditError) -> [SceneConflict] {
    try parent.lock.withLock { () throws(EditError) in
      let options = SceneSession.MergeOptions(origin: .scratch, isWhole: true, isAcceptedThere: true)
      let conflicts = try parent.merge(base: base, theirs: session.document, named: name, options, warn: warn)
      guard conflicts.isEmpty else { return conflicts }
      try parent.job.holdingOff { () throws(EditError) in try follow(asksComponents: false) }
      return []
    }
  }

  /// Takes in what was changed in the scene since the scratch began, was committed or refreshed, as one step here.
  ///
  /// - Parameter warn: is given what hooks warn of.
  /// - Returns: what was changed here, too, and in another way: that stays as it is here, and wins when it is committed.
  /// - Throws: where a component refuses what it gets; then nothing is changed.
  @discardableResult public func refresh(warn: (Diagnostic) -> Void = { _ in }) throws(EditError) -> [SceneConflict] {
    try parent.lock.withLock { () throws(EditError) in try follow(asksComponents: true, warn: warn) }
  }

  @discardableResult private func follow(
    asksComponents: Bool, warn: (Diagnostic) -> Void = { _ in }
  ) throws(EditError) -> [SceneConflict] {
    let theirs = try parent.document.scratchCopy()
    let options = SceneSession.MergeOptions(asksComponents: asksComponents, isAcceptedThere: true)
    let conflicts = try session.merge(base: base, theirs: theirs, named: "refresh", options, warn: warn)
    base = theirs
    // Where the scratch is the scene now, that is the state that ``isEdited`` looks back to.
    if session.document.snapshot.isSame(as: theirs.snapshot) || !isModified {
      session.steps.beginSaving()
      session.steps.endSaving()
    } else {
      session.steps.forgetSaved()
    }
    if let (journal, number) = session.scratchJournal {
      let text = theirs.snapshot
      journal.moveScratch(number, over: text, changes: session.document.changes(from: text))
    }
    return conflicts
  }
}

extension SceneSession {
  /// An editing context over the scene as it is now.
  ///
  /// - Parameter name: what its commit is called in the history.
  /// - Throws: where there is no memory for a copy of the scene.
  public func scratch(named name: String) throws(EditError) -> ScratchSession {
    try lock.withLock { () throws(EditError) in try ScratchSession(self, named: name) }
  }
}

extension SceneDocument {
  /// The same scene, to be edited by itself; text and index are shared.
  fileprivate func ownCopy() throws(EditError) -> SceneDocument {
    return try EditError.wrapping { () throws(SceneError) in try document(of: snapshot) }
  }

  fileprivate func scratchCopy() throws(EditError) -> SceneDocument {
    return try EditError.wrapping { () throws(SceneError) in try copy() }
  }
}
