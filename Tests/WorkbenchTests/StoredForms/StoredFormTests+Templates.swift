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

// Stored forms in scenes that are made of other documents, beside bindings through transformers.
extension StoredFormTests {
  enum Say: CaseIterable {
    case nothing, value, binding
  }

  static let layers: [[Say]] = Say.allCases.flatMap { template in
    Say.allCases.flatMap { variant in Say.allCases.map { [template, variant, $0] } }
  }

  @Test(
    "the outermost document decides, whatever the forms, and edits, unpacking and undo keep the laws", arguments: layers
  )
  func composed(says: [Say]) throws {
    let folder = TemporaryFolder()
    mkdir("\(folder.path)/.inspector", 0o755)
    let settings = TestSettings(folder.write(".inspector/settings.json", "{}"))
    let library = PluginLibrary(inProcess: [Lamps.self])
    library.settings = settings
    let (keys, bound) = (["level", "power", "level"], ["user.t", "user.v", "user.s"])
    for (place, key) in bound.enumerated() { settings[key] = .string("\(10 * place + 15)%") }
    func members(_ place: Int) -> String {
      switch says[place] {
      case .nothing: ""
      case .value: #","attributes":{"\#(keys[place])":"\#(10 * (place + 1)).0%"}"#
      case .binding: #","bindings":{"\#(keys[place])":{"setting":"\#(bound[place])","through":"percent"}}"#
      }
    }
    func write(_ object: String, _ name: String) {
      folder.write(name, #"{"format":"inspector-scene/1","objects":[\#(object)]}"#)
    }
    write(#"{"id":"t","class":"Lamp"\#(members(0))}"#, "t.json")
    write(#"{"id":"v","class":"Lamp","ref":"t.json"\#(members(1))}"#, "v.json")
    write(#"{"id":"a","class":"Lamp","ref":"v.json"\#(members(2))}"#, "s.json")
    let session = try SceneSession.open(path: "\(folder.path)/s.json", library: library)
    func bytes() -> String {
      session.withDocument { String(decoding: $0.written.source.snapshot.bytes(), as: UTF8.self) }
    }
    func shown() throws -> Double? {
      guard case .double(let number)? = try session.value(of: "a.level").effective else { return nil }
      return number
    }
    func expected(_ count: Int) -> Double {
      for place in (0..<count).reversed() {
        switch says[place] {
        case .nothing: continue
        case .value: return Double(10 * (place + 1)) / 100
        case .binding: return Double(10 * place + 15) / 100
        }
      }
      return 0.5
    }
    let start = bytes()
    #expect(try shown() == expected(3))
    #expect(session.check().isEmpty)
    #expect(bytes() == start, "reading writes nothing")
    // The outermost document stores a set value in its own form, and a reset restores the others' value.
    let target = Selector(ids: ["a"])
    _ = try session.perform(EditRequest(target, [Assignment("level", .set("0.75"))]))
    #expect(try shown() == 0.75 && bytes().contains(#""75%""#))
    _ = try session.perform(EditRequest(target, [Assignment("level", .reset)]))
    #expect(try shown() == (says[2] == .binding ? 0.35 : expected(2)))
    _ = try session.undo()
    _ = try session.undo()
    #expect(bytes() == start)
    // Arithmetic starts from the shown value.
    _ = try session.perform(EditRequest(target, [Assignment("level", .multiply("0.5"))]))
    #expect(try shown() == expected(3) * 0.5)
    _ = try session.undo()
    _ = try session.perform(EditRequest([.unpack(target)]))
    #expect(try shown() == expected(3))
    _ = try session.undo()
    #expect(bytes() == start)
    // A bundle contains the value, and names the transformer of the setting.
    let attribute = try session.bundle().objects.first?.attributes.first { $0.keyPath == "level" }
    #expect(attribute?.value == (says.allSatisfy { $0 == .nothing } ? nil : .double(expected(3))))
    let decides = says.last { $0 != .nothing } ?? .nothing
    #expect(attribute?.setting?.transformer == (decides == .binding ? "Lamps.percent" : nil))
  }
}
