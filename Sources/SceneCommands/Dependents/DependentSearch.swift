internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

/// A search for the scenes whose references use certain documents.
struct DependentSearch {
  let run: CommandRun

  /// The documents whose users are searched.
  let documents: [UsedDocument]

  /// The result of searching one scene.
  struct SearchedScene: SceneOutcome {
    var scene: String

    /// The uses of each document in the scene, in the order of the documents.
    var uses: [[DocumentUse]] = []
    var failure: Diagnostic?
    var status: ExitStatus { failure.map { ExitStatus($0) } ?? .done }
  }

  /// Returns, for each document, the number of scenes that use it.
  func users(in scenes: [CommandScene], _ options: SceneOptions) -> [DocumentUsers] {
    var users = documents.map { _ in DocumentUsers() }
    var options = options
    options.onFailure = .keepGoing
    let batch = SceneBatch<SearchedScene>(run: run, scenes: scenes, options: options)
    _ = batch.perform { scene, _ in
      search(scene)
    } take: { searched in
      for index in users.indices {
        if searched.failure != nil { users[index].unread += 1 }
        if searched.uses.indices.contains(index), !searched.uses[index].isEmpty { users[index].scenes += 1 }
      }
    }
    return users
  }

  /// Searches one scene.
  func search(_ scene: CommandScene) -> SearchedScene {
    var searched = SearchedScene(scene: scene.name)
    do throws(Diagnostic) {
      let document = try run.document(of: scene.name)
      searched.uses = documents.map { $0.uses(in: document) }
      try run.checkCancelled()
    } catch {
      searched.failure = error.named(scene.name)
    }
    return searched
  }
}

extension CommandRun {
  /// Returns the scenes of a document's workspace, with paths relative to the working folder if possible.
  ///
  /// - Parameter options: the options, of which `--matching` selects the files that are scenes.
  /// - Throws: an error if the workspace has no scene, or if a folder cannot be read.
  func scenes(inWorkspaceOf document: String, _ options: SceneOptions) throws(Diagnostic) -> [CommandScene] {
    var options = options
    options.recursive = true
    // Files in other programs' formats never use scenes as templates.
    return try scenes([SourceFolder(ofDocument: document).workspace], options, findsOthers: false).map { scene in
      .file(FileName.fromWorkingFolder(scene.name))
    }
  }

  /// Returns edits of template documents, each with the number of scenes that use one of the changed objects. The count
  /// includes the scenes of the workspace and the scenes that are being edited.
  ///
  /// - Parameters:
  ///   - edits: the path of each document, with steps that select objects by id.
  ///   - scenes: the scenes being edited.
  func edits(
    inTemplates edits: [(file: String, steps: [EditStep])], of scenes: [CommandScene], _ options: SceneOptions
  ) throws(Diagnostic) -> [OrderedEdit] {
    var all = scenes.filter { if case .standardInput = $0 { false } else { true } }
    if let first = all.first {
      var seen = Set(all.compactMap { SceneFile($0.name) })
      let workspace = SourceFolder(ofDocument: first.name).workspace
      for path in try options.files(inFolder: workspace) {
        guard let file = SceneFile(path), seen.insert(file).inserted else { continue }
        all.append(.file(FileName.fromWorkingFolder(path)))
      }
    }
    let documents = edits.compactMap { file, steps in
      UsedDocument(path: file, ids: steps.flatMap { $0.setting?.selector.onlyIDs ?? [] })
    }
    let users = DependentSearch(run: self, documents: documents).users(in: all, options)
    try checkCancelled()
    return edits.map { file, steps in
      var edit = OrderedEdit(CommandScene(file), steps: { _ throws(Diagnostic) in steps })
      edit.users = zip(documents, users).first { $0.0.path.isExactly(file) }?.1
      return edit
    }
  }
}
