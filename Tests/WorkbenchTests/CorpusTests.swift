import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import Basics
@testable import ComponentModel
@testable import Ratings
@testable import Samples
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Shapes
@testable import Tags
@testable import Workbench

/// The real scenes beside the clone, or nil where they are absent.
private let scenesFolder: String? = {
  let shared =
    ProcessInfo.processInfo.environment["INSPECTOR_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../shared")
  let scenes = shared.appendingPathComponent("corpora/scenes").standardizedFileURL.path
  return FileManager.default.fileExists(atPath: scenes) ? scenes : nil
}()

/// The main job on real scenes, made from Interface Builder's documents: load, inspect, edit, export, apply.
@Suite(
  .enabled(
    if: scenesFolder != nil, "the shared corpora are not beside the clone; INSPECTOR_SHARED names another place"))
struct CorpusTests {
  private var library: PluginLibrary {
    PluginLibrary(inProcess: [Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self])
  }

  private func session(_ file: String) throws -> SceneSession {
    try SceneSession.open(path: "\(try #require(scenesFolder))/\(file)", library: library)
  }

  private var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: #require(scenesFolder)).filter { $0.hasSuffix(".scene.json") }
        .sorted()
    }
  }

  @Test("every scene loads without an error; classes that no plugin knows are warnings")
  func check() throws {
    let files = try files
    #expect(files.count == 41)
    for file in files {
      let scene = try session(file)
      let found = scene.check()
      #expect(found.filter { $0.severity == .error } == [], "\(file)")
      #expect(Set(found.map(\.code)).isSubset(of: ["unknown.class", "unknown.property"]), "\(file)")
    }
  }

  @Test("an edit of every object undone gives the bytes that were read")
  func undo() throws {
    for file in try files {
      let scene = try session(file)
      let bytes = scene.document.bytes()
      var selector = try Selector(parsing: "View, ImageView, StackView, CosmosView, TagListView")
      selector.alternatives.removeAll { path in
        !scene.document.classNames.contains(path.subject.typeName ?? "")
      }
      var request = EditRequest(
        selector,
        [
          Assignment("frame.x", .add("0.5")), Assignment("backgroundColor", .set("#336699")),
          Assignment("tag", .set("7")),
        ])
      request.allowsEmpty = true
      let result = try scene.perform(request)
      #expect(result.changed == result.matched)
      #expect((try scene.undo() != nil) == (result.changed > 0))
      #expect(scene.document.bytes() == bytes, "\(file)")
    }
  }

  @Test("a CosmosView has Interface Builder's labels, its edit runs the hooks, its bundle makes components")
  func cosmos() throws {
    let scene = try session("Cosmos__Main.scene.json")
    let pane = try scene.inspect(id: "Zcm-Q3-Dv1")
    #expect(pane.sections.map(\.title) == ["View", "Cosmos View"])
    #expect(
      pane.sections[1].properties.map(\.label) == [
        "Rating", "Text", "Total Stars", "Star Size", "Filled Color", "Empty Color", "Empty Border Color",
        "Empty Border Width",
        "Filled Border Color", "Filled Border Width", "Star Margin", "Fill Mode", "Text Size", "Text Margin",
        "Text Color",
        "Update On Touch", "Min Touch Rating", "Filled Image", "Empty Image",
      ])
    #expect(pane.sections[1].properties.first?.effective == .double(3.7))

    let result = try scene.perform(
      EditRequest(
        try Selector(parsing: "CosmosView"), [Assignment("rating", .set("-1")), Assignment("Star Margin", .add("2"))]))
    #expect(result.changed == 5)
    #expect(try scene.value(of: "Zcm-Q3-Dv1.rating").effective == .double(0))
    #expect(try scene.value(of: "Zcm-Q3-Dv1.starMargin").effective == .double(9))

    let bundle = try scene.bundle()
    #expect(try scene.bundle() == bundle)
    #expect(try scene.differences(from: bundle) == [])
    #expect(bundle.objects.count == 9)
    #expect(bundle.notCarried.allSatisfy { $0.reason.contains("no plugin knows the class") })
    let applier = try BundleApplier([View.self, ImageView.self, StackView.self, CosmosView.self, NavigationBar.self])
    let components = try applier.components(of: bundle)
    let star = try #require(components.first { $0.id == "Zcm-Q3-Dv1" }?.component as? CosmosView)
    #expect(star.rating == 0)
    #expect(star.starMargin == 9)
    #expect(star.frame == Rect(x: 41, y: 250.5, width: 293, height: 53))
  }
}
