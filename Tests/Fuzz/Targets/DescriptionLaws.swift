import JSONText
import SceneDocument

@testable import ComponentModel
@testable import InspectorKit
@testable import PluginHost
@testable import SceneComparing
@testable import SceneExport
@testable import SceneSessions
@testable import Workbench

/// Laws of plugin descriptions: an accepted description is written and read back unchanged, and the host can use it
/// even if the plugin crashes at every build.
enum DescriptionLaws {
  static func check(_ bytes: [UInt8]) throws {
    guard let json = try? JSON.parse(bytes) else { return }
    let description: PluginDescription
    do {
      description = try PluginDescription(reading: json)
    } catch {
      return try law(!error.problems.isEmpty && !error.problems.contains(""), "refused without words")
    }
    let written = description.json.text()
    do {
      let again = try PluginDescription(reading: try JSON.parse(Array(written.utf8)))
      try law(again.json.text() == written, "written as \(written) it is written otherwise: \(again.json.text())")
    } catch let error as DescriptionProblems {
      throw Difference("written as \(written) it is refused: \(error.problems)")
    }
    guard description.conditionProblems().isEmpty else { return }
    try checkHost(description)
  }

  private static func checkHost(_ description: PluginDescription) throws {
    let plugin = InstalledPlugin(
      name: "described", path: nil, limit: .seconds(1), described: DescribedPlugin(description, text: [])
    ) {
      () throws(PluginFailure) -> any PluginConnection in
      throw PluginFailure(.crashed, plugin: "described", message: "plugin 'described' ended")
    }
    let library = PluginLibrary([plugin])
    let session = SceneSession(try scene(of: description), library: library)
    let before = session.document.bytes()
    _ = session.check(strict: true)
    for node in session.document.objects.prefix(4) { _ = try? session.inspect(id: session.document.id(node)) }
    for selector in [":modified", "*[count>1]", ":kind(View)"] { _ = try? session.select(Selector(parsing: selector)) }
    let schema = SceneSchema(library).text
    try law((try? JSON.parse(Array(schema.utf8), maximumDepth: 1000)) != nil, "the schema is no JSON")
    try law(session.document.bytes() == before, "looking changes bytes")
  }

  /// Returns a scene with an object of each of the first classes.
  private static func scene(of description: PluginDescription) throws -> SceneDocument {
    let objects = description.components.prefix(4).enumerated().map { place, component -> JSON in
      let attributes = component.properties.prefix(6).map {
        JSON.Member($0.name, place % 2 == 0 ? $0.defaultValue?.json ?? .null : .int(1))
      }
      return .object([
        .init("id", .string("\(place)")), .init("class", .string(component.name)),
        .init("attributes", .object(attributes)),
      ])
    }
    let text = JSON.object([.init("format", .string("inspector-scene/1")), .init("objects", .array(objects))]).text()
    return try SceneDocument(bytes: Array(text.utf8), name: "described")
  }
}
