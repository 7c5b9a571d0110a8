import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import Basics
@testable import ComponentModel
@testable import PluginHost
@testable import Ratings
@testable import Samples
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Shapes
@testable import Tags
@testable import Workbench

/// The scenes of the repository, which imitate Interface Builder's, and the real ones outside the repository if
/// available.
private let scenes: [String] = {
  func scenes(in folder: String) -> [String] {
    fileNames(in: folder).filter { $0.hasSuffix(".scene.json") }.map { "\(folder)/\($0)" }
  }
  let fixtures = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/scenes"
  return scenes(in: fixtures) + scenes(in: "\(fixtures)/unknown-classes")
    + (sharedFolder.map { scenes(in: "\($0)/corpora/scenes") } ?? [])
}()

/// Tests of the main workflow: load, inspect, edit, export, apply.
@Suite struct CorpusTests {
  private var library: PluginLibrary {
    PluginLibrary(inProcess: [Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self])
  }

  private func session(_ path: String) throws -> SceneSession { try SceneSession.open(path: path, library: library) }

  @Test("every scene loads without an error; classes that no plugin knows are warnings")
  func check() throws {
    #expect(scenes.count == (sharedFolder == nil ? 3 : 44))
    for file in scenes {
      let scene = try session(file)
      let found = scene.check()
      #expect(found.filter { $0.severity == .error } == [], "\(file)")
      #expect(Set(found.map(\.code)).isSubset(of: ["unknown.class", "unknown.property", "frame.none"]), "\(file)")
    }
  }

  @Test("an edit of every object undone gives the bytes that were read")
  func undo() throws {
    for file in scenes {
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

  @Test("giving every stored value again, and computing it to what it is, leaves every file byte-identical")
  func identity() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let uikit = InstalledPlugin(
      name: "data", path: "\(root)/Plugins/UIKit/uikit.inspector-plugin.json", limit: .seconds(10), isData: true
    ) { () throws(PluginFailure) in throw .notRunning("data") }
    let plugins: [any InspectorPlugin.Type] = [Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self]
    let own = plugins.map { plugin in
      InstalledPlugin(name: plugin.name, path: nil, limit: .seconds(10)) { InProcessPlugin(plugin) }
    }
    let library = PluginLibrary(own + [uikit])
    var (values, numbers) = (0, 0)
    for file in scenes {
      let counts = try IdentityEdits(try SceneSession.open(path: file, library: library)).check()
      (values, numbers) = (values + counts.values, numbers + counts.numbers)
    }
    print("\(scenes.count) scenes: \(values) values given again, \(numbers) numbers computed")
    #expect(values >= (sharedFolder == nil ? 20 : 1_400) && numbers >= (sharedFolder == nil ? 20 : 5_000))
  }

  /// A scene with five views of the class `CosmosView`, and the values of one of them.
  struct Rating: Sendable {
    var file: String
    var id: String
    var rating: Double
    var frame: Rect
    var carried: Int
  }

  private static let ratings = [
    Rating(
      file: "reviews.scene.json", id: "overall", rating: 4.1, frame: Rect(x: 12, y: 320.5, width: 293, height: 53),
      carried: 9),
    Rating(
      file: "Cosmos__Main.scene.json", id: "Zcm-Q3-Dv1", rating: 3.7,
      frame: Rect(x: 41, y: 250.5, width: 293, height: 53), carried: 9),
  ]

  @Test(
    "a CosmosView has Interface Builder's labels, its edit runs the hooks, its bundle makes components",
    arguments: ratings.filter { rating in scenes.contains { $0.hasSuffix("/\(rating.file)") } })
  func cosmos(_ expected: Rating) throws {
    let scene = try session(#require(scenes.first { $0.hasSuffix("/\(expected.file)") }))
    let pane = try scene.inspect(id: expected.id)
    #expect(pane.sections.map(\.title) == ["View", "Cosmos View"])
    #expect(
      pane.sections[1].properties.map(\.label) == [
        "Rating", "Text", "Total Stars", "Star Size", "Filled Color", "Empty Color", "Empty Border Color",
        "Empty Border Width",
        "Filled Border Color", "Filled Border Width", "Star Margin", "Fill Mode", "Text Size", "Text Margin",
        "Text Color",
        "Update On Touch", "Min Touch Rating", "Filled Image", "Empty Image",
      ])
    #expect(pane.sections[1].properties.first?.effective == .double(expected.rating))

    let result = try scene.perform(
      EditRequest(
        try Selector(parsing: "CosmosView"), [Assignment("rating", .set("-1")), Assignment("Star Margin", .add("2"))]))
    #expect(result.changed == 5)
    #expect(try scene.value(of: "\(expected.id).rating").effective == .double(0))
    #expect(try scene.value(of: "\(expected.id).starMargin").effective == .double(9))

    let bundle = try scene.bundle()
    #expect(try scene.bundle() == bundle)
    #expect(try scene.differences(from: bundle) == [])
    #expect(bundle.objects.count == expected.carried)
    #expect(bundle.notCarried.allSatisfy { $0.reason.contains("no plugin knows the class") })
    let applier = try BundleApplier([View.self, ImageView.self, StackView.self, CosmosView.self, NavigationBar.self])
    let components = try applier.components(of: bundle)
    let star = try #require(components.first { $0.id == expected.id }?.component as? CosmosView)
    #expect(star.rating == 0)
    #expect(star.starMargin == 9)
    #expect(star.frame == expected.frame)
  }
}
