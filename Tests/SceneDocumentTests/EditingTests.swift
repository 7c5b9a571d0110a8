import SceneDocument
import Testing

/// Returns a scene with one object, given as text.
private func scene(_ object: String, file: String = "scene.json") throws -> SceneDocument {
  try SceneDocument(bytes: Array(wrapped(object).utf8), name: file)
}

private func wrapped(_ object: String) -> String {
  "{\"format\":\"inspector-scene/1\",\"objects\":[\(object)]}"
}

private func text(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self)
}

private func set(_ key: String, _ value: String) -> AttributeChange {
  .set(key: key, value: Array(value.utf8))
}

private func part(_ key: String, _ member: String, _ value: String) -> AttributeChange {
  .setMember(key: key, member: member, value: Array(value.utf8))
}

/// An object before and after an edit. A test checks the edit, its undo and its redo.
struct Edit: CustomTestStringConvertible {
  var name: String
  var before: String
  var changes: [AttributeChange]
  var after: String

  init(_ name: String, _ before: String, _ changes: AttributeChange..., gives after: String) {
    self.name = name
    self.before = before
    self.changes = changes
    self.after = after
  }

  var testDescription: String { name }
}

struct EditingTests {
  /// Checks that a single change of an unedited object, which is spliced directly, equals a change among others.
  @Test(arguments: [
    #"{"x":1,"y":2}"#, #"{ "x": 13 }"#, "{\n  \"x\": 1,\n  \"p\": {\"a\": 1, \"b\": 22}\n}", "{\"x\":\"1\",\t\"z\":11}",
    "{}", "{ }",
    #"{"p":{"a":12,"b":3},"x":1}"#, #"{"\u0078":112}"#,
  ])
  func oneChangeIsWhatItIsAmongOthers(attributes: String) throws {
    let changes = [
      set("x", "1"), set("x", "12"), set("x", "112"), set("x", " [1] "), set("new", "11"), set("\"q", "{}"),
      part("p", "a", "12"), part("p", "a", "1"), part("p", "b", "2"), part("p", "c", "3"),
    ]
    for change in changes {
      let object = #"{"id":"a","class":"b","attributes":\#(attributes)}"#
      let (quick, whole) = (try scene(object), try scene(object))
      do {
        _ = try whole.apply([.remove(key: "missing"), change], to: 0)
      } catch {
        #expect(throws: SceneError.self) { try quick.apply([change], to: 0) }
        continue
      }
      _ = try quick.apply([change], to: 0)
      #expect(text(quick.bytes()) == text(whole.bytes()))
      #expect(try !quick.apply([change], to: 0).isChange, "the same again is no change")
      #expect(try !whole.apply([change], to: 0).isChange)
    }
  }

  @Test func entriesAreFoundInAnyOrderOfEdits() throws {
    let count = 9000
    let objects = (0..<count).map { #"{"id":"o\#($0)","class":"b","attributes":{"x":0}}"# }.joined(separator: ",")
    let document = try scene(objects)
    // Out of order, in several blocks, and some undone.
    let nodes = (0..<count).map { $0 * 4787 % count }
    var restores: [SpliceRestore] = []
    for node in nodes { restores.append(try document.apply([set("x", "\(node + 1)")], to: NodeIndex(node))) }
    let before = document.source.snapshot
    for restore in restores.reversed() where restore.node.number % 3 == 0 { _ = document.restore(restore) }
    for node in 0..<count {
      #expect(document.attribute("x", of: NodeIndex(node)).map(text) == (node % 3 == 0 ? "0" : "\(node + 1)"))
    }
    let expected = (0..<count).map { #"{"id":"o\#($0)","class":"b","attributes":{"x":\#($0 + 1)}}"# }
    #expect(text(before.bytes()) == wrapped(expected.joined(separator: ",")), "a snapshot stays as it was")
  }

  /// Checks that snapshots with equal text are equal even if the pieces of their text differ: edited, read, or moved.
  @Test func snapshotsOfOneTextAreTheSame() throws {
    func object(_ id: String, _ x: String) -> String { #"{"id":"\#(id)","class":"b","attributes":{"x":\#(x)}}"# }
    func document(_ objects: String...) throws -> SceneDocument {
      try SceneDocument(bytes: Array(wrapped(objects.joined(separator: ",")).utf8), name: "scene")
    }
    let edited = try document(object("a", "11"), object("b", "22"))
    let start = edited.source.snapshot
    _ = try edited.apply([set("x", "12")], to: 0)
    _ = try edited.apply([set("x", "32")], to: 1)
    let read = try document(object("a", "12"), object("b", "32"))
    let moved = try document(object("b", "32"), object("a", "11"))
    _ = try moved.apply([set("x", "12")], to: 1)
    _ = try moved.restructure([.move(0, to: .last(in: nil))])
    let half = try document(object("a", "12"), object("b", "22"))
    let longer = try document(object("a", "12"), object("b", "322"))
    let all = [edited, read, moved, half, longer].map(\.source.snapshot) + [start]
    for (place, first) in all.enumerated() {
      for (other, second) in all.enumerated() {
        #expect(first.isSame(as: second) == (place == other || place < 3 && other < 3), "\(place) \(other)")
      }
    }
  }

  @Test(arguments: [
    Edit(
      "a value in compact text", #"{"id":"a","class":"b","attributes":{"x":1,"y":2}}"#, set("x", "10"),
      gives: #"{"id":"a","class":"b","attributes":{"x":10,"y":2}}"#),
    Edit(
      "a value between odd blanks", "{\"id\":\"a\",\"class\":\"b\",\"attributes\" :\t{ \"x\" :\r\n 1 ,\"y\":2 }}",
      set("x", "10"),
      gives: "{\"id\":\"a\",\"class\":\"b\",\"attributes\" :\t{ \"x\" :\r\n 10 ,\"y\":2 }}"),
    Edit(
      "numbers of any form stay as they are beside it",
      #"{"id":"a","class":"b","attributes":{"a":1e2,"b":12345678901234567890123,"c":1.0,"d":-0,"x":[1.50,{}]}}"#,
      set("c", "2.0"),
      gives: #"{"id":"a","class":"b","attributes":{"a":1e2,"b":12345678901234567890123,"c":2.0,"d":-0,"x":[1.50,{}]}}"#),
    Edit(
      "a key with escapes is found and kept", #"{"id":"a","class":"b","attributes":{"corner\u0052adius":1,"\"\n":2}}"#,
      set("cornerRadius", "3"), set("\"\n", "4"),
      gives: #"{"id":"a","class":"b","attributes":{"corner\u0052adius":3,"\"\n":4}}"#),
    Edit(
      "a value may be any JSON", #"{"id":"a","class":"b","attributes":{"x":"\u00e9\\\"","y":2}}"#,
      set("x", " {\"k\": [1, 2]}\n"), gives: #"{"id":"a","class":"b","attributes":{"x":{"k": [1, 2]},"y":2}}"#),
    Edit(
      "the same value again is no edit", #"{"id":"a","class":"b","attributes":{"x":1.0}}"#, set("x", "1.0"),
      gives: #"{"id":"a","class":"b","attributes":{"x":1.0}}"#),
    // New members.
    Edit(
      "last, in compact text", #"{"id":"a","class":"b","attributes":{"x":1,"y":2}}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"x":1,"y":2,"z":3}}"#),
    Edit(
      "last, on one line", #"{ "id": "a", "class": "b", "attributes": { "x": 1, "y": 2 } }"#, set("z", "3"),
      gives: #"{ "id": "a", "class": "b", "attributes": { "x": 1, "y": 2, "z": 3 } }"#),
    Edit(
      "after one member on one line", #"{ "id": "a", "class": "b", "attributes": { "x": 1 } }"#, set("z", "3"),
      gives: #"{ "id": "a", "class": "b", "attributes": { "x": 1, "z": 3 } }"#),
    Edit(
      "after one member with a blank after its colon", #"{"id": "a", "class": "b", "attributes": {"x": 1}}"#,
      set("z", "3"),
      gives: #"{"id": "a", "class": "b", "attributes": {"x": 1, "z": 3}}"#),
    Edit(
      "after one compact member", #"{"id":"a","class":"b","attributes":{"x":1}}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"x":1,"z":3}}"#),
    Edit(
      "on a line of its own",
      "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {\n    \"x\": 1\n  }\n}", set("z", "3"),
      gives: "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {\n    \"x\": 1,\n    \"z\": 3\n  }\n}"),
    Edit(
      "with tabs and CRLF",
      "{\r\n\t\"id\": \"a\",\r\n\t\"class\": \"b\",\r\n\t\"attributes\": {\r\n\t\t\"x\": 1,\r\n\t\t\"y\": 2\r\n\t}\r\n}",
      set("z", "3"),
      gives:
        "{\r\n\t\"id\": \"a\",\r\n\t\"class\": \"b\",\r\n\t\"attributes\": {\r\n\t\t\"x\": 1,\r\n\t\t\"y\": 2,\r\n\t\t\"z\": 3\r\n\t}\r\n}"
    ),
    Edit(
      "with commas in front", "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{ \"x\" : 1\n  , \"y\" : 2\n}}",
      set("z", "3"),
      gives: "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{ \"x\" : 1\n  , \"y\" : 2\n  , \"z\" : 3\n}}"),
    Edit(
      "a key that needs escapes", #"{"id":"a","class":"b","attributes":{"x":1}}"#, set("a\"\\\nb", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"x":1,"a\"\\\nb":3}}"#),
    Edit(
      "several at once", #"{"id":"a","class":"b","attributes":{"x":1}}"#, set("y", "2"), set("z", "3"), set("x", "0"),
      gives: #"{"id":"a","class":"b","attributes":{"x":0,"y":2,"z":3}}"#),
    // Into empty attributes.
    Edit(
      "into {}", #"{"id":"a","class":"b","attributes":{}}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"z":3}}"#),
    Edit(
      "into {} on one line", #"{ "id": "a", "class": "b", "attributes": {} }"#, set("z", "3"),
      gives: #"{ "id": "a", "class": "b", "attributes": { "z": 3 } }"#),
    Edit(
      "into { }", #"{"id":"a","class":"b","attributes":{ }}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{ "z":3 }}"#),
    Edit(
      "into {} among lines", "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {}\n}", set("z", "3"),
      gives: "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {\n    \"z\": 3\n  }\n}"),
    Edit(
      "into {} among lines with tabs", "{\n\t\"id\": \"a\",\n\t\"class\": \"b\",\n\t\"attributes\": {}\n}",
      set("z", "3"),
      gives: "{\n\t\"id\": \"a\",\n\t\"class\": \"b\",\n\t\"attributes\": {\n\t\t\"z\": 3\n\t}\n}"),
    Edit(
      "into braces on two lines", "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {\n  }\n}",
      set("z", "3"),
      gives: "{\n  \"id\": \"a\",\n  \"class\": \"b\",\n  \"attributes\": {\n    \"z\": 3\n  }\n}"),
    // Missing attributes.
    Edit(
      "attributes after the class", #"{"id":"a","class":"b"}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"z":3}}"#),
    Edit(
      "attributes after the class, before others", #"{"id":"a","class":"b","children":[]}"#, set("z", "3"),
      gives: #"{"id":"a","class":"b","attributes":{"z":3},"children":[]}"#),
    Edit(
      "attributes on one line", #"{ "id": "a", "class": "b" }"#, set("z", "3"),
      gives: #"{ "id": "a", "class": "b", "attributes": { "z": 3 } }"#),
    Edit(
      "attributes after a class that comes first", #"{"class": "b", "id": "a"}"#, set("z", "3"),
      gives: #"{"class": "b", "attributes": {"z": 3}, "id": "a"}"#),
    Edit(
      "attributes on lines of their own",
      "{\r\n    \"id\": \"a\",\r\n    \"class\": \"b\",\r\n    \"children\": []\r\n}",
      set("z", "3"), set("y", "[]"),
      gives:
        "{\r\n    \"id\": \"a\",\r\n    \"class\": \"b\",\r\n    \"attributes\": {\r\n        \"z\": 3,\r\n        \"y\": []\r\n    },\r\n    \"children\": []\r\n}"
    ),
    Edit(
      "nothing is put in where a new member is taken out again", #"{"id":"a","class":"b"}"#, set("z", "3"),
      .remove(key: "z"),
      gives: #"{"id":"a","class":"b"}"#),
    // Removal.
    Edit(
      "the first", #"{"id":"a","class":"b","attributes":{ "x": 1, "y": 2, "z": 3 }}"#, .remove(key: "x"),
      gives: #"{"id":"a","class":"b","attributes":{ "y": 2, "z": 3 }}"#),
    Edit(
      "one in the middle", "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n  \"x\": 1,\n  \"y\": [2],\n  \"z\": 3\n}}",
      .remove(key: "y"),
      gives: "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n  \"x\": 1,\n  \"z\": 3\n}}"),
    Edit(
      "the last", "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n  \"x\": 1,\n  \"z\": {\"k\":3}\n}}",
      .remove(key: "z"),
      gives: "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n  \"x\": 1\n}}"),
    Edit(
      "the only one", "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{\n  \"x\": 1\n}}", .remove(key: "x"),
      gives: "{\"id\":\"a\",\"class\":\"b\",\"attributes\":{}}"),
    Edit(
      "all, one by one", #"{"id":"a","class":"b","attributes":{"x":1,"y":2,"z":3}}"#, .remove(key: "y"),
      .remove(key: "z"),
      .remove(key: "x"), gives: #"{"id":"a","class":"b","attributes":{}}"#),
    Edit(
      "one that is not there", #"{"id":"a","class":"b","attributes":{"x":1}}"#, .remove(key: "y"),
      gives: #"{"id":"a","class":"b","attributes":{"x":1}}"#),
    Edit(
      "from attributes that are not there", #"{"id":"a","class":"b"}"#, .remove(key: "y"),
      gives: #"{"id":"a","class":"b"}"#),
    // Parts.
    Edit(
      "one part of a value", #"{"id":"a","class":"b","attributes":{"frame":{ "x": 1.0, "y":2, "width" : 3e0 },"t":1}}"#,
      part("frame", "y", "8"),
      gives: #"{"id":"a","class":"b","attributes":{"frame":{ "x": 1.0, "y":8, "width" : 3e0 },"t":1}}"#),
    Edit(
      "a part that was not there", #"{"id":"a","class":"b","attributes":{"c": {"red": 1, "green": 0, "blue": 0}}}"#,
      part("c", "alpha", "0.5"),
      gives: #"{"id":"a","class":"b","attributes":{"c": {"red": 1, "green": 0, "blue": 0, "alpha": 0.5}}}"#),
    Edit(
      "a part of an empty value", #"{"id":"a","class":"b","attributes":{"c": {}}}"#, part("c", "x", "1"),
      gives: #"{"id":"a","class":"b","attributes":{"c": {"x": 1}}}"#),
  ])
  func anEditChangesItsBytesOnly(_ edit: Edit) throws {
    let document = try scene(edit.before)
    let undo = try document.apply(edit.changes, to: 0)
    #expect(text(document.bytes()) == wrapped(edit.after))
    #expect(document.isEdited == (edit.before != edit.after))
    #expect(document.isEdited(0) == document.isEdited)
    // The written text is a scene that equals the edited document.
    let again = try SceneDocument(bytes: document.bytes(), name: "again")
    #expect(attributes(again) == attributes(document))
    let redo = document.restore(undo)
    #expect(text(document.bytes()) == wrapped(edit.before))
    #expect(!document.isEdited)
    _ = document.restore(redo)
    #expect(text(document.bytes()) == wrapped(edit.after))
  }

  private func attributes(_ document: SceneDocument) -> [String] {
    var list: [String] = []
    document.forEachAttribute(of: 0) { key, value in
      list.append("\(text(key)) = \(text(value))")
      return true
    }
    return list
  }

  @Test func anAttributeIsReadAsItIsNow() throws {
    let document = try scene(#"{"id":"a","class":"b","attributes":{"x":1,"y":2}}"#)
    let place = document.place(ofAttribute: "y", of: 0)
    _ = try document.apply([set("y", "20"), set("z", "30"), .remove(key: "x")], to: 0)
    #expect(document.attribute("x", of: 0) == nil)
    #expect(document.attribute("y", of: 0).map(text) == "20")
    #expect(document.attribute("z", of: 0).map(text) == "30")
    #expect(document.place(ofAttribute: "y", of: 0) == place)
    #expect(document.place(ofAttribute: "z", of: 0) == nil)
  }

  @Test(arguments: [
    (
      [set("x", "1 2")],
      "scene.json: the value of 'x' of 'a' is not JSON: expected the end of the text, found '2'; one text holds one value"
    ),
    (
      [set("x", "")],
      "scene.json: the value of 'x' of 'a' is not JSON: expected a value, found the end of the text; the text is empty"
    ),
    (
      [set("n", "1"), set("x", "NaN")],
      "scene.json: the value of 'x' of 'a' is not JSON: expected a value, found 'NaN'; JSON has neither NaN nor infinity"
    ),
    ([part("x", "y", "1")], "scene.json: 'y' of 'x' of 'a' cannot be set, since 'x' has no parts; set it as a whole"),
    ([part("q", "y", "1")], "scene.json: 'y' of 'q' of 'a' cannot be set, since 'q' is not stored; set it as a whole"),
  ])
  func aRefusedEditChangesNothing(_ changes: [AttributeChange], _ words: String) throws {
    let before = #"{"id":"a","class":"b","attributes":{"x":1}}"#
    let document = try scene(before)
    #expect(refusal { try document.apply(changes, to: 0) } == words)
    #expect(text(document.bytes()) == wrapped(before))
    #expect(!document.isEdited)
  }

  @Test func objectsWithReservedKeysAreNotEdited() throws {
    let document = try scene(#"{"id":"a","class":"b","ref":"other.json","attributes":{"x":1},"overrides":[]}"#)
    #expect(document.reservedKeys(0) == ["ref", "overrides"])
    let words = refusal { try document.apply([set("x", "2")], to: 0) }
    #expect(
      words == """
        scene.json:1:42: 'a' cannot be edited, since it has keys reserved for a later version: 'ref', 'overrides'
            {"format":"inspector-scene/1","objects":[{"id":"a","class":"b","ref":"other.json"…
                                                     ^
        """)
  }

  @Test func editsOfManyObjectsAreIndependent() throws {
    let objects = (0..<500).map { #"{"id":"n\#($0)","class":"c","attributes":{"v":\#($0)}}"# }
    let document = try scene(objects.joined(separator: ","))
    var undos: [SpliceRestore] = []
    for node in stride(from: 499, through: 0, by: -7) {
      undos.append(try document.apply([set("v", "\"edited\"")], to: NodeIndex(node)))
      undos.append(try document.apply([set("w", "1")], to: NodeIndex(node)))
    }
    let expected = objects.enumerated().map {
      (499 - $0.offset) % 7 == 0
        ? #"{"id":"n\#($0.offset)","class":"c","attributes":{"v":"edited","w":1}}"# : $0.element
    }
    #expect(text(document.bytes()) == wrapped(expected.joined(separator: ",")))
    for undo in undos.reversed() { _ = document.restore(undo) }
    #expect(text(document.bytes()) == wrapped(objects.joined(separator: ",")))
    #expect(!document.isEdited)
  }

  @Test func aLargeValueIsKeptToo() throws {
    let document = try scene(#"{"id":"a","class":"b","attributes":{"x":1,"y":2}}"#)
    let large = "[" + String(repeating: "1,", count: 100_000) + "1]"
    _ = try document.apply([set("x", large)], to: 0)
    _ = try document.apply([set("y", "3")], to: 0)
    #expect(text(document.bytes()) == wrapped(#"{"id":"a","class":"b","attributes":{"x":\#(large),"y":3}}"#))
  }
}

/// Returns the complete text of the thrown error; empty if none is thrown.
func refusal<R>(_ body: () throws -> R) -> String {
  do {
    _ = try body()
    return ""
  } catch {
    return "\(error)"
  }
}
