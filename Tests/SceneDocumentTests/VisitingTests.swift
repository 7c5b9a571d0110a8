import SceneDocument
import Testing

/// Objects are told of while a scene is read.
@Suite struct VisitingTests {
  private let text = """
    {"format":"inspector-scene/1","palette":{"a":"#123"},"objects":[
      {"id":"1","class":"A","attributes":{"n":1},"children":[{"id":"2","class":"B"},{"id":"3","class":"A"}]},
      {"id":"4","children":[{"id":"5","class":"B"}],"class":"B"}]}
    """

  private func visited(_ isWanted: @escaping (ScannedObject) -> Bool) throws -> [String] {
    var ids: [String] = []
    _ = try SceneDocument(bytes: Array(text.utf8), name: "scene.json") { object in
      ids.append(object.id)
      return isWanted(object)
    }
    return ids
  }

  @Test func eachOnceWhenItsMembersAreKnown() throws {
    #expect(try visited { _ in true } == ["1", "2", "3", "5", "4"])
  }

  @Test func noMoreOfAClassThatIsNotWanted() throws {
    #expect(try visited { $0.className != "B" } == ["1", "2", "3"])
  }

  @Test func membersBeforeTheObjectsAreKnown() throws {
    var colors: [String] = []
    _ = try SceneDocument(bytes: Array(text.utf8), name: "scene.json") { object in
      colors = object.document.palette.map(\.name)
      return false
    }
    #expect(colors == ["a"])
  }
}
