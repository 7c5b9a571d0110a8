internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

extension Shell {
  /// Attaches a journal, which records a scene's edits until they are saved. Prints the problems of earlier journals,
  /// and the number of unsaved edits in each. If no journal can be attached, prints the error. Does nothing for a scene
  /// without a file.
  func attachJournal(to scene: OpenScene) {
    let name = TerminalText.escaped(scene.path)
    do throws(Diagnostic) {
      guard let journal = try scene.base.attachJournal(environment: run.context.environment) else { return }
      scene.recoveries = journal.recoveries
      for problem in journal.problems { say("\(name): \(TerminalText.escaped(problem.message))") }
      if journal.problems.contains(where: \.isJournalDamage) { hasDamagedJournal = true }
      for recovery in journal.recoveries {
        let count = recovery.scratches.reduce(recovery.steps.count) { $0 + $1.steps.count }
        say("\(name): a shell that ended left \(pluralised(count, "change")) unsaved; see 'recover'")
      }
    } catch {
      let others = error.code == .journalLocked ? "" : "; unsaved edits are lost when this shell ends"
      say("\(name): \(TerminalText.escaped(error.message))\(others)")
    }
  }

  /// Closes the journals of all scenes. `recover` can still restore unsaved changes, except those that were discarded.
  func closeScenes() {
    cancel(runningJobs)
    for scene in scenes { scene.base.closeJournal(discarding: scene.isGivenUp || !scene.isModified) }
  }

  /// Starts to save a scene in the background; a notice at the prompt reports the end.
  func saveInBackground(_ scene: OpenScene, _ options: SaveOptions) throws(Diagnostic) {
    let (name, notices, wake) = (TerminalText.escaped(scene.path), notices, wake)
    var options = options
    options.notice = { notice in
      notices.add(notice.description)
      wake()
    }
    _ = try Diagnostic.ofFile(scene.path) { () throws(SceneError) in
      try scene.base.saveInBackground(options: options) { result in
        switch result {
        case .success: notices.add("\(name): saved")
        case .failure(let error): notices.add(error.description)
        }
        wake()
      }
    }
  }
}
