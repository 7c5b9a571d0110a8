import SceneDocument
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

private func text(_ scene: SceneDocument) -> String { String(decoding: scene.bytes(), as: UTF8.self) }

/// A change that names objects by their ids.
private typealias Change = @Sendable (SceneDocument) throws -> StructureChange

private func at(_ scene: SceneDocument, _ id: String) throws -> NodeIndex {
  try #require(scene.node(id: id), "no object '\(id)'")
}

private func parent(_ scene: SceneDocument, _ id: String?) throws -> NodeIndex? { try id.map { try at(scene, $0) } }

private func insert(_ object: String, last id: String?) -> Change {
  { .insert(object: bytes(object), at: .last(in: try parent($0, id))) }
}

private func insert(_ object: String, first id: String?) -> Change {
  { .insert(object: bytes(object), at: .first(in: try parent($0, id))) }
}

private func insert(_ object: String, before id: String) -> Change {
  { .insert(object: bytes(object), at: .before(try at($0, id))) }
}

private func insert(_ object: String, after id: String) -> Change {
  { .insert(object: bytes(object), at: .after(try at($0, id))) }
}

private func insert(_ object: String, at index: Int, in id: String?) -> Change {
  { .insert(object: bytes(object), at: .at(index, in: try parent($0, id))) }
}

private func remove(_ id: String) -> Change { { .remove(try at($0, id)) } }

private func move(_ id: String, last parentID: String?) -> Change {
  { .move(try at($0, id), to: .last(in: try parent($0, parentID))) }
}

private func move(_ id: String, first parentID: String?) -> Change {
  { .move(try at($0, id), to: .first(in: try parent($0, parentID))) }
}

private func move(_ id: String, before other: String) -> Change {
  { .move(try at($0, id), to: .before(try at($0, other))) }
}

private func move(_ id: String, after other: String) -> Change {
  { .move(try at($0, id), to: .after(try at($0, other))) }
}

private func move(_ id: String, at index: Int, in parentID: String?) -> Change {
  { .move(try at($0, id), to: .at(index, in: try parent($0, parentID))) }
}

private func copy(_ id: String, as new: String? = nil) -> Change {
  { .duplicate(try at($0, id), id: new, at: nil) }
}

private func copy(_ id: String, as new: String? = nil, last parentID: String?) -> Change {
  { .duplicate(try at($0, id), id: new, at: .last(in: try parent($0, parentID))) }
}

private func setID(_ id: String, _ new: String) -> Change { { .setID(new, of: try at($0, id)) } }
private func setClass(_ id: String, _ new: String) -> Change { { .setClass(new, of: try at($0, id)) } }
private func setName(_ id: String, _ new: String?) -> Change { { .setName(new, of: try at($0, id)) } }

/// A scene before and after one structural edit. Its undo and redo are checked with it.
struct Restructuring: CustomTestStringConvertible {
  var name: String
  var before: String
  fileprivate var changes: [Change]
  var after: String

  fileprivate init(_ name: String, _ before: String, _ changes: Change..., gives after: String) {
    self.name = name
    self.before = before
    self.changes = changes
    self.after = after
  }

  var testDescription: String { name }
}

/// Objects of a scene in compact text.
private func compact(_ objects: String) -> String { "{\"format\":\"inspector-scene/1\",\"objects\":[\(objects)]}" }

private let indented = """
  {
    "format": "inspector-scene/1",
    "objects": [
      {
        "id": "a",
        "class": "View",
        "attributes": {
          "frame": { "x": 0, "y": 1.50 },
          "tag": 1e2
        },
        "children": [
          {
            "id": "b",
            "class": "StarView"
          },
          {
            "id": "c",
            "class": "View",
            "children": []
          }
        ]
      },
      {
        "id": "d",
        "class": "View"
      }
    ]
  }

  """

/// As in the README: objects on one line, lists on several.
private let byHand = """
  { "format": "inspector-scene/1",
    "objects": [
      { "id": "a", "class": "View",
        "children": [
          { "id": "b", "class": "StarView", "attributes": { "x": 1 } },
          { "id": "c", "class": "StarView", "attributes": { "x": 2 } } ] } ] }
  """

struct StructureTests {
  @Test(arguments: [
    // Taking out.
    Restructuring(
      "the first of three", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      remove("a"), gives: compact(#"{"id":"b","class":"v"},{"id":"c","class":"v"}"#)),
    Restructuring(
      "the middle one", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"},  {"id":"c","class":"v"}"#),
      remove("b"), gives: compact(#"{"id":"a","class":"v"} , {"id":"c","class":"v"}"#)),
    Restructuring(
      "the last one", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"} "#),
      remove("b"), gives: compact(#"{"id":"a","class":"v"} "#)),
    Restructuring(
      "the only one", compact(#"{"id":"a","class":"v","children":[ {"id":"b","class":"v"} ]}"#),
      remove("b"), gives: compact(#"{"id":"a","class":"v","children":[]}"#)),
    Restructuring(
      "two side by side, and one within another",
      compact(
        #"{"id":"a","class":"v"},{"id":"b","class":"v"}, {"id":"c","class":"v","children":[{"id":"d","class":"v"}]},  {"id":"e","class":"v"}"#
      ),
      remove("c"), remove("d"), remove("b"), gives: compact(#"{"id":"a","class":"v"},{"id":"e","class":"v"}"#)),
    Restructuring(
      "a subtree of lines", indented, remove("c"),
      gives: """
        {
          "format": "inspector-scene/1",
          "objects": [
            {
              "id": "a",
              "class": "View",
              "attributes": {
                "frame": { "x": 0, "y": 1.50 },
                "tag": 1e2
              },
              "children": [
                {
                  "id": "b",
                  "class": "StarView"
                }
              ]
            },
            {
              "id": "d",
              "class": "View"
            }
          ]
        }

        """),
    Restructuring(
      "all of the scene", compact(" {\"id\":\"a\",\"class\":\"v\"}\n, {\"id\":\"b\",\"class\":\"v\"}\n"), remove("a"),
      remove("b"),
      gives: compact("")),
    // Putting in.
    Restructuring(
      "into compact text", compact(#"{"id":"a","class":"v","attributes":{"x":1}}"#),
      insert(#" { "id" : "n", "class" : "w", "attributes" : { "y" : 1.0, "z": [ 1 , 2 ] } } "#, last: nil),
      gives: compact(
        #"{"id":"a","class":"v","attributes":{"x":1}},{"id":"n","class":"w","attributes":{"y":1.0,"z":[1,2]}}"#)),
    Restructuring(
      "first, in compact text", compact(#"{"id":"a","class":"v"}"#), insert(#"{"id":"n","class":"w"}"#, first: nil),
      gives: compact(#"{"id":"n","class":"w"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "between two, with blanks", compact(#"{ "id": "a", "class": "v" }, { "id": "b", "class": "v" }"#),
      insert(#"{"id":"n","class":"w","attributes":{"x":[{}],"y":{"a":1,"b":2}}}"#, before: "b"),
      gives: compact(
        #"{ "id": "a", "class": "v" }, { "id": "n", "class": "w", "attributes": { "x": [ {} ], "y": { "a": 1, "b": 2 } } }, { "id": "b", "class": "v" }"#
      )),
    Restructuring(
      "blanks as json.dumps has them", #"{"format": "inspector-scene/1", "objects": [{"id": "a", "class": "v"}]}"#,
      insert(#"{"id":"n","class":"w","attributes":{"x":[1,2]}}"#, after: "a"),
      gives:
        #"{"format": "inspector-scene/1", "objects": [{"id": "a", "class": "v"}, {"id": "n", "class": "w", "attributes": {"x": [1, 2]}}]}"#
    ),
    Restructuring(
      "into an empty scene", compact(""), insert(#"{"id":"n","class":"w"}"#, last: nil),
      gives: compact(#"{"id":"n","class":"w"}"#)),
    Restructuring(
      "into an empty scene of lines", "{\n\t\"format\": \"inspector-scene/1\",\n\t\"objects\": []\n}",
      insert(#"{"id":"n","class":"w","attributes":{"x":1}}"#, last: nil),
      insert(#"{"id":"m","class":"w"}"#, last: nil),
      gives:
        "{\n\t\"format\": \"inspector-scene/1\",\n\t\"objects\": [\n\t\t{\n\t\t\t\"id\": \"n\",\n\t\t\t\"class\": \"w\",\n\t\t\t\"attributes\": {\n\t\t\t\t\"x\": 1\n\t\t\t}\n\t\t},\n\t\t{\n\t\t\t\"id\": \"m\",\n\t\t\t\"class\": \"w\"\n\t\t}\n\t]\n}"
    ),
    Restructuring(
      "among lines, deeper, with children, into [] and where there are none", indented,
      insert(
        #"{"id":"n","class":"w","attributes":{"frame":{"x":1,"y":2},"z":[]},"children":[{"id":"m","class":"w"}]}"#,
        last: "c"), insert(#"{"id":"o","class":"w"}"#, last: "b"),
      gives: """
        {
          "format": "inspector-scene/1",
          "objects": [
            {
              "id": "a",
              "class": "View",
              "attributes": {
                "frame": { "x": 0, "y": 1.50 },
                "tag": 1e2
              },
              "children": [
                {
                  "id": "b",
                  "class": "StarView",
                  "children": [
                    {
                      "id": "o",
                      "class": "w"
                    }
                  ]
                },
                {
                  "id": "c",
                  "class": "View",
                  "children": [
                    {
                      "id": "n",
                      "class": "w",
                      "attributes": {
                        "frame": { "x": 1, "y": 2 },
                        "z": []
                      },
                      "children": [
                        {
                          "id": "m",
                          "class": "w"
                        }
                      ]
                    }
                  ]
                }
              ]
            },
            {
              "id": "d",
              "class": "View"
            }
          ]
        }

        """),
    Restructuring(
      "with CRLF and four blanks",
      "{\r\n    \"format\": \"inspector-scene/1\",\r\n    \"objects\": [\r\n        {\r\n            \"id\": \"a\",\r\n            \"class\": \"v\"\r\n        }\r\n    ]\r\n}\r\n",
      insert("{\n \"id\": \"n\",\n \"class\": \"w\"}", at: 0, in: nil),
      gives:
        "{\r\n    \"format\": \"inspector-scene/1\",\r\n    \"objects\": [\r\n        {\r\n            \"id\": \"n\",\r\n            \"class\": \"w\"\r\n        },\r\n        {\r\n            \"id\": \"a\",\r\n            \"class\": \"v\"\r\n        }\r\n    ]\r\n}\r\n"
    ),
    Restructuring(
      "by hand", byHand,
      insert(#"{"id":"n","class":"View","children":[{"id":"m","class":"w","attributes":{"x":3}}]}"#, after: "b"),
      gives: """
        { "format": "inspector-scene/1",
          "objects": [
            { "id": "a", "class": "View",
              "children": [
                { "id": "b", "class": "StarView", "attributes": { "x": 1 } },
                { "id": "n", "class": "View", "children": [
                    { "id": "m", "class": "w", "attributes": { "x": 3 } } ] },
                { "id": "c", "class": "StarView", "attributes": { "x": 2 } } ] } ] }
        """),
    Restructuring(
      "several in one place stand in the order of the changes", compact(#"{"id":"a","class":"v"}"#),
      insert(#"{"id":"m","class":"w"}"#, first: nil), insert(#"{"id":"n","class":"w"}"#, before: "a"),
      insert(#"{"id":"o","class":"w"}"#, at: 0, in: nil), insert(#"{"id":"p","class":"w"}"#, after: "a"),
      gives: compact(
        #"{"id":"m","class":"w"},{"id":"n","class":"w"},{"id":"o","class":"w"},{"id":"a","class":"v"},{"id":"p","class":"w"}"#
      )),
    Restructuring(
      "into an object whose keys are written with escapes",
      compact(#"{"\u0069d":"a","class":"v","childr\u0065n":[ ]}"#),
      insert(#"{"id":"n","class":"w"}"#, last: "a"),
      gives: compact(#"{"\u0069d":"a","class":"v","childr\u0065n":[ {"id":"n","class":"w"} ]}"#)),
    Restructuring(
      "children go last where there are none", compact(#"{"id":"a","class":"v","attributes":{},"custom":[]}"#),
      insert(#"{"id":"n","class":"w"}"#, last: "a"),
      gives: compact(
        #"{"id":"a","class":"v","attributes":{},"custom":[],"children":[{"id":"n","class":"w"}]}"#)),
    Restructuring(
      "in place of what goes", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"}"#), remove("a"),
      insert(#"{"id":"a","class":"w"}"#, first: nil),
      gives: compact(#"{"id":"a","class":"w"} , {"id":"b","class":"v"}"#)),
    // Moving.
    Restructuring(
      "to the end", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      move("a", last: nil), gives: compact(#"{"id":"b","class":"v"},{"id":"c","class":"v"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "to where it is", indented, move("b", first: "a"), gives: indented),
    Restructuring(
      "the only one to where it is", compact(#" {"id":"a","class":"v"} "#), move("a", first: nil),
      gives: compact(#" {"id":"a","class":"v"} "#)),
    Restructuring(
      "by index, counted without it", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      move("a", at: 1, in: nil),
      gives: compact(#"{"id":"b","class":"v"},{"id":"a","class":"v"},{"id":"c","class":"v"}"#)
    ),
    Restructuring(
      "higher and deeper", indented, move("a", last: "d"), move("c", first: nil),
      gives: """
        {
          "format": "inspector-scene/1",
          "objects": [
            {
              "id": "c",
              "class": "View",
              "children": []
            },
            {
              "id": "d",
              "class": "View",
              "children": [
                {
                  "id": "a",
                  "class": "View",
                  "attributes": {
                    "frame": { "x": 0, "y": 1.50 },
                    "tag": 1e2
                  },
                  "children": [
                    {
                      "id": "b",
                      "class": "StarView"
                    }
                  ]
                }
              ]
            }
          ]
        }

        """),
    Restructuring(
      "by hand, out of a line", byHand, move("b", first: nil), move("c", last: nil),
      gives: """
        { "format": "inspector-scene/1",
          "objects": [
            { "id": "b", "class": "StarView", "attributes": { "x": 1 } },
            { "id": "a", "class": "View",
              "children": [] },
            { "id": "c", "class": "StarView", "attributes": { "x": 2 } } ] }
        """),
    Restructuring(
      "lines that are indented less stay",
      "{\"format\":\"inspector-scene/1\",\"objects\":[\n  {\"id\":\"a\",\"class\":\"v\",\n\"children\":[\n    {\"id\":\"b\",\n \"class\":\n      \"v\"}]}]}",
      move("b", last: nil),
      gives:
        "{\"format\":\"inspector-scene/1\",\"objects\":[\n  {\"id\":\"a\",\"class\":\"v\",\n\"children\":[]},\n  {\"id\":\"b\",\n \"class\":\n    \"v\"}]}"
    ),
    Restructuring(
      "parent and child to places side by side",
      compact(#"{"id":"a","class":"v","children":[{"id":"b","class":"v","children":[{"id":"c","class":"v"}]}]}"#),
      move("b", last: nil), move("c", last: nil),
      gives: compact(
        #"{"id":"a","class":"v","children":[]},{"id":"b","class":"v","children":[]},{"id":"c","class":"v"}"#)),
    // Copies.
    Restructuring(
      "a copy goes behind, ids are new",
      compact(#"{"id":"a","class":"v","children":[{"id":"a-2","class":"v"},{"id":"x","class":"v"}]}"#), copy("a"),
      gives: compact(
        #"{"id":"a","class":"v","children":[{"id":"a-2","class":"v"},{"id":"x","class":"v"}]},{"id":"a-3","class":"v","children":[{"id":"a-4","class":"v"},{"id":"x-2","class":"v"}]}"#
      )),
    Restructuring(
      "a copy with an id, elsewhere", indented, copy("b", as: "\"quoted\"", last: "c"),
      gives: """
        {
          "format": "inspector-scene/1",
          "objects": [
            {
              "id": "a",
              "class": "View",
              "attributes": {
                "frame": { "x": 0, "y": 1.50 },
                "tag": 1e2
              },
              "children": [
                {
                  "id": "b",
                  "class": "StarView"
                },
                {
                  "id": "c",
                  "class": "View",
                  "children": [
                    {
                      "id": "\\"quoted\\"",
                      "class": "StarView"
                    }
                  ]
                }
              ]
            },
            {
              "id": "d",
              "class": "View"
            }
          ]
        }

        """),
    Restructuring(
      "a copy into itself, of what was there before", compact(#"{"id":"a","class":"v","children":[]}"#),
      copy("a", as: "b", last: "a"), setClass("a", "w"),
      gives: compact(#"{"id":"a","class":"w","children":[{"id":"b","class":"v","children":[]}]}"#)),
    // What objects are called.
    Restructuring(
      "ids, classes and names", compact(#"{"id" : "a", "name": "N", "class": "v"},{"class":"v","id":"b"}"#),
      setID("a", "é\n"), setClass("a", "w\\"), setName("a", "M"), setName("b", "new"),
      gives: compact(#"{"id" : "é\n", "name": "M", "class": "w\\"},{"class":"v","name":"new","id":"b"}"#)),
    Restructuring(
      "ids change places", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"}"#), setID("a", "b"), setID("b", "a"),
      gives: compact(#"{"id":"b","class":"v"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "a name on a line of its own",
      "{\"format\":\"inspector-scene/1\",\"objects\":[{\n  \"id\": \"a\",\n  \"class\": \"v\"\n}]}",
      setName("a", "The a"),
      gives:
        "{\"format\":\"inspector-scene/1\",\"objects\":[{\n  \"id\": \"a\",\n  \"class\": \"v\",\n  \"name\": \"The a\"\n}]}"
    ),
    Restructuring(
      "names go with one comma",
      compact(
        #"{"name":"x", "id":"a","class":"v"},{"id":"b", "class":"v" , "name":"x"},{"id":"c","name":"x" ,"class":"v"}"#),
      setName("a", nil), setName("b", nil), setName("c", nil),
      gives: compact(#"{"id":"a","class":"v"},{"id":"b", "class":"v"},{"id":"c","class":"v"}"#)),
    Restructuring(
      "what is the same already stays as it is written", compact(#"{"id":"\u0061","class":"\u0076","name":"\u006e"}"#),
      setID("a", "a"), setClass("a", "v"), setName("a", "n"),
      gives: compact(#"{"id":"\u0061","class":"\u0076","name":"\u006e"}"#)),
  ])
  func changesJustWhatItSays(_ edit: Restructuring) throws {
    let scene = try SceneDocument(bytes: bytes(edit.before), name: "scene.json")
    let undo = try scene.restructure(edit.changes.map { try $0(scene) })
    #expect(text(scene) == edit.after)
    let redo = try scene.restore(undo)
    #expect(text(scene) == edit.before)
    #expect(scene.generation == 0)
    _ = try scene.restore(redo)
    #expect(text(scene) == edit.after)
  }

  // MARK: Refusals

  @Test(arguments: [
    (
      insert("[]", last: nil),
      "edit.json: the object to insert: an object of the scene is written {\"id\": …, \"class\": …}, found an array"
    ),
    (
      insert("{", last: nil),
      "edit.json: the object to insert: expected a key, found the end of the text; the text may have been cut off"
    ),
    (
      insert("{\"id\":\"x\"}", last: nil),
      "edit.json: the object to insert: the object 'x' has no 'class'; name its component's class"
    ),
    (
      insert("{\"id\":\"x\",\"class\":\"v\"},{\"id\":\"y\",\"class\":\"v\"}", last: nil),
      "edit.json: the object to insert: expected the end of the text, found ','; one text holds one value"
    ),
    (
      insert("{\"id\":\"b\",\"class\":\"v\"}", last: nil),
      "edit.json: the id 'b' is used twice; give one of the two objects another id"
    ),
    (
      insert("{\"id\":\"x\",\"class\":\"v\"}", at: 4, in: "a"),
      "edit.json: there is no place 4 among the children of 'a'; they go from 0 to 3"
    ),
    (
      insert("{\"id\":\"x\",\"class\":\"v\"}", at: -1, in: nil),
      "edit.json: there is no place -1 among the scene's own objects; they go from 0 to 2"
    ),
    (setID("a", "b"), "edit.json: the id 'b' is used twice; give one of the two objects another id"),
    (setID("a", ""), "edit.json: an id must not be empty"),
    (setClass("a", ""), "edit.json: a class must not be empty"),
    (copy("a", as: "a"), "edit.json: the id 'a' is used twice; give one of the two objects another id"),
    (move("a", last: "a"), "edit.json: 'a' cannot be moved into itself"),
    (move("a", last: "e"), "edit.json: 'a' cannot be moved into 'e', which it holds"),
    (move("a", after: "c"), "edit.json: 'a' cannot be moved into itself"),
    (move("a", after: "a"), "edit.json: 'a' cannot be placed beside itself"),
    (
      move("r", last: nil),
      "edit.json:1:183: 'r' cannot be edited, since this version does not implement its 'ref'\n    …\"id\":\"d\",\"class\":\"v\",\"children\":[{\"id\":\"e\",\"class\":\"v\"}]}]},{\"id\":\"r\",\"class\":\"v\",\"ref\":1}]}\n                                                                 ^"
    ),
  ])
  fileprivate func refusesWithWordsAndChangesNothing(_ change: Change, _ message: String) throws {
    let before = compact(
      #"{"id":"a","class":"v","children":[{"id":"b","class":"v"},{"id":"c","class":"v"},{"id":"d","class":"v","children":[{"id":"e","class":"v"}]}]},{"id":"r","class":"v","ref":1}"#
    )
    let scene = try SceneDocument(bytes: bytes(before), name: "edit.json")
    let badge = try at(scene, "b")
    _ = try scene.apply([.set(key: "x", value: bytes("1"))], to: badge)
    let edited = text(scene)
    let error = #expect(throws: SceneError.self) { try scene.restructure([try change(scene)]) }
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
    let (a, b, c) = (0, 1, 2)
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
        == "scene.json: the edit is refused: more than 6 arrays and objects within one another; raise the limit if the text is meant to be so deep"
    )
    #expect(text(scene) == before)
  }

  // MARK: Numbers and edits of both kinds

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
    #expect((0..<scene.objectCount).map { scene.id($0) } == ["n", "m", "a", "d", "c", "c-2"])
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
        == "scene.json: 'x' of 'a' cannot become 'y', since that is stored too; remove one of the two")
  }
}
