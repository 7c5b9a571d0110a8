import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneExport
@testable import SceneSessions
@testable import Workbench

extension BindingTests {
  // MARK: templates

  @Test("a binding to a setting without a value leaves what the template says, also a binding")
  func unsetAround() throws {
    settings["user.power"] = .int(7)
    for inner in [#""attributes":{"power":7}"#, #""bindings":{"power":"user.power"}"#] {
      write(#"{"id":"t","class":"Dial",\#(inner)}"#, "t.json")
      write(#"{"id":"a","class":"Dial","ref":"t.json","bindings":{"power":"user.none"}}"#)
      let session = try open()
      #expect(try session.value(of: "a.power").effective == .int(7))
      #expect(session.check().map(\.code) == [.bindingUnset])
      let bundle = try session.bundle()
      #expect(bundle.objects[0].attributes.contains { $0.keyPath == "power" && $0.value == .int(7) })
      #expect(bundle.notCarried.isEmpty)
      _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
      #expect(try session.value(of: "a.power").effective == .int(7))
    }
  }

  /// The data that a document stores for a property: nothing, a value, a binding, or both.
  enum Say: CaseIterable {
    case nothing, value, binding, both
  }

  static let layers: [[Say]] = Say.allCases.flatMap { template in
    Say.allCases.flatMap { variant in Say.allCases.map { [template, variant, $0] } }
  }

  @Test("of a placeholder, the outermost document decides that says a value or a binding", arguments: layers)
  func placeholders(says: [Say]) throws {
    for (place, key) in ["user.t", "user.v", "user.s"].enumerated() { settings[key] = .int(10 * (place + 1) + 5) }
    // Each document stores the property under another key.
    let keys = ["power", "watts", "force"]
    func members(_ place: Int) -> String {
      let stores = says[place] == .value || says[place] == .both
      let binds = says[place] == .binding || says[place] == .both
      let value = stores ? #","attributes":{"\#(keys[place])":\#(10 * (place + 1))}"# : ""
      let binding =
        binds ? #","bindings":{"\#(keys[(place + 1) % 3])":"\#(["user.t", "user.v", "user.s"][place])"}"# : ""
      return value + binding
    }
    write(#"{"id":"t","class":"Dial"\#(members(0))}"#, "t.json")
    write(#"{"id":"v","class":"Dial","ref":"t.json"\#(members(1))}"#, "v.json")
    write(#"{"id":"a","class":"Dial","ref":"v.json"\#(members(2))}"#)
    func value(_ upTo: Int) -> Int {
      for place in (0..<upTo).reversed() {
        switch says[place] {
        case .value, .both: return 10 * (place + 1)
        case .binding: return 10 * (place + 1) + 5
        case .nothing: continue
        }
      }
      return 1
    }
    let session = try open()
    let start = bytes(session)
    func shown() throws -> PropertyValue? { try session.value(of: "a.power").effective }
    #expect(try shown() == .int(value(3)))
    let outermost = says.last { $0 != .nothing } ?? .nothing
    #expect(try session.found("[power]") == ([.value, .both].contains(outermost) ? "a" : ""))
    #expect(
      try session.value(of: "a.power").state == [.nothing: .default, .binding: .bound][outermost, default: .stored])
    // Only a document with both a value and a binding is reported.
    #expect(session.check().filter { $0.code == .bindingHidden }.count == (outermost == .both ? 1 : 0))
    #expect(session.check().filter { $0.code == .propertyAlias }.isEmpty)
    // Without the scene's own value, the binding or the template determines the value.
    let unstored = says[2] == .both || says[2] == .binding ? 35 : value(2)
    if unstored != 1 {
      _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .reset)]))
      #expect(try shown() == .int(unstored))
      _ = try session.undo()
    }
    // Arithmetic starts from the shown value, and stores the result in the scene.
    _ = try session.perform(EditRequest(Selector(ids: ["a"]), [Assignment("power", .add("1"))]))
    #expect(try shown() == .int(value(3) + 1))
    _ = try session.undo()
    #expect(bytes(session) == start)
    // An unpacked object shows the same value, and stores it once.
    let before = try session.inspect(id: "a").sections.flatMap(\.properties).map(\.effective)
    _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
    #expect(try session.inspect(id: "a").sections.flatMap(\.properties).map(\.effective) == before)
    #expect(
      try session.value(of: "a.power").state == [.nothing: .default, .binding: .bound][outermost, default: .stored])
    _ = try session.undo()
    #expect(bytes(session) == start)
    let again = try open()
    #expect(try again.value(of: "a.power").effective == .int(value(3)))
  }

  @Test("an object that a template supplies has the template's bindings, is overridden, and is not bound outside")
  func innerObjects() throws {
    (settings["user.power"], settings["user.other"]) = (.int(7), .int(8))
    write(
      #"{"id":"t","class":"View","children":[{"id":"d","class":"Dial","bindings":{"power":"user.power"}}]}"#, "t.json")
    write(#"{"id":"a","class":"View","ref":"t.json"},{"id":"b","class":"View","ref":"t.json"}"#)
    let session = try open()
    let start = bytes(session)
    #expect(try session.found("Dial[power=7]") == "a/d b/d")
    _ = try session.perform(EditRequest(Selector(ids: ["a/d"]), [Assignment("power", .set("3"))]))
    #expect(try session.found("Dial[power=7]") == "b/d" && session.found("Dial[power=3]") == "a/d")
    #expect(session.check().isEmpty)
    _ = try session.perform(EditRequest(Selector(ids: ["a/d"]), [Assignment("power", .reset)]))
    #expect(bytes(session) == start && session.isModified == false)
    let error = #expect(throws: Diagnostic.self) {
      try session.perform(EditRequest([.bind(Selector(ids: ["a/d"]), "power", to: "user.other")]))
    }
    #expect(error?.code == .editInstance && bytes(session) == start)
    let why = try open().why("a/d.power").reasons
    #expect(why.map(\.kind) == [.default, .binding, .effective] && why[1].file?.hasSuffix("t.json") == true)
  }

  @Test("a placeholder that stays is not changed when the one around it is unpacked")
  func unpackedAround() throws {
    settings["user.power"] = .int(7)
    write(
      #"{"id":"t","class":"Dial","attributes":{"power":2},"bindings":{"title":"user.title"},"children":[{"id":"d","class":"Dial","bindings":{"power":"user.power"}}]}"#,
      "t.json")
    let kept = #"{"id":"k","class":"Dial","ref":"t.json","attributes":{"watts":3},"overrides":{"d":{"force":4}}}"#
    write(#"{"id":"a","class":"Dial","ref":"t.json","bindings":{"power":"user.power"},"children":[\#(kept)]}"#)
    let session = try open()
    let ids = ["a", "a/d", "k", "k/d"]
    let before = try ids.map { try session.value(of: "\($0).power").effective }
    #expect(before == [.int(7), .int(7), .int(3), .int(4)])
    _ = try session.perform(EditRequest([.unpack(Selector(ids: ["a"]))]))
    #expect(bytes(session).contains(kept), "\(bytes(session))")
    #expect(try ["a", "d", "k", "k/d"].map { try session.value(of: "\($0).power").effective } == before)
    #expect(!bytes(session).contains(#""power":2"#))
  }

  // MARK: laws

  @Test("random edits, bindings and settings show what the documents say, and undo restores the bytes")
  func laws() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      func pick<T>(_ list: [T]) -> T { list[random.next(list.count)] }
      let keys = ["user.a", "user.b", "user.c"]
      for key in keys { settings[key] = random.next(3) == 0 ? nil : .int(random.next(50)) }
      func dial(_ id: String, _ rest: String = "") -> String {
        var members = #""id":"\#(id)","class":"Dial""#
        if random.next(2) == 0 { members += #","attributes":{"\#(pick(["power", "watts"]))":\#(random.next(50))}"# }
        if random.next(2) == 0 { members += #","bindings":{"power":{"setting":"\#(pick(keys))"}}"# }
        return "{\(members)\(rest)}"
      }
      write(dial("t", #","children":[\#(dial("d"))]"#), "t.json")
      let overrides = random.next(2) == 0 ? #","overrides":{"d":{"power":\#(random.next(50))}}"# : ""
      write(
        [dial("a", #","ref":"t.json"\#(overrides)"#), dial("b"), dial("c", #","ref":"t.json""#)].joined(separator: ","))
      let session = try open()
      var history: [(bytes: String, values: [PropertyValue?])] = []
      func values(_ session: SceneSession) throws -> [PropertyValue?] {
        try ["a", "a/d", "b", "c", "c/d"].map { try session.value(of: "\($0).power").effective }
      }
      for step in 0..<14 {
        if random.next(4) == 0 { settings[pick(keys)] = random.next(3) == 0 ? nil : .int(random.next(50)) }
        let id = pick(["a", "a/d", "b", "c", "c/d"])
        let target = Selector(ids: [id])
        let edit =
          switch random.next(5) {
          case 0: EditRequest(target, [Assignment("power", .set("\(random.next(50))"))])
          case 1: EditRequest(target, [Assignment("power", .reset)])
          case 2: EditRequest(target, [Assignment("power", .add("1"))])
          case 3: EditRequest([.unbind(target, "power")])
          default: EditRequest([.bind(target, "power", to: pick(keys))])
          }
        let before = (bytes(session), try values(session))
        var trial = edit
        trial.isDryRun = true
        _ = try? session.perform(trial)
        #expect(bytes(session) == before.0, "seed \(seed), step \(step): a dry run changed the scene")
        let result = try? session.perform(edit)
        if result == nil { #expect(bytes(session) == before.0, "seed \(seed), step \(step): a refused edit") }
        if bytes(session) != before.0 { history.append((before.0, before.1)) }
        // Reading the bytes again shows the same.
        folder.write("again.json", bytes(session))
        let again = try open("again.json")
        #expect(try values(again) == values(session), "seed \(seed), step \(step)")
      }
      for (text, _) in history.reversed() {
        _ = try session.undo()
        #expect(bytes(session) == text, "seed \(seed)")
      }
    }
  }
}
