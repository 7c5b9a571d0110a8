import JSONText
import TestSupport
import Testing

@testable import PluginCommands
@testable import SceneDocument
@testable import SceneFormats

/// Tests of format drafts inferred from small documents.
struct DraftTests {
  /// A draft, with the scenes of the documents from which it was inferred.
  private struct Drafted {
    var draft: FormatDraft
    var json: JSON
    var scenes: [SceneDocument]

    var doubts: [String] { draft.doubts.map(\.message) }

    func kind(_ name: String) -> JSON? { json["kinds"]?[name] }

    func property(_ className: String, _ key: String) -> JSON? {
      let owner = json["classes"]?.arrayValue?.first { $0["name"]?.stringValue == className }
      return owner?["properties"]?.arrayValue?.first { $0["key"]?.stringValue == key }
    }
  }

  private static func draft(_ texts: String...) throws -> Drafted {
    let sources = try texts.map { try TextDocument(bytes: Array($0.utf8), name: "document.json") }
    let values = try sources.enumerated().map { (file: "\($0).json", value: try $1.validated()) }
    let draft = try withExtendedLifetime(sources) { try FormatDraft(named: "found", of: values) }
    let bytes = Array(draft.text.utf8)
    let mapping = try #require(try FormatFile.format(in: bytes, at: "found.inspector-format.json") as? FormatMapping)
    let scenes = try texts.map { try FormatMaterial.document(Array($0.utf8), mapping) }
    return Drafted(draft: draft, json: try JSON.parse(bytes), scenes: scenes)
  }

  @Test("Objects in objects of the same kind are of one kind")
  func recursion() throws {
    let leaf = #"{"name": "a", "type": "leaf", "size": 1}"#
    let found = try Self.draft(
      #"{"top": 1, "nodes": [{"name": "b", "type": "group", "nodes": [{"name": "c", "type": "group", "nodes": [\#(leaf)]}]}, \#(leaf)]}"#
    )
    #expect(found.json["kinds"]?.objectValue?.map(\.key) == ["found", "node"])
    #expect(found.kind("node")?["children"] == [["at": "nodes", "kind": "node"]])
    #expect(found.scenes[0].objectCount == 5)
  }

  @Test("Objects with keys of their own are children, and a position, a rotation and a scale are not")
  func keyed() throws {
    let place = #"{"x": 1, "y": 2, "z": 3}"#
    let found = try Self.draft(
      #"{"sounds": {"a": {"file": "1", "gain": 1}, "b": {"file": "2", "gain": 2}, "c": {"file": "3", "gain": 3}}, "body": {"position": \#(place), "rotation": \#(place), "scale": \#(place)}}"#
    )
    #expect(found.kind("found")?["children"] == [["at": "sounds", "kind": "sound", "keyed": true]])
    #expect(found.kind("sound")?["id"] == ["key": true, "scope": "kind"])
    #expect(found.scenes[0].node(id: "sound-b") != nil)
    #expect(found.doubts.contains { $0.hasPrefix("found.sounds: its 3 members are taken as objects") })
  }

  @Test("An id is one where no two objects of the document, the kind or the list have the same")
  func ids() throws {
    func list(_ ids: String...) -> String {
      "[\(ids.map { #"{"id": \#($0), "v": 1, "w": 2}"# }.joined(separator: ","))]"
    }
    func pages(_ lists: String...) -> String {
      #"{"pages": [\#(lists.map { #"{"title": "p", "items": \#($0)}"# }.joined(separator: ","))]}"#
    }
    let document = try Self.draft(pages(list(#""a""#, #""b""#), list(#""c""#)))
    #expect(document.kind("item")?["id"] == ["member": "id", "scope": "parent"])
    let single = try Self.draft(pages(list(#""a""#, #""b""#)))
    #expect(single.kind("item")?["id"] == ["member": "id"])
    let kind = try Self.draft(pages(list("1", "2"), list("3")))
    #expect(kind.kind("item")?["id"] == ["member": "id", "scope": "kind"])
    let parent = try Self.draft(pages(list("1", "2"), list("1")))
    #expect(parent.kind("item")?["id"] == ["member": "id", "scope": "parent"])
    let none = try Self.draft(pages(list("1", "1")))
    #expect(none.kind("item")?["id"] == nil)
    #expect(none.doubts.contains { $0.hasPrefix("item.id: not taken as the id") })
  }

  @Test("Values have the type of their form, and are optional where they are absent or have no default")
  func types() throws {
    let found = try Self.draft(
      ##"{"items": [{"color": "#fff", "at": [1, 2], "on": true, "box": {"x": 1, "y": 2, "w": 3, "h": 4}, "n": 1, "u": 1}, {"color": "rgb(1, 2, 3)", "at": [3, 4], "on": true, "box": {"x": 1, "y": 2, "w": 3, "h": 4}, "n": 2, "u": "x", "t": "y"}]}"##
    )
    #expect(found.property("Item", "color")?["type"] == "Color")
    #expect(found.property("Item", "at")?["type"] == "Point")
    #expect(found.property("Item", "on")?["default"] == true)
    #expect(found.property("Item", "n")?["type"] == "Int")
    #expect(found.property("Item", "t")?["optional"] == true)
    #expect(found.property("Item", "u") == nil)
    let box = found.json["classes"]?.arrayValue?[1]["properties"]?.arrayValue?.first { $0["name"] == "box" }
    #expect(box?["key"] == ["box.x", "box.y", "box.w", "box.h"] && box?["type"] == "Rect")
    #expect(found.doubts.contains("Item.u: not declared, since its values are of several types: Int, String"))
  }

  @Test("A list of names and values is a list of values")
  func lists() throws {
    let found = try Self.draft(
      #"{"items": [{"id": 1, "properties": [{"name": "speed", "type": "int", "value": 3}, {"name": "tag", "type": "string", "value": "x"}]}]}"#
    )
    let list: JSON = ["list": "properties", "name": "name", "value": "value", "type": "type"]
    #expect(found.kind("item")?["attributes"] == [["inline": true], list])
    #expect(found.json["typeNames"] == ["int": "Int", "string": "String"])
    let item = try #require(found.scenes[0].node(id: "item-1"))
    #expect(found.scenes[0].attribute("speed", of: item)?.asText == "3")
  }

  @Test("Long lists of numbers are not read")
  func bulk() throws {
    let numbers = (0..<40).map(String.init).joined(separator: ",")
    let found = try Self.draft(#"{"data": [\#(numbers)], "short": [1, 2], "items": [{"a": 1}]}"#)
    #expect(found.kind("found")?["opaque"] == ["data"])
  }

  @Test("Marks are what all documents have, and texts that name the program")
  func marks() throws {
    let found = try Self.draft(
      #"{"type": "map", "name": "a", "extra": 1, "layers": [{"a": 1}]}"#, #"{"type": "map", "name": "b", "layers": []}"#
    )
    #expect(found.json["match"]?["has"] == ["type": "map", "layers": "*", "name": "*"])
    #expect(throws: DraftRefusal.self) { try Self.draft(#"{"a": 1}"#, #"{"b": 1}"#) }
    #expect(throws: DraftRefusal.self) { try Self.draft("{}") }
  }

  @Test(
    "Keys of any form lead to a draft that reads the document",
    arguments: [
      #"{"a.b": [{"c": 1}], "a": {"b": [{"c": 2}]}, "": [{"": 1}], "x\\": {"y.": 1}}"#,
      #"{"é": [{"é": 1}], "\u0065\u0301": [{"x": "\u0000"}]}"#,
      #"{"k": [{"id": "a", "ID": "b"}, {"id": "a"}], "*": "*", "type": "*", "kind": ""}"#,
      #"{"k": [null, 1, {"a": []}, [[]]], "m": {"a": {}, "b": {}}, "n": [[], {}]}"#,
      #"{"k": [{"type": "a b", "k": [{"type": "Found", "k": []}]}], "found": [{"found": {"found": []}}]}"#,
    ])
  func oddKeys(text: String) throws { _ = try Self.draft(text) }

  @Test("Deep and wide documents take a moment")
  func large() throws {
    let deep = String(repeating: #"{"k":[{"v":1},"#, count: 200) + "1" + String(repeating: "]}", count: 200)
    _ = try Self.draft(deep)
    let wide = (0..<20_000).map { #""k\#($0)":{"a":\#($0),"l":[{"x":1}]}"# }.joined(separator: ",")
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try Self.draft("{\(wide)}") }
    #expect(time < .seconds(60))
  }
}
