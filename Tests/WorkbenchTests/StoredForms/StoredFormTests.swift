import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneExport
@testable import SceneSessions
@testable import Workbench

/// Tests of properties whose stored form differs from their values.
@Suite struct StoredFormTests {
  @Component final class Lamp: View {
    @Inspectable(range: 0...1, aliases: ["power"], storedAs: .named("percent")) var level = 0.5 {
      didSet { if level > 0.9 { level = 0.9 } }
    }
    @Inspectable(storedAs: "corners") var area = Rect(x: 0, y: 0, width: 1, height: 1)
    @Inspectable(storedAs: "thirds") var coarse = 0.0
    @Inspectable(storedAs: "bits") var colour: Color?
    @Inspectable(readOnly: true) var doubled: Double { 2 * level }
    @Action func dim() { level = 0.125 }
  }

  struct Lamps: InspectorPlugin {
    static var components: [Component.Type] { [View.self, Lamp.self] }
    static var transformers: [ValueTransformer] {
      [
        ValueTransformer(
          "percent",
          decode: { (text: String) -> Double? in text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : nil },
          encode: { "\(PropertyValue.double($0 * 100).text)%" }),
        ValueTransformer(
          "corners",
          decode: { (text: String) -> Rect? in
            let numbers = text.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            return Rect(
              x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0], height: numbers[3] - numbers[1])
          },
          encode: { (rect: Rect) in
            [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height].map { PropertyValue.double($0).text }
              .joined(separator: " ")
          }),
        ValueTransformer(
          "thirds", decode: { (count: Int) in Double(count) / 3 },
          encode: { (value: Double) in value < 0 ? nil : Int((value * 3).rounded()) }),
        ValueTransformer(
          "bits",
          decode: { (bits: Int) -> Color? in
            Color(
              red: Double(bits >> 16 & 255) / 255, green: Double(bits >> 8 & 255) / 255, blue: Double(bits & 255) / 255)
          },
          encode: { (color: Color) in
            [color.red, color.green, color.blue].reduce(0) { $0 << 8 | Int(($1 * 255).rounded()) }
          }),
      ]
    }
  }

  private let library = PluginLibrary(inProcess: [Lamps.self])

  private func open(_ attributes: String, palette: String = "") throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1",\#(palette)"objects":[{"id":"a","class":"Lamp","attributes":{\#(attributes)}}]}"#
    return try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
  }

  private func set(_ session: SceneSession, _ assignments: Assignment...) throws -> [ObjectChange] {
    var request = EditRequest(Selector(ids: ["a"]), assignments)
    request.wantsChanges = true
    return try session.perform(request).changes
  }

  @Test("reading decodes: values, selectors, hooks, checks and bundles have the declared type")
  func reads() throws {
    for key in ["level", "power"] {
      let session = try open(#""\#(key)":"25%","area":"1 2 4 6","colour":16711680"#)
      let row = try session.value(of: "a.level")
      #expect(row.effective == .double(0.25) && row.stored == .value(.double(0.25)) && row.storedText == "0.25")
      #expect(row.state == .stored && row.isModified)
      #expect(try session.value(of: "a.doubled").effective == .double(0.5))
      #expect(try session.value(of: "a.area").effective == .rect(Rect(x: 1, y: 2, width: 3, height: 4)))
      #expect(try session.value(of: "a.area.width").effective == .double(3))
      #expect(try session.value(of: "a.colour").effective == .color(.red))
      #expect(try session.found("[level=0.25]") == "a" && session.found("[stored(level)<0.3]") == "a")
      #expect(session.check().filter { $0.code != .unknownProperty }.map(\.message).isEmpty || key == "power")
    }
    let hooked = try open(#""level":"95%""#)
    #expect(try hooked.value(of: "a.level").effective == .double(0.9))
  }

  @Test("what a transformer cannot read is refused where it stands, kept, and can be mended")
  func unreadable() throws {
    let session = try open(#""level":"much","area":"1 2","coarse":0"#)
    let problems = session.check()
    #expect(
      problems.map(\.message) == [
        "'level': the transformer 'Lamps.percent' cannot read \"much\"",
        "'area': the transformer 'Lamps.corners' cannot read \"1 2\"",
      ])
    #expect(problems.map(\.code) == [.valueForm, .valueForm] && problems.allSatisfy { $0.line == 1 })
    #expect(try session.value(of: "a.level").state == .refused)
    #expect(try session.value(of: "a.level").effective == .double(0.5))
    #expect(throws: Diagnostic.self) { try set(session, Assignment("level", .multiply("2"))) }
    _ = try set(session, Assignment("level", .set("0.75")))
    #expect(session.storedMembers == #""level":"75%","area":"1 2","coarse":0"#)
  }

  @Test("every kind of edit encodes, changes the bytes of its value, and is undone byte for byte")
  func edits() throws {
    let start = #""level" : "25%", "area":"1 2 4 6","colour":255"#
    for (edit, end) in [
      (Assignment("level", .set("0.5")), #""level" : "50%", "area":"1 2 4 6","colour":255"#),
      (Assignment("level", .json("0.5")), #""level" : "50%", "area":"1 2 4 6","colour":255"#),
      (Assignment("level", .exact(#""50.0%""#)), #""level" : "50.0%", "area":"1 2 4 6","colour":255"#),
      (Assignment("level", .multiply("2")), #""level" : "50%", "area":"1 2 4 6","colour":255"#),
      (Assignment("level", .multiply("1")), start),
      (Assignment("level", .set("0.25")), start), (Assignment("area", .set("1,2 3x4")), start),
      (Assignment("level", .reset), #""area":"1 2 4 6","colour":255"#),
      (Assignment("area", .set("0,0 5x5")), #""level" : "25%", "area":"0 0 5 5","colour":255"#),
      (Assignment("area.width", .set("10")), #""level" : "25%", "area":"1 2 11 6","colour":255"#),
      (Assignment("area.x", .add("1")), #""level" : "25%", "area":"2 2 5 6","colour":255"#),
      (Assignment("colour", .set("red")), #""level" : "25%", "area":"1 2 4 6","colour":16711680"#),
      (Assignment("colour", .unset), #""level" : "25%", "area":"1 2 4 6","colour":null"#),
      (Assignment("coarse", .set("2")), #""level" : "25%", "area":"1 2 4 6","colour":255,"coarse":6"#),
    ] {
      let session = try open(start)
      let changes = try set(session, edit)
      #expect(session.storedMembers == end, "\(edit)")
      if edit.name == "level", let change = changes.first {
        #expect(change.old == "0.25" && (change.new == nil || Double(change.new ?? "") == change.effective?.number))
      }
      if end != start { _ = try session.undo() }
      #expect(session.storedMembers == start)
    }
    let spelled = try open(#""level":"25.00%""#)
    _ = try set(spelled, Assignment("level", .set("0.25")))
    #expect(spelled.storedMembers == #""level":"25.00%""#, "another spelling of the same value")
    let session = try open(start)
    _ = try session.perform(EditRequest([.run(Selector(ids: ["a"]), action: "dim")]))
    #expect(session.storedMembers == start.replacing("25%", with: "12.5%"))
    let inserted = try open("")
    _ = try set(inserted, Assignment("level", .set("0.75")), Assignment("area.height", .set("3")))
    #expect(inserted.storedMembers == #""level":"75%","area":"0 0 1 3""#)
  }

  @Test("a value that does not come back the same is refused with both texts, and nothing changes")
  func lossy() throws {
    let session = try open(#""coarse":1"#)
    for (typed, reason) in [
      ("0.5", "'coarse' cannot be '0.5': 'Lamps.thirds' stores it as 2, which is read as '0.6666666666666666'"),
      ("-1", "'coarse' cannot be '-1', which 'Lamps.thirds' has no stored form for"),
    ] {
      let error = #expect(throws: Diagnostic.self) { try set(session, Assignment("coarse", .set(typed))) }
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect(session.storedMembers == #""coarse":1"#)
    }
    #expect(throws: Diagnostic.self) { try set(session, Assignment("level", .set("2"))) }
  }

  @Test("a stored value of another type than the transformer stores is refused with that type")
  func storedType() throws {
    let session = try open(#""level":0.25,"coarse":"2","colour":[1]"#)
    #expect(
      session.check().map(\.message) == [
        "'level': the transformer 'Lamps.percent' stores a String, not 0.25",
        "'coarse': the transformer 'Lamps.thirds' stores an Int, not \"2\"",
        "'colour': the transformer 'Lamps.bits' stores an Int, not [1]",
      ])
  }

  // MARK: names of the palette, and titles

  @Component final class Sign: Component {
    @Inspectable(storedAs: "shout") var text = ""
    @Inspectable(storedAs: "word") var ink: Color?
    @Inspectable var paint: Color?
  }

  struct Signs: InspectorPlugin {
    static var components: [Component.Type] { [Sign.self] }
    static var transformers: [ValueTransformer] {
      [
        ValueTransformer(
          "shout", decode: { (text: String) in text.lowercased() }, encode: { (text: String) in text.uppercased() }),
        ValueTransformer(
          "word", decode: { (text: String) in text == "brand" ? Color.green : nil },
          encode: { (color: Color) in color == .green ? "brand" : nil }),
      ]
    }
  }

  @Test("a stored form is no name of the palette, and titles have the value")
  func palette() throws {
    let text =
      #"{"format":"inspector-scene/1","palette":{"brand":"red"},"objects":[{"id":"a","class":"Sign","attributes":{"text":"ON","ink":"brand","paint":"brand"}}]}"#
    let session = try SceneSession.open(
      bytes: Array(text.utf8), name: "s.json", library: PluginLibrary(inProcess: [Signs.self]))
    #expect(try session.value(of: "a.ink").effective == .color(.green))
    _ = try session.perform(EditRequest([.palette([.rename(name: "brand", to: "corp")])]))
    #expect(session.storedMembers == #""text":"ON","ink":"brand","paint":"corp""#)
    #expect(try session.value(of: "a.ink").effective == .color(.green))
    #expect(session.withModel { $0.title(of: NodeIndex(0))?.text } == "on")
  }

  // MARK: mistakes

  @Component final class Wrong: Component {
    @Inspectable(references: "*", storedAs: "twice") var other = ""
    @Inspectable(file: ["*.png"], storedAs: "twice") var path = ""
    @Inspectable(readOnly: true, storedAs: "twice") var fixed: String { "" }
    @Inspectable(storedAs: "twyce") var typo = ""
    @Inspectable(storedAs: "twice") var number = 1
    @Inspectable(storedAs: "Wrongs.nothing") var own = ""
  }

  struct Wrongs: InspectorPlugin {
    static var components: [Component.Type] { [Wrong.self] }
    static var transformers: [ValueTransformer] {
      ["twice", "twice", "a.b"].map { name in
        ValueTransformer(name, decode: { (t: String) in t }, encode: { (t: String) in t })
      }
    }
  }

  @Test("mistakes in declarations are all reported")
  func mistakes() throws {
    let text = try #require(PluginLibrary(inProcess: [Wrongs.self]).plugins.first?.problem).message
    for part in [
      "'Wrong.other' is stored through a transformer and refers to objects; remove one of them",
      "'Wrong.path' is stored through a transformer and is the path of a file; remove one of them",
      "'Wrong.fixed' is stored through a transformer and is read-only; remove one of them",
      "'Wrong.typo' is stored through 'twyce', which is not a transformer of the plugin; did you mean 'twice'?",
      "'Wrong.number' is stored through 'twice', which makes a String; a transformer makes values of the property's type",
      "the plugin has two transformers named 'twice'; rename one of them",
      "'transformers' declares the name 'a.b', which is not an identifier",
    ] { #expect(text.contains(part), "\(text)") }
  }

  @Test("many texts are decoded in one message")
  func batches() throws {
    let objects = (0..<2500).map { #"{"id":"o\#($0)","class":"Lamp","attributes":{"level":"\#($0 % 100)%"}}"# }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let session = try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
    #expect(try session.value(of: "o77.level").effective == .double(0.77))
    var request = EditRequest(try Selector(parsing: "Lamp"), [Assignment("level", .set("0.31"))])
    request.wantsChanges = true
    #expect(try session.perform(request).changes.count { $0.old != $0.new } == 2475)
    #expect(try session.value(of: "o2499.level").effective == .double(0.31))
  }
}

extension PropertyValue {
  fileprivate var number: Double? { if case .double(let number) = self { number } else { nil } }
}

extension SceneSession {
  /// The members of `attributes` in a scene of one object, as written.
  var storedMembers: String {
    let text = withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
    return String(text[(text.range(of: #""attributes":{"#)?.upperBound ?? text.startIndex)...].dropLast(4))
  }
}
