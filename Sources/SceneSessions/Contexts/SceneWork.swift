internal import Journaling
internal import SceneDocument
internal import Synchronization

/// The context in which work on an open scene is done; see ``SceneSession/perform(in:named:under:deliver:_:then:)``.
public enum SceneContext: String, Hashable, Sendable, CaseIterable {
  /// The session itself, on the caller's thread. The work is one step of the history, or leaves nothing behind.
  case main

  /// A copy of the scene, on a thread of its own. The session can be edited meanwhile. At the end the changes are merged
  /// into the session, as one step: where both changed the same value, the session's stays. The work waits while an edit of
  /// a session is under way.
  case background

  /// The scene's file, on a thread of its own. At the end the file is saved. The session shows the changes after
  /// ``SceneSession/refetch(keeping:warn:)``.
  case batch
}

/// Work on an open scene, which may still run; ``SceneSession/perform(in:named:under:deliver:_:then:)`` returns it.
///
/// ```swift
/// let work = session.perform(in: .background, named: "import") { scene throws(Diagnostic) in
///   try scene.perform(request)
/// }
/// work.state      // .running
/// work.cancel()   // from any thread; the scene is unchanged then
/// work.wait()     // .cancelled
/// ```
public final class SceneWork: @unchecked Sendable {
  // Everything that changes is in `content`, under its lock.

  /// The state of a piece of work.
  public enum State: Sendable {
    /// The first closure runs.
    case running
    /// The changes are merged into the session, or saved in the file.
    case merging
    /// The work is done.
    case done
    /// An error ended the work; the scene is unchanged.
    case failed(Diagnostic)
    /// The work was cancelled; the scene is unchanged.
    case cancelled

    /// True if the work has ended.
    public var isFinal: Bool {
      switch self {
      case .running, .merging: false
      case .done, .failed, .cancelled: true
      }
    }
  }

  /// The name of the work, and of its step in the history.
  public let name: String

  /// The context in which the work is done.
  public let context: SceneContext

  /// The job that receives the progress of the work, and cancels it.
  public let job: InspectorJob

  private let content = Mutex(Content())
  private let ended = Monitor()

  private struct Content {
    var state = State.running
    var conflicts: [SceneConflict] = []
    var warnings: [Diagnostic] = []
    var unmerged: ScratchSession?
  }

  init(named name: String, in context: SceneContext, under job: InspectorJob) {
    (self.name, self.context, self.job) = (name, context, job)
  }

  /// The present state.
  public var state: State { content.withLock { $0.state } }

  /// The changes of the work that were not made, because the session or its file had changed the same thing meanwhile;
  /// empty until the work is done.
  public var conflicts: [SceneConflict] { content.withLock { $0.conflicts } }

  /// The warnings of hooks that checked the merged values.
  public var warnings: [Diagnostic] { content.withLock { $0.warnings } }

  /// Returns the scratch with the changes of work in the background that could not be merged, because a component refused
  /// a merged value; nil for other work, and at the next call. It can be edited and committed.
  public func takeUnmerged() -> ScratchSession? {
    content.withLock { content in
      defer { content.unmerged = nil }
      return content.unmerged
    }
  }

  /// Ends the work early, without any effect on the scene. Has no effect once the changes are merged.
  public func cancel() { job.cancel() }

  /// Waits for the end of the work, and returns its state; returns early if the job of the wait ends.
  ///
  /// The second closure of the work may still run afterwards.
  @discardableResult public func wait(under job: InspectorJob = InspectorJob()) -> State {
    ended.withLock {
      while true {
        let state = state
        if state.isFinal || job.isCancelled { return state }
        ended.wait(milliseconds: 20)
      }
    }
  }

  func reach(_ state: State) {
    ended.withLock {
      content.withLock { $0.state = state }
      ended.wake()
    }
  }

  func add(_ conflicts: [SceneConflict]) { content.withLock { $0.conflicts += conflicts } }
  func warn(_ warning: Diagnostic) { content.withLock { $0.warnings.append(warning) } }
  func keep(_ scratch: ScratchSession) { content.withLock { $0.unmerged = scratch } }
}

extension SceneSession {
  /// Does work on the scene, in one of three contexts. A first closure works; a second one receives its result.
  ///
  /// ```swift
  /// session.perform(
  ///   in: .background, named: "import", deliver: { DispatchQueue.main.async(execute: $0) },
  ///   { scene throws(Diagnostic) in try scene.perform(request).changed },
  ///   then: { result, work in print(result, work.conflicts) })
  /// ```
  ///
  /// A journal of the session also records the edits of work in the background, until they are merged.
  ///
  /// - Parameters:
  ///   - context: the context; see ``SceneContext``.
  ///   - name: the name of the work, and of its step in the history.
  ///   - job: a job of its own, which can cancel the work; it is not the session's.
  ///   - deliver: runs the second closure where its user is, such as on the main thread. By default it runs where the
  ///     work ended: for `main` on the caller's thread, else on the thread of the work.
  ///   - work: edits the scene that it receives, and only that one.
  ///   - then: receives the result of `work`, after the changes are in the session or in the file; or the error that
  ///     ended the work.
  /// - Returns: the work, which has ended already if the context is `main`.
  @discardableResult public func perform<R: Sendable>(
    in context: SceneContext, named name: String, under job: InspectorJob = InspectorJob(),
    deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    _ work: @escaping @Sendable (SceneSession) throws(Diagnostic) -> R,
    then: @escaping @Sendable (Result<R, Diagnostic>, SceneWork) -> Void = { _, _ in }
  ) -> SceneWork {
    let handle = SceneWork(named: name, in: context, under: job)
    // The work begins with the scene as it is now, whenever its thread does.
    let moment = context == .background ? Result { () throws(Diagnostic) in try under(job).moment() } : nil
    let run: @Sendable () -> Void = { [self] in
      let perform = { () throws(Diagnostic) in try self.perform(work, handle, from: try moment?.get()) }
      let result = Result { () throws(Diagnostic) in
        context == .main ? try perform() : try job.givingWay(perform)
      }
      handle.end(result)
      deliver { then(result, handle) }
    }
    // Without a thread, the work is done at once.
    if context != .main { PluginLibrary.prepareForYieldingThreads() }
    if context == .main || WorkThread(yields: true, run) == nil { run() }
    return handle
  }

  private func perform<R>(
    _ work: (SceneSession) throws(Diagnostic) -> R, _ handle: SceneWork, from moment: SceneMoment?
  ) throws(Diagnostic) -> R {
    switch handle.context {
    case .main: try performHere(work, handle)
    case .background: try performBeside(work, handle, from: moment)
    case .batch: try performInFile(work, handle)
    }
  }

  private func performHere<R>(
    _ work: (SceneSession) throws(Diagnostic) -> R, _ handle: SceneWork
  ) throws(Diagnostic) -> R {
    let session = under(handle.job)
    try session.begin(named: handle.name)
    do throws(Diagnostic) {
      let result = try work(session)
      try handle.job.check()
      try session.commit()
      return result
    } catch {
      // What was done is undone even after a cancellation.
      _ = try under(.unattended).rollback()
      throw error
    }
  }

  private func performBeside<R>(
    _ work: (SceneSession) throws(Diagnostic) -> R, _ handle: SceneWork, from moment: SceneMoment?
  ) throws(Diagnostic) -> R {
    let scratch = try batch(named: handle.name, under: handle.job, from: moment)
    let result = try work(scratch.session)
    handle.reach(.merging)
    do throws(Diagnostic) {
      // The merge holds the lock of the session, for which an edit may wait.
      handle.add(
        try handle.job.keepingOn { () throws(Diagnostic) in try scratch.merge { handle.warn($0) } })
    } catch {
      if !handle.job.isCancelled { handle.keep(scratch) }
      throw error
    }
    return result
  }

  private func performInFile<R>(
    _ work: (SceneSession) throws(Diagnostic) -> R, _ handle: SceneWork
  ) throws(Diagnostic) -> R {
    let path = withDocument(\.name)
    let session = try Diagnostic.wrapping { () throws(SceneError) in
      try SceneSession.open(path: path, library: library, under: handle.job)
    }
    let result = try work(session)
    handle.reach(.merging)
    var attempts = 0
    while true {
      // Others may save the file at any time. Their changes stay.
      if case .changed(let theirs) = session.fileState() {
        let conflicts = try session.takeInFile(theirs) { handle.warn($0) }
        let rest = conflicts.isEmpty ? [] : try session.takeInFile(theirs, keeping: .theirs) { handle.warn($0) }
        if let first = rest.first { throw Diagnostic(SessionRefusal.batchConflicts(first.message, count: rest.count)) }
        handle.add(conflicts.map(\.swapped))
      }
      do throws(SceneError) {
        if session.isModified { try session.save() }
        return result
      } catch {
        attempts += 1
        guard error.code == .ioChanged, attempts < Self.mostSaves else { throw Diagnostic(error) }
      }
    }
  }

  /// The number of times that a batch saves a file that others change at the same time.
  private static let mostSaves = 8

  /// Opens a scratch over the present scene that can be edited while the scene is edited on other threads; see
  /// ``perform(in:named:under:deliver:_:then:)``.
  ///
  /// - Parameters:
  ///   - job: the job of the scratch.
  ///   - moment: the scene from which the scratch starts; nil for the present one.
  func batch(
    named name: String, under job: InspectorJob, from moment: SceneMoment? = nil
  ) throws(Diagnostic) -> ScratchSession {
    let session = under(job)
    guard let moment else { return try batch(named: name, under: job, from: try session.moment()) }
    return try ScratchSession(beside: session, named: name, from: moment)
  }

  /// Merges what a batch, or anyone else, has saved in the scene's file into the session, as one step.
  ///
  /// - Parameters:
  ///   - side: the side that wins a conflict; nil to merge nothing if there is a conflict.
  ///   - warn: receives the warnings of hooks.
  /// - Returns: the conflicts; see ``takeInFile(_:keeping:warn:)``. Empty if the file is as last read or saved.
  /// - Throws: an error if the file is missing or no scene, or if a component refuses a merged value.
  @discardableResult public func refetch(
    keeping side: ConflictSide? = nil, warn: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> [SceneConflict] {
    switch fileState() {
    case .unchanged: return []
    case .changed(let theirs): return try takeInFile(theirs, keeping: side, warn: warn)
    case .missing: throw Diagnostic(SessionRefusal.fileIsMissing)
    case .unreadable(let error): throw Diagnostic(error)
    }
  }
}

extension SceneWork {
  fileprivate func end<R>(_ result: Result<R, Diagnostic>) {
    switch result {
    case .success: reach(.done)
    case .failure(let error): reach(error.code == .cancelled ? .cancelled : .failed(error))
    }
  }
}
