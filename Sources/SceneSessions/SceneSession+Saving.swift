import Glibc
import InspectorKit
import JSONText
public import SceneDocument
import Synchronization

extension SceneSession {
  /// Saves the scene to its own file, or to the file at `path`, and waits until the file is durable.
  ///
  /// - Throws: an error if the file cannot be written, if the job is cancelled, or if another process has changed the
  ///   scene's own file and `options` do not allow replacing it.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SceneError) {
    let isSaved = try whenSaved(under: job) { () throws(SceneError) in
      let write = try startSave(to: path, options: options, control: job.saveControl)
      try finish(write())
      return true
    }
    if isSaved == nil { throw SceneError(CancelledRefusal(), file: path ?? document.name) }
  }

  /// Starts a save of the current text, and returns the function that writes the file and records the save in the
  /// journal. That function may run on any thread; pass its result to ``finish(_:)``.
  ///
  /// - Parameter control: the cancellation of the save. A save in the background ignores the cancellation of commands.
  package func startSave(
    to path: String?, options: SaveOptions = SaveOptions(), control: SaveControl = .none
  ) throws(SceneError) -> @Sendable () -> Result<SaveJob.Outcome, SceneError> {
    let save = try document.source.saveJob(to: path, options: options)
    let (text, journal, position) = (save.snapshot, journal, journal?.position ?? 0)
    steps.beginSaving()
    return {
      Result { () throws(SceneError) in
        guard let journal else { return try save.run(control: control) }
        let sha256 = text.sha256
        let outcome = try save.run(control: control) { () throws(SceneError) in
          do throws(Diagnostic) {
            try journal.willSave(text, sha256: sha256, after: position)
          } catch {
            throw error.whileSaving(save.name)
          }
        }
        if outcome.isInPlace { journal.didSave(text, sha256: sha256, after: position) }
        return outcome
      }
    }
  }

  /// Saves several scenes, and copies of scenes, in one transaction: either all files are replaced or none, even if the
  /// process is killed.
  ///
  /// - Parameters:
  ///   - saves: the sessions, each with the path of a copy, or nil for the scene's own file.
  ///   - environment: determines the folder of the transaction's record, by `XDG_STATE_HOME` or `HOME`.
  /// - Throws: an error that names the first file that cannot be written. Then only those sessions count as saved whose
  ///   files were replaced already; see ``FileTransaction/commit()``.
  package static func save(
    _ saves: [(session: SceneSession, path: String?, options: SaveOptions)], environment: [String: String]
  ) throws(SceneError) {
    let control = saves.first?.session.job.saveControl ?? .none
    let transaction = FileTransaction(environment: environment, control: control)
    var prepared: [(session: SceneSession, save: PreparedSave)] = []
    for (session, path, options) in saves {
      let save = try session.document.source.saveJob(to: path, options: options).prepared(control: control)
      prepared.append((session, save))
      transaction.add(save)
    }
    for (session, save) in prepared where save.isInPlace {
      guard let journal = session.journal else { continue }
      do throws(Diagnostic) {
        try journal.willSave(save.snapshot, sha256: save.snapshot.sha256, after: journal.position)
      } catch {
        throw error.whileSaving(save.name)
      }
    }
    var failure: SceneError?
    do throws(SceneError) {
      try transaction.commit()
    } catch {
      failure = error
    }
    for (session, save) in prepared where save.isInPlace {
      guard failure == nil || transaction.replaced.contains(where: save.name.isExactly) else { continue }
      session.journal?.didSave(save.snapshot, sha256: save.snapshot.sha256, after: session.journal?.position ?? 0)
      session.steps.beginSaving()
      try session.finish(.success(save.outcome))
    }
    if let failure { throw failure }
  }

  /// Ends a save. If it wrote the scene's own file, the written text becomes the saved one; otherwise nothing changes.
  ///
  /// - Throws: the error of a failed save.
  package func finish(_ result: Result<SaveJob.Outcome, SceneError>) throws(SceneError) {
    guard case .success(let outcome) = result, outcome.isInPlace else {
      steps.giveUpSaving()
      _ = try result.get()
      return
    }
    document.source.take(outcome)
    savedText = outcome.snapshot
    steps.endSaving()
  }

  /// Starts a journal that records edits until they are saved, so that they survive the process; see
  /// ``SceneJournal``.
  ///
  /// - Parameter environment: determines the folder, by `XDG_STATE_HOME` or `HOME`.
  /// - Returns: the journal, with the edits that former processes left; nil for a scene without a regular file.
  /// - Throws: `journal.locked` if another process has the scene open, and `journal.folder` if the folder cannot be
  ///   created.
  @discardableResult public func attachJournal(
    environment: [String: String]
  ) throws(Diagnostic) -> SceneJournal? {
    try exclusively { () throws(Diagnostic) in
      if let journal { return journal }
      guard document.source.isFile, let path = realpath(document.name) else { return nil }
      let made = try SceneJournal(
        scene: path, name: document.name, snapshot: document.source.snapshot, file: document.source.fileMark,
        of: document.formats, environment: environment)
      journal = made
      document.source.recorder = TextRecorder()
      return made
    }
  }

  /// Closes the scene's journal. Unsaved edits are kept for a recovery, unless `discarding` is true.
  public func closeJournal(discarding: Bool = false) {
    _ = whenSaved(under: .unattended) {
      journal?.close(discarding: discarding)
      journal = nil
      document.source.recorder = nil
    }
  }
}

/// A save that runs in the background.
///
/// ```swift
/// let ticket = try session.saveInBackground { result in … }  // on a thread of its own
/// …                                                          // the session can still be edited
/// try ticket.wait()                                          // the file is durable, or this throws
/// ```
public final class SaveTicket: Sendable {
  /// The file's path as the caller gave it.
  public let file: String

  private let work: Background<Result<Void, SceneError>>

  init(file: String, _ work: @escaping @Sendable () -> Result<Void, SceneError>) {
    self.file = file
    self.work = Background(work)
  }

  /// The result of the save; nil while it runs.
  public var result: Result<Void, SceneError>? { work.valueIfDone }

  /// Waits until the file is written and durable; throws the error of a failed save.
  public func wait() throws(SceneError) { try work.value.get() }
}

/// The functions that receive the result of a save.
final class SaveCompletions: Sendable {
  typealias Completion = @Sendable (Result<Void, SceneError>) -> Void

  private let list: Mutex<[Completion]>

  init(_ first: @escaping Completion) { list = Mutex([first]) }

  func add(_ completion: @escaping Completion) { list.withLock { $0.append(completion) } }

  func call(with result: Result<Void, SceneError>) {
    for completion in list.withLock({ $0 }) { completion(result) }
  }
}

extension SaveOptions {
  /// Returns true if a save with the other options may replace the same files.
  fileprivate func replaces(as other: SaveOptions) -> Bool {
    breaksLinks == other.breaksLinks && dropsAttributes == other.dropsAttributes
      && replacesOthers == other.replacesOthers
  }
}

extension SceneSession {
  /// Starts to save the scene's current text to its own file, or to the file at `path`, while editing continues.
  ///
  /// Later edits are not in the file, and leave the session modified. If a save is running, the new one begins after
  /// it, with the text of that time; until then, further calls with the same options share it.
  ///
  /// - Parameter completion: called on the save's thread after the file is durable and the session has recorded it, or
  ///   after the save failed. The closure must not save the session: that save would wait for the closure to return.
  /// - Returns: a ticket to query or await the result.
  /// - Throws: an error if no file can have the path, or if the job ends before the save starts; all other errors are
  ///   reported at the end.
  @discardableResult public func saveInBackground(
    to path: String? = nil, options: SaveOptions = SaveOptions(),
    completion: @escaping @Sendable (Result<Void, SceneError>) -> Void = { _ in }
  ) throws(SceneError) -> SaveTicket {
    let ticket = try lock.withLock(under: job) { () throws(SceneError) in
      guard let running = state.saving, running.result == nil else {
        let write = try startSave(to: path, options: options)
        return start(to: path, after: nil, SaveCompletions(completion), write)
      }
      if path == nil, let waiting = state.waitingSave, waiting.options.replaces(as: options) {
        waiting.completions.add(completion)
        return waiting.ticket
      }
      let completions = SaveCompletions(completion)
      let ticket = start(to: path, after: running, completions) { [self] in
        let write = lock.withLock(under: .unattended) {
          if state.waitingSave?.completions === completions { state.waitingSave = nil }
          return Result { () throws(SceneError) in try startSave(to: path, options: options) }
        }
        return write.map { $0.flatMap { $0() } } ?? .failure(SceneError(CancelledRefusal(), file: path ?? ""))
      }
      if path == nil { state.waitingSave = (ticket, options, completions) }
      return ticket
    }
    guard let ticket else { throw SceneError(CancelledRefusal(), file: path ?? document.name) }
    return ticket
  }

  /// Starts the thread of a save, and returns its ticket. The caller must hold the edit lock.
  ///
  /// - Parameters:
  ///   - former: the save to wait for.
  ///   - write: writes the file.
  private func start(
    to path: String?, after former: SaveTicket?, _ completions: SaveCompletions,
    _ write: @escaping @Sendable () -> Result<SaveJob.Outcome, SceneError>
  ) -> SaveTicket {
    let ticket = SaveTicket(file: path ?? document.name) {
      try? former?.wait()
      let outcome = write()
      let finished = self.lock.withLock(under: .unattended) {
        Result { () throws(SceneError) in try self.finish(outcome) }
      }
      let result = finished ?? outcome.map { _ in }
      completions.call(with: result)
      return result
    }
    state.saving = ticket
    return ticket
  }

  /// Runs `body` while no other thread edits the session and no save runs; returns nil without running it if the job
  /// ends first. The caller must not hold the session's lock, which a save needs at its end.
  func whenSaved<R, E>(under job: InspectorJob, _ body: () throws(E) -> R) throws(E) -> R? {
    while let ticket = lock.withLock(under: job, { state.saving }) {
      try? ticket?.wait()
      // Another thread may have started the next save.
      let result = try lock.withLock(under: job) { () throws(E) -> R? in state.saving === ticket ? try body() : nil }
      guard let result else { return nil }
      if let result { return result }
    }
    return nil
  }
}
