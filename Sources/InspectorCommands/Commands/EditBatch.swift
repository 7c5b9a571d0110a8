internal import SceneDocument
internal import Workbench

/// One edit of many scenes, each all or nothing.
struct EditBatch {
  let run: CommandRun
  let options: EditOptions
  let report: any EditReport
  private let saving: SaveOptions

  /// What is made of each scene, where that is one request.
  var request: SetRequest?

  /// Makes the edit of one scene, or only tells of it where nothing is to be written.
  let edit: (SceneSession, _ tell: ((ObjectChange) -> Void)?) throws(EditError) -> EditResult

  /// What the edit was read from, where that is a script.
  var script: EditScript?

  /// Whether a scene that is different afterwards counts as a finding.
  var countsDifferences = false

  init(
    run: CommandRun, options: EditOptions, report: (any EditReport)? = nil,
    edit: @escaping (SceneSession, _ tell: ((ObjectChange) -> Void)?) throws(EditError) -> EditResult
  ) {
    self.run = run
    self.options = options
    self.edit = edit
    self.report = report ?? options.report(run)
    saving = options.saving.options(run)
  }

  func perform(on scenes: [String]) -> ExitStatus {
    var common = CommonStatus()
    var written = WrittenFiles()
    let batch = SceneBatch<EditOutcome>(run: run, scenes: scenes, options: options.scenes)
    run.context.signals.expect(scenes.count)
    let end = batch.perform(outcome) { outcome in
      report.add(outcome)
      if outcome.isWritten { written.add(outcome.scene) }
      let isDifferent = countsDifferences && outcome.result?.hasNewText == true
      common.add(outcome.status == .done && isDifferent ? .findings : outcome.status)
    }
    if end.hasResults || options.isStructured(run) { report.finish(left: scenes.count - end.reached(of: scenes.count)) }
    batch.sayEnd(end, done: written.words)
    if case .interrupted = end { return .interrupted }
    return common.status
  }

  private func outcome(of work: SceneBatch<EditOutcome>.Work) -> EditOutcome {
    let scene = work.scene
    do throws(CommandFailure) {
      let file = file(for: scene)
      // Between reading a file and replacing it no other process may write it.
      let session = try work.run.open(
        scene, for: request.map { .set($0, savedAs: file) }, locking: file == scene ? saving : nil)
      let listing = report.listing()
      let result = try result(session, scene, tell: listing.map { $0.add })
      // Scenes behind one that fails must stay as they are, so their turn is waited for.
      if options.scenes.onFailure == .failFast, !work.awaitTurn() { return EditOutcome(scene: scene, result: result) }
      let isWritten = try write(session, result, scene)
      return EditOutcome(scene: scene, result: result, listing: listing, isWritten: isWritten)
    } catch {
      return EditOutcome(scene: scene, failure: error)
    }
  }

  /// The file that an edited scene is written to; nil where it is none.
  private func file(for scene: String) -> String? {
    if options.dryRun || run.context.live != nil { return nil }
    let path = options.output ?? scene
    return path == "-" ? nil : path
  }

  private func result(
    _ session: SceneSession, _ scene: String, tell: ((ObjectChange) -> Void)?
  ) throws(CommandFailure) -> EditResult {
    do throws(EditError) {
      return try edit(session, tell)
    } catch {
      var failure = CommandFailure(error, scene: scene)
      if let script { failure.locate(error, in: script) }
      throw failure
    }
  }

  private func write(_ session: SceneSession, _ result: EditResult, _ scene: String) throws(CommandFailure) -> Bool {
    // In a shell nothing is written before it is saved.
    if options.dryRun || run.context.live != nil { return false }
    if options.output == "-" {
      session.document.withPieces { run.context.output.write($0) }
      return true
    }
    // A file whose bytes stay the same is left alone.
    if options.output == nil, !result.hasNewText { return false }
    do throws(SaveError) {
      try session.save(to: options.output, options: saving)
      return true
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }
}

/// What became of one scene.
struct EditOutcome: SceneOutcome {
  var scene: String
  var result: EditResult?
  var failure: CommandFailure?
  var isWritten = false

  /// Changes that are not in the result, since there may be very many of them.
  var listing: ChangeListing?

  init(scene: String, result: EditResult, listing: ChangeListing? = nil, isWritten: Bool = false) {
    self.scene = scene
    self.result = result
    self.listing = listing
    self.isWritten = isWritten
  }

  init(scene: String, failure: CommandFailure) {
    self.scene = scene
    self.failure = failure
  }

  var status: ExitStatus {
    if let failure { return failure.status }
    return result?.skipped.isEmpty == false ? .findings : .done
  }
}

/// Where outcomes go, as text or JSON.
protocol EditReport: AnyObject {
  /// Takes a scene's changes one by one, on any thread; nil where they are not told.
  func listing() -> ChangeListing?

  func add(_ outcome: EditOutcome)

  /// - Parameter left: how many scenes nothing was done with, since the work ended before.
  func finish(left: Int)
}

extension EditResult {
  /// Whether the scene's bytes are others now.
  var hasNewText: Bool { changed > 0 || !structure.isEmpty || colors.contains(where: \.isChanged) }
}
