import SceneDocument
import Testing

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

private let ofA = [#""frame": { "x": 0, "y": 1.50 }"#, #""tag": 1e2"#]

/// Returns the lines of a scene in the layout of ``indented``.
private func scene(_ objects: [String]...) -> String {
  let members = [[#""format": "inspector-scene/1""#], lines(#""objects": ["#, objects, "]")]
  return lines("{", members, "}").joined(separator: "\n") + "\n"
}

/// Returns the lines of an object in this layout.
private func object(
  _ id: String, _ className: String = "View", attributes: [String] = [], holding children: [[String]]? = nil
) -> [String] {
  var members = [[#""id": "\#(id)""#], [#""class": "\#(className)""#]]
  if !attributes.isEmpty { members.append(lines(#""attributes": {"#, attributes.map { [$0] }, "}")) }
  if let children { members.append(children.isEmpty ? [#""children": []"#] : lines(#""children": ["#, children, "]")) }
  return lines("{", members, "}")
}

private func lines(_ open: String, _ parts: [[String]], _ close: String) -> [String] {
  let inner = parts.enumerated().flatMap { place, part in
    place == parts.count - 1 ? part : part.dropLast() + [part[part.count - 1] + ","]
  }
  return [open] + inner.map { "  " + $0 } + [close]
}

/// A scene in a handwritten layout: objects on one line, lists on several.
private let byHand = """
  { "format": "inspector-scene/1",
    "objects": [
      { "id": "a", "class": "View",
        "children": [
          { "id": "b", "class": "StarView", "attributes": { "x": 1 } },
          { "id": "c", "class": "StarView", "attributes": { "x": 2 } } ] } ] }
  """

struct StructureTests {
  @Test func theLinesAreThoseOfTheScene() {
    #expect(
      scene(object("a", attributes: ofA, holding: [object("b", "StarView"), object("c", holding: [])]), object("d"))
        == indented)
  }

  @Test(arguments: [
    // Removal.
    Restructuring(
      "the first of three", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      .remove("a"), gives: compact(#"{"id":"b","class":"v"},{"id":"c","class":"v"}"#)),
    Restructuring(
      "the middle one", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"},  {"id":"c","class":"v"}"#),
      .remove("b"), gives: compact(#"{"id":"a","class":"v"} , {"id":"c","class":"v"}"#)),
    Restructuring(
      "the last one", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"} "#),
      .remove("b"), gives: compact(#"{"id":"a","class":"v"} "#)),
    Restructuring(
      "the only one", compact(#"{"id":"a","class":"v","children":[ {"id":"b","class":"v"} ]}"#),
      .remove("b"), gives: compact(#"{"id":"a","class":"v","children":[]}"#)),
    Restructuring(
      "two side by side, and one within another",
      compact(
        #"{"id":"a","class":"v"},{"id":"b","class":"v"}, {"id":"c","class":"v","children":[{"id":"d","class":"v"}]},  {"id":"e","class":"v"}"#
      ),
      .remove("c"), .remove("d"), .remove("b"), gives: compact(#"{"id":"a","class":"v"},{"id":"e","class":"v"}"#)),
    Restructuring(
      "a subtree of lines", indented, .remove("c"),
      gives: scene(
        object("a", attributes: ofA, holding: [object("b", "StarView")]), object("d"))),
    Restructuring(
      "all of the scene", compact(" {\"id\":\"a\",\"class\":\"v\"}\n, {\"id\":\"b\",\"class\":\"v\"}\n"), .remove("a"),
      .remove("b"),
      gives: compact("")),
    // Insertion.
    Restructuring(
      "into compact text", compact(#"{"id":"a","class":"v","attributes":{"x":1}}"#),
      .insert(#" { "id" : "n", "class" : "w", "attributes" : { "y" : 1.0, "z": [ 1 , 2 ] } } "#, .last(nil)),
      gives: compact(
        #"{"id":"a","class":"v","attributes":{"x":1}},{"id":"n","class":"w","attributes":{"y":1.0,"z":[1,2]}}"#)),
    Restructuring(
      "first, in compact text", compact(#"{"id":"a","class":"v"}"#), .insert(#"{"id":"n","class":"w"}"#, .first(nil)),
      gives: compact(#"{"id":"n","class":"w"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "between two, with blanks", compact(#"{ "id": "a", "class": "v" }, { "id": "b", "class": "v" }"#),
      .insert(#"{"id":"n","class":"w","attributes":{"x":[{}],"y":{"a":1,"b":2}}}"#, .before("b")),
      gives: compact(
        #"{ "id": "a", "class": "v" }, { "id": "n", "class": "w", "attributes": { "x": [ {} ], "y": { "a": 1, "b": 2 } } }, { "id": "b", "class": "v" }"#
      )),
    Restructuring(
      "blanks as json.dumps has them", #"{"format": "inspector-scene/1", "objects": [{"id": "a", "class": "v"}]}"#,
      .insert(#"{"id":"n","class":"w","attributes":{"x":[1,2]}}"#, .after("a")),
      gives:
        #"{"format": "inspector-scene/1", "objects": [{"id": "a", "class": "v"}, {"id": "n", "class": "w", "attributes": {"x": [1, 2]}}]}"#
    ),
    Restructuring(
      "into an empty scene", compact(""), .insert(#"{"id":"n","class":"w"}"#, .last(nil)),
      gives: compact(#"{"id":"n","class":"w"}"#)),
    Restructuring(
      "into an empty scene of lines", "{\n\t\"format\": \"inspector-scene/1\",\n\t\"objects\": []\n}",
      .insert(#"{"id":"n","class":"w","attributes":{"x":1}}"#, .last(nil)),
      .insert(#"{"id":"m","class":"w"}"#, .last(nil)),
      gives:
        "{\n\t\"format\": \"inspector-scene/1\",\n\t\"objects\": [\n\t\t{\n\t\t\t\"id\": \"n\",\n\t\t\t\"class\": \"w\",\n\t\t\t\"attributes\": {\n\t\t\t\t\"x\": 1\n\t\t\t}\n\t\t},\n\t\t{\n\t\t\t\"id\": \"m\",\n\t\t\t\"class\": \"w\"\n\t\t}\n\t]\n}"
    ),
    Restructuring(
      "among lines, deeper, with children, into [] and where there are none", indented,
      .insert(
        #"{"id":"n","class":"w","attributes":{"frame":{"x":1,"y":2},"z":[]},"children":[{"id":"m","class":"w"}]}"#,
        .last("c")), .insert(#"{"id":"o","class":"w"}"#, .last("b")),
      gives: scene(
        object(
          "a", attributes: ofA,
          holding: [
            object("b", "StarView", holding: [object("o", "w")]),
            object(
              "c",
              holding: [
                object(
                  "n", "w", attributes: [#""frame": { "x": 1, "y": 2 }"#, #""z": []"#], holding: [object("m", "w")])
              ]),
          ]),
        object("d"))),
    Restructuring(
      "with CRLF and four blanks",
      "{\r\n    \"format\": \"inspector-scene/1\",\r\n    \"objects\": [\r\n        {\r\n            \"id\": \"a\",\r\n            \"class\": \"v\"\r\n        }\r\n    ]\r\n}\r\n",
      .insert("{\n \"id\": \"n\",\n \"class\": \"w\"}", .at(0, nil)),
      gives:
        "{\r\n    \"format\": \"inspector-scene/1\",\r\n    \"objects\": [\r\n        {\r\n            \"id\": \"n\",\r\n            \"class\": \"w\"\r\n        },\r\n        {\r\n            \"id\": \"a\",\r\n            \"class\": \"v\"\r\n        }\r\n    ]\r\n}\r\n"
    ),
    Restructuring(
      "by hand", byHand,
      .insert(#"{"id":"n","class":"View","children":[{"id":"m","class":"w","attributes":{"x":3}}]}"#, .after("b")),
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
      .insert(#"{"id":"m","class":"w"}"#, .first(nil)), .insert(#"{"id":"n","class":"w"}"#, .before("a")),
      .insert(#"{"id":"o","class":"w"}"#, .at(0, nil)), .insert(#"{"id":"p","class":"w"}"#, .after("a")),
      gives: compact(
        #"{"id":"m","class":"w"},{"id":"n","class":"w"},{"id":"o","class":"w"},{"id":"a","class":"v"},{"id":"p","class":"w"}"#
      )),
    Restructuring(
      "into an object whose keys are written with escapes",
      compact(#"{"\u0069d":"a","class":"v","childr\u0065n":[ ]}"#),
      .insert(#"{"id":"n","class":"w"}"#, .last("a")),
      gives: compact(#"{"\u0069d":"a","class":"v","childr\u0065n":[ {"id":"n","class":"w"} ]}"#)),
    Restructuring(
      "children go last where there are none", compact(#"{"id":"a","class":"v","attributes":{},"custom":[]}"#),
      .insert(#"{"id":"n","class":"w"}"#, .last("a")),
      gives: compact(
        #"{"id":"a","class":"v","attributes":{},"custom":[],"children":[{"id":"n","class":"w"}]}"#)),
    Restructuring(
      "in place of what goes", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"}"#), .remove("a"),
      .insert(#"{"id":"a","class":"w"}"#, .first(nil)),
      gives: compact(#"{"id":"a","class":"w"} , {"id":"b","class":"v"}"#)),
    // Moving.
    Restructuring(
      "to the end", compact(#"{"id":"a","class":"v"} , {"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      .move("a", .last(nil)), gives: compact(#"{"id":"b","class":"v"},{"id":"c","class":"v"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "to where it is", indented, .move("b", .first("a")), gives: indented),
    Restructuring(
      "the only one to where it is", compact(#" {"id":"a","class":"v"} "#), .move("a", .first(nil)),
      gives: compact(#" {"id":"a","class":"v"} "#)),
    Restructuring(
      "by index, counted without it", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"},{"id":"c","class":"v"}"#),
      .move("a", .at(1, nil)),
      gives: compact(#"{"id":"b","class":"v"},{"id":"a","class":"v"},{"id":"c","class":"v"}"#)
    ),
    Restructuring(
      "higher and deeper", indented, .move("a", .last("d")), .move("c", .first(nil)),
      gives: scene(
        object("c", holding: []),
        object("d", holding: [object("a", attributes: ofA, holding: [object("b", "StarView")])]))),
    Restructuring(
      "by hand, out of a line", byHand, .move("b", .first(nil)), .move("c", .last(nil)),
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
      .move("b", .last(nil)),
      gives:
        "{\"format\":\"inspector-scene/1\",\"objects\":[\n  {\"id\":\"a\",\"class\":\"v\",\n\"children\":[]},\n  {\"id\":\"b\",\n \"class\":\n    \"v\"}]}"
    ),
    Restructuring(
      "parent and child to places side by side",
      compact(#"{"id":"a","class":"v","children":[{"id":"b","class":"v","children":[{"id":"c","class":"v"}]}]}"#),
      .move("b", .last(nil)), .move("c", .last(nil)),
      gives: compact(
        #"{"id":"a","class":"v","children":[]},{"id":"b","class":"v","children":[]},{"id":"c","class":"v"}"#)),
    // Copies.
    Restructuring(
      "a copy goes after the original, ids are new",
      compact(#"{"id":"a","class":"v","children":[{"id":"a-2","class":"v"},{"id":"x","class":"v"}]}"#), .copy("a"),
      gives: compact(
        #"{"id":"a","class":"v","children":[{"id":"a-2","class":"v"},{"id":"x","class":"v"}]},{"id":"a-3","class":"v","children":[{"id":"a-4","class":"v"},{"id":"x-2","class":"v"}]}"#
      )),
    Restructuring(
      "a copy with an id, elsewhere", indented, .copy("b", as: "\"quoted\"", .last("c")),
      gives: scene(
        object(
          "a", attributes: ofA,
          holding: [object("b", "StarView"), object("c", holding: [object(#"\"quoted\""#, "StarView")])]),
        object("d"))),
    Restructuring(
      "a copy into itself, of what was there before", compact(#"{"id":"a","class":"v","children":[]}"#),
      .copy("a", as: "b", .last("a")), .setClass("a", "w"),
      gives: compact(#"{"id":"a","class":"w","children":[{"id":"b","class":"v","children":[]}]}"#)),
    // Ids, classes and names.
    Restructuring(
      "ids, classes and names", compact(#"{"id" : "a", "name": "N", "class": "v"},{"class":"v","id":"b"}"#),
      .setID("a", "é\n"), .setClass("a", "w\\"), .setName("a", "M"), .setName("b", "new"),
      gives: compact(#"{"id" : "é\n", "name": "M", "class": "w\\"},{"class":"v","name":"new","id":"b"}"#)),
    Restructuring(
      "ids change places", compact(#"{"id":"a","class":"v"},{"id":"b","class":"v"}"#), .setID("a", "b"),
      .setID("b", "a"),
      gives: compact(#"{"id":"b","class":"v"},{"id":"a","class":"v"}"#)),
    Restructuring(
      "a name on a line of its own",
      "{\"format\":\"inspector-scene/1\",\"objects\":[{\n  \"id\": \"a\",\n  \"class\": \"v\"\n}]}",
      .setName("a", "The a"),
      gives:
        "{\"format\":\"inspector-scene/1\",\"objects\":[{\n  \"id\": \"a\",\n  \"class\": \"v\",\n  \"name\": \"The a\"\n}]}"
    ),
    Restructuring(
      "names go with one comma",
      compact(
        #"{"name":"x", "id":"a","class":"v"},{"id":"b", "class":"v" , "name":"x"},{"id":"c","name":"x" ,"class":"v"}"#),
      .setName("a", nil), .setName("b", nil), .setName("c", nil),
      gives: compact(#"{"id":"a","class":"v"},{"id":"b", "class":"v"},{"id":"c","class":"v"}"#)),
    Restructuring(
      "what is the same already stays as it is written", compact(#"{"id":"\u0061","class":"\u0076","name":"\u006e"}"#),
      .setID("a", "a"), .setClass("a", "v"), .setName("a", "n"),
      gives: compact(#"{"id":"\u0061","class":"\u0076","name":"\u006e"}"#)),
  ])
  func changesJustWhatItSays(_ edit: Restructuring) throws {
    let scene = try SceneDocument(bytes: bytes(edit.before), name: "scene.json")
    let undo = try scene.restructure(edit.changes.map { try $0.change(scene) })
    #expect(text(scene) == edit.after)
    let redo = try scene.restore(undo)
    #expect(text(scene) == edit.before)
    #expect(scene.generation == 0)
    _ = try scene.restore(redo)
    #expect(text(scene) == edit.after)
  }
}
