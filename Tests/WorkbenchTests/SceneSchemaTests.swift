import InspectorKit
import JSONText
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneExport
@testable import SceneQuery
@testable import Workbench

/// A component with all property metadata that a schema contains.
private final class Fader: Component {
  var level = 0.5
  var count: Int? = 3
  var axis = "horizontal"
  var tint = Color.red
  var place: Point?
  var shown = 1.0
  var title = ""

  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Fader.self, help: "It fades.")
    list.property(
      "level", of: Fader.self,
      .init(help: "How loud.", range: 0...1.5, softRange: 0...1, step: 0.25, unit: "dB", aliases: ["old level"]),
      get: { $0.level }, set: { $0.level = $1 })
    list.property(
      "count", of: Fader.self, .init(options: [3: "Three", 4: "Four"]), get: { $0.count }, set: { $0.count = $1 })
    list.property(
      "axis", of: Fader.self, .init(options: ["horizontal", "vertical"], deprecated: "it turns by itself"),
      get: { $0.axis }, set: { $0.axis = $1 })
    list.property(
      "tint", of: Fader.self, .init(enabledWhen: "[count=3]", since: "1.2"), get: { $0.tint }, set: { $0.tint = $1 })
    list.property("place", of: Fader.self, get: { $0.place }, set: { $0.place = $1 })
    list.property("shown", of: Fader.self, .init(readOnly: true), get: { $0.shown })
    list.property(
      "title", of: Fader.self, .init(required: true, validate: ["trimmed"]), get: { $0.title }, set: { $0.title = $1 })
  }
}

private enum Mixer: InspectorPlugin {
  static var components: [Component.Type] { [Fader.self] }
}

/// Another plugin with a class of the same name.
private enum Desk: InspectorPlugin {
  static var components: [Component.Type] { [Fader.self] }
}

private func schema(_ plugins: any InspectorPlugin.Type..., isStrict: Bool = false) -> JSON {
  SceneSchema(PluginLibrary(inProcess: plugins), isStrict: isStrict).json
}

extension JSON {
  fileprivate func at(_ path: String...) -> JSON? { path.reduce(self as JSON?) { $0?[$1] } }
}

/// Tests of the texts in schemas. `Tests/Tools/schema_vs_check.py` tests that schemas agree with `check`.
@Suite struct SceneSchemaTests {
  @Test(arguments: [
    (
      "level",
      ##"{"title":"Level","description":"How loud. Usually 0…1, in steps of 0.25, counted in dB.","default":0.5,"$ref":"#/$defs/double","minimum":0,"maximum":1.5}"##
    ),
    ("old level", #"{"title":"Level","description":"A former name of 'level'.","deprecated":true}"#),
    (
      "count",
      #"{"title":"Count","default":3,"oneOf":[{"const":3,"title":"Three"},{"const":4,"title":"Four"},{"const":null,"title":"Unset"}]}"#
    ),
    (
      "axis",
      #"{"title":"Axis","description":"Deprecated: it turns by itself.","deprecated":true,"default":"horizontal","oneOf":[{"const":"horizontal","title":"Horizontal"},{"const":"vertical","title":"Vertical"}]}"#
    ),
    (
      "tint",
      ##"{"title":"Tint","description":"Since 1.2. Takes effect when [count=3].","default":"#FF0000FF","$ref":"#/$defs/color"}"##
    ),
    ("place", ##"{"title":"Place","anyOf":[{"$ref":"#/$defs/point"},{"type":"null"}]}"##),
    (
      "shown",
      #"{"title":"Shown","description":"It is read-only and takes no stored value.","readOnly":true,"not":{}}"#
    ),
    ("title", #"{"title":"Title","description":"Rules: trimmed.","type":"string"}"#),
  ])
  func tellsEverythingOfAProperty(_ name: String, _ text: String) {
    let property = schema(Mixer.self).at("$defs", "Mixer.Fader", "properties", "attributes", "properties", name)
    #expect(property?.text() == text)
  }

  @Test func formerNamesCountWhereThePresentOneIsNotThere() {
    let attributes = schema(Mixer.self).at("$defs", "Mixer.Fader", "properties", "attributes")
    #expect(
      attributes?["allOf"]?.text()
        == ##"[{"if":{"not":{"required":["level"]}},"then":{"properties":{"old level":{"$ref":"#/$defs/Mixer.Fader/properties/attributes/properties/level"}}}},{"required":["title"]}]"##
    )
    #expect(schema(Mixer.self).at("$defs", "Mixer.Fader", "required")?.text() == #"["attributes"]"#)
  }

  @Test func objectsOfAClassHaveWhatTheClassHas() {
    let object = schema(Mixer.self).at("$defs", "object")
    #expect(
      object?["allOf"]?.text()
        == ##"[{"if":{"anyOf":[{"properties":{"class":{"enum":["Fader","Mixer.Fader"]}},"required":["class"]},{"properties":{"class":{"not":{"$ref":"#/$defs/knownClass"}},"base":{"enum":["Fader","Mixer.Fader"]}},"required":["class","base"]}]},"then":{"$ref":"#/$defs/Mixer.Fader"}}]"##
    )
    #expect(schema(Mixer.self).at("$defs", "knownClass", "enum")?.text() == #"["Fader","Mixer.Fader"]"#)
    #expect(
      schema(Mixer.self, isStrict: true).at("$defs", "object", "allOf")?.text()
        == ##"[{"if":{"properties":{"class":{"enum":["Fader","Mixer.Fader"]}},"required":["class"]},"then":{"$ref":"#/$defs/Mixer.Fader"}}]"##
    )
    #expect(
      object?.at("properties", "class", "anyOf")?.text()
        == #"[{"const":"Fader","title":"Fader","description":"It fades."},{"const":"Mixer.Fader","title":"Fader","description":"It fades."},{"type":"string","minLength":1}]"#
    )
  }

  @Test func aNameThatTwoPluginsRegisterStandsForNeither() {
    let object = schema(Mixer.self, Desk.self).at("$defs", "object")
    let names = object?["allOf"]?.arrayValue?.map {
      $0.at("if", "anyOf")?.arrayValue?.first?.at("properties", "class", "enum")?.text()
    }
    #expect(
      schema(Mixer.self, Desk.self).at("$defs", "knownClass", "enum")?.text()
        == #"["Desk.Fader","Mixer.Fader","Fader"]"#)
    #expect(names == [#"["Desk.Fader"]"#, #"["Mixer.Fader"]"#])
    let strict = schema(Mixer.self, Desk.self, isStrict: true).at("$defs", "object", "properties", "class", "anyOf")
    #expect(strict?.arrayValue?.compactMap { $0["const"]?.stringValue } == ["Desk.Fader", "Mixer.Fader", "Fader"])
  }

  @Test func strictlyNothingElseIsThere() {
    let loose = schema(Mixer.self)
    let strict = schema(Mixer.self, isStrict: true)
    for path in [[], ["$defs", "object"], ["$defs", "Mixer.Fader", "properties", "attributes"]] {
      func flag(_ schema: JSON) -> JSON? { path.reduce(schema as JSON?) { $0?[$1] }?["additionalProperties"] }
      #expect(flag(loose) == nil)
      #expect(flag(strict) == .bool(false))
    }
    #expect(strict.at("$defs", "object", "properties", "class", "anyOf")?.arrayValue?.count == 2)
  }

  @Test func itsHeadNamesThePlugins() {
    #expect(schema(Mixer.self)["title"] == "Scenes of Mixer 1.0.0")
    #expect(schema()["title"] == "Scenes")
    #expect(
      schema(Mixer.self).at("properties", "plugins", "properties")?.text()
        == ##"{"Mixer":{"description":"Version 1.0.0 is installed.","$ref":"#/$defs/versions"}}"##)
  }

  @Test func theSamePluginsGiveTheSameBytes() {
    let library = PluginLibrary(inProcess: [Mixer.self, Desk.self])
    #expect(SceneSchema(library).text == SceneSchema(library).text)
  }
}
