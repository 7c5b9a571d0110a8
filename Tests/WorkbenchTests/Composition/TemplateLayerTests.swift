import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests that the outermost document determines a value, even if the documents store it under different keys.
@Suite struct TemplateLayerTests {
  @Component final class Pump: View {
    @Inspectable(range: 0...100, aliases: ["watts", "force"]) var power = 1
  }

  private struct PumpPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Pump.self] }
  }

  private let folder = TemporaryFolder()

  init() { mkdir("\(folder.path)/.inspector", 0o755) }

  private func write(_ objects: String, _ name: String) {
    folder.write(name, #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#)
  }

  private func open(_ name: String) throws -> SceneSession {
    try SceneSession.open(path: "\(folder.path)/\(name)", library: PluginLibrary(inProcess: [PumpPlugin.self]))
  }

  private func shownPower(_ reference: String, in session: SceneSession) throws -> String? {
    guard case .int(let value)? = try session.value(of: reference).effective else { return nil }
    return "\(value)"
  }

  /// The keys under which a template, a variant of it and the scene store the power, with the resulting value.
  static let cases: [(template: String?, variant: String?, scene: String?, power: String)] = {
    let keys: [String?] = [nil, "power", "watts", "force"]
    return keys.flatMap { template in
      keys.flatMap { variant in
        keys.map { scene in
          (template, variant, scene, scene != nil ? "9" : variant != nil ? "7" : template != nil ? "5" : "1")
        }
      }
    }
  }()

  @Test(
    "the outermost value counts, is edited in its place, and gives way to the next when it is reset", arguments: cases)
  func outermost(template: String?, variant: String?, scene: String?, power: String) throws {
    func member(_ key: String?, _ value: Int) -> String { key.map { #""\#($0)":\#(value)"# } ?? "" }
    write(
      #"{"id":"t","class":"View","children":[{"id":"p","class":"Pump","attributes":{\#(member(template, 5))}}]}"#,
      "t.json")
    write(
      #"{"id":"v","class":"View","ref":"t.json","overrides":{"p":{\#(member(variant, 7))}}}"#, "v.json")
    write(
      #"{"id":"a","class":"View","ref":"v.json","overrides":{"p":{\#(member(scene, 9))}}}"#, "s.json")
    let session = try open("s.json")
    let before = session.withDocument { $0.written.source.snapshot.sha256 }
    #expect(try shownPower("a/p.power", in: session) == power)
    let pump = try Selector(parsing: "Pump[power=\(power)]")
    #expect(try session.select(pump).count == 1)
    #expect(session.check().filter { $0.code == .propertyAlias }.isEmpty)
    // An edit stores the value under the key that carries it, so that there is never a second one.
    _ = try session.perform(EditRequest(Selector(ids: ["a/p"]), [Assignment("power", .set("11"))]))
    #expect(try shownPower("a/p.power", in: session) == "11")
    let text = session.withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
    #expect(text.contains(#""\#(scene ?? variant ?? template ?? "power")":11"#), "\(text)")
    #expect(text.components(separatedBy: ":11").count == 2)
    #expect(!text.contains(":9"))
    _ = try session.undo()
    #expect(session.withDocument { $0.written.source.snapshot.sha256 } == before)
    guard scene != nil else { return }
    _ = try session.perform(EditRequest(Selector(ids: ["a/p"]), [Assignment("power", .reset)]))
    let beneath = variant != nil ? "7" : template != nil ? "5" : "1"
    #expect(try shownPower("a/p.power", in: session) == beneath)
    _ = try session.undo()
    #expect(session.withDocument { $0.written.source.snapshot.sha256 } == before)
  }

  @Test("upgrading the template changes no value that a scene shows")
  func upgrade() throws {
    write(#"{"id":"t","class":"Pump","attributes":{"watts":5}}"#, "t.json")
    write(
      #"{"id":"a","class":"Pump","ref":"t.json","attributes":{"force":9}},{"id":"b","class":"Pump","ref":"t.json"}"#,
      "s.json")
    let template = try open("t.json")
    _ = try template.perform(EditRequest([.upgrade(Selector(ids: ["t"]))]))
    try template.save()
    let session = try open("s.json")
    #expect(try ["a", "b"].map { try shownPower("\($0).power", in: session) } == ["9", "5"])
    _ = try session.perform(EditRequest([.upgrade(Selector(ids: ["a", "b"]))]))
    #expect(try ["a", "b"].map { try shownPower("\($0).power", in: session) } == ["9", "5"])
    let text = session.withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
    #expect(text.contains(#""attributes":{"power":9}"#))
    #expect(!text.contains(#":5"#))
  }

  @Test(
    "a session keeps what it has of a template that can no longer be read", arguments: ["", "{", #"{"format":"x"}"#])
  func unreadable(broken: String) throws {
    write(#"{"id":"t","class":"View","children":[{"id":"p","class":"Pump","attributes":{"power":5}}]}"#, "t.json")
    write(#"{"id":"a","class":"View","ref":"t.json"}"#, "s.json")
    let session = try open("s.json")
    #expect(try shownPower("a/p.power", in: session) == "5")
    try FileManager.default.removeItem(atPath: "\(folder.path)/t.json")
    if !broken.isEmpty { folder.write("t.json", broken) }
    #expect(throws: Diagnostic.self) { try session.followTemplates() }
    #expect(try shownPower("a/p.power", in: session) == "5")
    _ = try session.perform(EditRequest(Selector(ids: ["a/p"]), [Assignment("power", .set("6"))]))
    #expect(try shownPower("a/p.power", in: session) == "6")
    write(#"{"id":"t","class":"View","children":[{"id":"p","class":"Pump","attributes":{"power":8}}]}"#, "t.json")
    #expect(try session.followTemplates())
    _ = try session.undo()
    #expect(try shownPower("a/p.power", in: session) == "8")
  }
}
