package import CommandLineKit
import JSONText
package import SceneDocument
package import SceneSessions

// An indented list of a scene's objects.
extension SceneDocument {
  /// Calls `body` for each object in a range, in document order, with its depth below the outermost objects of the
  /// range. Objects deeper than `depth` are left out, and a cancelled job ends the calls early.
  ///
  /// Depths are counted during the traversal, so a chain of a hundred thousand children costs no more than a flat list.
  package func forEachObject(
    in nodes: Range<NodeIndex>, to depth: Int?, under job: InspectorJob, _ body: (NodeIndex, _ depth: Int) -> Void
  ) {
    var ends: [NodeIndex] = []
    for node in nodes {
      if job.isCancelled(at: node.number) { return }
      while let end = ends.last, end <= node { ends.removeLast() }
      if ends.count <= depth ?? .max { body(node, ends.count) }
      let end = afterSubtree(node)
      if end > node + 1 { ends.append(end) }
    }
  }

  /// The maximum number of indented levels; the line of a deeper object shows its depth as a number.
  private static let greatestIndentation = 60

  /// Returns a line of the list: id, class and title, indented by depth.
  package func treeLine(
    _ node: NodeIndex, _ depth: Int, isKnown: Bool, title: ObjectTitle?, _ style: Style
  ) -> String {
    var line = String(repeating: "  ", count: min(depth, Self.greatestIndentation))
    if depth > Self.greatestIndentation { line += style.dim("(\(depth)) ") }
    line += style.bold(TerminalText.escaped(id(node)))
    line += "  " + TerminalText.escaped(className(node)) + (isKnown ? "" : style.warning("?"))
    if let title { line += "  " + title.shown }
    return line
  }

  /// Returns the record of an object in `inspector-tree/1`, as JSON text.
  package func treeRecord(_ node: NodeIndex, _ depth: Int, isKnown: Bool, title: ObjectTitle?) -> String {
    var line = JSONLine()
    line.add("id", .string(id(node)))
    line.add("class", .string(className(node)))
    line.add("name", objectName(node).map(JSON.string) ?? .null)
    if let title { line.add("title", .string(title.text)) }
    line.add("parent", parent(node).map { .string(id($0)) } ?? .null)
    line.add("depth", .int(depth))
    line.add("known", .bool(isKnown))
    return line.text
  }
}

extension CommandRun {
  /// Prints the given objects, without their children, as `inspector-tree/1`. The shell's `ls` lists objects in this
  /// form.
  package func printTree(_ nodes: [NodeIndex], of session: SceneSession, scene: String) {
    let document = session.document
    let records = treeRecords(scene, document)
    for node in nodes {
      var depth = 0
      var holder = document.parent(node)
      while let parent = holder { (depth, holder) = (depth + 1, document.parent(parent)) }
      let isKnown = session.knows(classID: document.classID(node))
      records.add(document.treeRecord(node, depth, isKnown: isKnown, title: session.title(of: node)))
    }
    records.finish()
  }

  /// Begins an `inspector-tree/1` document.
  package func treeRecords(_ scene: String, _ document: SceneDocument) -> JSONRecords {
    let name = document.sceneName.map(JSON.string) ?? .null
    return JSONRecords(
      context, [("format", "inspector-tree/1")] + FileName.members("scene", scene) + [("name", name)],
      list: "objects")
  }
}
