import JSONText
import SceneDocument
import Testing

private func document(_ text: String) throws -> SceneDocument {
  try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
}

private func set(_ name: String, _ value: String) -> AttributeChange { .set(key: name, value: Array(value.utf8)) }

/// A scene before and after changes of its palette. A test checks the edit, its undo and its redo.
struct PaletteEdit: CustomTestStringConvertible {
  var testDescription: String
  var before: String
  var changes: [AttributeChange]
  var after: String

  init(_ name: String, _ before: String, _ changes: AttributeChange..., gives after: String) {
    testDescription = name
    self.before = before
    self.changes = changes
    self.after = after
  }
}

struct PaletteTests {
  @Test(arguments: [
    PaletteEdit(
      "a colour between odd blanks, keys with escapes beside it",
      "{\"format\":\"inspector-scene/1\", \"palette\" :\t{ \"br\\u0061nd\" :\r\n \"#111111\" ,\"x\":\"#2\\u0032\"}\n,\"objects\":[]}",
      set("brand", "\"#3366FF\""),
      gives:
        "{\"format\":\"inspector-scene/1\", \"palette\" :\t{ \"br\\u0061nd\" :\r\n \"#3366FF\" ,\"x\":\"#2\\u0032\"}\n,\"objects\":[]}"
    ),
    PaletteEdit(
      "a part of a colour",
      #"{"palette":{"a":{"white": 0.50,"alpha":1.0}},"format":"inspector-scene/1","objects":[]}"#,
      .setMember(key: "a", member: "white", value: Array("1".utf8)),
      gives: #"{"palette":{"a":{"white": 1,"alpha":1.0}},"format":"inspector-scene/1","objects":[]}"#),
    PaletteEdit(
      "a new name goes last",
      ##"{"format":"inspector-scene/1","palette":{"a":"red", "b":"#123"},"objects":[]}"##, set("c", "\"blue\""),
      gives: ##"{"format":"inspector-scene/1","palette":{"a":"red", "b":"#123", "c":"blue"},"objects":[]}"##),
    PaletteEdit(
      "a new name in an empty palette of lines",
      "{\n\t\"format\": \"inspector-scene/1\",\n\t\"palette\": {},\n\t\"objects\": []\n}", set("c", "\"blue\""),
      gives:
        "{\n\t\"format\": \"inspector-scene/1\",\n\t\"palette\": {\n\t\t\"c\": \"blue\"\n\t},\n\t\"objects\": []\n}"),
    PaletteEdit(
      "another name, in its place, the palette after the objects",
      ##"{"format":"inspector-scene/1","objects":[{"id":"a","class":"b"}],"palette":{"a":"red","b": "#123" ,"c":"tan"}}"##,
      .rename(key: "b", to: "d\"e"),
      gives:
        ##"{"format":"inspector-scene/1","objects":[{"id":"a","class":"b"}],"palette":{"a":"red","d\"e": "#123" ,"c":"tan"}}"##
    ),
    PaletteEdit(
      "a name goes with one comma",
      "{\"format\":\"inspector-scene/1\",\"palette\":{\"a\":\"red\" ,\n \"b\":\"tan\"},\"objects\":[]}",
      .remove(key: "a"),
      gives: "{\"format\":\"inspector-scene/1\",\"palette\":{\"b\":\"tan\"},\"objects\":[]}"),
    PaletteEdit(
      "the last name goes with what is around it",
      "{\"format\":\"inspector-scene/1\",\"palette\": { \"a\":\"red\" } ,\"objects\":[]}", .remove(key: "a"),
      gives: "{\"format\":\"inspector-scene/1\",\"palette\": {} ,\"objects\":[]}"),
    PaletteEdit(
      "the same colour again is no edit", #"{"format":"inspector-scene/1","palette":{"a":"red"},"objects":[]}"#,
      set("a", "\"red\""), gives: #"{"format":"inspector-scene/1","palette":{"a":"red"},"objects":[]}"#),
    PaletteEdit(
      "several changes at once",
      #"{"format":"inspector-scene/1","palette":{"a":"red","b":"tan"},"objects":[]}"#, .rename(key: "a", to: "c"),
      set("a", "\"blue\""), .remove(key: "b"),
      gives: #"{"format":"inspector-scene/1","palette":{"c":"red","a":"blue"},"objects":[]}"#),
    // A palette that did not exist before.
    PaletteEdit(
      "after the format, compact", #"{"format":"inspector-scene/1","objects":[]}"#, set("a", "\"red\""),
      gives: #"{"format":"inspector-scene/1","palette":{"a":"red"},"objects":[]}"#),
    PaletteEdit(
      "after the name, in lines of two blanks",
      "{\n  \"format\": \"inspector-scene/1\",\n  \"name\": \"x\",\n  \"objects\": [\n  ]\n}\n", set("a", "\"red\""),
      set("b", "{\"white\":1}"),
      gives:
        "{\n  \"format\": \"inspector-scene/1\",\n  \"name\": \"x\",\n  \"palette\": {\n    \"a\": \"red\",\n    \"b\": {\"white\":1}\n  },\n  \"objects\": [\n  ]\n}\n"
    ),
    PaletteEdit(
      "after the plugins, CRLF and tabs",
      "{\r\n\t\"plugins\": { \"Shapes\": \"*\" },\r\n\t\"objects\": [],\r\n\t\"format\": \"inspector-scene/1\",\r\n\t\"name\": \"n\"\r\n}",
      set("a", "\"red\""),
      gives:
        "{\r\n\t\"plugins\": { \"Shapes\": \"*\" },\r\n\t\"palette\": {\r\n\t\t\"a\": \"red\"\r\n\t},\r\n\t\"objects\": [],\r\n\t\"format\": \"inspector-scene/1\",\r\n\t\"name\": \"n\"\r\n}"
    ),
    PaletteEdit(
      "after a format that is last, on one line",
      #"{ "objects": [], "format": "inspector-scene/1" }"#, set("a", "\"red\""),
      gives: #"{ "objects": [], "format": "inspector-scene/1", "palette": { "a": "red" } }"#),
    PaletteEdit(
      "one that is empty again is not put in", #"{"format":"inspector-scene/1","objects":[]}"#, set("a", "\"red\""),
      .remove(key: "a"), gives: #"{"format":"inspector-scene/1","objects":[]}"#),
    PaletteEdit(
      "what is not there cannot go", #"{"format":"inspector-scene/1","objects":[]}"#, .remove(key: "a"),
      gives: #"{"format":"inspector-scene/1","objects":[]}"#),
  ])
  func changes(_ edit: PaletteEdit) throws {
    let scene = try document(edit.before)
    let undo = try scene.applyToPalette(edit.changes)
    #expect(text(scene) == edit.after)
    #expect(scene.isEdited == (edit.before != edit.after))
    #expect(names(scene) == names(try document(edit.after)))
    let redo = scene.restore(undo)
    #expect(text(scene) == edit.before)
    #expect(!scene.isEdited)
    _ = scene.restore(redo)
    #expect(text(scene) == edit.after)
  }

  private func names(_ scene: SceneDocument) -> [String] {
    scene.palette.map { "\($0.name) \(String(decoding: $0.value, as: UTF8.self))" }
  }

  @Test(arguments: [
    (
      set("a", "#123"),
      "scene.json: the value of the palette's 'a' is not JSON: expected a value, found '#'; JSON has no comments"
    ),
    (
      AttributeChange.setMember(key: "a", member: "red", value: Array("1".utf8)),
      "scene.json: the palette cannot be changed: 'red' of 'a' cannot be set, since 'a' has no parts; set it as a whole"
    ),
    (.rename(key: "c", to: "d"), "scene.json: the palette cannot be changed: there is no 'c' to rename"),
    (
      .rename(key: "a", to: "b"),
      "scene.json: the palette cannot be changed: 'a' cannot become 'b', which already exists"
    ),
  ])
  func isRefusedWholly(_ change: AttributeChange, _ message: String) throws {
    let before = #"{"format":"inspector-scene/1","palette":{"a":"red","b":"tan"},"objects":[]}"#
    let scene = try document(before)
    let error = #expect(throws: SceneError.self) { try scene.applyToPalette([set("b", "\"blue\""), change]) }
    #expect(error?.description == message)
    #expect(text(scene) == before)
  }

  @Test func placesAreThoseOfTheDocumentAsRead() throws {
    let scene = try document(#"{"format":"inspector-scene/1","palette":{"a":"red","b":"tan"},"objects":[]}"#)
    _ = try scene.applyToPalette([.remove(key: "a"), set("b", "\"blue\""), set("c", "\"red\"")])
    #expect(scene.palette.map(\.name) == ["b", "c"])
    #expect(scene.palette.map(\.offset) == [55, 40])
  }

  /// Checks many simultaneous changes of the palette. Searching the whole palette for each name would take minutes.
  @Test func manyColoursAreChangedAtOnce() throws {
    let scene = try document(#"{"format":"inspector-scene/1","palette":{"c0": "tan"},"objects":[]}"#)
    let count = 50_000
    _ = try scene.applyToPalette((0..<count).map { set("c\($0)", "\"#\($0 + 100_000)\"") })
    let colors = (0..<count).map { "\"c\($0)\": \"#\($0 + 100_000)\"" }
    #expect(text(scene).contains("{" + colors.joined(separator: ", ") + "}"))
    _ = try scene.applyToPalette((0..<count).map { .rename(key: "c\($0)", to: "d\($0)") })
    _ = try scene.applyToPalette((0..<count).map { .remove(key: "d\($0)") })
    #expect(text(scene) == #"{"format":"inspector-scene/1","palette":{},"objects":[]}"#)
  }

  @Test(arguments: 300...360)
  func goesTogetherWithEditsOfObjects(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var random = RandomScene(seed: UInt64(seed), objects: 12)
    let scene = try document(random.text)
    var model: [(name: String, value: String)] = []
    var undos: [(undo: () -> () -> Void, text: String)] = []
    for _ in 0..<40 {
      let before = text(scene)
      if Bool.random(using: &generator) {
        let node = NodeIndex(Int.random(in: 0..<scene.objectCount, using: &generator))
        let undo = try scene.apply([.set(key: "k0", value: Array(random.value(1).utf8))], to: node)
        undos.append(
          (
            {
              let redo = scene.restore(undo)
              return { _ = scene.restore(redo) }
            }, before
          ))
        continue
      }
      let name = "n\(Int.random(in: 0..<4, using: &generator))"
      let place = model.firstIndex { $0.name == name }
      let change: AttributeChange
      switch (Int.random(in: 0..<4, using: &generator), place) {
      case (0, let place):
        change = .remove(key: name)
        if let place { model.remove(at: place) }
      case (1, let place?) where !model.contains { $0.name == "other" }:
        change = .rename(key: name, to: "other")
        model[place].name = "other"
      default:
        let value = random.value(1)
        change = set(name, value)
        if let place { model[place].value = value } else { model.append((name, value)) }
      }
      let undo = try scene.applyToPalette([change])
      undos.append(
        (
          {
            let redo = scene.restore(undo)
            return { _ = scene.restore(redo) }
          }, before
        ))
      #expect(names(scene) == model.map { "\($0.name) \($0.value)" })
      #expect(names(try document(text(scene))) == names(scene))
    }
    let last = text(scene)
    var redos: [() -> Void] = []
    for (undo, before) in undos.reversed() {
      redos.append(undo())
      #expect(text(scene) == before)
    }
    #expect(!scene.isEdited)
    for redo in redos.reversed() { redo() }
    #expect(text(scene) == last)
  }
}
