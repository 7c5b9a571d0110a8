import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests that inserted and removed members keep the layout of their neighbours, and that nothing else changes.
struct FormatLayoutTests {
  /// Returns a style with one layer, given as text.
  private static func style(_ layer: String) -> String { "{\"version\":8,\"sources\":{},\"layers\":[\(layer)]}" }

  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let layer: String
    let changes: [AttributeChange]
    let expected: String

    init(_ name: String, _ layer: String, _ changes: [AttributeChange], _ expected: String) {
      (self.name, self.layer, self.changes, self.expected) = (name, layer, changes, expected)
    }

    var description: String { name }
  }

  private static func set(_ key: String, _ value: String) -> AttributeChange {
    .set(key: key, value: Array(value.utf8))
  }

  static let cases = [
    Case(
      "one line", #"{"id":"a","type":"fill","paint":{"fill-color":"red"}}"#, [set("fillOpacity", "0.5")],
      #"{"id":"a","type":"fill","paint":{"fill-color":"red","fill-opacity":0.5}}"#),
    Case(
      "one line with blanks", #"{"id": "a", "type": "fill", "paint": {"fill-color": "red"}}"#,
      [set("fillOpacity", "0.5")],
      #"{"id": "a", "type": "fill", "paint": {"fill-color": "red", "fill-opacity": 0.5}}"#),
    Case(
      "no blanks after commas", #"{"id": "a","type": "fill","minzoom": 1}"#, [set("maxzoom", "5")],
      #"{"id": "a","type": "fill","minzoom": 1,"maxzoom": 5}"#),
    Case(
      "inner blanks", #"{ "type": "fill", "paint": { "fill-color": "red" } }"#, [set("fillOpacity", "0.5")],
      #"{ "type": "fill", "paint": { "fill-color": "red", "fill-opacity": 0.5 } }"#),
    Case(
      "empty object", #"{"type": "fill", "paint": {}}"#, [set("fillOpacity", "0.5"), set("fillColor", "\"red\"")],
      #"{"type": "fill", "paint": {"fill-opacity": 0.5, "fill-color": "red"}}"#),
    Case(
      "empty object, minified", #"{"type":"fill","paint":{}}"#,
      [set("fillOpacity", "0.5"), set("fillColor", "\"red\"")],
      #"{"type":"fill","paint":{"fill-opacity":0.5,"fill-color":"red"}}"#),
    Case(
      "missing paint, minified", #"{"type":"fill"}"#, [set("fillOpacity", "0.5"), set("fillColor", "\"red\"")],
      #"{"type":"fill","paint":{"fill-opacity":0.5,"fill-color":"red"}}"#),
    Case(
      "missing paint", "{\n  \"type\": \"fill\"\n}", [set("fillOpacity", "0.5"), set("visibility", "\"none\"")],
      "{\n  \"type\": \"fill\",\n  \"paint\": {\n    \"fill-opacity\": 0.5\n  },\n  \"layout\": {\n    \"visibility\": \"none\"\n  }\n}"
    ),
    Case(
      "tabs and CRLF", "{\r\n\t\"type\" : \"fill\",\r\n\t\"paint\" : {\r\n\t}\r\n}", [set("fillOpacity", "0.5")],
      "{\r\n\t\"type\" : \"fill\",\r\n\t\"paint\" : {\r\n\t\t\"fill-opacity\" : 0.5\r\n\t}\r\n}"),
    Case(
      "leading commas", "{ \"type\":\"fill\"\n, \"minzoom\":1\n}", [set("maxzoom", "2")],
      "{ \"type\":\"fill\"\n, \"minzoom\":1, \"maxzoom\":2\n}"),
    Case(
      "removing the first", #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":1 , "fill-antialias":true}}"#,
      [.remove(key: "fillColor")],
      #"{"type":"fill","paint":{"fill-opacity":1 , "fill-antialias":true}}"#),
    Case(
      "removing the last", #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":1 , "fill-antialias":true }}"#,
      [.remove(key: "fillAntialias")], #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":1 }}"#),
    Case(
      "removing one before a changed one",
      #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":1, "fill-antialias":true}}"#,
      [.remove(key: "fillColor"), set("fillOpacity", "0.5")],
      #"{"type":"fill","paint":{"fill-opacity":0.5, "fill-antialias":true}}"#),
    Case(
      "removing one after a changed one, and inserting one",
      #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":1, "fill-antialias":true}}"#,
      [.remove(key: "fillAntialias"), set("fillOpacity", "0.5"), set("fillPattern", "\"p\"")],
      #"{"type":"fill","paint":{"fill-color":"red", "fill-opacity":0.5, "fill-pattern":"p"}}"#),
    Case(
      "removing the only one", #"{"type":"fill","paint":{ "fill-color":"red" }}"#, [.remove(key: "fillColor")],
      #"{"type":"fill","paint":{}}"#),
    Case(
      "removing all, and inserting one", #"{"type":"fill","paint":{ "fill-color":"red", "fill-opacity":1 }}"#,
      [.remove(key: "fillColor"), .remove(key: "fillOpacity"), set("fillAntialias", "false")],
      #"{"type":"fill","paint":{ "fill-antialias":false }}"#),
    Case(
      "removing a part of a function",
      #"{"type":"fill","paint":{"fill-opacity":{"base":1.2,"stops":[[1,2]]}}}"#, [.remove(key: "fillOpacity.base")],
      #"{"type":"fill","paint":{"fill-opacity":{"stops":[[1,2]]}}}"#),
    Case(
      "a point with odd blanks", "{\"type\":\"fill\",\"paint\":{\"fill-translate\":[ 1 ,\n2]}}",
      [.setMember(key: "fillTranslate", member: "y", value: Array("7.50".utf8))],
      "{\"type\":\"fill\",\"paint\":{\"fill-translate\":[ 1 ,\n7.50]}}"),
    Case(
      "a point that is inserted", #"{"type":"fill","paint":{"fill-color":"red"}}"#,
      [set("fillTranslate", #"{"x":1,"y":-0}"#)],
      #"{"type":"fill","paint":{"fill-color":"red","fill-translate":[1, -0]}}"#),
    Case(
      "an equal value", #"{"type":"fill","minzoom":1.0}"#, [set("minzoom", " 1.0 ")], #"{"type":"fill","minzoom":1.0}"#),
    Case(
      "removed and set again", #"{"type":"fill","minzoom":1.0}"#, [.remove(key: "minzoom"), set("minzoom", "2")],
      #"{"type":"fill","minzoom":2}"#),
  ]

  @Test(arguments: ShippedFormat.all.filter { $0.name == "maplibre" }, cases)
  func layout(_ format: ShippedFormat, _ example: Case) throws {
    let bytes = Array(Self.style(example.layer).utf8)
    let scene = try FormatMaterial.document(bytes, try format.mapping)
    let layer = try #require(scene.node(id: scene.id(NodeIndex(1))))
    let undo = try scene.apply(example.changes, to: layer)
    #expect(scene.bytes().asText == Self.style(example.expected))
    #expect(undo.isChange == (example.layer != example.expected))
    try FormatEditLaws.expectGood(scene, try format.mapping, nil, example.name)
    _ = scene.restore(undo)
    #expect(scene.bytes() == bytes)
  }

  static let refused: [(String, [AttributeChange], String)] = [
    (#"{"type":"fill","paint":null}"#, [set("fillColor", "\"red\"")], "'paint' must be an object, found null"),
    (#"{"type":"fill","paint":[]}"#, [set("fillColor", "\"red\"")], "'paint' must be an object, found []"),
    (#"{"type":"fill"}"#, [set("lineWidth", "1")], "has no such value"),
    (#"{"type":"fill","paint":{"fill-color":["get","x"]}}"#, [set("fillColor", "\"red\"")], "is computed in the file"),
    (#"{"type":"fill","x":1}"#, [set("x", "[1]")], "is not a"),
    (#"{"type":"fill","x":1}"#, [set("x", "{}")], "is not a"),
    (#"{"type":"fill","x":"a"}"#, [set("x", "null")], "cannot become null"),
    (#"{"type":"fill","minzoom":1}"#, [set("minzoom", "[1]")], "is not a Double"),
    (#"{"type":"fill"}"#, [set("fillTranslate", #"{"x":1}"#)], "is not a Point"),
    (#"{"type":"fill"}"#, [set("fillTranslate", #"{"x":1,"y":"2"}"#)], "is not a Point"),
    (#"{"type":"fill"}"#, [set("fillTranslate", "[1, 2]")], "is not a Point"),
    (#"{"type":"fill","x":[1,2]}"#, [.remove(key: "x.0")], "part of a list"),
    (#"{"type":"fill","foo-bar":1,"fooBar":2}"#, [.remove(key: "fooBar")], "several keys of that name"),
    (#"{"type":"fill","minzoom":1}"#, [.rename(key: "minzoom", to: "maxzoom")], "cannot be renamed"),
    (#"{"type":"fill","minzoom":1}"#, [set("minzoom", "2"), set("minzoom", "[")], "minzoom"),
  ]

  @Test(arguments: refused)
  func refusedEditsChangeNothing(_ layer: String, _ changes: [AttributeChange], _ words: String) throws {
    let format = try #require(ShippedFormat.all.first { $0.name == "maplibre" })
    let bytes = Array(Self.style(layer).utf8)
    let scene = try FormatMaterial.document(bytes, try format.mapping)
    #expect {
      _ = try scene.apply(changes, to: NodeIndex(1))
    } throws: { "\($0)".contains(words) }
    #expect(scene.bytes() == bytes && !scene.isEdited)
  }
}
