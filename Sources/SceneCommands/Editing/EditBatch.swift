import CommandLineKit
import CommandReports
import JSONText
import SceneDocument
import Synchronization
import Workbench

/// An edit of many scenes that is applied to each of them completely or not at all.
struct EditBatch {
  let run: CommandRun
  let options: EditOptions
  let report: any EditReport
  var saving: SaveOptions

  /// The edit to make in each scene.
  let request: EditRequest

  /// The function that returns the steps for a scene; nil if the request has the same steps for all scenes.
  let steps: Steps?

  /// A function that returns the steps for one scene.
  typealias Steps = @Sendable (SceneSession) throws(Diagnostic) -> [EditStep]

  /// The script with the edit's steps; nil for an edit without a script.
  let script: EditScript?

  /// True if the scenes are written together after all of them have been edited.
  var isTransaction: Bool

  /// The check that no other scene refers to an object which the edit renames or removes; nil for no check.
  var reaches: ReachCheck?

  /// The template documents of the scenes.
  var templates = TemplateFiles.shared

  init(
    run: CommandRun, options: EditOptions, request: EditRequest, steps: Steps?, script: EditScript?,
    report: any EditReport
  ) {
    (self.run, self.options, self.request, self.script, self.report) = (run, options, request, script, report)
    self.steps = steps
    saving = options.saving.options(run.context)
    isTransaction = options.singleTransaction && !options.dryRun
  }

  func perform(on scenes: [CommandScene]) -> ExitStatus {
    var common = CommonStatus(countsDifferences: options.exitCode)
    var written = WrittenFiles()
    var unmatched = UnmatchedScenes(areAccepted: request.allowsEmpty)
    var steps = StepMatches(script?.steps ?? [], allowsEmpty: request.allowsEmpty)
    let names = scenes.count > 1 ? NameLookup(scenes) : nil
    let order = scenes.count > 1 && !run.workspace.keepsScenes ? TemplateOrder(scenes, run) : nil
    let batch = SceneBatch<EditedScene>(run: run, scenes: order?.scenes ?? scenes, options: options.scenes)
    let transaction = isTransaction ? EditTransaction(run) : nil
    run.context.signals.expect(scenes.count)
    let end = batch.perform { scene, awaitTurn in
      guard let order else { return self.edited(scene, names, awaitTurn: awaitTurn) }
      return self.edited(scene, names, after: order, awaitTurn: awaitTurn)
    } take: { scene in
      var scene = scene
      scene.outcome.countsDifferences = options.exitCode
      unmatched.add(scene.outcome)
      steps.add(scene.outcome)
      guard let transaction else {
        if scene.outcome.isWritten { written.add(scene.outcome.output ?? scene.outcome.scene) }
        report.add(scene.outcome)
        return common.add(scene.status)
      }
      transaction.add(scene)
    }
    var (emptiness, isDone): (Diagnostic?, Bool) = (nil, false)
    if case .done = end {
      isDone = true
      if scenes.count > 1 { emptiness = unmatched.failure ?? steps.failure }
    }
    if let transaction {
      for name in transaction.end(isWhole: isDone && emptiness == nil, report) { written.add(name) }
      transaction.addStatuses(to: &common)
    }
    var status = emptiness.map { ExitStatus($0).counting(differences: options.exitCode) } ?? common.status
    if case .interrupted = end { status = run.context.signals.status() }
    if end.hasResults || options.isStructured(run) {
      report.finish(left: scenes.count - end.reached(of: scenes.count), emptiness, status)
    }
    batch.sayEnd(end, done: written.words)
    if case .interrupted = end { return .interrupted }
    return status
  }

  /// Edits one scene after its templates.
  private func edited(
    _ scene: CommandScene, _ names: NameLookup?, after order: TemplateOrder, awaitTurn: () -> Bool
  ) -> EditedScene {
    var batch = self
    do throws(Diagnostic) {
      batch.templates = try order.templates(of: scene)
    } catch {
      order.end(scene, isRefused: true, text: nil)
      return EditedScene(outcome: EditOutcome(scene: scene.name, failure: error.named(scene.name)))
    }
    var text: DocumentSnapshot?
    let keepsText = isTransaction || options.dryRun
    let done = batch.edited(scene, names, awaitTurn: awaitTurn) { session in
      if keepsText { text = session.document.written.source.snapshot }
    }
    order.end(scene, isRefused: done.outcome.failure != nil, text: text)
    return done
  }

  /// Edits one scene and writes it, or prepares its new file for a transaction. An error becomes the failure in the
  /// outcome.
  ///
  /// - Parameters:
  ///   - names: the lookup of names in all scenes of the command; nil if the command edits only one scene.
  ///   - awaitTurn: waits until all earlier scenes are finished; returns false if this scene must stay unchanged.
  ///   - then: receives the edited scene before it is written; an error thrown by it becomes the failure.
  func edited(
    _ opened: CommandScene, _ names: NameLookup? = nil, awaitTurn: () -> Bool = { true },
    then: (SceneSession) throws(Diagnostic) -> Void = { _ in }
  ) -> EditedScene {
    let scene = opened.name
    do throws(Diagnostic) {
      let file = file(for: scene)
      // No other process may write the file between its reading and its replacement. A transaction locks its files when
      // it replaces them.
      let session = try run.open(
        opened, editing: request, locking: file == scene && !isTransaction ? saving : nil, templates: templates)
      let listing = report.listing()
      var unknownName: Diagnostic?
      let (result, nothing) = try result(session, scene, names, &unknownName, onChange: listing.map { $0.add })
      if nothing != nil || unknownName != nil {
        return EditedScene(
          outcome: EditOutcome(
            scene: scene, result: result, listing: listing, foundNothing: nothing, unknownName: unknownName))
      }
      try Diagnostic.naming(scene) { () throws(Diagnostic) in try then(session) }
      if isTransaction {
        let save = try prepared(session, result, scene)
        return EditedScene(
          outcome: EditOutcome(scene: scene, result: result, listing: listing), save: save,
          templates: session.document.templateFiles)
      }
      // Scenes after a failing one must stay unchanged, so wait for this scene's turn.
      if options.scenes.onFailure == .failFast, !awaitTurn() {
        return EditedScene(outcome: EditOutcome(scene: scene, result: result))
      }
      let isWritten = try write(session, result, scene)
      let output = isWritten ? options.output(of: scene) : nil
      return EditedScene(
        outcome: EditOutcome(scene: scene, result: result, listing: listing, isWritten: isWritten, output: output))
    } catch {
      return EditedScene(outcome: EditOutcome(scene: scene, failure: error))
    }
  }

  /// Prepares the new file of an edited scene; returns nil if the file's bytes would stay the same.
  private func prepared(
    _ session: SceneSession, _ result: EditResult, _ scene: String
  ) throws(Diagnostic) -> PreparedSave? {
    guard result.hasNewText else { return nil }
    return try Diagnostic.ofFile(scene) { () throws(SceneError) in
      let source = session.document.source
      let save = try source.saveJob(to: source.isFile ? nil : scene, options: saving)
      return try save.prepared(control: run.job.saveControl)
    }
  }

  /// Returns the path of the file to which an edited scene is written; nil if the scene is not written to a file.
  private func file(for scene: String) -> String? {
    if options.dryRun || run.workspace.keepsScenes { return nil }
    let path = options.output(of: scene) ?? scene
    return path == "-" ? nil : path
  }

  /// Performs the edit in one scene. A name in a selector that only other scenes of the command know matches nothing in
  /// this scene.
  ///
  /// - Parameter unknownName: receives the error for a name that no scene of the command knows.
  /// - Returns: the result and, if no step matches anything in the scene, the reason.
  private func result(
    _ session: SceneSession, _ scene: String, _ names: NameLookup?, _ unknownName: inout Diagnostic?,
    onChange: ((ObjectChange) -> Void)?
  ) throws(Diagnostic) -> (result: EditResult, nothing: AnyRefusal?) {
    do throws(Diagnostic) {
      var request = request
      request.isOfManyScenes = names != nil
      if let names, session.withDocument({ $0.composition != nil }) { request.editedFiles = names.files }
      if let steps { request.steps = try steps(session) }
      // The names that only other scenes of the command know.
      var known: Set<UnknownNamePlace> = []
      while true {
        do throws(Diagnostic) {
          return try result(session, request, onChange: onChange)
        } catch {
          guard let names, let place = error.unknownName, names.isKnown(place, run), known.insert(place).inserted
          else { throw error }
          request.unknownNames = .known(known)
        }
      }
    } catch {
      var error = error
      // Expectations apply even with '--allow-empty'.
      let isExpectation =
        error.step.map { request.steps.indices.contains($0) && request.steps[$0].effect == .nothing } ?? false
      if error.isOfNothing, !isExpectation {
        error.reason = AnyRefusal(SceneCommandRefusal.nothingToEdit(error.reason))
      }
      let isUnknownName = names != nil && error.unknownName != nil
      error = error.named(scene)
      error = script?.locating(error) ?? error
      guard isUnknownName else { throw error }
      unknownName = error
      return (EditResult(), nil)
    }
  }

  private func result(
    _ session: SceneSession, _ request: EditRequest, onChange: ((ObjectChange) -> Void)?
  ) throws(Diagnostic) -> (result: EditResult, nothing: AnyRefusal?) {
    do throws(Diagnostic) {
      let result = try session.perform(request, named: run.workspace.stepName(of: request), onChange: onChange)
      if !run.workspace.keepsScenes {
        try reaches?.check(session, after: request, result)
      } else if !request.isDryRun {
        // The edit has already been made, so an unreadable scene must not make it fail.
        try? reaches?.warn(session, after: result)
      }
      guard request.isOfManyScenes, !result.hasNewText else { return (result, nil) }
      // Objects inside placeholders were found, but are edited only in their templates.
      if result.warnings.contains(where: { $0.code == .editInstance }) { return (result, nil) }
      let hasNothing = result.matched == 0 && (request.allowsEmpty || result.matchedBySteps.contains(0))
      let isUnmatched = hasNothing || request.skipsUnstoredNames && request.isRenaming
      return (result, isUnmatched ? session.emptiness(of: request) : nil)
    } catch {
      if request.isOfManyScenes, error.isOfNothing, let result = editOfNothing(session, request) {
        return (result, session.emptiness(of: request))
      }
      throw error
    }
  }

  /// Tries the edit without keeping it, and returns the result if no step matches anything in the scene; nil otherwise,
  /// or if the trial fails.
  ///
  /// The whole edit is tried, because steps other than the failed one may still match objects.
  private func editOfNothing(_ session: SceneSession, _ request: EditRequest) -> EditResult? {
    var trial = request
    (trial.isDryRun, trial.allowsEmpty, trial.wantsChanges) = (true, true, false)
    // An unmet expectation would end the trial.
    trial.steps = request.steps.filter { $0.effect != .nothing }
    guard !trial.steps.isEmpty, var result = try? session.perform(trial), result.matched == 0, !result.hasNewText else {
      return nil
    }
    var counts = result.matchedBySteps.makeIterator()
    result.matchedBySteps = request.steps.map { $0.effect == .nothing ? nil : counts.next() ?? nil }
    return result
  }

  private func write(_ session: SceneSession, _ result: EditResult, _ scene: String) throws(Diagnostic) -> Bool {
    // In a shell nothing is written before `save`.
    if options.dryRun || run.workspace.keepsScenes { return false }
    let output = options.output(of: scene)
    if output == "-" {
      run.context.writePieces { session.document.withPieces($0) }
      return true
    }
    // A file whose bytes would stay the same is not written.
    if output == nil, !result.hasNewText { return false }
    try Diagnostic.ofFile(scene) { () throws(SceneError) in try session.save(to: output, options: saving) }
    return true
  }
}

/// A record of the scenes in which an edit found nothing.
private struct UnmatchedScenes {
  /// True if an edit without a match in any scene is a success.
  let areAccepted: Bool

  private var count = 0
  private var sceneCount = 0
  private var hasOthers = false
  private var reason: AnyRefusal?

  /// The error for a name that no scene has, preferably an error with a suggestion.
  private var unknownName: Diagnostic?

  /// The palette names in the edit that no scene has so far; nil before the first scene.
  private var absentColors: [AbsentColor]?

  init(areAccepted: Bool) { self.areAccepted = areAccepted }

  mutating func add(_ outcome: EditOutcome) {
    sceneCount += 1
    let absent = outcome.result?.absentColors ?? []
    absentColors = (absentColors ?? absent).compactMap { former in
      absent.first { $0.name.isExactly(former.name) }.map {
        former.file != nil || former.suggestion != nil && $0.file == nil ? former : $0
      }
    }
    if outcome.isUnmatched { count += 1 } else { hasOthers = true }
    if reason?.suggestion == nil, let nothing = outcome.foundNothing, reason == nil || nothing.suggestion != nil {
      reason = nothing
    }
    guard let unknown = outcome.unknownName else { return }
    if unknownName == nil || unknownName?.reason.suggestion == nil && unknown.reason.suggestion != nil {
      unknownName = unknown
    }
  }

  /// The failure of the whole edit: an unknown name or a selector without a match in all scenes; nil otherwise.
  var failure: Diagnostic? {
    if var unknownName {
      unknownName.file = nil
      return unknownName
    }
    if !areAccepted, let color = absentColors?.first {
      return Diagnostic(SceneUsage.noColorToSet(color, scenes: sceneCount))
    }
    guard count > 0, !hasOthers, !areAccepted, let reason else { return nil }
    return Diagnostic(SceneUsage.foundNothing(reason, scenes: count))
  }
}

/// The number of objects that each step of a script matches in all scenes of a command.
private struct StepMatches {
  private let steps: [EditStep]
  private let allowsEmpty: Bool
  private var counts: [Int?]
  private var sceneCount = 0
  private var hasFailures = false

  init(_ steps: [EditStep], allowsEmpty: Bool) {
    (self.steps, self.allowsEmpty, counts) = (steps, allowsEmpty, steps.map { _ in nil })
  }

  mutating func add(_ outcome: EditOutcome) {
    sceneCount += 1
    guard let result = outcome.result else {
      hasFailures = true
      return
    }
    for (step, matched) in zip(counts.indices, result.matchedBySteps) {
      if let matched { counts[step] = (counts[step] ?? 0) + matched }
    }
  }

  /// The error for the first step that matches nothing in any scene; nil if there is no such step, if empty matches are
  /// allowed, or if a scene failed. Steps without effect are skipped.
  var failure: Diagnostic? {
    guard !allowsEmpty, !hasFailures,
      let step = counts.indices.first(where: { counts[$0] == 0 && steps[$0].effect != .nothing })
    else { return nil }
    return Diagnostic(SceneUsage.stepMatchesNothing(step: step + 1, steps[step].summary, scenes: sceneCount))
  }
}

extension Diagnostic {
  /// True if the error means that a step of the edit matches nothing.
  fileprivate var isOfNothing: Bool {
    guard code == .selectorEmpty else { return false }
    return switch part {
    case nil, .selector, .color: true
    default: false
    }
  }
}

/// A lookup of names in all scenes of a command, for names that one scene and its plugins do not know.
///
/// If no scene of the command knows the name, the name is a mistake: every scene is refused and none is written.
final class NameLookup: Sendable {
  private let scenes: [CommandScene]
  private let found = Mutex<[UnknownNamePlace: Bool]>([:])
  private let paths = Mutex<Set<String>?>(nil)

  /// The real paths of all scenes, found on first use.
  var files: Set<String> { paths.withLock { $0.orMake { Set(scenes.compactMap { realpath($0.name) }) } } }

  init(_ scenes: [CommandScene]) { self.scenes = scenes }

  /// Returns true if any scene of the run, or one of its plugins, knows the name that the selector contains at this
  /// place. Scenes are searched once for each name.
  func isKnown(_ place: UnknownNamePlace, _ run: CommandRun) -> Bool {
    found.withLock { found in
      if let known = found[place] { return known }
      let isKnown = scenes.contains { scene in
        guard let selector = try? Selector(parsing: place.selector),
          let session = try? run.open(scene, comparing: selector)
        else { return false }
        return (try? session.hasName(at: place, in: selector)) ?? false
      }
      found[place] = isKnown
      return isKnown
    }
  }
}
