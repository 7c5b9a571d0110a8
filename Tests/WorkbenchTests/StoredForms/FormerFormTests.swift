import Foundation
import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneExport
@testable import SceneSessions
@testable import Workbench

/// Tests of former names under which documents store values in another form.
@Suite struct FormerFormTests {
  @Component final class Dial: View {
    @Inspectable(range: -360...360, aliases: ["turn", .named("angle", through: "radians")]) var rotation = 0.0 {
      didSet { if rotation > 180 { rotation = 180 } }
    }
    @Inspectable(range: 0...1, aliases: [.named("tenths", through: "tenths")], storedAs: .named("percent"))
    var level = 0.5
    @Inspectable(aliases: [.named("box", through: "corners")]) var area = Rect(x: 0, y: 0, width: 1, height: 1)
    @Inspectable(aliases: [.named("ink", through: "bits")]) var colour: Color?
    @Inspectable(options: ["low", .option("high", aliases: "hi")], aliases: [.named("gear", through: "gears")])
    var mode = "low"
    @Inspectable(aliases: [.named("shout", through: "shouts")], title: true) var text = ""
    @Inspectable(readOnly: true) var doubled: Double { 2 * rotation }
    @Action func turnRight() { rotation += 90 }
  }

  struct Dials: InspectorPlugin {
    static var components: [Component.Type] { [View.self, Dial.self] }
    static var transformers: [ValueTransformer] {
      StoredFormTests.Lamps.transformers + [
        ValueTransformer(
          "radians", decode: { (angle: Double) in (angle / .pi * 180 * 1e9).rounded() / 1e9 },
          encode: { (angle: Double) in angle / 180 * .pi }),
        ValueTransformer("tenths", decode: { (n: Int) in Double(n) / 10 }, encode: { (v: Double) in Int(v * 10) }),
        ValueTransformer(
          "gears", decode: { (gear: Int) in ["low", "hi"].indices.contains(gear) ? ["low", "hi"][gear] : nil },
          encode: { ["low": 0, "high": 1][$0 as String] }),
        ValueTransformer(
          "shouts", decode: { (text: String) in text.lowercased() }, encode: { (text: String) in text.uppercased() }),
      ]
    }
  }

  private let library = PluginLibrary(inProcess: [Dials.self])

  private var upgrade: EditRequest {
    get throws {
      var request = EditRequest([.upgrade(try Selector(parsing: "*"))])
      request.allowsEmpty = true
      return request
    }
  }

  private func open(_ attributes: String, palette: String = "") throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1",\#(palette)"objects":[{"id":"a","class":"Dial","attributes":{\#(attributes)}}]}"#
    return try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
  }

  /// Returns the values of an object, independent of the document's keys and forms.
  private func values(_ session: SceneSession) throws -> [String] {
    try ["rotation", "level", "area", "colour", "mode", "text", "doubled"].map { name in
      let row = try session.value(of: "a.\(name)")
      return "\(name) \(row.effective?.text ?? "nil") \(row.stored) \(row.state) \(row.isModified)"
    }
  }

  /// The members that store a value under a former name, each with the present equivalent.
  static let pairs: [(former: String, present: String)] = [
    (#""angle":1.5707963267948966"#, #""rotation":90"#), (#""angle":6.283185307179586"#, #""rotation":360"#),
    (#""turn":90"#, #""rotation":90"#), (#""tenths":3"#, #""level":"30%""#),
    (#""box":"1 2 4 6""#, #""area":{"x":1,"y":2,"width":3,"height":4}"#), (#""ink":255"#, ##""colour":"#0000FF""##),
    (#""ink":null"#, #""colour":null"#), (#""gear":0"#, #""mode":"low""#), (#""gear":1"#, #""mode":"high""#),
    (#""shout":"NOISE""#, #""text":"noise""#),
  ]

  @Test(
    "a value under a former name is that under the present one, in panes, selectors, checks and bundles",
    arguments: pairs.indices)
  func reads(place: Int) throws {
    let (former, present) = Self.pairs[place]
    let (old, new) = (try open(former), try open(present))
    #expect(try values(old) == values(new), "\(former)")
    for selector in [
      "[rotation=90]", "[stored(level)=0.3]", "[area.width=3]", "[colour=blue]", "[mode=high]", ":text(noise)",
      ":modified",
    ] {
      #expect(try old.found(selector) == new.found(selector), "\(former) \(selector)")
    }
    #expect(old.check().map(\.message) == new.check().map(\.message))
    #expect(
      try old.bundle().objects.first?.attributes.map(\.value) == new.bundle().objects.first?.attributes.map(\.value))
    #expect(old.withModel { $0.title(of: NodeIndex(0))?.text } == new.withModel { $0.title(of: NodeIndex(0))?.text })
    let strict = old.check(strict: true).filter { $0.code == .propertyAlias }
    #expect(strict.count >= 1)
  }

  @Test(
    "upgrade writes the present name and form, keeps the values, and is undone byte for byte", arguments: pairs.indices)
  func upgrades(place: Int) throws {
    let (former, present) = Self.pairs[place]
    let session = try open(former)
    let before = try values(session)
    _ = try session.perform(try upgrade)
    #expect(try values(session) == before)
    let spelled = try open(present)
    #expect(try values(spelled) == before)
    if !present.contains("area"), !present.contains("colour") { #expect(session.storedMembers == present) }
    #expect(session.check(strict: true).filter { $0.code == .propertyAlias }.isEmpty)
    _ = try session.perform(try upgrade)
    _ = try session.undo()
    #expect(session.storedMembers == former)
  }

  @Test("every kind of edit keeps the former name and its form, and is undone byte for byte")
  func edits() throws {
    let start = #""angle" : 1.5707963267948966, "box":"1 2 4 6","ink":255,"tenths":3,"gear":1,"shout":"NO""#
    for (edit, old, new) in [
      (Assignment("rotation", .set("180")), "1.5707963267948966", "3.141592653589793"),
      (Assignment("angle", .set("180")), "1.5707963267948966", "3.141592653589793"),
      (Assignment("rotation", .json("45")), "1.5707963267948966", "0.7853981633974483"),
      (Assignment("rotation", .exact("3.5")), "1.5707963267948966", "3.5"),
      (Assignment("rotation", .multiply("0.5")), "1.5707963267948966", "0.7853981633974483"),
      (Assignment("rotation", .set("90")), "", ""), (Assignment("rotation", .multiply("1")), "", ""),
      (Assignment("rotation", .reset), #""angle" : 1.5707963267948966, "#, ""),
      (Assignment("area", .set("0,0 5x5")), "1 2 4 6", "0 0 5 5"),
      (Assignment("area.width", .set("10")), "1 2 4 6", "1 2 11 6"),
      (Assignment("area.x", .add("1")), "1 2 4 6", "2 2 5 6"),
      (Assignment("colour", .set("red")), "255", "16711680"), (Assignment("colour", .unset), "255", "null"),
      (Assignment("level", .set("0.5")), #""tenths":3"#, #""tenths":5"#),
      (Assignment("mode", .set("low")), #""gear":1"#, #""gear":0"#),
      (Assignment("text", .set("yes")), "NO", "YES"),
    ] {
      let session = try open(start)
      var request = EditRequest(Selector(ids: ["a"]), [edit])
      request.wantsChanges = true
      let changes = try session.perform(request).changes
      let end = old.isEmpty ? start : start.replacing(old, with: new)
      #expect(session.storedMembers == end, "\(edit)")
      // Reports have values of the property's type.
      if edit.name == "rotation" { #expect(changes.first?.old == "90") }
      if end != start { _ = try session.undo() }
      #expect(session.storedMembers == start)
    }
    let session = try open(start)
    _ = try session.perform(EditRequest([.run(Selector(ids: ["a"]), action: "turnRight")]))
    #expect(session.storedMembers == start.replacing("1.5707963267948966", with: "3.141592653589793"))
    _ = try session.undo()
    _ = try session.perform(EditRequest([.replace("blue", with: "red", type: .color)]))
    #expect(session.storedMembers == start.replacing("255", with: "16711680"))
  }

  @Test("a text that the former form does not know is refused where it stands, and upgrade leaves it there")
  func unreadable() throws {
    let start = #""angle":"much","gear":7,"tenths":20"#
    let session = try open(start)
    #expect(
      session.check().map(\.message) == [
        "'rotation': the transformer 'Dials.radians' stores a Double, not \"much\"",
        "'mode': the transformer 'Dials.gears' cannot read 7",
        "'level' cannot be 2; its range is 0…1",
      ])
    let warnings = try session.perform(try upgrade).warnings
    #expect(warnings.map(\.property) == ["angle", "tenths", "gear"] && warnings.allSatisfy { $0.severity == .warning })
    #expect(session.storedMembers == start)
    let lossy = try open(#""tenths":3"#)
    let error = #expect(throws: Diagnostic.self) {
      try lossy.perform(EditRequest(Selector(ids: ["a"]), [Assignment("level", .set("0.25"))]))
    }
    #expect(error?.message.contains("'Dials.tenths' stores it as 2") == true, "\(error?.message ?? "")")
    #expect(lossy.storedMembers == #""tenths":3"#)
  }

  @Test("exact values are read in the form of the name that the object has, and patches repeat an edit")
  func exactValues() throws {
    for (start, name, text, end) in [
      (#""box":"1 2 4 6""#, "area", #""0 0 5 5""#, #""box":"0 0 5 5""#),
      (#""box":"1 2 4 6""#, "box", #""0 0 5 5""#, #""box":"0 0 5 5""#),
      (
        #""area":{"x":1,"y":2,"width":3,"height":4}"#, "area", #"{"x":1,"y":2,"width":3,"height":5}"#,
        #""area":{"x":1,"y":2,"width":3,"height":5}"#
      ),
      (#""gear":0"#, "mode", "1", #""gear":1"#), (#""gear":0"#, "gear", "1", #""gear":1"#),
    ] {
      let session = try open(start)
      _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment(name, .exact(text))]))
      #expect(session.storedMembers == end, "\(name) \(text)")
      let patch = try session.patch()
      let again = try open(start)
      _ = try again.perform(EditRequest(patch.steps))
      #expect(again.storedMembers == end)
    }
    let session = try open(#""box":"1 2 4 6""#)
    let wrong = EditRequest(Selector(ids: ["a"]), [Assignment("area", .exact("[1]"))])
    #expect(throws: Diagnostic.self) { try session.perform(wrong) }
    #expect(session.storedMembers == #""box":"1 2 4 6""#)
  }

  @Test("renaming a former name to the present one converts the value")
  func renames() throws {
    let session = try open(#""angle":3.141592653589793"#)
    _ = try session.perform(EditRequest([.renameProperty(try Selector(parsing: "*"), from: "angle", to: "rotation")]))
    #expect(session.storedMembers == #""rotation":180"#)
    _ = try session.undo()
    #expect(session.storedMembers == #""angle":3.141592653589793"#)
  }

  @Test("an override is applied in the form that the template has")
  func overrides() throws {
    let folder = TemporaryFolder()
    folder.write(
      "t.json",
      #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"View","children":[{"id":"k","class":"Dial","attributes":{"angle":3.141592653589793,"area":{"x":1,"y":2,"width":3,"height":4},"tenths":3}}]}]}"#
    )
    folder.write(
      "s.json",
      #"{"format":"inspector-scene/1","objects":[{"id":"b","class":"View","ref":"t.json","overrides":{"k":{"rotation":90,"box":"1 2 4 7","level":"70%"}}}]}"#
    )
    let session = try SceneSession.open(path: "\(folder.path)/s.json", library: library)
    let edits = try session.applying(session.overrides())
    let template = try SceneSession.open(path: "\(folder.path)/t.json", library: library)
    for edit in edits { _ = try template.perform(EditRequest(edit.steps)) }
    #expect(
      template.text.contains(
        #""attributes":{"angle":1.5707963267948966,"area":{"x":1,"y":2,"width":3,"height":5},"tenths":7}"#))
  }

  @Test("the present name wins over a former one, and equal texts under two names have two values")
  func both() throws {
    let session = try open(#""angle":3.141592653589793,"rotation":45"#)
    #expect(try session.value(of: "a.rotation").effective == .double(45))
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Dial","attributes":{"turn":3}},{"id":"b","class":"Dial","attributes":{"angle":3}},{"id":"c","class":"Dial","attributes":{"rotation":3}}]}"#
    let several = try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
    let values = try ["a", "b", "c"].map { try several.value(of: "\($0).rotation").effective }
    #expect(values == [.double(3), .double(171.887338539), .double(3)])
    #expect(try several.found("[rotation=3]") == "a c")
  }

  @Test("in scenes made of other documents, the outermost document decides, whatever the names", arguments: 0..<27)
  func composed(number: Int) throws {
    let folder = TemporaryFolder()
    let ways = [number / 9, number / 3 % 3, number % 3]
    func members(_ way: Int, _ degrees: Double) -> String {
      switch way {
      case 0: ""
      case 1: #","attributes":{"rotation":\#(degrees)}"#
      default: #","attributes":{"angle":\#(degrees / 180 * .pi)}"#
      }
    }
    func write(_ object: String, _ name: String) {
      folder.write(name, #"{"format":"inspector-scene/1","objects":[\#(object)]}"#)
    }
    write(#"{"id":"t","class":"Dial"\#(members(ways[0], 10))}"#, "t.json")
    write(#"{"id":"v","class":"Dial","ref":"t.json"\#(members(ways[1], 20))}"#, "v.json")
    write(#"{"id":"a","class":"Dial","ref":"v.json"\#(members(ways[2], 30))}"#, "s.json")
    let session = try SceneSession.open(path: "\(folder.path)/s.json", library: library)
    func bytes() -> String {
      session.withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
    }
    func shown() throws -> PropertyValue? { try session.value(of: "a.rotation").effective }
    let start = bytes()
    let expected = ways[2] > 0 ? 30.0 : ways[1] > 0 ? 20 : ways[0] > 0 ? 10 : 0
    let inherited = ways[1] > 0 ? 20.0 : ways[0] > 0 ? 10 : 0
    #expect(try shown() == .double(expected))
    let target = Selector(ids: ["a"])
    _ = try session.perform(EditRequest(target, [Assignment("rotation", .add("60"))]))
    #expect(try shown() == .double(expected + 60))
    _ = try session.perform(EditRequest(target, [Assignment("rotation", .reset)]))
    #expect(try shown() == .double(inherited))
    _ = try session.undo()
    _ = try session.undo()
    #expect(bytes() == start)
    // A template's own upgrade changes what the template stores.
    _ = try session.perform(try upgrade)
    #expect(try shown() == .double(expected))
    #expect(!bytes().contains("angle"))
    _ = try session.perform(EditRequest([.unpack(target)]))
    #expect(try shown() == .double(expected))
    _ = try session.undo()
  }

  @Component final class Wrong: Component {
    @Inspectable(aliases: [.named("typed", through: "twyce")]) var typo = ""
    @Inspectable(aliases: [.named("numbered", through: "twice")]) var number = 1
    @Inspectable(aliases: [.named("target", through: "twice")], references: "*") var other = ""
  }

  struct Wrongs: InspectorPlugin {
    static var components: [Component.Type] { [Wrong.self] }
    static var transformers: [ValueTransformer] {
      [ValueTransformer("twice", decode: { (t: String) in t }, encode: { (t: String) in t })]
    }
  }

  @Test("mistakes in declarations are all reported")
  func mistakes() throws {
    let text = try #require(PluginLibrary(inProcess: [Wrongs.self]).plugins.first?.problem).message
    for part in [
      "'Wrong.typo' is stored through 'twyce', which is not a transformer of the plugin; did you mean 'twice'?",
      "'Wrong.number' is stored through 'twice', which makes a String; a transformer makes values of the property's type",
      "'Wrong.other' is stored through a transformer and refers to objects; remove one of them",
    ] { #expect(text.contains(part), "\(text)") }
  }

  @Test(
    "another name of a property has no stored form",
    arguments: [#""storedAs":"t""#, #""aliases":[{"name":"b","through":"t"}]"#])
  func alternativeNames(member: String) throws {
    let json =
      #"{"format":"inspector-plugin/1","name":"Q","version":"1.0.0","protocol":[1,1],"transformers":[{"name":"t","type":"Double","stored":"String"}],"components":[],"extensions":[{"name":"E","extends":"View","properties":[{"name":"a","type":"Double","default":1,"observed":false,"aliasOf":"layer.width",\#(member)}]}]}"#
    let error = #expect(throws: DescriptionProblems.self) {
      try PluginDescription(reading: try JSON.parse(Array(json.utf8)))
    }
    #expect(
      error?.problems == [
        "'E.a' is stored through a transformer and is another name of 'layer.width'; remove one of them"
      ])
  }

  @Test("descriptions keep the transformers of former names, with those of parts under the part's name")
  func descriptions() throws {
    let text =
      #"{"name":"P","properties":[{"name":"x","type":"Int","default":1,"aliases":["a",{"name":"b","through":"t"}]}]}"#
    let json =
      #"{"format":"inspector-plugin/1","name":"Q","version":"1.0.0","protocol":[1,1],"transformers":[{"name":"t","type":"Int","stored":"String"}],"components":[\#(text)]}"#
    let description = try PluginDescription(reading: try JSON.parse(Array(json.utf8)))
    let property = try #require(description.components.first?.properties.first)
    #expect(property.aliases == ["a", "b"] && property.aliasTransformers == ["b": "t"])
    #expect(try PluginDescription(reading: description.json) == description)
  }
}
