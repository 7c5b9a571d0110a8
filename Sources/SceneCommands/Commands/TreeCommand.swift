internal import ArgumentParser
internal import CommandLineKit
internal import CommandReports
internal import JSONText
internal import SceneDocument
internal import Workbench

struct TreeCommand: SceneCommand {
  static let row = CommandRow(
    name: "tree",
    arguments: "<scene> [<id>]",
    summary: "Lists the objects of a scene.",
    discussion: """
      One indented line per object: its id, its class, and its title. '?' marks a class that no plugin knows. The \
      title is the object's name or, if it has none, a text that it stores, in quotes: the value of a property that \
      its class marks as a title, or by default that of 'text', 'title', 'label' or 'placeholder'. With an id, with or \
      without '#' before it, only that object and its descendants are listed.
      """,
    examples: [
      .init("tree card.json", "lists all objects"),
      .init("tree card.json card --depth 1", "an object and its children"),
      .init("tree --json card.json | jq '.objects[].id'", "all ids", isForShell: false),
    ],
    scenes: .one, statuses: [.done, .findings, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-tree/1", takesIDs: true)

  @Argument(help: "The object to start from.")
  var id: String?

  @Option(help: ArgumentHelp("Leave out levels deeper than this.", valueName: "number"))
  var depth: Int?

  @Flag(help: "List only objects stored in the scene itself, not those that its templates supply.")
  var authored = false

  @OptionGroup var global: GlobalOptions

  func perform(on scene: CommandScene, _ run: CommandRun) throws(Diagnostic) -> ExitStatus {
    let session = try run.open(scene)
    let document = session.document
    let (id, depth) = meant(document, run)
    if let depth, depth < 0 { throw Diagnostic(SceneUsage.depthBelowZero) }
    let nodes = try range(id, session)
    let known = document.classNames.indices.map(session.knows(classID:))
    let (style, records) = (run.style, run.isJSON ? run.treeRecords(scene.name, document) : nil)
    session.withModel { model in
      document.forEachObject(in: nodes, to: depth, under: run.job) { node, depth in
        if authored, document.isInner(node) { return }
        let (isKnown, title) = (known[document.classID(node)], model.title(of: node))
        if let records {
          records.add(document.treeRecord(node, depth, isKnown: isKnown, title: title))
        } else {
          run.print(document.treeLine(node, depth, isKnown: isKnown, title: title, style))
        }
      }
    }
    try run.checkCancelled()
    for (object, reason) in session.templateFaults.prefix(Self.mostWarnings) {
      run.warn("'\(object)': \(reason.message)", of: scene.name)
    }
    records?.finish()
    try run.checkCancelled()
    return .done
  }

  /// The maximum number of reported placeholders without templates; `check` reports all.
  private static let mostWarnings = 5

  /// Returns the requested id and depth. In a shell, the id defaults to the current object, and a number that is not an
  /// object's id is the depth: `tree 2` lists the current object and two levels below it.
  private func meant(_ document: SceneDocument, _ run: CommandRun) -> (id: String?, depth: Int?) {
    guard run.workspace.keepsScenes else { return (id, depth) }
    let current = run.workspace.currentID
    guard let id, depth == nil, let levels = Int(id), document.node(id: id) == nil else {
      return (id ?? current, depth)
    }
    return (current, levels)
  }

  /// Returns the range of the object and its descendants, or of the whole scene if `id` is nil, regardless of
  /// `--depth`.
  private func range(_ id: String?, _ session: SceneSession) throws(Diagnostic) -> Range<NodeIndex> {
    guard let id else { return session.document.objects }
    let node = try session.node(id: id)
    return node..<session.document.afterSubtree(node)
  }
}
