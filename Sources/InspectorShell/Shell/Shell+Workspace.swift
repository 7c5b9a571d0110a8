internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

extension Shell: Workspace {
  var keepsScenes: Bool { true }
  var currentScene: CommandScene? { scene?.commandScene }

  func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext
  ) throws(CommandFailure) -> [CommandScene] {
    guard !options.hasList else {
      throw .usage(ShellUsage.filesFrom)
    }
    return try [current().commandScene] + named.map(CommandScene.init)
  }

  func session(
    of scene: CommandScene, as opening: SceneOpening, _ run: CommandRun
  ) throws(CommandFailure) -> SceneSession {
    if case .open(let session, _) = scene { return session }
    // A path identifies the scene that was opened by it.
    guard let open = scenes.first(where: { $0.path.isExactly(scene.name) }) else {
      throw .usage(ShellUsage.notOpen(scene: scene.name))
    }
    return open.session
  }

  func use(_ path: String) throws(CommandFailure) { try open(path) }

  func expanded(_ path: String) -> String { files.expanded(path) }

  var currentID: String? { scene.flatMap { scene in scene.current.map(scene.document.id) } }

  var targetIDs: [String] {
    guard let scene else { return [] }
    let nodes = scene.selection.isEmpty ? scene.current.map { [$0] } ?? [] : scene.selection
    return nodes.map(scene.document.id)
  }

  func hasObject(_ id: String) -> Bool { scene?.document.node(id: id) != nil }

  var stepName: String? { command }

  var currentTarget: String { scene?.selection.isEmpty == false ? "@" : "." }
  var defaultTarget: String? { currentTarget }

  func target(_ word: String) throws(CommandFailure) -> Selector? {
    switch word {
    case ".":
      guard let id = currentID else { throw .refused(ShellRefusal.noneIsCurrent) }
      return Selector(ids: [id])
    case "@":
      guard let scene, !scene.selection.isEmpty else { throw .refused(ShellRefusal.noneWasFound) }
      return Selector(ids: scene.selection.map(scene.document.id))
    default: return nil
    }
  }

  func select(_ ids: [String]) {
    guard let scene else { return }
    scene.select(ids.compactMap { scene.document.node(id: $0) })
  }
}
