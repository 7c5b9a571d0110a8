internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

// Edits of palette documents, and of the scenes that follow them.
extension EditOptions {
  /// Edits a palette document, and reports and writes the result as the options specify.
  ///
  /// - Parameter edit: performs the edit.
  func perform(
    inPalette path: String, _ run: CommandRun, edit: (MemberDocument) throws(Diagnostic) -> EditResult
  ) throws(Diagnostic) -> ExitStatus {
    try checkOutputs(of: [], run)
    if run.workspace.holdsEdits, !dryRun { throw Diagnostic(SceneUsage.paletteInTransaction(path)) }
    let report: any EditReport =
      isStructured(run)
      ? EditJSON(run, isDryRun: dryRun, isLines: ndjson, hasStructure: false)
      : EditText(run, isDryRun: dryRun, isStdout: output == "-", countsBytes: true)
    var outcome: EditOutcome
    do throws(Diagnostic) {
      let saving = saving.options(run.context)
      run.finishTransactions(of: path)
      let palette = try palette(path, saving, run)
      let former = palette.source.snapshot
      var result = try edit(palette)
      let changes = result.colors
      let writes = !dryRun && (output != nil || changes.contains(where: \.isChanged))
      if writes, output == "-" {
        run.context.writePieces { palette.source.snapshot.withPieces($0) }
      } else if writes {
        try Diagnostic.ofFile(path) { () throws(SceneError) in
          _ = try palette.source.saveJob(to: output, options: saving).run()
        }
      }
      if dryRun { result.bytes = palette.source.snapshot.changedBytes(since: former) }
      outcome = EditOutcome(scene: path, result: result, isWritten: writes, output: output)
    } catch {
      outcome = EditOutcome(scene: path, failure: error.named(path))
    }
    outcome.countsDifferences = exitCode
    report.add(outcome)
    report.finish(left: 0, nil, outcome.status)
    return outcome.status
  }

  /// Renames a colour of a palette document and, if the document is written in place, in the scenes of its workspace
  /// that use it. Either all files are written or none.
  ///
  /// - Parameter leavesDependents: true to leave the scenes unchanged.
  func rename(
    _ name: String, to new: String, inPalette path: String, leavesDependents: Bool, _ run: CommandRun
  ) throws(Diagnostic) -> ExitStatus {
    // Errors of the document itself are reported by its own edit.
    let isPossible = (try? MemberDocument.load(path: path, as: .palette).rename(name, to: new)) != nil
    let follows = isPossible && !leavesDependents && output == nil
    let users = follows ? try followers(of: path, renaming: name, to: new, run) : []
    guard !users.isEmpty else {
      return try perform(inPalette: path, run) { palette throws(Diagnostic) in try palette.rename(name, to: new) }
    }
    try checkOutputs(of: [], run)
    run.finishTransactions(of: path)
    var document: EditedScene
    do throws(Diagnostic) {
      let palette = try Diagnostic.ofFile(path) { () throws(SceneError) in
        try MemberDocument.load(path: path, as: .palette)
      }
      let former = palette.source.snapshot
      var result = try palette.rename(name, to: new)
      if dryRun { result.bytes = palette.source.snapshot.changedBytes(since: former) }
      let save = try Diagnostic.ofFile(path) { () throws(SceneError) -> PreparedSave? in
        guard !dryRun, result.colors.contains(where: \.isChanged) else { return nil }
        return try palette.source.saveJob(to: nil, options: saving.options(run.context))
          .prepared(control: run.job.saveControl)
      }
      document = EditedScene(outcome: EditOutcome(scene: path, result: result), save: save)
    } catch {
      document = EditedScene(outcome: EditOutcome(scene: path, failure: error.named(path)))
    }
    document.outcome.countsDifferences = exitCode
    return try perform(inOrder: users, run, after: document)
  }

  /// Returns the edits that rename a document's colour in the scenes of its workspace. A template precedes the scenes
  /// that use it.
  ///
  /// - Parameter path: the path of a palette document, or of a scene that supplies templates.
  /// - Throws: an error if one of the scenes already uses the new name for a different colour.
  func followers(
    of path: String, renaming name: String, to new: String, _ run: CommandRun
  ) throws(Diagnostic) -> [OrderedEdit] {
    guard !name.isExactly(new), let file = realpath(path), let document = UsedDocument(path: file, ids: nil) else {
      return []
    }
    try ReachCheck(run, scenes).checkUnread(naming: file)
    let folder = SourceFolder(ofDocument: file)
    var edits: [(edit: OrderedEdit, sources: Int)] = []
    var seen: Set = [file]
    for user in try scenes.users(in: folder) {
      try run.checkCancelled()
      // A scene with several names is edited once.
      guard let real = realpath(user), seen.insert(real).inserted, let scene = try? SceneDocument.load(path: user),
        !scene.palettes.isEmpty || scene.mayHavePlaceholders, !document.uses(in: scene).isEmpty,
        let session = try? run.open(CommandScene(FileName.fromWorkingFolder(user)))
      else { continue }
      let following = try Diagnostic.naming(session.document.name) { () throws(Diagnostic) in
        try session.edit(following: file, renaming: name, to: new)
      }
      guard let following else { continue }
      var edit = OrderedEdit(CommandScene(session.document.name)) { _ throws(Diagnostic) in [.palette([following])] }
      edit.colorDocument = file
      edits.append((edit, session.document.templateFiles.count))
    }
    return edits.sorted { ($0.sources, $0.edit.scene.name) < ($1.sources, $1.edit.scene.name) }.map(\.edit)
  }

  /// Reads a palette document. The file stays locked until the document is saved, if it is to be saved in place.
  private func palette(
    _ path: String, _ saving: SaveOptions, _ run: CommandRun
  ) throws(Diagnostic) -> MemberDocument {
    try Diagnostic.ofFile(path) { () throws(SceneError) in
      let isSaved = !dryRun && output == nil
      let lock = isSaved ? try FileLock.take(path, options: saving, isCancelled: { run.job.isCancelled }) : nil
      let palette = try MemberDocument.load(path: path, as: .palette)
      palette.source.hold(lock)
      return palette
    }
  }
}
