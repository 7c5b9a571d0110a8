import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of the plugins that a scene and its templates require.
@Suite struct TemplatePluginTests {
  @Component final class Knob: View {
    @Inspectable var turn = 1
  }

  private struct Knobs: InspectorPlugin {
    static let version = "1.5.0"
    static var components: [Component.Type] { [Knob.self] }
  }

  private func session(scene: String?, template: String?) throws -> (TemporaryFolder, SceneSession) {
    let folder = TemporaryFolder()
    func head(_ need: String?) -> String { need.map { #""plugins":{"Knobs":"\#($0)"},"# } ?? "" }
    folder.write(
      "t.json", #"{"format":"inspector-scene/1",\#(head(template))"objects":[{"id":"t","class":"Knob"}]}"#)
    let path = folder.write(
      "s.json", #"{"format":"inspector-scene/1",\#(head(scene))"objects":[{"id":"a","class":"Knob","ref":"t.json"}]}"#)
    return (folder, try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Knobs.self])))
  }

  @Test(
    "a plugin has to meet the requirements of the scene and of its templates; two that contradict name both files",
    arguments: [
      (nil, nil, []), (">=1", "<2", []), (">=1", nil, []),
      ("<2", ">=2", ["t.json: plugin.version s.json"]),
      (nil, ">=2", ["t.json: plugin.version"]),
      (">=1.6", ">=2", ["s.json: plugin.version", "t.json: plugin.version"]),
      ("=1.5", ">1.5", ["t.json: plugin.version s.json"]),
      (">=1", "what", ["t.json: scene.plugins"]),
    ] as [(String?, String?, [String])])
  func intersection(_ scene: String?, _ template: String?, _ expected: [String]) throws {
    let (folder, session) = try session(scene: scene, template: template)
    let found = session.check().filter { $0.severity == .error }.map { finding in
      let file = ((finding.file ?? "") as NSString).lastPathComponent
      let names = finding.message.contains("\(folder.path)/s.json") ? " s.json" : ""
      return "\(file): \(finding.code.rawValue)\(names)"
    }
    #expect(found == expected)
    let edit = EditRequest(Selector(ids: ["a"]), [Assignment("turn", .set("2"))])
    if expected.contains(where: { $0.contains("plugin.version") }) {
      #expect(throws: Diagnostic.self) { try session.perform(edit) }
    } else {
      _ = try session.perform(edit)
    }
  }

  @Test(
    "two requirements are compatible if one version satisfies both",
    arguments: [
      ("", "*", true), (">=1", "<=1", true), (">1", "<=1", false), ("<1", ">=0", true), (">1.2.3", "<1.2.4", false),
      (">1.2.3", "<=1.2.4", true), ("=1.2", "1.2.0", true), ("1", "2", false), ("<0", "", false),
    ])
  func compatibility(_ first: String, _ second: String, _ isCompatible: Bool) throws {
    let (a, b) = (try #require(VersionRequirement(first)), try #require(VersionRequirement(second)))
    #expect(a.isCompatible(with: b) == isCompatible)
    #expect(b.isCompatible(with: a) == isCompatible)
  }
}
