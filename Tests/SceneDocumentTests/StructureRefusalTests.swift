import SceneDocument
import Testing

/// Tests of refused structural edits and their messages.
struct StructureRefusalTests {
  @Test(
    arguments: [
      (
        .insert("[]", .last(nil)),
        "edit.json: the object to insert: an object of the scene is written {\"id\": …, \"class\": …}, found an array"
      ),
      (
        .insert("{", .last(nil)),
        "edit.json: the object to insert: expected a key, found the end of the text; the text may have been cut off"
      ),
      (
        .insert("{\"id\":\"x\"}", .last(nil)),
        "edit.json: the object to insert: the object 'x' has no 'class'; name its component's class"
      ),
      (
        .insert("{\"id\":\"x\",\"class\":\"v\"},{\"id\":\"y\",\"class\":\"v\"}", .last(nil)),
        "edit.json: the object to insert: expected the end of the text, found ','; one text holds one value"
      ),
      (
        .insert("{\"id\":\"b\",\"class\":\"v\"}", .last(nil)),
        "edit.json: the id 'b' is already taken; choose another"
      ),
      (
        .insert("{\"id\":\"x\",\"class\":\"v\"}", .at(4, "a")),
        "edit.json: the index 4 is out of range; for the children of 'a' it must be from 0 to 3"
      ),
      (
        .insert("{\"id\":\"x\",\"class\":\"v\"}", .at(-1, nil)),
        "edit.json: the index -1 is out of range; for the scene's top-level objects it must be from 0 to 2"
      ),
      (.setID("a", "b"), "edit.json: the id 'b' is already taken; choose another"),
      (.setID("a", ""), "edit.json: an id must not be empty"),
      (.setClass("a", ""), "edit.json: a class must not be empty"),
      (.copy("a", as: "a"), "edit.json: the id 'a' is already taken; choose another"),
      (.move("a", .last("a")), "edit.json: 'a' cannot be moved into itself"),
      (.move("a", .last("e")), "edit.json: 'a' cannot be moved into 'e', which it contains"),
      (.move("a", .after("c")), "edit.json: 'a' cannot be moved into itself"),
      (.move("a", .after("a")), "edit.json: 'a' cannot be placed beside itself"),
      (
        .move("r", .last(nil)),
        "edit.json:1:183: 'r' cannot be edited, since it has keys reserved for a later version: 'ref'\n    …\"id\":\"d\",\"class\":\"v\",\"children\":[{\"id\":\"e\",\"class\":\"v\"}]}]},{\"id\":\"r\",\"class\":\"v\",\"ref\":1}]}\n                                                                 ^"
      ),
    ] as [(NamedChange, String)])
  func refusesWithWordsAndChangesNothing(_ change: NamedChange, _ message: String) throws {
    let before = compact(
      #"{"id":"a","class":"v","children":[{"id":"b","class":"v"},{"id":"c","class":"v"},{"id":"d","class":"v","children":[{"id":"e","class":"v"}]}]},{"id":"r","class":"v","ref":1}"#
    )
    let scene = try SceneDocument(bytes: bytes(before), name: "edit.json")
    let badge = try scene.object("b")
    _ = try scene.apply([.set(key: "x", value: bytes("1"))], to: badge)
    let edited = text(scene)
    let error = #expect(throws: SceneError.self) { try scene.restructure([try change.change(scene)]) }
    #expect(error?.description == message)
    #expect(text(scene) == edited)
    #expect(scene.generation == 0)
  }

  @Test func refusesChangesThatCannotBeMadeAtOnce() throws {
    let scene = try SceneDocument(
      bytes: bytes(
        compact(#"{"id":"a","class":"v","children":[{"id":"b","class":"v"}]},{"id":"c","class":"v"}"#)),
      name: "scene.json")
    func refusal(_ changes: StructureChange...) -> String? {
      #expect(throws: SceneError.self) { try scene.restructure(changes) }?.description
    }
    let (a, b, c): (NodeIndex, NodeIndex, NodeIndex) = (0, 1, 2)
    #expect(
      refusal(.move(b, to: .last(in: nil)), .move(b, to: .last(in: c)))
        == "scene.json: 'b' cannot be moved twice in one edit")
    #expect(
      refusal(.remove(b), .move(b, to: .last(in: c))) == "scene.json: 'b' cannot be moved and removed in one edit")
    #expect(
      refusal(.remove(a), .move(c, to: .last(in: b)))
        == "scene.json: 'c' cannot be placed in 'b', which is removed with 'a'")
    #expect(
      refusal(.move(a, to: .last(in: nil)), .move(c, to: .last(in: a)))
        == "scene.json: 'c' cannot be placed in 'a', which is moved itself")
    #expect(
      refusal(.remove(c), .move(a, to: .after(c)))
        == "scene.json: 'a' cannot be placed beside 'c', which is removed itself")
  }

  @Test func refusesWhatWouldBeTooDeep() throws {
    let limits = SceneLimits(depth: 6)
    let before = compact(#"{"id":"a","class":"v","children":[{"id":"b","class":"v"}]},{"id":"c","class":"v"}"#)
    let scene = try SceneDocument(bytes: bytes(before), name: "scene.json", limits: limits)
    let error = #expect(throws: SceneError.self) { try scene.restructure([.move(2, to: .last(in: 1))]) }
    #expect(
      error?.description
        == "scene.json: the edit is refused: more than 6 arrays and objects within one another; this is the limit; nest less deeply"
    )
    #expect(text(scene) == before)
  }
}
