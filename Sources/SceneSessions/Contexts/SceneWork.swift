internal import Journaling
internal import SceneDocument
internal import Synchronization

/// The context for work on an open scene; see ``SceneSession/perform(in:named:under:deliver:_:then:)``.
public enum SceneContext: String, Hashable, Sendable, CaseIterable {
  /// The session itself, on the caller's thread. The work becomes one step of the history or, on an error, is undone.
  case main

  /// A copy of the scene, on a separate thread. The session can be edited meanwhile. At the end, the changes are merged
  /// into the session, as one step; if both changed the same value, the session's value is kept. The work pauses while
  /// a session is being edited.
  case background

  /// The scene's file, on a separate thread. The file is saved at the end. The session shows the changes after
  /// ``SceneSession/refetch(keeping:warn:)``.
  case batch
}

/// A task on an open scene that may still be running. ``SceneSession/perform(in:named:under:deliver:_:then:)`` returns
/// it.
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
  // All mutable state is in `content`, under its lock.

  /// The state of the work.
  public enum State: Sendable {
    /// The first closure is running.
    case running
    /// The changes are being merged into the session, or saved in the file.
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

  /// The name of the work and of its step in the history.
  public let name: String

  /// The context of the work.
  public let context: SceneContext

  /// The job that receives the progress of the work and can cancel it.
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

  /// The current state.
  public var state: State { content.withLock { $0.state } }

  /// The changes of the work that were discarded, because the session or its file had changed the same values
  /// meanwhile; empty until the work is done.
  public var conflicts: [SceneConflict] { content.withLock { $0.conflicts } }

  /// The warnings of hooks that checked the merged values.
  public var warnings: [Diagnostic] { content.withLock { $0.warnings } }

  /// Returns a scratch with background changes that could not be merged, because a component refused a merged value.
  /// The scratch can be edited and committed. Returns nil for other work, and for every call after the first.
  public func takeUnmerged() -> ScratchSession? {
    content.withLock { content in
      defer { content.unmerged = nil }
      return content.unmerged
    }
  }

  /// Cancels the work, so that the scene is unchanged. Does nothing after the changes have been merged.
  public func cancel() { job.cancel() }

  /// Waits for the end of the work, and returns its state. Returns early if the given job is cancelled.
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
  /// Performs work on the scene in one of three contexts. The first closure does the work; the second one receives the
  /// result.
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
    // The work starts from the current scene, even if its thread starts later.
    let moment = context == .background ? Result { () throws(Diagnostic) in try under(job).moment() } : nil
    let run: @Sendable () -> Void = { [self] in
      let perform = { () throws(Diagnostic) in try self.perform(work, handle, from: try moment?.get()) }
      let result = Result { () throws(Diagnostic) in
        context == .main ? try perform() : try job.givingWay(perform)
      }
      handle.end(result)
      deliver { then(result, handle) }
    }
    // If no thread can be created, the work is done on the caller's thread.
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
      // The edits are undone even after a cancellation.
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
      // The merge needs the lock of the session, for which an edit may be waiting.
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
      // Other processes may save the file at any time; their changes are kept.
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

  /// The maximum number of attempts of a batch to save a file that other processes change at the same time.
  private static let mostSaves = 8

  /// Opens a scratch over the current scene. Both can be edited at the same time on different threads; see
  /// ``perform(in:named:under:deliver:_:then:)``.
  ///
  /// - Parameters:
  ///   - job: the job of the scratch.
  ///   - moment: the scene from which the scratch starts; nil for the current one.
  func batch(
    named name: String, under job: InspectorJob, from moment: SceneMoment? = nil
  ) throws(Diagnostic) -> ScratchSession {
    let session = under(job)
    guard let moment else { return try batch(named: name, under: job, from: try session.moment()) }
    return try ScratchSession(beside: session, named: name, from: moment)
  }

  /// Merges the changes in the scene's file, made by a batch or another process, into the session as one step.
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
