internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Workbench

extension Shell {
  /// Opens a scene and makes it the current one. A scene that is already open is not read again. A newly opened scene
  /// gets a journal; in a script that is one transaction, its transaction begins. Throws if the scene cannot be opened.
  @discardableResult func open(_ path: String) throws(Diagnostic) -> OpenScene {
    guard path != "-" else { throw Diagnostic(ShellUsage.inputAsScene) }
    // A path that a command names may look like an option without being one.
    let path = path.begins(with: "-") ? "./\(path)" : expanded(path)
    if let file = SceneFile(path), let open = scenes.first(where: { SceneFile($0.path) == file }) {
      use(open)
      return open
    }
    let scene = OpenScene(path: path, session: try sessionOrNew(path))
    if isSingleTransaction {
      try edit(scene) { session throws(Diagnostic) in try session.begin(named: "script") }
    }
    add(scene)
    attachJournal(to: scene)
    return scene
  }

  /// Opens a session of a file. If the file is missing, an interactive shell offers to create an empty scene. Throws an
  /// error if the file cannot be read, or if it is missing and none is created.
  private func sessionOrNew(_ path: String) throws(Diagnostic) -> SceneSession {
    do throws(Diagnostic) {
      return try session(path)
    } catch {
      var status = stat()
      guard stat(path, &status) != 0, errno == ENOENT else { throw error }
      let near = error.suggestion.map { "; did you mean '\($0)'?" } ?? ";"
      guard isInteractive, confirms("there is no file '\(path)'\(near) create an empty scene with that name?") else {
        let name = TerminalText.escaped(path)
        var error = error
        error.reason = AnyRefusal(ShellRefusal.noFileYet(error.reason, report: error.report, name: name))
        throw error
      }
      try run.writeNewScene(path, nil)
      return try session(path)
    }
  }

  /// Opens a new session of a scene's file in its current state.
  func session(_ path: String) throws(Diagnostic) -> SceneSession {
    run.finishTransactions(of: path)
    return try Diagnostic.ofFile(path) { () throws(SceneError) in
      try SceneSession.open(path: path, library: run.library, under: job)
    }
  }

  /// Runs `body` on a scene's session. An error that `body` throws gets the scene's name.
  func edit<Result>(
    _ scene: OpenScene, _ body: (SceneSession) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try body(scene.session) }
  }

  /// Edits the current scene, and reports the effect.
  func edit(_ request: EditRequest) throws(Diagnostic) {
    let scene = try current()
    var request = request
    request.wantsChanges = true
    let report: any EditReport =
      run.isJSON
      ? EditJSON(run, isDryRun: false, isLines: false, hasStructure: true)
      : EditText(run, isDryRun: false, isStdout: false)
    let listing = report.listing()
    let result = try edit(scene) { session throws(Diagnostic) in
      try session.perform(request, named: stepName(of: request), onChange: listing.map { $0.add })
    }
    report.add(EditOutcome(scene: scene.path, result: result, listing: listing))
    report.finish(left: 0, nil, .done)
  }

  // MARK: saving

  /// Saves a scene to its own file. In a script that is one transaction, the save waits for the script's end.
  func save(_ scene: OpenScene, _ options: SaveOptions) throws(Diagnostic) {
    scene.saveOptions = options
    if !savesAtEnd(scene) { try save(scene, to: nil, options) }
  }

  /// Returns true if a scene is saved only at the end of the script, because the script is one transaction.
  func savesAtEnd(_ scene: OpenScene) -> Bool { isSingleTransaction && scene.base.isInTransaction }

  /// Saves a scene to its own file, or to another file at `path`.
  func save(_ scene: OpenScene, to path: String?, _ options: SaveOptions? = nil) throws(Diagnostic) {
    try Diagnostic.ofFile(scene.path) { () throws(SceneError) in
      try scene.base.save(to: path, options: options ?? SaveOptions(reportingTo: run.context))
    }
  }

  /// The scenes with unsaved changes.
  var modified: [OpenScene] { scenes.filter(\.isModified) }

  // MARK: the end of a script

  /// True if the rest of a script is skipped: after a failure, unless failures are to be ignored, or after `quit`.
  var hasFailed: Bool { status != .done && stopsOnError || isEnding }

  /// Ends a script: ends its transaction, discards and reports unsaved changes, and returns the exit status.
  func endScript() -> ExitStatus {
    if job.isCancelled { cancel(runningJobs) }
    note(wait(for: jobs.filter { !$0.isReported }))
    if isSingleTransaction { endTransaction() }
    defer { closeScenes() }
    // Unsaved edits are discarded at the end of a script, and after Ctrl-C; other signals keep them for 'recover'.
    let isEndedFromOutside = job.isCancelled && run.context.signals.status() != .interrupted
    for scene in modified where !scene.isGivenUp {
      let changes = Self.words(scene.unsavedSteps)
      guard !isEndedFromOutside else {
        say("\(TerminalText.escaped(scene.path)): not saved: \(changes.count) kept for 'recover'\(changes.undone)")
        continue
      }
      scene.isGivenUp = true
      let advice = isSingleTransaction ? "" : "; end with 'save', or with 'quit --discard'"
      say("\(TerminalText.escaped(scene.path)): not saved: \(changes.count) discarded\(changes.undone)\(advice)")
      if status == .done { note(.findings) }
    }
    if hasDamagedJournal, status == .done { note(.findings) }
    return status
  }

  /// Returns the number of unsaved steps, such as `1 change`, and a list of the saved steps that were undone, such as
  /// `: undo of 'set #a tag=5'`; the list is empty if there are none.
  private static func words(_ steps: (count: Int, undone: [String])) -> (count: String, undone: String) {
    let names = steps.undone.prefix(3).map { "undo of '\(TerminalText.escaped($0))'" }
    let more = steps.undone.count > names.count ? ", …" : ""
    return (
      pluralised(steps.count, "change"), names.isEmpty ? "" : ": " + names.joined(separator: ", ") + more
    )
  }

  /// Ends a script's transaction: saves the changes if every command succeeded, and rolls all of them back if one
  /// failed. A scratch that is still open with edits counts as a failure.
  private func endTransaction() {
    for scene in scenes where !scene.isGivenUp {
      guard let scratch = scene.scratches.first(where: \.isEdited) else { continue }
      note(report(Diagnostic(ShellRefusal.isOpen(scratch.name, over: scene.name))))
      scene.endScratches()
    }
    do throws(Diagnostic) {
      if status == .done { try saveTransaction() }
    } catch {
      note(report(error))
    }
    guard status != .done else { return }
    for scene in scenes where scene.base.isInTransaction {
      do throws(Diagnostic) {
        let count = try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try scene.base.rollback() }
        if count > 0 { note("\(TerminalText.escaped(scene.path)): \(pluralised(count, "change")) rolled back") }
      } catch {
        note(report(error))
      }
    }
  }

  /// Saves the changes and the requested copies of a script's transaction: either all files or none.
  private func saveTransaction() throws(Diagnostic) {
    let kept = scenes.filter { !$0.isGivenUp }
    for scene in kept where scene.base.isInTransaction {
      _ = try Diagnostic.naming(scene.path) { () throws(Diagnostic) in try scene.base.commit() }
    }
    for scene in kept {
      for copy in scene.copies { try checkCopy(to: copy.path, isForced: copy.isForced) }
    }
    var saves: [(session: SceneSession, path: String?, options: SaveOptions)] = []
    var words: [String] = []
    // A pipe or a device has no old text that could be kept.
    var others: [(scene: OpenScene, path: String, options: SaveOptions)] = []
    for scene in kept {
      if scene.base.isModified {
        saves.append((scene.base, nil, scene.saveOptions ?? SaveOptions(reportingTo: run.context)))
        words.append("\(TerminalText.escaped(scene.path)): saved")
      }
      for copy in scene.copies {
        if let status = FileIdentity.status(copy.path), status.st_mode & S_IFMT != S_IFREG {
          others.append((scene, copy.path, copy.options))
        } else {
          saves.append((scene.base, copy.path, copy.options))
          words.append("\(TerminalText.escaped(copy.path)): written")
        }
      }
    }
    if let first = saves.first {
      try Diagnostic.ofFile(first.session.document.name) { () throws(SceneError) in
        try SceneSession.save(saves, environment: run.context.environment)
      }
    }
    for line in words { note(line) }
    for other in others {
      try save(other.scene, to: other.path, other.options)
      note("\(TerminalText.escaped(other.path)): written")
    }
  }
}

extension SceneSession {
  var isInTransaction: Bool { transaction != nil }
}
