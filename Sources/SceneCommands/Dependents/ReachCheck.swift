internal import CommandLineKit
internal import CommandReports
internal import Glibc
internal import JSONText
internal import SceneDocument
internal import Synchronization
internal import Workbench

/// The check that no other scene of the workspace refers to an object which an edit renames or removes.
///
/// The scenes of each workspace are read once, at the first edit that renames or removes one of its objects.
final class ReachCheck: @unchecked Sendable {
  // The threads of a batch share the run.
  private let run: CommandRun
  private let options: SceneOptions

  /// The scenes of a workspace.
  private struct Users {
    /// The scenes that use a document, by the document's real path. A template precedes the scenes that use it.
    var scenes: [String: [String]] = [:]

    /// The unreadable scenes.
    var unread: [String] = []
  }

  private let workspaces = Mutex<[String: Users]>([:])

  /// Creates a check for one run of a command.
  init(_ run: CommandRun, _ options: SceneOptions) { (self.run, self.options) = (run, options) }

  /// Throws an error if an edit has renamed or removed an object to which other scenes refer.
  ///
  /// - Parameters:
  ///   - session: the scene after the edit, before it is saved.
  ///   - request: the edit. A dry run is repeated as a real edit of the session, so that the changes can be compared.
  func check(_ session: SceneSession, after request: EditRequest, _ result: EditResult) throws(Diagnostic) {
    let mayLose = result.structure.contains { difference in
      switch difference.kind {
      case .removed, .id: true
      default: false
      }
    }
    guard mayLose, let file = realpath(session.document.name), try isUsed(file) else { return }
    if request.isDryRun {
      var request = request
      (request.isDryRun, request.wantsChanges) = (false, false)
      _ = try session.perform(request)
    }
    try check(file, try lostIDs(session, file))
  }

  /// Returns the ids of the scene's file that no longer occur in its session.
  private func lostIDs(_ session: SceneSession, _ file: String) throws(Diagnostic) -> Set<ExactText> {
    let (present, formats) = session.withDocument { document in
      (Set(document.objects.map { ExactText(document.id($0)) }), document.formats)
    }
    let former = try Diagnostic.ofFile(file) { () throws(SceneError) in
      let document = try SceneDocument.load(path: file, of: formats).composed()
      return document.objects.map { ExactText(document.id($0)) }
    }
    return Set(former).subtracting(present)
  }

  /// Prints a warning if other scenes refer to an object that an edit in a shell has renamed or removed. Their
  /// references can be updated only when the scene is saved.
  func warn(_ session: SceneSession, after result: EditResult) throws(Diagnostic) {
    var ids: Set<ExactText> = []
    var hasDescendants = false
    for difference in result.structure {
      switch difference.kind {
      case .removed:
        ids.insert(ExactText(difference.object))
        if difference.count > 1 { hasDescendants = true }
      case .id(let old): ids.insert(ExactText(old))
      default: break
      }
    }
    guard !ids.isEmpty, let file = realpath(session.document.name) else { return }
    if hasDescendants { ids.formUnion(try lostIDs(session, file)) }
    let places = try places(in: file, ids)
    guard !places.isEmpty else { return }
    run.warn(
      SceneCommandRefusal.isLeftBehind(places).message, of: session.document.name)
  }

  /// Opens the saved state of a scene, even if a shell has the scene open.
  private func open(_ scene: String) throws(Diagnostic) -> SceneSession {
    guard run.workspace.keepsScenes else { return try run.open(CommandScene(scene)) }
    return try Diagnostic.ofFile(scene) { () throws(SceneError) in
      try SceneSession.open(path: scene, library: run.library, under: run.job)
    }
  }

  /// Throws an error if other scenes refer to one of a document's objects with these ids.
  func check(_ file: String, _ ids: Set<ExactText>) throws(Diagnostic) {
    let places = try places(in: file, ids)
    if !places.isEmpty { throw Diagnostic(SceneCommandRefusal.isReached(places)) }
  }

  /// Returns the scenes of the workspace that use a document as a template, directly or through other documents. A
  /// template precedes the scenes that use it.
  func scenes(using file: String) throws(Diagnostic) -> [String] { try users(around: file).scenes[file] ?? [] }

  /// Returns true if a scene uses a document, or an unreadable scene contains the document's name.
  private func isUsed(_ file: String) throws(Diagnostic) -> Bool {
    let users = try users(around: file)
    if users.scenes[file] != nil { return true }
    return try !unread(naming: file).isEmpty
  }

  /// Returns the positions at which scenes refer to a document's objects, as texts for a message.
  func places(in file: String, _ ids: Set<ExactText>) throws(Diagnostic) -> [String] {
    guard !ids.isEmpty else { return [] }
    let users = try users(around: file)
    var places: [String] = []
    for scene in users.scenes[file] ?? [] {
      try run.checkCancelled()
      let session = try Diagnostic.naming(scene) { () throws(Diagnostic) in try open(scene) }
      places += session.reaches(into: file, ids).map { $0.text(in: scene) }
    }
    return try places + unread(naming: file).map { Self.text(unread: $0, naming: file) }
  }

  /// Throws an error if an unreadable scene of the workspace contains the name of a document.
  func checkUnread(naming file: String) throws(Diagnostic) {
    let places = try unread(naming: file).map { Self.text(unread: $0, naming: file) }
    if !places.isEmpty { throw Diagnostic(SceneCommandRefusal.isReached(places)) }
  }

  private static func text(unread scene: String, naming file: String) -> String {
    "\(scene) (it cannot be read, and contains '\(file.parts(between: "/").last ?? file)')"
  }

  /// Returns the unreadable scenes of the workspace whose text contains the name of a document.
  func unread(naming file: String) throws(Diagnostic) -> [String] {
    guard let name = file.parts(between: "/").last else { return [] }
    let unread = try users(around: file).unread
    return unread.filter { scene in
      FileText.read(scene).map { String(decoding: $0, as: UTF8.self).holds(name) } ?? false
    }
  }

  private func users(around file: String) throws(Diagnostic) -> Users {
    let folder = SourceFolder(ofDocument: file)
    if let known = workspaces.withLock({ $0[folder.workspace] }) { return known }
    var (found, unread): ([String: [(scene: String, count: Int)]], [String]) = ([:], [])
    var seen: Set<String> = []
    for path in try options.users(in: folder) {
      try run.checkCancelled()
      // A scene with several names is edited once.
      guard let real = realpath(path), seen.insert(real).inserted else { continue }
      let shown = FileName.fromWorkingFolder(path)
      do throws(SceneError) {
        let document = try SceneDocument.load(path: path)
        guard document.mayHavePlaceholders else { continue }
        let sources = try document.composed().templateFiles.keys
        for source in sources { found[source, default: []].append((shown, sources.count)) }
      } catch {
        unread.append(shown)
      }
    }
    // A scene has more template files than each of its templates, which therefore precede it.
    let users = Users(
      scenes: found.mapValues { list in
        list.sorted { ($0.count, $0.scene) < ($1.count, $1.scene) }.map(\.scene)
      }, unread: unread)
    workspaces.withLock { $0[folder.workspace] = users }
    return users
  }
}

extension TemplateReach {
  /// Returns the position and kind of the reference, for a message.
  ///
  /// - Parameter scene: the path of the scene.
  func text(in scene: String) -> String {
    let words =
      switch kind {
      case .instance: "'\(object)' is an instance of it"
      case .override: "overrides of '\(object)'"
      case .reference: "'\(object)' refers to it"
      }
    return "\(scene):\(position) (\(words))"
  }
}

extension SceneOptions {
  /// Returns the scenes that may use a document in this folder: the scenes of its workspace or, without a workspace
  /// marker, the files `*.scene.json` in the folder.
  func users(in folder: SourceFolder) throws(Diagnostic) -> [String] {
    try folder.isMarked
      ? files(inFolder: folder.workspace) : PathPattern("*.scene.json", inFolder: folder.workspace).files()
  }
}
