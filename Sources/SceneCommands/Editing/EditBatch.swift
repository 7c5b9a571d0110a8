internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// One edit of many scenes, each all or nothing.
struct EditBatch {
  let run: CommandRun
  let options: EditOptions
  let report: any EditReport
  private let saving: SaveOptions

  /// What is made of each scene.
  let request: EditRequest

  /// What the edit was read from, where that is a script.
  var script: EditScript?

  init(
    run: CommandRun, options: EditOptions, request: EditRequest, report: (any EditReport)? = nil
  ) {
    self.run = run
    self.options = options
    self.request = request
    self.report = report ?? options.report(run)
    saving = options.saving.options(run.context)
  }

  func perform(on scenes: [CommandScene]) -> ExitStatus {
    var common = CommonStatus(countsDifferences: options.exitCode)
    var written = WrittenFiles()
    var unmatched = UnmatchedScenes()
    let names = scenes.count > 1 ? NameLookup(scenes) : nil
    let batch = SceneBatch<EditOutcome>(run: run, scenes: scenes, options: options.scenes)
    run.context.signals.expect(scenes.count)
    let work = { (work: SceneBatch<EditOutcome>.Work) in outcome(of: work, names) }
    let end = batch.perform(work) { outcome in
      var outcome = outcome
      outcome.countsDifferences = options.exitCode
      report.add(outcome)
      unmatched.add(outcome)
      if outcome.isWritten { written.add(outcome.scene) }
      common.add(outcome.status)
    }
    var emptiness: CommandFailure?
    if case .done = end { emptiness = unmatched.failure }
    var status = emptiness.map { $0.status.counting(differences: options.exitCode) } ?? common.status
    if case .interrupted = end { status = run.context.signals.status() }
    if end.hasResults || options.isStructured(run) {
      report.finish(left: scenes.count - end.reached(of: scenes.count), emptiness, status)
    }
    batch.sayEnd(end, done: written.words)
    if case .interrupted = end { return .interrupted }
    return status
  }

  /// - Parameter names: the scenes of which this is one of many; nil for a scene that is edited alone.
  private func outcome(of work: SceneBatch<EditOutcome>.Work, _ names: NameLookup?) -> EditOutcome {
    let scene = work.scene.name
    do throws(CommandFailure) {
      let file = file(for: scene)
      // Between reading a file and replacing it no other process may write it.
      let session = try work.run.open(
        work.scene, editing: request, locking: file == scene ? saving : nil)
      let listing = report.listing()
      let (result, unmatched) = try result(session, work, names, onChange: listing.map { $0.add })
      if let unmatched {
        return EditOutcome(unmatched: scene, result, unknownName: unmatched.unknownName, listing: listing)
      }
      // Scenes after one that fails must stay as they are, so their turn is waited for.
      if options.scenes.onFailure == .failFast, !work.awaitTurn() { return EditOutcome(scene: scene, result: result) }
      let isWritten = try write(session, result, scene)
      return EditOutcome(scene: scene, result: result, listing: listing, isWritten: isWritten)
    } catch {
      return EditOutcome(scene: scene, failure: error)
    }
  }

  /// The file that an edited scene is written to; nil where it is none.
  private func file(for scene: String) -> String? {
    if options.dryRun || run.workspace.keepsScenes { return nil }
    let path = options.output(of: scene) ?? scene
    return path == "-" ? nil : path
  }

  /// A scene of many that has nothing that the edit is about.
  private struct Unmatched {
    /// The refusal of a name that no scene of the run has.
    var unknownName: CommandFailure?
  }

  private typealias Made = (result: EditResult, unmatched: Unmatched?)

  private func result(
    _ session: SceneSession, _ work: SceneBatch<EditOutcome>.Work, _ names: NameLookup?,
    onChange: ((ObjectChange) -> Void)?
  ) throws(CommandFailure) -> Made {
    do throws(EditError) {
      var request = request
      // Nothing here has what another scene knows.
      var known: Set<UnknownNamePlace> = []
      while true {
        do throws(EditError) {
          return try result(session, request, isOneOfMany: names != nil, onChange: onChange)
        } catch {
          guard let names, let place = error.unknownName, names.isKnown(place, work.run), known.insert(place).inserted
          else { throw error }
          request.unknownNames = .known(known)
        }
      }
    } catch {
      var error = error
      if error.isOfNothing { error.reason = AnyRefusal(SceneCommandRefusal.nothingToEdit(error.reason)) }
      var failure = CommandFailure(error, scene: work.scene.name)
      if let script { failure.locate(error, in: script) }
      if names != nil, error.unknownName != nil { return (EditResult(), Unmatched(unknownName: failure)) }
      throw failure
    }
  }

  private func result(
    _ session: SceneSession, _ request: EditRequest, isOneOfMany: Bool, onChange: ((ObjectChange) -> Void)?
  ) throws(EditError) -> Made {
    do throws(EditError) {
      let result = try session.perform(request, named: run.workspace.stepName, onChange: onChange)
      let isUnmatched = isOneOfMany && request.skipsUnstoredNames && request.isRenaming && !result.hasNewText
      return (result, isUnmatched ? Unmatched() : nil)
    } catch {
      if isOneOfMany, error.isOfNothing, let result = editOfNothing(session, request) { return (result, Unmatched()) }
      throw error
    }
  }

  /// What the edit is of a scene that has nothing at all that it is about; nil for any other scene.
  ///
  /// Of the steps before and after the one that matches nothing, any may have objects.
  private func editOfNothing(_ session: SceneSession, _ request: EditRequest) -> EditResult? {
    var trial = request
    (trial.isDryRun, trial.allowsEmpty, trial.wantsChanges) = (true, true, false)
    guard let result = try? session.perform(trial), result.matched == 0, !result.hasNewText else { return nil }
    return result
  }

  private func write(_ session: SceneSession, _ result: EditResult, _ scene: String) throws(CommandFailure) -> Bool {
    // In a shell nothing is written before it is saved.
    if options.dryRun || run.workspace.keepsScenes { return false }
    let output = options.output(of: scene)
    if output == "-" {
      run.context.writePieces { session.document.withPieces($0) }
      return true
    }
    // A file whose bytes stay the same is left alone.
    if output == nil, !result.hasNewText { return false }
    do throws(SaveError) {
      try session.save(to: output, options: saving)
      return true
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }
}

/// Whether an edit of many scenes found anything that it is about.
private struct UnmatchedScenes {
  private var count = 0
  private var hasOthers = false

  /// A name that no scene has, best with one that may have been meant.
  private var unknownName: CommandFailure?

  mutating func add(_ outcome: EditOutcome) {
    if outcome.isUnmatched { count += 1 } else { hasOthers = true }
    guard let unknown = outcome.unknownName else { return }
    if unknownName == nil || unknownName?.reason.suggestion == nil && unknown.reason.suggestion != nil {
      unknownName = unknown
    }
  }

  /// The failure of the whole, where no scene had anything.
  var failure: CommandFailure? {
    if var unknownName {
      unknownName.nameNoScene()
      return unknownName
    }
    guard count > 0, !hasOthers else { return nil }
    return .refused(SceneCommandRefusal.matchesNothing(scenes: count))
  }
}

extension EditOutcome: SceneOutcome {}

extension EditError {
  /// True if a step's selector matches nothing.
  fileprivate var isOfNothing: Bool { code == .selectorEmpty && (part == nil || part == .selector) }
}
