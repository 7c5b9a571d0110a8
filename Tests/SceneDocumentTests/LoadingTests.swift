import Testing

@testable import SceneDocument

struct LoadingTests {
  static let card = #"""
    {
      "format": "inspector-scene/1",
      "name": "Profile card",
      "plugins": { "Shapes": ">=1.0 <2" },
      "palette": { "brand": "#3366FF" },
      "objects": [
        { "id": "card", "class": "View",
          "attributes": { "frame": { "x": 0, "y": 0, "width": 320, "height": 480 }, "backgroundColor": "brand", "layer.cornerRadius": 12 },
          "children": [
            { "id": "badge", "class": "StarView", "name": "The badge", "attributes": { "starColor": "#FFCC00", "pointCount": 5 } } ] } ]
    }

    """#

  @Test func aSceneIsIndexed() throws {
    let scene = try SceneDocument(bytes: Array(Self.card.utf8), name: "card.json")
    #expect(scene.objectCount == 2)
    #expect(scene.sceneName == "Profile card")
    #expect(scene.plugins.map(\.name) == ["Shapes"])
    #expect(scene.plugins.map(\.requirement) == [">=1.0 <2"])
    #expect(scene.palette.map(\.name) == ["brand"])
    #expect(scene.palette.map { String(decoding: $0.value, as: UTF8.self) } == ["\"#3366FF\""])
    #expect(scene.classNames == ["View", "StarView"])
    #expect(scene.node(id: "badge") == 1)
    #expect(scene.node(id: "nothing") == nil)
    #expect(scene.id(0) == "card")
    #expect(scene.className(1) == "StarView")
    #expect(scene.objectName(1) == "The badge")
    #expect(scene.objectName(0) == nil)
    #expect(scene.parent(1) == 0)
    #expect(scene.parent(0) == nil)
    #expect(scene.firstChild(0) == 1)
    #expect(scene.nextSibling(0) == nil)
    #expect(scene.afterSubtree(0) == 2)
    #expect(scene.depth(1) == 1)
    #expect(Array(scene.children(0)) == [1])
    #expect(Array(scene.roots) == [0])
    #expect(scene.attribute("pointCount", of: 1) == Array("5".utf8))
    #expect(scene.attribute("layer.cornerRadius", of: 0) == Array("12".utf8))
    #expect(scene.place(ofAttribute: "pointCount", of: 1) == SourcePosition(line: 10, column: 122))
    #expect(scene.warnings == [])
    #expect(scene.bytes() == Array(Self.card.utf8))
  }

  @Test func theMembersOfAValueAreWalked() throws {
    let scene = try SceneDocument(bytes: Array(Self.card.utf8), name: "card.json")
    var members: [String] = []
    scene.forEachAttribute(of: 0) { _, value in
      SceneDocument.forEachMember(ofValue: value) { key, part in
        members.append("\(String(decoding: key, as: UTF8.self))=\(String(decoding: part, as: UTF8.self))")
        return members.count < 3
      }
      return true
    }
    #expect(members == ["x=0", "y=0", "width=320"])
  }

  @Test func theIndexIsSmall() {
    #expect(MemoryLayout<NodeRecord>.stride == 32)
  }

  @Test func anEditAndItsUndo() throws {
    let scene = try SceneDocument(bytes: Array(Self.card.utf8), name: "card.json")
    let undo = try scene.apply([.set(key: "pointCount", value: Array("7".utf8))], to: 1)
    #expect(
      String(decoding: scene.bytes(), as: UTF8.self)
        == Self.card.replacing("\"pointCount\": 5", with: "\"pointCount\": 7"))
    #expect(scene.isEdited)
    _ = scene.restore(undo)
    #expect(!scene.isEdited)
    #expect(scene.bytes() == Array(Self.card.utf8))
  }
}
