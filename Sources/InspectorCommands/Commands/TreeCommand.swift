internal import ArgumentParser
internal import JSONText
internal import SceneDocument
internal import Workbench

struct TreeCommand: InspectorCommand {
  static let row = CommandRow(
    name: "tree",
    arguments: "<scene>",
    summary: "Lists the objects of a scene.",
    discussion: """
      A line an object, indented: its id, its class, its name. A class that no plugin knows is marked with '?'.
      """,
    examples: [
      .init("tree card.json", "lists all objects"), .init("tree --json card.json | jq '.objects[].id'", "all ids"),
    ],
    scenes: .one, statuses: [.done, .usage, .badDocument, .noInput, .changedUnderneath, .cannotWrite],
    jsonFormat: "inspector-tree/1")

  @Argument(help: "The scene.")
  var scene: String

  @OptionGroup var global: GlobalOptions

  func perform(_ run: CommandRun) throws(CommandFailure) -> ExitStatus {
    let session = try run.open(scene)
    let document = session.document
    let known = document.classNames.map(session.knows(className:))
    if run.isJSON {
      let name = document.sceneName.map(JSON.string) ?? .null
      let records = JSONRecords(
        run, [("format", "inspector-tree/1"), ("scene", .string(scene)), ("name", name)], list: "objects")
      forEachObject(of: document) { node, depth in
        records.add(record(node, depth, document, isKnown: known[document.classID(node)]))
      }
      records.finish()
    } else {
      let style = run.style
      forEachObject(of: document) { node, depth in
        run.print(line(node, depth, document, isKnown: known[document.classID(node)], style))
      }
    }
    return .done
  }

  /// Depths are counted on the way, so that a chain of a hundred thousand children costs no more than a flat list.
  private func forEachObject(of document: SceneDocument, _ body: (NodeIndex, _ depth: Int) -> Void) {
    var ends: [NodeIndex] = []
    for node in 0..<document.objectCount {
      while let end = ends.last, end <= node { ends.removeLast() }
      body(node, ends.count)
      let end = document.afterSubtree(node)
      if end > node + 1 { ends.append(end) }
    }
  }

  /// Beyond this depth the indentation stays and the depth is written out.
  private static let greatestIndentation = 60

  private func line(_ node: NodeIndex, _ depth: Int, _ document: SceneDocument, isKnown: Bool, _ style: Style) -> String
  {
    var line = String(repeating: "  ", count: min(depth, Self.greatestIndentation))
    if depth > Self.greatestIndentation { line += style.dim("(\(depth)) ") }
    line += style.bold(TerminalText.escaped(document.id(node)))
    line += "  " + TerminalText.escaped(document.className(node)) + (isKnown ? "" : style.warning("?"))
    if let name = document.objectName(node) { line += "  " + TerminalText.escaped(name) }
    return line
  }

  private func record(_ node: NodeIndex, _ depth: Int, _ document: SceneDocument, isKnown: Bool) -> String {
    var line = JSONLine()
    line.add("id", .string(document.id(node)))
    line.add("class", .string(document.className(node)))
    line.add("name", document.objectName(node).map(JSON.string) ?? .null)
    line.add("parent", document.parent(node).map { .string(document.id($0)) } ?? .null)
    line.add("depth", .int(depth))
    line.add("known", .bool(isKnown))
    return line.text
  }
}
