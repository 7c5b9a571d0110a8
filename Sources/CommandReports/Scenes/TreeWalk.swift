package import CommandLineKit
import JSONText
package import SceneDocument
package import SceneSessions

/// An indented list of a scene's objects.
package enum TreeWalk {
  /// Calls `body` for each object with its depth below the first.
  ///
  /// Depths are counted on the way, so that a chain of a hundred thousand children costs no more than a flat list.
  package static func forEachObject(
    _ nodes: Range<NodeIndex>, of document: SceneDocument, to depth: Int?, under job: InspectorJob,
    _ body: (NodeIndex, _ depth: Int) -> Void
  ) {
    var ends: [NodeIndex] = []
    for node in nodes {
      if job.isCancelled(at: node.number) { return }
      while let end = ends.last, end <= node { ends.removeLast() }
      if ends.count <= depth ?? .max { body(node, ends.count) }
      let end = document.afterSubtree(node)
      if end > node + 1 { ends.append(end) }
    }
  }

  /// The largest indentation; deeper levels are written as a number.
  private static let greatestIndentation = 60

  /// Returns a line of the list: id, class and name, indented by depth.
  package static func line(
    _ node: NodeIndex, _ depth: Int, _ document: SceneDocument, isKnown: Bool, _ style: Style
  ) -> String {
    var line = String(repeating: "  ", count: min(depth, greatestIndentation))
    if depth > greatestIndentation { line += style.dim("(\(depth)) ") }
    line += style.bold(TerminalText.escaped(document.id(node)))
    line += "  " + TerminalText.escaped(document.className(node)) + (isKnown ? "" : style.warning("?"))
    if let name = document.objectName(node) { line += "  " + TerminalText.escaped(name) }
    return line
  }
}

// Objects as records of `inspector-tree/1`.
extension TreeWalk {
  /// Prints objects without their children, as `ls` in a shell lists them.
  package static func write(_ nodes: [NodeIndex], of session: SceneSession, scene: String, _ run: CommandRun) {
    let document = session.document
    let records = list(scene, document, run)
    for node in nodes {
      var depth = 0
      var holder = document.parent(node)
      while let parent = holder { (depth, holder) = (depth + 1, document.parent(parent)) }
      records.add(record(node, depth, document, isKnown: session.knows(classID: document.classID(node))))
    }
    records.finish()
  }

  /// Begins an `inspector-tree/1` document.
  package static func list(_ scene: String, _ document: SceneDocument, _ run: CommandRun) -> JSONRecords {
    let name = document.sceneName.map(JSON.string) ?? .null
    return JSONRecords(
      run.context, [("format", "inspector-tree/1")] + FileName.members("scene", scene) + [("name", name)],
      list: "objects")
  }

  package static func record(_ node: NodeIndex, _ depth: Int, _ document: SceneDocument, isKnown: Bool) -> String {
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
