internal import Glibc
internal import InspectorKit
internal import JSONText
public import SceneDocument

extension SceneSession {
  /// Saves to where the scene was read, or elsewhere; returns when the file is durable.
  public func save(to path: String? = nil, options: SaveOptions = SaveOptions()) throws(SaveError) {
    try whenSaved { () throws(SaveError) in
      let save = try SessionSave(self, to: path, options: options, control: job.saveControl)
      try finish(save)
    }
  }

  /// Takes what became of the scene's file.
  package func finish(_ save: SessionSave) throws(SaveError) { try finish(save, save.result) }

  package func finish(_ save: SessionSave, _ result: Result<SaveJob.Outcome, SaveError>) throws(SaveError) {
    guard case .success(let outcome) = result, outcome.isInPlace else {
      steps.giveUpSaving()
      _ = try result.get()
      return
    }
    document.take(outcome)
    savedText = save.job.snapshot
    steps.endSaving()
  }

  /// Writes edits down from now on until they are saved, so that they outlive the process; see ``SceneJournal``.
  ///
  /// - Parameter environment: names the folder, by `XDG_STATE_HOME` or `HOME`.
  /// - Returns: the journal, with what former processes left; nil for a scene that is no regular file's.
  /// - Throws: `journal.locked` where another process has the scene open, and `journal.folder` where there can be none.
  @discardableResult public func attachJournal(
    environment: [String: String]
  ) throws(JournalError) -> SceneJournal? {
    try lock.withLock { () throws(JournalError) in
      if let journal { return journal }
      guard document.isFile, let path = realpath(document.name) else { return nil }
      if startText == nil { startText = document.snapshot }
      let made = try SceneJournal(
        scene: path, name: document.name, snapshot: document.snapshot, file: document.fileMark,
        environment: environment)
      journal = made
      document.recorder = TextRecorder()
      return made
    }
  }

  /// Lets go of the scene's journal: the edits that are not saved are kept for a recovery, or not.
  public func closeJournal(discarding: Bool = false) {
    whenSaved {
      journal?.close(discarding: discarding)
      journal = nil
      document.recorder = nil
    }
  }
}

/// One saving of a session: what is written, and what the journal records of it.
package struct SessionSave: Sendable {
  let job: SaveJob
  private let journal: SceneJournal?
  private let position: Int

  /// Cancels the saving. One in the background goes on whatever becomes of the command that runs.
  private let control: SaveControl

  init(
    _ session: SceneSession, to path: String?, options: SaveOptions = SaveOptions(), control: SaveControl = .none
  ) throws(SaveError) {
    self.control = control
    job = try session.document.saveJob(to: path, options: options)
    journal = session.journal
    position = journal?.position ?? 0
    session.steps.beginSaving()
  }

  /// Writes the file, and returns the outcome; may be done on any thread.
  package var result: Result<SaveJob.Outcome, SaveError> { Result(catching: run) }

  private func run() throws(SaveError) -> SaveJob.Outcome {
    guard let journal else { return try job.run(control: control) }
    let (snapshot, position) = (job.snapshot, position)
    let sha256 = snapshot.sha256
    let outcome = try job.run(control: control) { () throws(SaveError) in
      do throws(JournalError) {
        try journal.willSave(snapshot, sha256: sha256, after: position)
      } catch {
        throw error.whileSaving(job.name)
      }
    }
    if outcome.isInPlace { journal.didSave(snapshot, sha256: sha256, after: position) }
    return outcome
  }
}
