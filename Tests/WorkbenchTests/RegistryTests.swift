import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of finding the plugin of a scene's class.
@Suite struct RegistryTests {
  private enum First: InspectorPlugin {
    static var components: [Component.Type] { [View.self, Star.self] }
  }

  private enum Second: InspectorPlugin {
    static var version: String { "2.5.1" }
    static var components: [Component.Type] { [Star.self] }
  }

  /// A changed version of the plugin `First`.
  private enum Changed: InspectorPlugin {
    static var name: String { "First" }
    static var components: [Component.Type] { [View.self, NewStar.self] }
  }

  @Component fileprivate final class Star: View {
    @Inspectable var points = 5
  }

  @Component fileprivate final class NewStar: View {
    @Inspectable var points = 7
  }

  private func session(_ className: String, plugins: String, library: PluginLibrary) throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1","plugins":{\#(plugins)},"objects":[{"id":"s","class":"\#(className)","attributes":{"points":6}}]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
  }

  @Test("a class of two plugins is an error that names both, unless the scene's plugins or the name decide")
  func ambiguity() throws {
    let library = PluginLibrary(inProcess: [First.self, Second.self])
    let ambiguous = try session("Star", plugins: "", library: library)
    let words =
      "the class 'Star' is registered by plugins 'First' and 'Second'; name one in the scene's 'plugins', or write 'First.Star'"
    #expect(ambiguous.check().map(\.message) == [words])
    #expect(refusal { try ambiguous.set("#s", Assignment("points", .set("7"))) } == words)
    #expect(
      try session("Star", plugins: #""Second":">=2""#, library: library).set("#s", Assignment("points", .set("7")))
        .changed == 1)
    let named = try session("First.Star", plugins: "", library: library)
    #expect(try named.set("Star", Assignment("points", .set("7"))).changed == 1)
    #expect(named.check().isEmpty)
  }

  @Test("a plugin that the scene needs in another version, or at all, is told; its objects are not edited")
  func versions() throws {
    let library = PluginLibrary(inProcess: [First.self])
    let old = try session("Star", plugins: #""First":">=3""#, library: library)
    #expect(
      refusal { try old.set("#s", Assignment("points", .set("7"))) }
        == "the scene needs plugin 'First' >=3, but version 1.0.0 is installed")
    #expect(Set(old.check().map(\.code)) == ["plugin.version"])
    let missing = try session("Moon", plugins: #""Space":"*""#, library: library)
    let words =
      "the scene needs plugin 'Space', which is not installed; 'inspector plugin list' lists the installed ones"
    #expect(refusal { try missing.set("#s", Assignment("points", .set("7"))) } == words)
    #expect(missing.check().map(\.code) == ["plugin.missing", "unknown.class"])
    #expect(try session("Star", plugins: #""First":"one""#, library: library).check().map(\.code) == ["scene.plugins"])
  }

  @Test(
    "version requirements",
    arguments: [
      (">=1.0 <2", "1.4.2", true), (">=1.0 <2", "2.0.0", false), ("*", "0.0.1", true), ("", "1.0", true),
      ("1.2", "1.2.0", true),
      ("=1.2.3", "1.2.4", false), (">1, <=1.5", "1.5", true), (">=1.10", "1.9", false),
    ])
  func requirement(text: String, version: String, accepted: Bool) {
    #expect(VersionRequirement(text)?.accepts(version) == accepted)
  }

  @Test("what is no requirement", arguments: [">=x", "1.2.3.4", "~1", "-1"])
  func malformed(text: String) {
    #expect(VersionRequirement(text) == nil)
  }

  @Test("rules 58, 59: a base class of another plugin is listed, not registered, and the same-named must agree")
  func bases() throws {
    let library = PluginLibrary(inProcess: [First.self, Second.self])
    let second = try #require(library.plugin(named: "Second")?.description)
    #expect(second.components.map(\.name) == ["Star"])
    #expect(second.bases.map(\.name) == ["View"])
    #expect(library.problems.isEmpty)
    let folder = try PluginFolder()
    let base =
      "{'name': 'View', 'label': 'View', 'inert': True, 'properties': []}"
    try folder.add(
      "other",
      script: pythonPlugin("DESCRIPTION['bases'] = [\(base)]; send({'id': 1, 'description': DESCRIPTION}) # describe"))
    try folder.add("basics", executable: "inspector-plugin-basics")
    let together = folder.library()
    #expect(together.plugins.map(\.name) == ["Basics", "Py"])
    #expect(
      together.problems.map(\.message) == [
        "plugins 'Py' and 'Basics' were built with different versions of 'View'; rebuild both"
      ])
  }

  @Test("rule 57: a plugin is replaced while a session lives")
  func replacement() throws {
    let library = PluginLibrary(inProcess: [First.self])
    let scene = try session("NewStar", plugins: "", library: library)
    #expect(scene.check().map(\.code) == ["unknown.class"])
    library.replace(with: Changed.self)
    #expect(scene.check().isEmpty)
    try scene.set("#s", Assignment("points", .set("8")))
    #expect(try scene.effective("s.points") == .int(8))
    #expect(try scene.undo() != nil)
    #expect(scene.isModified == false)
  }
}
