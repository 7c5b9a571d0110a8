internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Synchronization
internal import Workbench

/// The check that no other scene of the workspace names objects which a command renames or removes.
///
/// The scenes of each workspace are read once, when the first of its scenes is edited.
final class ReachCheck: @unchecked Sendable {
  // A run is used by the threads of its batch.
  private let run: CommandRun
  private let options: SceneOptions

  /// For each workspace, the scenes that use a document, by the document's real path.
  private let users = Mutex<[String: [String: [String]]]>([:])

  /// Creates a check for one run of a command.
  init(_ run: CommandRun, _ options: SceneOptions) { (self.run, self.options) = (run, options) }

  /// Throws an error if other scenes name one of the objects of a scene.
  ///
  /// - Parameters:
  ///   - session: the scene before the edit.
  ///   - ids: the ids of the objects.
  ///   - verb: the participle of the edit, such as `renamed`.
  func check(_ session: SceneSession, _ ids: [String], _ verb: String) throws(Diagnostic) {
    let found = try reaches(session, ids)
    guard !found.isEmpty else { return }
    throw Diagnostic(SceneCommandRefusal.isReached(found.map { ReachedPlace($0.scene, $0.reach) }, verb: verb))
  }

  /// Returns true if other scenes name one of the objects of a scene.
  func isReached(_ session: SceneSession, _ ids: [String]) throws(Diagnostic) -> Bool {
    try !reaches(session, ids).isEmpty
  }

  private func reaches(
    _ session: SceneSession, _ ids: [String]
  ) throws(Diagnostic) -> [(scene: String, reach: TemplateReach)] {
    guard let file = realpath(session.document.name), !ids.isEmpty else { return [] }
    var found: [(scene: String, reach: TemplateReach)] = []
    for scene in try scenes(using: file) {
      try run.checkCancelled()
      // A scene that cannot be read is reported when it is used.
      guard let user = try? run.open(CommandScene(scene)) else { continue }
      found += user.reaches(into: file, Set(ids.map { ExactText($0) })).map { (scene, $0) }
    }
    return found
  }

  /// Returns the scenes of the workspace that use a document as a template, directly or by way of other documents. A
  /// scene that others use comes before these.
  func scenes(using file: String) throws(Diagnostic) -> [String] {
    let folder = SourceFolder(ofDocument: file)
    if let known = users.withLock({ $0[folder.workspace] }) { return known[file] ?? [] }
    var users: [String: [(scene: String, count: Int)]] = [:]
    let pattern = folder.isMarked ? options.pattern : "*.scene.json"
    for path in try PathPattern(pattern, inFolder: folder.workspace).files() {
      try run.checkCancelled()
      guard let document = try? SceneDocument.load(path: path), document.mayHavePlaceholders,
        let composed = try? document.composed()
      else { continue }
      let sources = composed.templateFiles.keys
      for source in sources { users[source, default: []].append((FileName.fromWorkingFolder(path), sources.count)) }
    }
    // A scene is made of all files of its templates, and of one more.
    let scenes = users.mapValues { list in list.sorted { ($0.count, $0.scene) < ($1.count, $1.scene) }.map(\.scene) }
    self.users.withLock { [scenes] in $0[folder.workspace] = scenes }
    return scenes[file] ?? []
  }
}

/// A place of a scene that names an object, for a message.
struct ReachedPlace: Hashable, Sendable {
  let text: String

  init(_ scene: String, _ reach: TemplateReach) {
    let words =
      switch reach.kind {
      case .instance: "'\(reach.object)' is an instance of it"
      case .override: "overrides of '\(reach.object)'"
      case .reference: "'\(reach.object)' refers to it"
      }
    text = "\(scene):\(reach.position) (\(words))"
  }
}
