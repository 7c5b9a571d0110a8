internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// The options of the commands that change scenes.
struct EditOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: "Run the hooks, print what would change, and write nothing.")
  var dryRun = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the scene to this file instead of its own; '-' is standard output.", valueName: "file"),
    completion: .file())
  var outputName: String?

  @Flag(help: "Exit with 1 if anything differs, and with 2 if anything was refused or nothing matched.")
  var exitCode = false

  @Flag(
    help: "Change all scenes or none: if one cannot be edited, nothing is written. Scenes without a match do not count."
  )
  var singleTransaction = false

  @Flag(help: "Change only objects stored in the scene itself, not those that its templates supply.")
  var authored = false

  @Flag(help: "Print one JSON object per line for each scene, as soon as the scene is done.")
  var ndjson = false

  @OptionGroup var saving: SavingOptions
  @OptionGroup var scenes: SceneOptions

  /// Performs an edit in each of the scenes, and reports and writes the results as the options specify.
  ///
  /// - Parameters:
  ///   - named: the scenes as written on the command line.
  ///   - kind: the kind of counts in a text report.
  ///   - hasStructure: true if the edit may change more than attributes and colours.
  ///   - steps: returns the steps for a scene; nil if the steps of the request apply to all scenes.
  ///   - script: reads the script whose steps replace the steps of the request; nil for an edit without a script.
  ///   - leavesDependents: true to rename and remove objects even if other scenes of the workspace refer to them.
  func perform(
    _ request: EditRequest, in named: [String], _ run: CommandRun, _ kind: EditText.Kind = .selection,
    hasStructure: Bool = false, steps: EditBatch.Steps? = nil, script: (() throws(Diagnostic) -> EditScript)? = nil,
    leavesDependents: Bool = true
  ) throws(Diagnostic) -> ExitStatus {
    guard !named.isEmpty || run.mayNameNoScene(scenes) else { throw Diagnostic(SceneUsage.noScene) }
    let scenes = try run.scenes(named, scenes)
    try checkOutputs(of: scenes, run)
    let script = try script?()
    try run.requireGivenPlugins("edited")
    var request = request
    if let script {
      request.steps = script.steps
      request.skipsUnstoredNames = scenes.count > 1
    }
    request.isDryRun = dryRun
    request.isOfAuthored = authored
    request.wantsChanges = isStructured(run) || (dryRun || run.workspace.keepsScenes) && kind != .counts
    let report: any EditReport =
      isStructured(run)
      ? EditJSON(run, isDryRun: dryRun, isLines: ndjson, hasStructure: hasStructure)
      : EditText(run, isDryRun: dryRun, isStdout: output == "-", kind: kind, steps: script?.steps ?? [])
    var batch = EditBatch(run: run, options: self, request: request, steps: steps, script: script, report: report)
    // If the scene's own file is unchanged, so are the objects that other scenes refer to.
    if !leavesDependents, output == nil { batch.reaches = ReachCheck(run, self.scenes) }
    let folders = FolderSyncs()
    batch.saving.syncingFolder = { folders.add($0) }
    defer { folders.sync() }
    return batch.perform(on: scenes)
  }

  /// Performs the edits in order, and writes all scenes or none. Each edit sees the results of earlier edits, such as
  /// those of a template. The work ends at the first failed edit.
  ///
  /// - Parameters:
  ///   - kind: the kind of counts in a text report.
  ///   - document: an edited palette document that is written together with the scenes; nil if there is none.
  ///   - hasStructure: true if the edits may change more than attributes and colours.
  ///   - reaches: the check that no other scene refers to an object which an edit renames or removes; nil for no check.
  func perform(
    inOrder edits: [OrderedEdit], _ run: CommandRun, _ kind: EditText.Kind = .selection,
    after document: EditedScene? = nil, hasStructure: Bool = false, reaches: ReachCheck? = nil
  ) throws(Diagnostic) -> ExitStatus {
    try run.requireGivenPlugins("edited")
    let report: any EditReport =
      isStructured(run)
      ? EditJSON(run, isDryRun: dryRun, isLines: ndjson, hasStructure: hasStructure)
      : EditText(run, isDryRun: dryRun, isStdout: false, kind: kind, countsBytes: true)
    var common = CommonStatus(countsDifferences: exitCode)
    var left = edits.count
    let transaction = EditTransaction(run)
    if let document { transaction.add(document) }
    var unsaved: [String: DocumentSnapshot] = [:]
    for edit in edits where document?.outcome.failure == nil {
      var request = EditRequest([])
      request.colorDocument = edit.colorDocument
      request.countsBytes = dryRun
      request.wantsChanges = isStructured(run) || dryRun && kind != .counts
      request.keepsChangesOfStructure = hasStructure && !isStructured(run)
      var batch = EditBatch(run: run, options: self, request: request, steps: edit.steps, script: nil, report: report)
      (batch.isTransaction, batch.reaches) = (!dryRun, reaches)
      // A scene that follows a renamed colour is edited as if its templates still used the old name.
      if edit.colorDocument == nil { batch.templates = TemplateFiles(unsaved: unsaved) }
      var ofNewFile: ChangedBytes?
      var scene = batch.edited(
        edit.scene,
        then: { session throws(Diagnostic) in
          try edit.check(session)
          let (name, source) = (edit.scene.name, session.document.written.source)
          if dryRun, !source.isFile { ofNewFile = ChangedBytes(ofNew: source.snapshot) }
          unsaved[SourceFolder.realPath(of: name)] = source.snapshot
        })
      if let ofNewFile { scene.outcome.result?.bytes = ofNewFile }
      scene.outcome.countsDifferences = exitCode
      scene.outcome.users = edit.users
      transaction.add(scene)
      left -= 1
      if scene.outcome.failure != nil || run.job.isCancelled { break }
    }
    _ = transaction.end(isWhole: left == 0 && !dryRun && !run.job.isCancelled, report)
    transaction.addStatuses(to: &common)
    let status = run.job.isCancelled ? run.context.signals.status() : common.status
    report.finish(left: left, nil, status)
    return status
  }

  /// The output path; nil for the scene's own file.
  var output: String? { outputName.map(OutputPaths.plain) }

  /// Returns the output path of one scene, or `-` for the standard output; nil if the scene's own file is written, even
  /// if `--output` names this file.
  func output(of scene: String) -> String? {
    guard let output, output != "-", let file = SceneFile(output) else { return output }
    return file.isRegular && file == SceneFile(scene) ? nil : output
  }

  /// Returns true if the output is for programs: `--json` or `--ndjson`.
  func isStructured(_ run: CommandRun) -> Bool { run.isJSON || ndjson }

  /// Throws an error if the scenes cannot be written to the output, or if the output conflicts with other options.
  func checkOutputs(of scenes: [CommandScene], _ run: CommandRun) throws(Diagnostic) {
    if singleTransaction, output != nil || run.workspace.keepsScenes {
      throw Diagnostic(SceneUsage.transactionElsewhere)
    }
    if run.workspace.keepsScenes {
      guard output == nil else { throw Diagnostic(SceneUsage.outputInShell) }
      for scene in scenes { _ = try run.open(scene) }
      return
    }
    if output != nil, scenes.count > 1 {
      throw Diagnostic(SceneUsage.outputOfSeveral(scenes: scenes.count))
    }
    if ndjson, run.isJSON { throw Diagnostic(SceneUsage.differentOutputs("--json", "--ndjson")) }
    if output == "-", dryRun || run.isJSON || ndjson {
      let other = dryRun ? "--dry-run" : ndjson ? "--ndjson" : "--json"
      throw Diagnostic(SceneUsage.bothWantOutput("--output -", other))
    }
    guard output == nil, !dryRun else { return }
    for scene in scenes where !scene.canBeReplaced {
      throw Diagnostic(SceneUsage.notInPlace(scene: scene.name))
    }
  }
}

extension CommandRun {
  /// Throws an error if a plugin that `--plugin` names cannot be used, since the command would run without its hooks.
  ///
  /// - Parameters:
  ///   - undone: the participle of the action that is not performed, as in `nothing was edited`.
  ///   - isPlace: true to refuse only a path without a plugin, and not a plugin that fails.
  ///   - unsaid: the problems of plugins to print before the error.
  func requireGivenPlugins(
    _ undone: String, ofPlace isPlace: Bool = false, saying unsaid: [Diagnostic] = []
  ) throws(Diagnostic) {
    let library = self.library
    for problem in library.problems {
      let path = problem.file ?? ""
      guard !isPlace || library.unused.contains(where: { $0.path.isExactly(path) }) else { continue }
      guard global.plugins.contains(where: { path.isExactly($0) || path.begins(with: "\($0)/") }) else { continue }
      for problem in unsaid { say(problem.shown()) }
      throw Diagnostic(SceneUsage.pluginCannotBeUsed(AnyRefusal(problem), undone: undone))
    }
  }
}

extension CommandScene {
  /// True if an edited scene can replace its source, which must be a regular file. A missing file is reported later,
  /// when the scene is opened.
  fileprivate var canBeReplaced: Bool {
    guard case .file(let path) = self else { return false }
    return SceneFile(path)?.isRegular != false
  }
}
