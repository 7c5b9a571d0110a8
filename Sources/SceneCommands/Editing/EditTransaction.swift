import CommandLineKit
import CommandReports
import SceneDocument
import Workbench

/// An edited scene, with the new contents of its file.
struct EditedScene: SceneOutcome {
  var outcome: EditOutcome

  /// The prepared new file; nil if the scene is not to be written, or if it has already been written.
  var save: PreparedSave?

  /// The files of the scene's templates, with their identities at the time of reading.
  var templates: [String: FileIdentity?] = [:]

  var status: ExitStatus { outcome.status }
}

/// The edits of a command that writes either all of its files or none.
///
/// Outcomes are reported only after the files have been written or abandoned.
final class EditTransaction {
  private let run: CommandRun
  private let files: FileTransaction
  private var outcomes: [EditOutcome] = []

  /// The indices in `outcomes` of the scenes that are to be written.
  private var written: [Int] = []

  init(_ run: CommandRun) {
    self.run = run
    files = FileTransaction(environment: run.context.environment, control: run.job.saveControl)
  }

  /// Adds an edited scene. Files are replaced in the order in which the scenes are added.
  func add(_ scene: EditedScene) {
    files.expect(scene.templates)
    if let save = scene.save {
      written.append(outcomes.count)
      files.add(save)
    }
    outcomes.append(scene.outcome)
  }

  /// Writes all files if every scene was edited, and reports the outcomes.
  ///
  /// - Parameters:
  ///   - isWhole: true if all scenes were processed, and the edit as a whole succeeded.
  ///   - report: receives the outcomes.
  /// - Returns: the names of the written files.
  func end(isWhole: Bool, _ report: any EditReport) -> [String] {
    var failed = outcomes.first { $0.failure != nil }?.scene
    if isWhole, failed == nil {
      do throws(SceneError) {
        try files.commit()
        for place in written { outcomes[place].isWritten = true }
      } catch {
        failed = error.file
        for place in written where files.replaced.contains(where: outcomes[place].scene.isExactly) {
          outcomes[place].isWritten = true
        }
        let place = written.first { outcomes[$0].scene.isExactly(error.file) } ?? written.first
        if let place {
          let scene = outcomes[place].scene
          var outcome = EditOutcome(scene: scene, failure: Diagnostic(error, scene: scene))
          outcome.countsDifferences = outcomes[place].countsDifferences
          outcomes[place] = outcome
        }
      }
    }
    files.abandon()
    let isWritten = outcomes.contains(where: \.isWritten)
    if !isWritten, !written.isEmpty { report.withhold() }
    outcomes.forEach(report.add)
    // A failure to write the only file says so itself.
    if !isWritten, written.contains(where: { outcomes[$0].failure == nil }) {
      let reason = failed.map { ", since '\(TerminalText.escaped($0))' failed" } ?? ""
      run.note("inspector: nothing was written\(reason)")
    }
    return isWritten ? written.map { outcomes[$0].scene } : []
  }

  /// Adds the statuses of all scenes or, if nothing was written, those of the scenes that prevented the writing.
  func addStatuses(to common: inout CommonStatus) {
    let causes = outcomes.filter { outcome in
      guard let failure = outcome.failure else { return false }
      if case .templateRefused? = failure.reason.base as? SceneCommandRefusal { return false }
      return true
    }
    let isWritten = outcomes.contains(where: \.isWritten)
    for outcome in isWritten || causes.isEmpty ? outcomes : causes { common.add(outcome.status) }
  }
}
