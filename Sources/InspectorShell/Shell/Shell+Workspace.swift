internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

extension Shell: Workspace {
  var keepsScenes: Bool { true }
  var holdsEdits: Bool {
    isSingleTransaction || scenes.contains { $0.scratch != nil || $0.session.transaction != nil }
  }

  var isUsersOwn: Bool { isAtPrompt }
  var currentScene: CommandScene? { scene?.commandScene }

  func scenes(
    _ named: [String], _ options: SceneOptions, _ context: CommandContext, of formats: () -> ForeignFormats?
  ) throws(Diagnostic) -> [CommandScene] {
    guard !options.hasList else { throw Diagnostic(ShellUsage.filesFrom) }
    let current = try current()
    guard !named.isEmpty else { return [current.commandScene] }
    // Each scene is used once, even if it is named several times.
    var seen: Set<ExactText> = []
    return named.filter { seen.insert(ExactText($0)).inserted }.map { name in
      name.isExactly(current.path) ? current.commandScene : CommandScene(name)
    }
  }

  func session(
    of scene: CommandScene, comparing searched: Selector?, editing edit: EditRequest?, findsAllFaults: Bool,
    locking options: SaveOptions?, templates: TemplateFiles, _ run: CommandRun
  ) throws(Diagnostic) -> SceneSession {
    if case .open(let session, _) = scene { return session }
    // A path identifies the scene that was opened by it.
    guard let open = scenes.first(where: { $0.path.isExactly(scene.name) }) else {
      throw Diagnostic(ShellUsage.notOpen(scene: scene.name))
    }
    return open.session
  }

  func use(_ path: String) throws(Diagnostic) { try open(path) }

  func expanded(_ path: String) -> String { context.expanded(path) }

  var currentID: String? { scene.flatMap { scene in scene.cursor.current.map(scene.document.id) } }

  var targetIDs: [String] { scene.map { $0.targets.map($0.document.id) } ?? [] }

  func hasObject(_ id: String) -> Bool { scene?.document.node(id: id) != nil }

  func stepName(of edit: EditRequest) -> String? {
    // A change that names its object, such as `badge.pointCount=7`, does not edit the target.
    guard let (words, target) = usedTarget, edit.steps.contains(where: { ($0.judges ?? target) == target }) else {
      return command
    }
    return "\(command) (\(words))"
  }

  var currentTarget: String { scene?.cursor.selection.isEmpty == false ? "@" : "." }
  var defaultTarget: String? { currentTarget }

  func target(_ word: String) throws(Diagnostic) -> Selector? {
    switch word {
    case ".":
      guard let id = currentID else { throw Diagnostic(ShellRefusal.noneIsCurrent) }
      let target = Selector(ids: [id])
      usedTarget = (id, target)
      return target
    case "@":
      guard let scene, !scene.cursor.selection.isEmpty else { throw Diagnostic(ShellRefusal.noneWasFound) }
      let target = Selector(ids: scene.cursor.selection.map(scene.document.id))
      usedTarget = (scene.selectionWords, target)
      return target
    default: return nil
    }
  }

  func go(to id: String) {
    if let scene, let node = scene.document.node(id: id) { scene.cursor.go(to: node) }
  }

  func select(_ ids: [String]) {
    guard let scene else { return }
    let former = scene.targets
    scene.cursor.select(ids.compactMap { scene.document.node(id: $0) })
    guard isAtPrompt, scene.targets != former else { return }
    let count = scene.cursor.selection.count
    say("edits now change the \(count == 1 ? "object" : "\(count) objects") found; 'cd ID' makes one object current")
  }
}
