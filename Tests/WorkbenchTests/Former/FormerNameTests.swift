import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of scenes that store former names of classes and former values of options.
@Suite struct FormerNameTests {
  @Component(aliases: ["Stylus"]) class Pen: Component {
    @Inspectable(options: ["butt", .option("round", aliases: "rounded", "circle")], aliases: ["end"]) var cap = "butt" {
      didSet { log += cap }
    }
    @Inspectable(range: 0...5, options: [0: "None", .option(1, aliases: 7): "One"]) var weight = 0
    @Inspectable(readOnly: true) var log = ""
    @Inspectable(references: "Stylus") var other = ""
  }

  @Component final class Quill: Pen {}

  struct Pens: InspectorPlugin { static var components: [Component.Type] { [Pen.self, Quill.self] } }

  private let library = PluginLibrary(inProcess: [Pens.self])

  private func open(_ objects: String) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    return try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
  }

  private func object(_ attributes: String, class className: String = "Pen") -> String {
    #"{"id":"a","class":"\#(className)","attributes":{\#(attributes)}}"#
  }

  @Test("a former value of an option is read as the present one, everywhere")
  func values() throws {
    for text in ["circle", "rounded", #"c\u0069rcle"#] {
      let session = try open(object(#""cap":"\#(text)","weight":7"#))
      let row = try session.value(of: "a.cap")
      #expect(row.stored == .value(.string("round")) && row.effective == .string("round") && row.state == .stored)
      #expect(row.notes == [.formerOption(.string(text == "rounded" ? text : "circle"))])
      #expect(try session.value(of: "a.weight").effective == .int(1))
      // The setter receives the present value.
      #expect(try session.value(of: "a.log").effective == .string("round"))
      for selector in ["[cap=round]", "[cap=circle]", "[stored(cap)=rounded]", "[cap^=ro]", "[weight=7]", "[weight>0]"]
      {
        #expect(try session.found(selector) == "a", "\(selector)")
      }
      #expect(session.check().isEmpty)
      #expect(session.check(strict: true).map(\.code) == [.propertyAlias, .propertyAlias])
      #expect(session.check(strict: true).allSatisfy { $0.severity == .warning })
      #expect(try session.bundle().objects[0].attributes.map(\.value) == [.string("round"), .int(1)])
    }
  }

  @Test("what is neither an option nor a former value is refused as before")
  func refusals() throws {
    let session = try open(object(#""cap":"oval","weight":8"#))
    #expect(session.check().map(\.code) == [.valueOption, .valueRange])
    #expect(session.check(strict: true).count == 2)
    #expect(throws: Diagnostic.self) {
      try session.perform(EditRequest(try Selector(parsing: "a"), [Assignment("cap", .set("oval"))]))
    }
  }

  @Test("an edit takes a former value, writes the present one, and leaves other spellings alone")
  func edits() throws {
    let session = try open(object(#""cap": "circle","weight":7"#) + #",{"id":"b","class":"Stylus"}"#)
    _ = try session.perform(EditRequest(try Selector(parsing: "Pen"), [Assignment("weight", .set("0"))]))
    #expect(
      session.objects == object(#""cap": "circle","weight":0"#)
        + #",{"id":"b","class":"Stylus","attributes":{"weight":0}}"#)
    _ = try session.perform(EditRequest(try Selector(parsing: "Stylus"), [Assignment("cap", .set("rounded"))]))
    _ = try session.perform(EditRequest(try Selector(parsing: "#b"), [Assignment("weight", .json("7"))]))
    #expect(
      session.objects
        == object(#""cap": "round","weight":0"#)
        + #",{"id":"b","class":"Stylus","attributes":{"weight":1,"cap":"round"}}"#)
    for _ in 0..<3 { try session.undo() }
    #expect(session.objects == object(#""cap": "circle","weight":7"#) + #",{"id":"b","class":"Stylus"}"#)
  }

  @Test("a former name of a class is read as the present one, everywhere")
  func classes() throws {
    for name in ["Stylus", "Pens.Stylus"] {
      let session = try open(object(#""cap":"round","other":"a""#, class: name) + #",{"id":"q","class":"Quill"}"#)
      #expect(try session.inspect(id: "a").inspectedAs == (name == "Stylus" ? "Pen" : "Pens.Pen"))
      #expect(try session.value(of: "a.cap").effective == .string("round"))
      #expect(session.check().isEmpty)
      let found = session.check(strict: true)
      #expect(found.map(\.code) == [.classAlias] && found.map(\.severity) == [.warning])
      for selector in ["Pen", "Stylus", "Pen[cap=round]", "Stylus[cap=round]"] {
        #expect(try session.found(selector) == "a", "\(selector)")
      }
      #expect(try session.found(":kind(Stylus)") == "a q" && session.found(":kind(Pen)") == "a q")
    }
  }

  @Test("an upgrade rewrites names and values, and nothing else; undo returns to the bytes")
  func upgrades() throws {
    let objects =
      object(#" "end" :"circle" , "weight": 7"#, class: "Stylus")
      + #", {"class":"Pens.Stylus","id":"b" },{"id":"c","class":"Quill","attributes":{"cap":"butt","end":"circle"}}"#
    let session = try open(objects)
    var request = EditRequest([.upgrade(try Selector(parsing: "*"))])
    request.isDryRun = true
    #expect(try session.perform(request).changed == 1)
    request.isDryRun = false
    #expect(session.objects == objects)
    #expect(try session.perform(request).changed == 1)
    #expect(
      session.objects == object(#" "cap" :"round" , "weight": 1"#, class: "Pen")
        + #", {"class":"Pens.Pen","id":"b" },{"id":"c","class":"Quill","attributes":{"cap":"butt","end":"circle"}}"#)
    #expect(try session.perform(request).changed == 0)
    try session.undo()
    #expect(session.objects == objects)
  }
}
