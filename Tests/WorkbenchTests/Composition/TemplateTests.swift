import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of composed scenes: the allowed files, the changes that a session follows, and the text that edits write.
@Suite struct TemplateTests {
  /// A workspace that is removed when this object is released.
  private final class Folder {
    let path: String

    init() throws {
      path = try #require(realpath(NSTemporaryDirectory(), nil).map { String(cString: $0) }) + "/templates-\(UUID())"
      try FileManager.default.createDirectory(atPath: path + "/.inspector", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ objects: String, _ name: String) throws {
      let file = "\(path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#.write(
        toFile: file, atomically: true, encoding: .utf8)
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    func open(_ name: String) throws -> SceneSession {
      try SceneSession.open(path: "\(path)/\(name)", library: PluginLibrary(inProcess: [LampPlugin.self]))
    }

    /// Writes a lamp with a bulb, and a room that shows the lamp twice.
    func lamps() throws {
      try write(
        #"{"id":"lamp","class":"Lamp","attributes":{"power":5},"children":[{"id":"bulb","class":"Lamp","attributes":{"power":7}}]}"#,
        "lamp.json")
      try write(
        #"{"id":"a","class":"Lamp","ref":"lamp.json"},{"id":"b","class":"Lamp","ref":"lamp.json#lamp","overrides":{"bulb":{"power":9}}}"#,
        "room.json")
    }
  }

  @Component final class Lamp: View {
    @Inspectable(range: 0...100) var power = 1
    @Inspectable var doubled = 0
    @Inspectable(references: "Lamp") var partner = ""

    override func awake() { doubled = 2 * power }
  }

  private struct LampPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Lamp.self] }
  }

  private func value(_ session: SceneSession, _ reference: String) throws -> String? {
    try session.value(of: reference).effective?.text
  }

  private func set(_ session: SceneSession, _ selector: String, power: String) throws -> EditResult {
    let assignment = Assignment("power", power.hasPrefix("+=") ? .add(String(power.dropFirst(2))) : .set(power))
    return try session.perform(EditRequest(try Selector(parsing: selector), [assignment]))
  }

  @Test("hooks run on the values of all layers, and an edit of an inner object is one override in the scene's file")
  func edit() throws {
    let folder = try Folder()
    try folder.lamps()
    let template = try folder.text("lamp.json")
    let session = try folder.open("room.json")
    #expect(try value(session, "a/bulb.doubled") == "14")
    #expect(try value(session, "b/bulb.doubled") == "18")
    #expect(try set(session, "Lamp", power: "+=1").changed == 4)
    #expect(try value(session, "b/bulb.doubled") == "20")
    #expect(throws: Diagnostic.self) { try set(session, "#a/bulb", power: "101") }
    try session.save()
    let room =
      #"{"id":"a","class":"Lamp","attributes":{"power":6},"ref":"lamp.json","overrides":{"bulb":{"power":8}}},{"id":"b","class":"Lamp","attributes":{"power":6},"ref":"lamp.json#lamp","overrides":{"bulb":{"power":10}}}"#
    #expect(try folder.text("room.json") == #"{"format":"inspector-scene/1","objects":[\#(room)]}"#)
    #expect(try folder.text("lamp.json") == template)
    #expect(session.isModified == false)
    _ = try session.undo()
    #expect(session.isModified)
    #expect(try value(session, "b/bulb.doubled") == "18")
  }

  @Test("a session shows a changed template, and its steps can still be undone")
  func following() throws {
    let folder = try Folder()
    try folder.lamps()
    let session = try folder.open("room.json")
    #expect(try session.followTemplates())
    let version = session.version
    try folder.write(
      #"{"id":"lamp","class":"Lamp","children":[{"id":"new","class":"Lamp"},{"id":"bulb","class":"Lamp","attributes":{"power":20}}]}"#,
      "lamp.json")
    #expect(try session.followTemplates())
    #expect(session.version == version + 1)
    #expect(session.history.isEmpty && !session.isModified)
    #expect(try value(session, "a/bulb.power") == "20")
    #expect(try value(session, "b/bulb.power") == "9")
    #expect(try value(session, "a/new.power") == "1")
    _ = try set(session, "#a/new", power: "3")
    try folder.write(#"{"id":"lamp","class":"Lamp"}"#, "lamp.json")
    #expect(try session.followTemplates())
    #expect(session.withDocument(\.objectCount) == 2 && session.history.count == 1)
    _ = try session.undo()
    #expect(!session.isModified)
    try folder.lamps()
    #expect(try session.followTemplates())
    _ = try session.redo()
    #expect(session.text.contains(#""overrides":{"new":{"power":3}}"#))
    #expect(try value(session, "a/bulb.power") == "7")
    _ = try session.undo()
    #expect(session.check().isEmpty)
  }

  @Test("what a document may name depends on the workspace of the scene that is opened")
  func workspaces() throws {
    let folder = try Folder()
    try folder.write(#"{"id":"s","class":"Lamp"}"#, "secret.json")
    try folder.write(
      #"{"id":"m","class":"Lamp","children":[{"id":"in","class":"Lamp","ref":"../secret.json"}]}"#, "sub/mid.json")
    try folder.write(#"{"id":"o","class":"Lamp","ref":"sub/mid.json"}"#, "outer.json")
    try folder.write(#"{"id":"i","class":"Lamp","ref":"mid.json"}"#, "sub/inner.json")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub/.inspector", withIntermediateDirectories: true)
    #expect(try folder.open("outer.json").check().map(\.code) == [])
    #expect(try folder.open("sub/inner.json").check().map(\.code) == [.refOutside])
  }

  @Test("rings and depths beyond 64 are reported wherever they are, and nothing else is lost")
  func rings() throws {
    let folder = try Folder()
    try folder.write(#"{"id":"a","class":"Lamp","children":[{"id":"x","class":"Lamp","ref":"b.json"}]}"#, "a.json")
    try folder.write(#"{"id":"b","class":"Lamp","children":[{"id":"y","class":"Lamp","ref":"c.json"}]}"#, "b.json")
    try folder.write(#"{"id":"c","class":"Lamp","children":[{"id":"z","class":"Lamp","ref":"a.json"}]}"#, "c.json")
    for name in ["a", "b", "c"] {
      let session = try folder.open("\(name).json")
      #expect(session.check().map(\.code) == [.refRing], "\(name)")
    }
    for number in 0..<70 {
      let children = number == 0 ? "" : #","children":[{"id":"n","class":"Lamp","ref":"d\#(number - 1).json"}]"#
      try folder.write(#"{"id":"d","class":"Lamp"\#(children)}"#, "d\(number).json")
    }
    for number in [60, 69, 64, 69] {
      let codes = try folder.open("d\(number).json").check().map(\.code)
      #expect(codes == (number > 64 ? [.refLimit] : []), "\(number)")
    }
  }

  @Test("an expansion beyond the limit is refused before it is made")
  func expansion() throws {
    let folder = try Folder()
    try folder.write(#"{"id":"r","class":"Lamp"}"#, "e0.json")
    for number in 1...10 {
      let children = (0..<10).map { #"{"id":"i\#($0)","class":"Lamp","ref":"e\#(number - 1).json"}"# }
      try folder.write(
        #"{"id":"r","class":"Lamp","children":[\#(children.joined(separator: ","))]}"#, "e\(number).json")
    }
    let codes = try folder.open("e10.json").check(hooks: false).map(\.code)
    #expect(Set(codes) == [.refLimit])
  }

  @Test("unsaved overrides meet changes of the file: both are kept, or they conflict")
  func takeIn() throws {
    let folder = try Folder()
    try folder.lamps()
    let session = try folder.open("room.json")
    _ = try set(session, "#b/bulb", power: "11")
    try folder.write(
      #"{"id":"a","class":"Lamp","ref":"lamp.json","attributes":{"power":3}},{"id":"b","class":"Lamp","ref":"lamp.json#lamp","overrides":{"bulb":{"power":9}}}"#,
      "room.json")
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs).isEmpty)
    #expect(try value(session, "a.power") == "3")
    #expect(try value(session, "b/bulb.power") == "11")
    #expect(session.isModified)
    try folder.write(
      #"{"id":"a","class":"Lamp","ref":"lamp.json","attributes":{"power":3}},{"id":"b","class":"Lamp","ref":"lamp.json#lamp","overrides":{"bulb":{"power":15}}}"#,
      "room.json")
    guard case .changed(let others) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(others).count == 1)
    #expect(try value(session, "b/bulb.power") == "11")
  }

  /// Returns the objects of a scene without their ids: the class, the number of the parent, and the stored attributes.
  /// Values of `partner` are replaced by the numbers of the referenced objects.
  private func content(_ session: SceneSession) -> [String] {
    session.withModel { model in
      let document = model.document
      return document.objects.map { node in
        var words = ["\(document.className(node))", "\(document.parent(node)?.number ?? -1)"]
        document.forEachAttribute(of: node) { key, value in
          words.append("\(String(decoding: key, as: UTF8.self)): \(String(decoding: value, as: UTF8.self))")
          return true
        }
        let references = model.references(of: node).map { document.node(id: $0.id)?.number ?? -1 }
        words = words.map { $0.hasPrefix("partner:") ? "partner: \(references)" : $0 }
        return words.joined(separator: ", ")
      }
    }
  }

  @Test("an unpacked placeholder shows the same objects, with the references between them, and is undone to the byte")
  func unpacking() throws {
    let folder = try Folder()
    try folder.write(
      #"{"id":"lamp","class":"Lamp","attributes":{"partner":"bulb"},"children":[{"id":"bulb","class":"Lamp","attributes":{"power":7,"partner":"lamp"}},{"id":"wire","class":"Lamp","attributes":{"partner":"bulb"}}]}"#,
      "lamp.json")
    try folder.write(
      #"{"id":"pair","class":"Lamp","attributes":{"partner":"left/wire"},"children":[{"id":"left","class":"Lamp","ref":"lamp.json"},{"id":"right","class":"Lamp","ref":"lamp.json","overrides":{"bulb":{"power":8}}}]}"#,
      "pair.json")
    let room =
      #"{"id":"a","class":"Lamp","ref":"pair.json","overrides":{"left/bulb":{"power":9}},"children":[{"id":"own","class":"Lamp","attributes":{"partner":"a/left/wire"},"children":[{"id":"kid","class":"Lamp","ref":"lamp.json","overrides":{"wire":{"power":3}}}]}]},{"id":"left","class":"Lamp","attributes":{"partner":"a/right"}},{"id":"b","class":"Lamp","ref":"lamp.json"},{"id":"wire","class":"Lamp"}"#
    try folder.write(room, "room.json")
    let session = try folder.open("room.json")
    let (text, before) = (try folder.text("room.json"), content(session))
    for selector in ["#a", "#b", "#kid", ":instance:authored", ":instance", ":from(lamp.json):authored"] {
      let result = try session.perform(EditRequest([.unpack(try Selector(parsing: selector))]))
      #expect(!result.structure.isEmpty)
      #expect(content(session) == before, "\(selector)")
      _ = try session.undo()
      #expect(session.withDocument { $0.written.bytes() } == Array(text.utf8), "\(selector)")
      _ = try session.redo()
      #expect(content(session) == before, "\(selector)")
      try session.save(to: "\(folder.path)/unpacked.json", options: SaveOptions())
      let kid = #""id":"kid","class":"Lamp","ref":"lamp.json","overrides":{"wire":{"power":3}}"#
      let isKept = selector == "#a" || selector == "#b"
      let unpacked = try folder.text("unpacked.json")
      #expect(unpacked.filter { $0 > " " }.contains(kid) == isKept, "\(selector): \(unpacked)")
      #expect(content(try folder.open("unpacked.json")) == before, "\(selector)")
      _ = try session.undo()
    }
    for selector in ["#a/left", "#own", "#nobody"] {
      #expect(throws: Diagnostic.self) { try session.perform(EditRequest([.unpack(try Selector(parsing: selector))])) }
    }
    #expect(session.withDocument { $0.written.bytes() } == Array(text.utf8))
  }

  @Test("what an earlier step gives a placeholder is unpacked with it, and so is what no plugin knows")
  func unpackingOthers() throws {
    let folder = try Folder()
    try folder.write(
      #"{"id":"t","class":"Lamp","children":[{"id":"map","class":"Map","attributes":{"zoom":3}},{"id":"u","class":"Lamp","attributes":{"power":500}}]}"#,
      "lamp.json")
    try folder.write(
      #"{"id":"a","class":"Lamp","ref":"lamp.json"},{"id":"none","class":"Lamp","ref":"no.json"}"#, "room.json")
    let session = try folder.open("room.json")
    let all = try Selector(parsing: "#a")
    _ = try session.perform(
      EditRequest([.set(all, [Assignment("power", .set("9")), Assignment("glow:Double", .set("2"))]), .unpack(all)]))
    let text = String(decoding: session.withDocument { $0.written.bytes() }, as: UTF8.self)
    for part in ["glow", #""zoom":3"#, #""power":500"#, #""power":9"#] {
      #expect(text.filter { $0 > " " }.contains(part), "\(part) in \(text)")
    }
    #expect(throws: Diagnostic.self) { try session.perform(EditRequest([.unpack(try Selector(parsing: "#none"))])) }
    // The path of a placeholder inside a template is relative to the template.
    try folder.write(
      #"{"id":"t","class":"Lamp","children":[{"id":"x","class":"Lamp","ref":"other.json"}]}"#, "lib/card.json")
    try folder.write(#"{"id":"o","class":"Lamp"}"#, "other.json")
    try folder.write(#"{"id":"c","class":"Lamp","ref":"lib/card.json"}"#, "page.json")
    let page = try folder.open("page.json")
    #expect(throws: Diagnostic.self) { try page.perform(EditRequest([.unpack(try Selector(parsing: "#c"))])) }
  }

  @Test("an unpacked object gets no id and no colour that would change what another object means")
  func captures() throws {
    let folder = try Folder()
    try folder.write(
      #"{"id":"r","class":"Lamp","children":[{"id":"k","class":"Lamp"},{"id":"h","class":"Lamp","attributes":{"partner":"k"}}]}"#,
      "t.json")
    func unpack(_ selector: String, in objects: String, references: [String: String]) throws -> SceneSession {
      try folder.write(objects, "page.json")
      let session = try folder.open("page.json")
      let before = content(session)
      _ = try session.perform(EditRequest([.unpack(try Selector(parsing: selector))]))
      #expect(content(session) == before, "\(objects)")
      for (object, id) in references { #expect(try value(session, "\(object).partner") == id, "\(objects)") }
      return session
    }
    // The override means x's object, not the one of its own placeholder.
    let two =
      #"{"id":"x","class":"Lamp","ref":"t.json"},{"id":"y","class":"Lamp","ref":"t.json","overrides":{"h":{"partner":"x/k"}}}"#
    _ = try unpack("#x", in: two, references: ["h": "x/k", "y/h": "x/k"])
    // A reference that nothing satisfies stays so.
    _ = try unpack(
      "#x", in: #"{"id":"x","class":"Lamp","ref":"t.json"},{"id":"e","class":"Lamp","attributes":{"partner":"k"}}"#,
      references: ["h": "x/k", "e": "k"])
    // What is selected inside a placeholder that stays.
    let nested =
      #"{"id":"x","class":"Lamp","ref":"t.json","children":[{"id":"y","class":"Lamp","ref":"t.json","children":[{"id":"z","class":"Lamp","ref":"t.json"}]}]}"#
    let session = try unpack("#x, #z", in: nested, references: [:])
    #expect(session.withDocument { document in document.node(id: "z").map(document.isInstance) } == false)
    #expect(session.withDocument { document in document.node(id: "y").map(document.isInstance) } == true)
    // An id that another placeholder has inside.
    try folder.write(
      #"{"id":"out","class":"Lamp"},{"id":"y","class":"Lamp","ref":"t.json","overrides":{"h":{"partner":"out"}}}"#,
      "page.json")
    let other = try folder.open("page.json")
    let rename = EditStep.rename(try Selector(parsing: "#out"), id: "k")
    #expect(throws: Diagnostic.self) { try other.perform(EditRequest([rename])) }
    _ = try other.perform(EditRequest([.rename(try Selector(parsing: "#out"), id: "free")]))
    #expect(try value(other, "y/h.partner") == "free")
  }

  @Test("a reference is applied with the template's ids, or not at all")
  func appliedReferences() throws {
    let folder = try Folder()
    try folder.write(
      #"{"id":"r","class":"Lamp","children":[{"id":"k","class":"Lamp"},{"id":"h","class":"Lamp"}]}"#, "t.json")
    try folder.write(
      #"{"id":"x","class":"Lamp","ref":"t.json","overrides":{"h":{"partner":"x/k"},"k":{"partner":"x"}}},{"id":"y","class":"Lamp","ref":"t.json","overrides":{"h":{"partner":"x/k"}}}"#,
      "page.json")
    let session = try folder.open("page.json")
    let edits = try session.applying(try session.overrides(named: ["x"]))
    #expect(edits.count == 1)
    let values = edits.flatMap(\.steps).compactMap { $0.setting?.assignments.first?.operation }
    #expect(values == [.exact("\"r\""), .exact("\"k\"")] || values == [.exact("\"k\""), .exact("\"r\"")])
    #expect(throws: Diagnostic.self) { try session.applying(try session.overrides(named: ["y"])) }
  }

  @Test("an override that equals the template's value is removed, also by several steps in one edit")
  func equalOverrides() throws {
    let folder = try Folder()
    try folder.lamps()
    try folder.write(
      #"{"id":"b","class":"Lamp","ref":"lamp.json","attributes":{"power":5},"overrides":{"bulb":{"power":7}}}"#,
      "room.json")
    let session = try folder.open("room.json")
    let overrides = try session.overrides()
    #expect(overrides.map(\.object) == ["b", "b/bulb"])
    #expect(overrides.allSatisfy { $0.value == $0.inherited })
    #expect(try session.perform(EditRequest((overrides + overrides).map(\.revert))).changed == 2)
    #expect(try session.overrides().isEmpty)
    try session.save()
    #expect(
      try folder.text("room.json")
        == #"{"format":"inspector-scene/1","objects":[{"id":"b","class":"Lamp","ref":"lamp.json","attributes":{}}]}"#)
  }
}
