package import CommandLineKit
internal import JSONText
package import SceneDocument
package import SceneSessions

/// Objects as records of `inspector-tree/1`.
package enum TreeRecords {
  /// Prints objects without what they hold, as `ls` in a shell lists them.
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

  /// Begins `inspector-tree/1`.
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
