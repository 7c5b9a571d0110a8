import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of `show --layers`, which lists the contribution of each document and hook to a value.
@Suite struct LayerTests {
  @Component final class Dimmer: View {
    @Inspectable var level = 1 { didSet { level = min(level, limit) } }
    @Inspectable var limit = 10
  }

  private struct DimmerPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Dimmer.self] }
  }

  private let folder = TemporaryFolder()

  private func open() throws -> SceneSession {
    func scene(_ objects: String) -> String { #"{"format":"inspector-scene/1","objects":[\#(objects)]}"# }
    folder.write(
      "base.json",
      scene(#"{"id":"t","class":"Dimmer","children":[{"id":"in","class":"Dimmer","attributes":{"level":2}}]}"#))
    folder.write("mid.json", scene(#"{"id":"m","class":"Dimmer","ref":"base.json","overrides":{"in":{"level":3}}}"#))
    let path = folder.write(
      "top.json",
      scene(
        #"{"id":"p","class":"Dimmer","ref":"mid.json","overrides":{"in":{"level":44}}},{"id":"q","class":"Dimmer","ref":"mid.json"}"#
      ))
    return try SceneSession.open(path: path, library: PluginLibrary(inProcess: [DimmerPlugin.self]))
  }

  /// Returns the layers of a value as texts: the kind, the value, and the place.
  private func layers(_ session: SceneSession, _ id: String, _ property: String) throws -> [String] {
    let layers = try session.layers(of: try session.inspect(id: id))
    return try #require(layers[property]).map { layer in
      let file = layer.file.map { " \(($0 as NSString).lastPathComponent)" } ?? ""
      let place = layer.line.map { ":\($0):\(layer.column ?? 0)" } ?? ""
      return "\(layer.kind.rawValue) \(layer.new ?? "none")\(file)\(place)"
    }
  }

  @Test("the layers of a value are the class, each document from the inside out, and the hook, each with its place")
  func documents() throws {
    let session = try open()
    let inner = ["default 1", "template 2 base.json:1:131", "template 3 mid.json:1:114"]
    #expect(try layers(session, "p/in", "level") == inner + ["file 44 top.json:1:113", "hook 10"])
    #expect(try layers(session, "q/in", "level") == inner)
    #expect(try layers(session, "p/in", "limit") == ["default 10"])
    #expect(try layers(session, "p", "level") == ["default 1"])
  }

  @Test("an edit of the session takes the place of what the file stores; a reset leaves the templates' layers")
  func edits() throws {
    let session = try open()
    func edit(_ id: String, _ operation: Assignment.Operation) throws {
      _ = try session.perform(EditRequest(Selector(ids: [id]), [Assignment("level", operation)]))
    }
    let inner = try layers(session, "q/in", "level")
    try edit("p/in", .set("5"))
    #expect(try layers(session, "p/in", "level") == inner + ["edit 5"])
    try edit("p/in", .reset)
    #expect(try layers(session, "p/in", "level") == inner)
    try edit("q", .set("7"))
    #expect(try layers(session, "q", "level") == ["default 1", "edit 7"])
    while try session.undo() != nil {}
    #expect(try layers(session, "p/in", "level").last == "hook 10")
  }

  @Test("only the values that are asked for have layers")
  func some() throws {
    let session = try open()
    var object = try session.inspect(id: "p/in")
    for index in object.sections.indices { object.sections[index].properties.removeAll { $0.name != "limit" } }
    #expect(try session.layers(of: object).keys.sorted() == ["limit"])
  }
}
