import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of format features for Tiled and Grafana: composed values, lists of named values, counters, and colours.
struct FormatLanguageTests {
  private static func scene(_ text: String, _ format: String = "tiled") throws -> SceneDocument {
    let format = try #require(ShippedFormat.all.first { $0.name == format })
    return try FormatMaterial.document(Array(text.utf8), try format.mapping)
  }

  private static func node(_ id: String, _ scene: SceneDocument) throws -> NodeIndex {
    try #require(scene.node(id: id), "\(scene.objects.map { scene.id($0) })")
  }

  private static func map(_ object: String, layer: String = "") -> String {
    #"{"type":"map","tilewidth":1,"nextobjectid":9,"nextlayerid":4,"layers":[{"id":3,"type":"objectgroup",\#(layer)"objects":[\#(object)]}]}"#
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: String
    var changes: [AttributeChange]
    var after: String

    init(_ name: String, _ before: String, _ changes: [AttributeChange], _ after: String) {
      (testDescription, self.before, self.changes, self.after) = (name, before, changes, after)
    }
  }

  private static func set(_ key: String, _ value: String) -> AttributeChange {
    .set(key: key, value: Array(value.utf8))
  }

  private static let cases = [
    Case(
      "one number of a frame", #"{"id":1,"x":1,"y":2,"width":3,"height":4.0}"#,
      [.setMember(key: "frame", member: "y", value: Array("7".utf8))], #"{"id":1,"x":1,"y":7,"width":3,"height":4.0}"#),
    Case(
      "all numbers of a frame, of which some are missing", #"{"id":1,"y":2,"x":1}"#,
      [set("frame", #"{"x":5,"y":6,"width":7,"height":0}"#)], #"{"id":1,"y":6,"x":5,"width":7}"#),
    Case(
      "a frame with wrong numbers", #"{"id":1,"x":"1","y":2,"width":[3],"height":null}"#,
      [set("frame", #"{"x":5,"y":6,"width":7,"height":0}"#)], #"{"id":1,"x":5,"y":6,"width":7,"height":0}"#),
    Case(
      "the wrong number of a frame", #"{"id":1,"x":"1","y":2}"#,
      [.setMember(key: "frame", member: "x", value: Array("7".utf8))], #"{"id":1,"x":7,"y":2}"#),
    Case("no wrong frame", #"{"id":1,"x":"1","y":2}"#, [.remove(key: "frame")], #"{"id":1}"#),
    Case("no frame", #"{"id":1,"x":1,"name":"a","y":2}"#, [.remove(key: "frame")], #"{"id":1,"name":"a"}"#),
    Case(
      "a frame where none was", #"{"id":1}"#, [set("frame", #"{"x":0,"y":6,"width":7,"height":8}"#)],
      #"{"id":1,"y":6,"width":7,"height":8}"#),
    Case(
      "a frame that says nothing new", #"{"id":1}"#, [set("frame", #"{"x":0,"y":0,"width":0,"height":0}"#)],
      #"{"id":1,"x":0,"y":0,"width":0,"height":0}"#),
    Case(
      "values of a list", #"{"id":1,"properties":[{"name":"a b","type":"int","value":1},{"name":"c","value":"d"}]}"#,
      [set("aB", "2"), set("c", "\"e\"")],
      #"{"id":1,"properties":[{"name":"a b","type":"int","value":2},{"name":"c","value":"e"}]}"#),
    Case(
      "an entry of a list", #"{"id":1,"properties":[{"name":"a","type":"int","value":1}, {"name":"c","value":"d"}]}"#,
      [.remove(key: "a")], #"{"id":1,"properties":[{"name":"c","value":"d"}]}"#),
    Case(
      "the name of an entry of a list",
      #"{"id":1,"properties":[{"type":"int","name":"a","value":1}, {"name":"c","value":"d"}]}"#,
      [.rename(key: "a", to: "b"), set("b", "2")],
      #"{"id":1,"properties":[{"type":"int","name":"b","value":2}, {"name":"c","value":"d"}]}"#),
    Case(
      "names of entries in turn", #"{"id":1,"properties":[{"name":"a","value":"1"}]}"#,
      [.rename(key: "a", to: "b"), .rename(key: "b", to: "c")], #"{"id":1,"properties":[{"name":"c","value":"1"}]}"#),
    Case(
      "a renamed entry", #"{"id":1,"properties":[{"name":"a","value":"1"},{"name":"c","value":"d"}]}"#,
      [.rename(key: "a", to: "b"), .remove(key: "b")], #"{"id":1,"properties":[{"name":"c","value":"d"}]}"#),
    Case(
      "all entries of a list",
      #"{"id":1,"properties":[ {"name":"a","type":"int","value":1}, {"name":"c","value":"d"} ]}"#,
      [.remove(key: "a"), .remove(key: "c")], #"{"id":1,"properties":[]}"#),
    Case(
      "a member of a value in a list",
      ##"{"id":1,"properties":[{"name":"l","type":"class","value":{"g":1,"h":"#fff"}}]}"##, [set("l.g", "2.5")],
      ##"{"id":1,"properties":[{"name":"l","type":"class","value":{"g":2.5,"h":"#fff"}}]}"##),
    Case(
      "opacity first", ##"{"id":1,"properties":[{"name":"c","type":"color","value":"#80ffcc00"}]}"##,
      [set("c", "\"#11223344\"")], ##"{"id":1,"properties":[{"name":"c","type":"color","value":"#44112233"}]}"##),
    Case(
      "opacity where none was", ##"{"id":1,"text":{"text":"","color":"#AABBCC"}}"##,
      [set("textColor", "\"rgba(255, 0, 0, 0.5)\"")], ##"{"id":1,"text":{"text":"","color":"#80FF0000"}}"##),
    Case(
      "a whole colour", ##"{"id":1,"text":{"text":"","color":"#aabbcc"}}"##,
      [set("textColor", "\"tomato\"")], ##"{"id":1,"text":{"text":"","color":"#ff6347"}}"##),
  ]

  @Test(arguments: cases)
  private func valuesInTheirPlaces(_ one: Case) throws {
    let scene = try Self.scene(Self.map(one.before))
    let node = try Self.node("object-1", scene)
    let undo = try scene.apply(one.changes, to: node)
    #expect(scene.bytes().asText == Self.map(one.after))
    #expect(SceneShape.difference(SceneShape(scene), SceneShape(try Self.scene(scene.bytes().asText))) == nil)
    _ = scene.restore(undo)
    #expect(scene.bytes().asText == Self.map(one.before) && !scene.isEdited)
  }

  private static let torches = [
    #"{"id":1,"properties":[{ "name":"brightness","type":"float","value":1}, { "name":"glow color","type":"color","value":""}]}"#,
    #"{"id":2,"properties":[]}"#, #"{"id":3}"#, #"{"id":4, "properties": [ {"name": "a", "value": 1} ]}"#,
  ].joined(separator: ",")

  /// Checks that a value declared by a plugin becomes a list entry with the name and type of similar entries.
  @Test(arguments: [
    (
      "object-2", "brightness", "Double", "5",
      #"{"id":2,"properties":[{"name":"brightness","type":"float","value":5}]}"#
    ),
    (
      "object-3", "brightness", "Double", "5",
      #"{"id":3,"properties":[{"name":"brightness","type":"float","value":5}]}"#
    ),
    ("object-3", "brightness", "Int", "5", #"{"id":3,"properties":[{"name":"brightness","type":"int","value":5}]}"#),
    ("object-3", "file", "String", "\"x\"", #"{"id":3,"properties":[{"name":"file","type":"string","value":"x"}]}"#),
    (
      "object-3", "glowColor", "Color", "\"#11223344\"",
      ##"{"id":3,"properties":[{"name":"glow color","type":"color","value":"#44112233"}]}"##
    ),
    (
      "object-4", "lit", "Bool", "true",
      #"{"id":4, "properties": [ {"name": "a", "value": 1}, {"name": "lit", "type": "bool", "value": true} ]}"#
    ),
    (
      "object-1", "lit", "Bool", "true",
      #"{ "name":"glow color","type":"color","value":""}, { "name":"lit","type":"bool","value":true}]}"#
    ),
  ])
  func newEntriesOfLists(_ id: String, _ name: String, _ type: String, _ value: String, _ expected: String) throws {
    let scene = try Self.scene(Self.map(Self.torches))
    scene.declaredType = { _, key in key == name ? type : nil }
    let node = try Self.node(id, scene)
    let undo = try scene.apply([Self.set(name, value)], to: node)
    #expect(scene.bytes().asText.contains(expected), "\(scene.bytes().asText)")
    #expect(SceneShape.difference(SceneShape(scene), SceneShape(try Self.scene(scene.bytes().asText))) == nil)
    let (edited, shape) = (scene.bytes(), SceneShape(scene))
    // What plugins declare later does not matter.
    scene.declaredType = nil
    let redo = scene.restore(undo)
    #expect(scene.bytes().asText == Self.map(Self.torches) && !scene.isEdited)
    _ = scene.restore(redo)
    #expect(scene.bytes() == edited && SceneShape(scene) == shape)
  }

  @Test func entriesThatNothingDeclaresAreRefused() throws {
    let scene = try Self.scene(Self.map(Self.torches))
    #expect(throws: SceneError.self) { try scene.apply([Self.set("heat", "5")], to: Self.node("object-3", scene)) }
    scene.declaredType = { _, _ in "Point" }
    #expect(throws: SceneError.self) {
      try scene.apply([Self.set("heat", #"{"x":1,"y":2}"#)], to: Self.node("object-3", scene))
    }
    #expect(scene.bytes().asText == Self.map(Self.torches))
    let old = try Self.scene(Self.map(#"{"id":1,"properties":{"a":"b"}}"#))
    old.declaredType = { _, _ in "Double" }
    #expect(throws: SceneError.self) { try old.apply([Self.set("heat", "5")], to: Self.node("object-1", old)) }
  }

  @Test func severalEntriesOfAMissingList() throws {
    let scene = try Self.scene(Self.map(#"{ "id": 1 }"#))
    scene.declaredType = { _, _ in "Int" }
    _ = try scene.apply([Self.set("a", "1"), Self.set("b", "2")], to: Self.node("object-1", scene))
    #expect(
      scene.bytes().asText.contains(
        #"{ "id": 1, "properties": [{ "name": "a", "type": "int", "value": 1 }, { "name": "b", "type": "int", "value": 2 }] }"#
      ),
      "\(scene.bytes().asText)")
  }

  @Test func theSceneSaysColoursOfTheDocument() throws {
    let scene = try Self.scene(
      Self.map(
        ##"{"id":1,"properties":[{"name":"a","type":"color","value":"#80ffcc00"},{"name":"b","type":"color","value":""}]}"##
      ))
    let node = try Self.node("object-1", scene)
    #expect(scene.attribute("a", of: node)?.asText == "\"#FFCC0080\"")
    #expect(scene.attribute("b", of: node)?.asText == "null")
    // A value that is not a colour can become one, and back.
    let undo = try scene.apply([Self.set("b", "\"red\"")], to: node)
    #expect(scene.bytes().asText.contains(##""value":"#ff0000"}"##))
    _ = try scene.apply([Self.set("b", "null")], to: node)
    #expect(scene.bytes().asText.contains(#""value":""}"#))
    _ = scene.restore(undo)
  }

  // MARK: ids

  @Test func copiesTakeTheNextNumber() throws {
    let scene = try Self.scene(Self.map(#"{"id":1}, {"id":2}"#))
    let node = try Self.node("object-1", scene)
    let undo = try scene.restructure([.duplicate(node, id: nil, at: nil)])
    #expect(scene.bytes().asText.contains(#""nextobjectid":10,"#))
    #expect(scene.bytes().asText.contains(#"{"id":1}, {"id":9}, {"id":2}"#))
    _ = try scene.restore(undo)
    #expect(scene.bytes().asText == Self.map(#"{"id":1}, {"id":2}"#))
  }

  /// Checks that a copied layer's objects get new numbers, and that both counters advance.
  @Test func copiesOfLayersTakeNumbersForAll() throws {
    let scene = try Self.scene(Self.map(#"{"id":1}, {"id":2}"#))
    _ = try scene.restructure([.duplicate(try Self.node("layer-3", scene), id: nil, at: nil)])
    let text = scene.bytes().asText
    #expect(text.contains(#""nextobjectid":11,"nextlayerid":5,"#), "\(text)")
    #expect(
      scene.objects.map { scene.id($0) }.sorted() == [
        "layer-3", "layer-4", "map", "object-1", "object-10", "object-2", "object-9",
      ])
  }

  @Test func aRenamedObjectKeepsItsReferencesAndTheCounter() throws {
    let target = #"{"id":2,"properties":[{"name":"to","type":"object","value":1},{"name":"n","type":"int","value":1}]}"#
    let scene = try Self.scene(Self.map(#"{"id":1}, \#(target)"#))
    _ = try scene.restructure([.setID("object-30", of: try Self.node("object-1", scene))])
    let text = scene.bytes().asText
    #expect(text.contains(#""type":"object","value":30}"#) && text.contains(#""type":"int","value":1}"#), "\(text)")
    #expect(text.contains(#""nextobjectid":31,"#), "\(text)")
  }

  @Test func idsWithinParents() throws {
    let dashboard =
      #"{"schemaVersion":1,"uid":"u","title":"t","panels":[{"id":4,"type":"stat","targets":[{"refId":"A"},{"refId":"B"}]}]}"#
    let scene = try Self.scene(dashboard, "grafana")
    #expect(scene.objects.map { scene.id($0) } == ["u", "panel-4", "panel-4/target-A", "panel-4/target-B"])
    _ = try scene.restructure([.duplicate(try Self.node("panel-4", scene), id: nil, at: nil)])
    #expect(scene.objects.map { scene.id($0) }.suffix(3) == ["panel-5", "panel-5/target-A", "panel-5/target-B"])
    _ = try scene.restructure([.setID("panel-5/target-C", of: try Self.node("panel-5/target-A", scene))])
    #expect(throws: SceneError.self) {
      try scene.restructure([.setID("panel-5/target-C", of: Self.node("panel-5/target-B", scene))])
    }
    #expect(scene.bytes().asText.hasSuffix(#"{"id":5,"type":"stat","targets":[{"refId":"C"},{"refId":"B"}]}]}"#))
  }

  // MARK: structure

  /// Checks that a member for a single object can be removed, but not copied or moved.
  @Test func aSingleChildIsOnlyRemoved() throws {
    let text =
      #"{"type":"tileset","tilewidth":1,"tilecount":1,"name":"n","tileheight":1,"tiles":[{"id":0,"objectgroup":{"objects":[]}},{"id":1}]}"#
    let scene = try Self.scene(text)
    let node = try Self.node("/tiles/0/objectgroup", scene)
    for change in [StructureChange.duplicate(node, id: nil, at: nil), .move(node, to: .first(in: NodeIndex(2)))] {
      #expect { try scene.restructure([change]) } throws: { "\($0)".contains("room for one object") }
    }
    let undo = try scene.restructure([.remove(node)])
    #expect(scene.bytes().asText.contains(#""tiles":[{"id":0},{"id":1}]}"#))
    _ = try scene.restore(undo)
    #expect(scene.bytes().asText == text)
  }

  /// Checks that lists are read and extended even if the object has no other attributes.
  @Test func listsAlone() throws {
    let mapping = #"""
      {"format":"inspector-format/1","name":"l","version":"1.0.0","match":{"has":{"l":"*"}},"root":"r","typeNames":{"n":"Int"},
       "kinds":{"r":{"class":"R","children":[{"at":"c","kind":"s"}]},
                "s":{"class":"S","attributes":[{"list":"p.q","name":"k","value":"v","type":"t"}]}},
       "classes":[{"name":"R","properties":[{"name":"c","key":"c","type":"String","optional":true}]}]}
      """#
    let folder = TemporaryFolder()
    let format = try FormatMapping(contentsOf: folder.write("l.inspector-format.json", Array(mapping.utf8)))
    let text = #"{"l":1,"c":[{"p":{"q":[{"k":"a","t":"n","v":1}]}},{"p":{}},{"z":1}]}"#
    let scene = try FormatMaterial.document(Array(text.utf8), format)
    scene.declaredType = { _, key in key == "b" ? "Int" : nil }
    #expect(scene.attribute("a", of: NodeIndex(1)) == Array("1".utf8))
    _ = try scene.apply([Self.set("a", "2"), Self.set("b", "3")], to: NodeIndex(1))
    for node in 2...3 { _ = try scene.apply([Self.set("b", "3")], to: NodeIndex(node)) }
    #expect(
      scene.bytes().asText
        == #"{"l":1,"c":[{"p":{"q":[{"k":"a","t":"n","v":2},{"k":"b","t":"n","v":3}]}},{"p":{"q":[{"k":"b","t":"n","v":3}]}},{"z":1,"p":{"q":[{"k":"b","t":"n","v":3}]}}]}"#
    )
    #expect(SceneShape.difference(SceneShape(scene), SceneShape(try reloaded(scene, format))) == nil)
    let empty = try FormatMaterial.document(Array(#"{"l":1}"#.utf8), format)
    #expect(throws: SceneError.self) { try empty.apply([Self.set("c", "\"x\"")], to: NodeIndex(0)) }
    #expect(empty.bytes().asText == #"{"l":1}"#)
  }

  /// Checks that the members by which a document is recognised cannot be removed.
  @Test func marksStay() throws {
    let tileset = #"{"tilewidth":1,"tilecount":1,"name":"n","tileheight":1,"tiles":[]}"#
    let scene = try Self.scene(tileset)
    #expect { try scene.apply([.remove(key: "tileWidth")], to: NodeIndex(0)) } throws: {
      "\($0)".contains("is recognized by it")
    }
    _ = try scene.apply([Self.set("tileWidth", "3")], to: NodeIndex(0))
    let request = try Self.scene(#"{"dashboard":{"schemaVersion":1,"panels":[]}}"#, "grafana")
    #expect { try request.restructure([.remove(NodeIndex(1))]) } throws: {
      "\($0)".contains("would not be recognized")
    }
    #expect(request.bytes().asText == #"{"dashboard":{"schemaVersion":1,"panels":[]}}"#)
  }

  @Test func documentsThatAreNotReadSayWhy() throws {
    #expect {
      try Self.scene(
        #"{"apiVersion":"dashboard.grafana.app/v2beta1","kind":"Dashboard","spec":{"elements":{}}}"#, "grafana")
    } throws: { "\($0)".contains("no Grafana dashboard that can be read: it has schema v2") }
  }

  /// Checks that a wrong value in place of an object is an error; null is none if all properties inside are optional.
  @Test(arguments: [
    (#""gridPos":[]"#, "gridPos", "gridPos", "[]"), (#""gridPos":null"#, "gridPos", "gridPos", "null"),
    (#""fieldConfig":{"defaults":{"custom":{}}},"libraryPanel":null"#, nil, "lineWidth", ""),
  ])
  func blockedMembers(_ members: String, _ fault: String?, _ property: String, _ found: String) throws {
    let panel = #"{"schemaVersion":1,"panels":[{"id":1,"type":"timeseries",\#(members)}],"title":"t"}"#
    let scene = try Self.scene(panel, "grafana")
    let node = try Self.node("panel-1", scene)
    let faults = scene.foreignFaults(of: node)
    #expect(faults.map(\.name) == (fault.map { [$0] } ?? []))
    let value = property == "gridPos" ? #"{"x":1,"y":2,"width":3,"height":4}"# : "2"
    guard let fault else {
      _ = try scene.apply([Self.set(property, value)], to: node)
      return
    }
    #expect(faults[0].error.message.contains("'\(fault)' must be an object, found \(found)"))
    #expect { try scene.apply([Self.set(property, value)], to: node) } throws: { "\($0)".contains("must be an object") }
    #expect(scene.bytes().asText == panel)
  }

  /// Checks that a new value replaces a value of a wrong form.
  @Test func wrongValuesAsAWhole() throws {
    let format = try #require(ShippedFormat.all.first { $0.name == "maplibre" }).mapping
    let text = #"{"version":8,"sources":{},"layers":[{"type":"fill","minzoom":[1],"paint":{"fill-translate":[1]}}]}"#
    let scene = try FormatMaterial.document(Array(text.utf8), format)
    let node = NodeIndex(1)
    #expect(scene.foreignFaults(of: node).map(\.name).sorted() == ["fillTranslate", "minzoom"])
    let undo = try scene.apply([Self.set("minzoom", "2"), Self.set("fillTranslate", #"{"x":3,"y":4}"#)], to: node)
    #expect(scene.bytes().asText.contains(#""minzoom":2,"paint":{"fill-translate":[3, 4]}"#), "\(scene.bytes().asText)")
    _ = scene.restore(undo)
    #expect(scene.bytes().asText == text)
  }

  /// Checks that a value of a different form is accepted if the format allows it, and is an error otherwise.
  @Test func otherForms() throws {
    let panel = #"{"schemaVersion":1,"panels":[{"id":1,"thresholds":"50,80","type":"graph"}],"title":"t"}"#
    let scene = try Self.scene(panel, "grafana")
    #expect(scene.attribute("thresholds", of: NodeIndex(1))?.asText == "\"50,80\"")
    #expect(throws: SceneError.self) { try Self.scene(#"{"schemaVersion":1,"panels":{},"title":"t"}"#, "grafana") }
    let wrong = try Self.scene(Self.map(#"{"id":1,"x":"1","y":2}"#))
    let node = try Self.node("object-1", wrong)
    let member = try #require(wrong.composedMember("x", of: "frame", node))
    #expect(member.fault?.message == #"'x' must be a number, found "1""#)
    #expect(wrong.composedMember("y", of: "frame", node).map { $0.fault == nil } == true)
    #expect { try wrong.apply([.setMember(key: "frame", member: "y", value: [0x31])], to: node) } throws: {
      "\($0)".contains("is not a Rect")
    }
  }
}
