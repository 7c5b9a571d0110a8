import SceneDocument
import Testing

/// Tests of node numbers under structural edits, together with attribute edits.
struct StructureNumberTests {
  @Test func numbersAreTranslated() throws {
    let scene = try SceneDocument(
      bytes: bytes(
        compact(
          #"{"id":"a","class":"v","children":[{"id":"b","class":"v"},{"id":"c","class":"w"}]},{"id":"d","class":"v"}"#)),
      name: "scene.json")
    let undo = try scene.restructure([
      .remove(1), .move(3, to: .first(in: 0)),
      .insert(object: bytes(#"{"id":"n","class":"w","children":[{"id":"m","class":"w"}]}"#), at: .first(in: nil)),
      .duplicate(2, id: nil, at: nil), .setClass("x", of: 0),
    ])
    #expect(scene.objects.map { scene.id($0) } == ["n", "m", "a", "d", "c", "c-2"])
    #expect((0..<4).map { undo.map.new($0) } == [2, nil, 4, 3])
    #expect((0..<6).map { undo.map.old($0) } == [nil, nil, 0, 3, 2, nil])
    #expect(undo.nodes == [nil, 3, 0, 5, 2])
    #expect(scene.classNames == ["w", "x", "v"])
    #expect(scene.generation == 1)
    let redo = try scene.restore(undo)
    #expect((0..<6).map { redo.map.new($0) } == [nil, nil, 0, 3, 2, nil])
    #expect((0..<4).map { redo.map.old($0) } == [2, nil, 4, 3])
    #expect(scene.node(id: "b") == 1)
  }

  @Test func attributeEditsGoAlongAndComeBack() throws {
    let before = compact(
      #"{"id":"a","class":"v","children":[{"id":"b","class":"v","attributes":{"x":1}},{"id":"c","class":"v"}]}"#)
    let scene = try SceneDocument(bytes: bytes(before), name: "scene.json")
    let first = try scene.apply([.set(key: "x", value: bytes("22"))], to: 1)
    let second = try scene.apply([.set(key: "y", value: bytes("3"))], to: 2)
    let edited = text(scene)
    let third = try scene.restructure([
      .move(1, to: .first(in: nil)), .setName("n", of: 2), .setClass("w", of: 2),
      .insert(object: bytes(#"{"id":"d","class":"v"}"#), at: .last(in: 2)),
    ])
    let restructured = compact(
      #"{"id":"b","class":"v","attributes":{"x":22}},{"id":"a","class":"v","children":[{"id":"c","class":"w","name":"n","attributes":{"y":3},"children":[{"id":"d","class":"v"}]}]}"#
    )
    #expect(text(scene) == restructured)
    let fourth = try scene.apply([.remove(key: "x")], to: 0)
    let redo4 = scene.restore(fourth)
    #expect(text(scene) == restructured)
    let redo3 = try scene.restore(third)
    #expect(text(scene) == edited)
    let redo2 = scene.restore(second)
    let redo1 = scene.restore(first)
    #expect(text(scene) == before)
    #expect(!scene.isEdited)
    _ = scene.restore(redo1)
    _ = scene.restore(redo2)
    _ = try scene.restore(redo3)
    #expect(text(scene) == restructured)
    _ = scene.restore(redo4)
    #expect(scene.attribute("x", of: 0) == nil)
  }

  @Test func restoringOutOfTurnIsRefused() throws {
    let scene = try SceneDocument(
      bytes: bytes(compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"}"#)), name: "scene.json")
    let first = try scene.restructure([.remove(0)])
    _ = try scene.restructure([.setID("c", of: 0)])
    let error = #expect(throws: SceneError.self) { try scene.restore(first) }
    #expect(error?.description == "scene.json: structural edits are undone last edit first")
    #expect(text(scene) == compact(#"{"id":"c","class":"v"}"#))
  }

  @Test func freeIDsResembleTheWish() throws {
    let scene = try SceneDocument(
      bytes: bytes(compact(#"{"id":"a","class":"v"},{"id":"a-2","class":"v"},{"id":"-7","class":"v"}"#)),
      name: "scene.json")
    #expect(scene.freeID(like: "b") == "b")
    #expect(scene.freeID(like: "a") == "a-3")
    #expect(scene.freeID(like: "a-2") == "a-3")
    #expect(scene.freeID(like: "-7") == "-7-2")
    #expect(scene.freeID(like: "") == "object-2")
  }

  @Test func attributesAreRenamedInPlace() throws {
    let before = compact(#"{"id":"a","class":"v","attributes":{ "x" : 1.0, "\u0079":2 }}"#)
    let scene = try SceneDocument(bytes: bytes(before), name: "scene.json")
    let undo = try scene.apply([.rename(key: "y", to: "z\""), .rename(key: "x", to: "x")], to: 0)
    #expect(text(scene) == compact(#"{"id":"a","class":"v","attributes":{ "x" : 1.0, "z\"":2 }}"#))
    _ = scene.restore(undo)
    #expect(text(scene) == before)
    func refusal(_ key: String, _ new: String) -> String? {
      #expect(throws: SceneError.self) { try scene.apply([.rename(key: key, to: new)], to: 0) }?.description
    }
    #expect(refusal("w", "z") == "scene.json: 'a' has no 'w' that could become 'z'")
    #expect(
      refusal("x", "y")
        == "scene.json: 'x' of 'a' cannot become 'y', since that is also stored; remove one of the two")
  }
}
