internal import SceneDocument
internal import Workbench

/// One edit of many scenes, each all or nothing.
struct EditBatch {
  let run: CommandRun
  let options: EditOptions
  let report: any EditReport

  /// Makes the edit of one scene, or only tells of it where nothing is to be written.
  let edit: (SceneSession) throws(EditError) -> EditResult

  private var common = CommonStatus()
  private var seen: [SceneFile: String] = [:]
  private var edited: [String] = []

  init(run: CommandRun, options: EditOptions, edit: @escaping (SceneSession) throws(EditError) -> EditResult) {
    self.run = run
    self.options = options
    self.edit = edit
    report = options.report(run)
  }

  mutating func perform(on scenes: [String]) -> ExitStatus {
    let progress = Progress(run, total: scenes.count)
    for (place, scene) in scenes.enumerated() {
      if run.context.isInterrupted() {
        progress.clear()
        report.finish()
        sayInterrupted(after: place, of: scenes.count)
        return .interrupted
      }
      progress.update(place, scene)
      let outcome = outcome(of: scene)
      progress.clear()
      guard let outcome else { continue }
      report.add(outcome)
      common.add(outcome.status)
    }
    report.finish()
    return common.status
  }

  /// Nil for a file that was edited under another name already.
  private mutating func outcome(of scene: String) -> EditOutcome? {
    let file = SceneFile(scene)
    if let file, let first = seen.updateValue(scene, forKey: file) {
      seen[file] = first
      let how = first == scene ? "was named before" : "is the same file as '\(TerminalText.escaped(first))'"
      run.say("\(TerminalText.escaped(scene)): \(how); it is edited once")
      return nil
    }
    do throws(CommandFailure) {
      let session = try run.open(scene)
      let result = try result(session, scene)
      let isWritten = try write(session, result, scene)
      if isWritten { edited.append(scene) }
      return EditOutcome(scene: scene, result: result, isWritten: isWritten)
    } catch {
      return EditOutcome(scene: scene, failure: error)
    }
  }

  private func result(_ session: SceneSession, _ scene: String) throws(CommandFailure) -> EditResult {
    do throws(EditError) {
      return try edit(session)
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }

  private func write(_ session: SceneSession, _ result: EditResult, _ scene: String) throws(CommandFailure) -> Bool {
    if options.dryRun { return false }
    if options.output == "-" {
      session.document.withPieces { run.context.output.write($0) }
      return true
    }
    // A file whose bytes stay the same is left alone.
    if options.output == nil, !result.hasNewText { return false }
    do throws(SaveError) {
      try session.save(to: options.output)
      return true
    } catch {
      throw CommandFailure(error, scene: scene)
    }
  }

  private func sayInterrupted(after count: Int, of total: Int) {
    let names = edited.map(TerminalText.escaped).joined(separator: ", ")
    let done = edited.isEmpty ? "no scene was written" : "written: \(names)"
    run.say("inspector: interrupted after \(count) of \(total) scenes; \(done)")
  }
}

/// What became of one scene.
struct EditOutcome {
  var scene: String
  var result: EditResult?
  var failure: CommandFailure?
  var isWritten = false

  init(scene: String, result: EditResult, isWritten: Bool) {
    self.scene = scene
    self.result = result
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
  func add(_ outcome: EditOutcome)
  func finish()
}

extension EditResult {
  /// Whether the scene's bytes are others now.
  var hasNewText: Bool { changed > 0 || colors.contains(where: \.isChanged) }
}
