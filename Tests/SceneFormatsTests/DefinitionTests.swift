import InspectorKit
import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of values that documents store twice, and of classes that documents define.
struct DefinitionTests {
  private static func mapping() throws -> FormatMapping {
    try #require(ShippedFormat.all.first { $0.name == "ldtk" }).mapping
  }

  /// Returns an LDtk level with one entity, whose id is a single letter.
  private static func level(_ fields: String) -> String {
    #"{"__header__":{"app":"LDtk"},"iid":"L","layerInstances":[{"iid":"Y","__identifier":"Y","__type":"Entities","entityInstances":[{"iid":"E","__identifier":"Torch","px":[1,2],"__grid":[0,0],"fieldInstances":[\#(fields)]}]}]}"#
  }

  private static func field(_ type: String, _ value: String, _ mirror: String) -> String {
    #"{"__identifier":"f","__type":"\#(type)","__value":\#(value),"realEditorValues":\#(mirror)}"#
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    var type: String
    var (value, mirror): (String, String)
    var key = "f"
    var new: String
    var (newValue, newMirror): (String, String)

    var testDescription: String { "\(type) \(value) \(mirror), \(key)=\(new)" }
  }

  private static let cases = [
    Case(
      type: "Int", value: "1", mirror: #"[{"id":"V_Int","params":[1]}]"#, new: "2", newValue: "2",
      newMirror: #"[{"id":"V_Int","params":[2]}]"#),
    // The standard value is not in the list.
    Case(
      type: "Float", value: "1", mirror: "[]", new: "2.50", newValue: "2.50",
      newMirror: #"[{"id":"V_Float","params":[2.50]}]"#),
    Case(
      type: "Bool", value: "false", mirror: "[null]", new: "true", newValue: "true",
      newMirror: #"[{"id":"V_Bool","params":[true]}]"#),
    Case(
      type: "Color", value: "\"#0A0B0C\"", mirror: #"[ { "id": "V_Int", "params": [ 658188 ] } ]"#, new: "\"tomato\"",
      newValue: "\"#FF6347\"", newMirror: #"[ { "id": "V_Int", "params": [ 16737095 ] } ]"#),
    Case(
      type: "Point", value: #"{ "cx": 4, "cy": 17 }"#, mirror: #"[{"id":"V_String","params":["4,17"]}]"#,
      new: #"{"x": 5, "y": 6}"#, newValue: #"{ "cx": 5, "cy": 6 }"#,
      newMirror: #"[{"id":"V_String","params":["5,6"]}]"#),
    Case(
      type: "Point", value: "null", mirror: "[]", new: #"{"x": 5, "y": 6}"#, newValue: #"{ "cx": 5, "cy": 6 }"#,
      newMirror: #"[{"id":"V_String","params":["5,6"]}]"#),
    Case(
      type: "LocalEnum.Mood", value: "\"A\"", mirror: #"[{"id":"V_String","params":["A"]}]"#, new: "\"B\"",
      newValue: "\"B\"", newMirror: #"[{"id":"V_String","params":["B"]}]"#),
    Case(
      type: "FilePath", value: "null", mirror: "[]", new: "\"a.wav\"", newValue: "\"a.wav\"",
      newMirror: #"[{"id":"V_String","params":["a.wav"]}]"#),
    Case(
      type: "Array<Int>", value: "[1, 2]", mirror: #"[{"id":"V_Int","params":[1]},null]"#, key: "f.1", new: "7",
      newValue: "[1, 7]", newMirror: #"[{"id":"V_Int","params":[1]},{"id":"V_Int","params":[7]}]"#),
    Case(
      type: "Array<Point>", value: #"[{"cx":1,"cy":2}]"#, mirror: #"[{"id":"V_String","params":["1,2"]}]"#, key: "f.0",
      new: #"{"x": 3, "y": 2}"#, newValue: #"[{"cx":3,"cy":2}]"#, newMirror: #"[{"id":"V_String","params":["3,2"]}]"#),
    // A list of a different form is replaced.
    Case(
      type: "Int", value: "1", mirror: #"[{"id":"V_Float","params":[1]}]"#, new: "2", newValue: "2",
      newMirror: #"[{"id":"V_Int","params":[2]}]"#),
  ]

  @Test(arguments: cases)
  private func bothPlacesAreWritten(_ example: Case) throws {
    let before = Self.level(Self.field(example.type, example.value, example.mirror))
    let scene = try FormatMaterial.document(Array(before.utf8), Self.mapping())
    let node = try #require(scene.node(id: "E"))
    let undo = try scene.apply([.set(key: example.key, value: Array(example.new.utf8))], to: node)
    let after = Self.level(Self.field(example.type, example.newValue, example.newMirror))
    #expect(scene.bytes().asText.filter { $0 != " " } == after.filter { $0 != " " })
    let again = try reloaded(scene, Self.mapping())
    #expect(SceneShape.difference(SceneShape(scene), SceneShape(again)) == nil)
    #expect(again.foreignMirrors(of: node).isEmpty)
    _ = scene.restore(undo)
    #expect(scene.bytes().asText == before)
  }

  @Test(arguments: [
    ("Int", "1", #"[{"id":"V_Int","params":[2]}]"#, "'f' is 1, but the place that the file's program reads has 2"),
    ("Color", "\"#000001\"", #"[{"id":"V_Int","params":[2]}]"#, "'f' is \"#000001\", but"),
    ("Int", "1", #"[{"id":"V_Int","params":[1.0]}]"#, nil), ("Int", "1", "[]", nil), ("Int", "1", "[null]", nil),
  ])
  func placesThatDisagreeAreFound(_ type: String, _ value: String, _ mirror: String, _ words: String?) throws {
    let scene = try FormatMaterial.document(Array(Self.level(Self.field(type, value, mirror)).utf8), Self.mapping())
    let found = scene.foreignMirrors(of: try #require(scene.node(id: "E"))).first
    #expect((found == nil) == (words == nil))
    if let words { #expect(found?.error.headline.contains(words) == true, "\(String(describing: found))") }
  }

  /// Checks that values are shown but not editable if their mirror has a different number of values or their type has
  /// no notation.
  @Test(arguments: [
    ("Array<Int>", "[1, 2]", #"[{"id":"V_Int","params":[1]}]"#, "f.0"), ("Array<Int>", "[1, 2]", "[]", "f.1"),
    ("EntityRef", #"{"entityIid":"E"}"#, "[]", "f"), ("Tile", "null", "[]", "f"), ("Int", "[1]", "[]", "f"),
  ])
  func valuesWithoutASecondPlaceAreNotEdited(_ type: String, _ value: String, _ mirror: String, _ key: String) throws {
    let text = Self.level(Self.field(type, value, mirror))
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    let node = try #require(scene.node(id: "E"))
    #expect(throws: SceneError.self) { try scene.apply([.set(key: key, value: Array("3".utf8))], to: node) }
    #expect(scene.bytes().asText == text)
  }

  @Test func entriesOfAFixedListStay() throws {
    let text = Self.level(Self.field("Int", "1", "[]"))
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    let node = try #require(scene.node(id: "E"))
    scene.declaredType = { _, _ in "Int" }
    #expect(throws: SceneError.self) { try scene.apply([.remove(key: "f")], to: node) }
    #expect(throws: SceneError.self) { try scene.apply([.set(key: "g", value: Array("1".utf8))], to: node) }
    #expect(throws: SceneError.self) { try scene.apply([.set(key: "f", value: Array("null".utf8))], to: node) }
    #expect(scene.bytes().asText == text)
  }

  /// Checks that a copy gets its own deterministic UUID, and that a new id replaces every occurrence of the old one.
  @Test func uuids() throws {
    let text = Self.level(
      #"{"__identifier":"f","__type":"EntityRef","__value":{"entityIid":"E"},"realEditorValues":[]}"#)
    func copy() throws -> String {
      let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
      let made = try scene.restructure([.duplicate(try #require(scene.node(id: "E")), id: nil, at: nil)])
      return scene.id(try #require(made.nodes[0]))
    }
    let id = try copy()
    #expect(id == (try copy()))
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    _ = try scene.restructure([.setID(id, of: try #require(scene.node(id: "E")))])
    #expect(scene.bytes().asText == text.replacing(#""E""#, with: "\"\(id)\""))
    let node = try #require(scene.node(id: id))
    #expect(throws: SceneError.self) { try scene.restructure([.setID("F", of: node)]) }
    #expect(throws: SceneError.self) { try scene.restructure([.duplicate(node, id: "F", at: nil)]) }
  }

  @Test func editsThatAreLeftToTheProgram() throws {
    let text =
      #"{"__header__":{"app":"LDtk"},"levels":[{"iid":"L","uid":5,"layerInstances":[]}],"defs":{"entities":[{"uid":1,"identifier":"Torch"}]}}"#
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    let (level, definition) = (try #require(scene.node(id: "L")), try #require(scene.node(id: "entity-def-1")))
    let changes: [StructureChange] = [
      .duplicate(level, id: nil, at: nil), .duplicate(definition, id: nil, at: nil),
      .setID("entity-def-2", of: definition), .setName("Lamp", of: definition),
    ]
    for change in changes { #expect(throws: SceneError.self, "\(change)") { try scene.restructure([change]) } }
    #expect(scene.bytes().asText == text)
    _ = try scene.restructure([.setName("Hall", of: level)])
    #expect(scene.bytes().asText.contains(#""identifier":"Hall""#))
  }

  /// Checks that tile coordinates must be integers, and that only entity layers accept entities.
  @Test func wholeNumbersAndLayersOfEntities() throws {
    let text = Self.level(Self.field("Point", #"{"cx":1,"cy":2}"#, "[]"))
      .replacing(#"{"iid":"Y""#, with: #"{"iid":"W","__type":"IntGrid","entityInstances":[]},{"iid":"Y""#)
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    let node = try #require(scene.node(id: "E"))
    for key in ["f", "position"] {
      #expect(throws: SceneError.self) {
        try scene.apply([.set(key: key, value: Array(#"{"x": 1, "y": 2.5}"#.utf8))], to: node)
      }
    }
    let walls = try #require(scene.node(id: "W"))
    #expect(throws: SceneError.self) { try scene.restructure([.move(node, to: .last(in: walls))]) }
    #expect(scene.bytes().asText == text)
  }

  // MARK: definitions

  private static func definitions(_ field: String, _ enums: String = "") throws -> JSON? {
    let text =
      #"{"__header__":{"app":"LDtk"},"levels":[],"defs":{"entities":[{"uid":1,"identifier":"Torch","fieldDefs":[\#(field)]}],"enums":[\#(enums)]}}"#
    let scene = try FormatMaterial.document(Array(text.utf8), Self.mapping())
    guard let description = scene.foreignDefinitions else { return nil }
    guard case .array(let components)? = try JSON.parse(description)["components"] else { return nil }
    return components.first
  }

  @Test(arguments: [
    (
      #"{"uid":2,"identifier":"b c","__type":"Int","min":0,"max":9.0}"#,
      #"{"name":"bC","type":"Int","optional":true,"range":{"minimum":0,"maximum":9}}"#
    ),
    (
      #"{"uid":2,"identifier":"b","__type":"Float","min":0.5,"max":null,"defaultOverride":{"params":[1]}}"#,
      #"{"name":"b","type":"Double","default":1,"range":{"minimum":0.5}}"#
    ),
    // A default value beyond the range, and limits that no value keeps, are no rules.
    (
      #"{"uid":2,"identifier":"b","__type":"Int","min":5,"max":9,"defaultOverride":{"params":[1]}}"#,
      #"{"name":"b","type":"Int","optional":true,"range":{"minimum":5,"maximum":9}}"#
    ),
    (#"{"uid":2,"identifier":"b","__type":"Int","min":9,"max":5}"#, #"{"name":"b","type":"Int","optional":true}"#),
    (
      #"{"uid":2,"identifier":"b","__type":"Color","defaultOverride":{"params":[255]}}"#,
      ##"{"name":"b","type":"Color","default":"#0000FF"}"##
    ),
    (
      #"{"uid":2,"identifier":"b","__type":"LocalEnum.Mood","defaultOverride":{"params":["A"]}}"#,
      #"{"name":"b","type":"String","default":"A","options":[{"value":"A"},{"value":"B"}]}"#
    ),
    (#"{"uid":2,"identifier":"b","__type":"LocalEnum.None"}"#, #"{"name":"b","type":"String","optional":true}"#),
    // Members hidden by the format's own properties, and members without a type, are left out.
    (#"{"uid":2,"identifier":"position","__type":"Int"}"#, nil), (#"{"uid":2,"identifier":"b","__type":"Tile"}"#, nil),
    (#"{"uid":2,"identifier":5,"__type":"Int"}"#, nil), (#"5"#, nil),
  ])
  func definedProperties(_ field: String, _ property: String?) throws {
    let field = field == "5" ? #"{"uid":2}"# : field
    let mood = #"{"uid":9,"identifier":"Mood","values":[{"id":"A"},{"id":"B"}]}"#
    let found = try #require(try Self.definitions(field, mood))
    #expect(found["base"] == .string("Entity"))
    #expect(try found["properties"] == .array(property.map { [try JSON.parse(Array($0.utf8))] } ?? []))
  }
}
