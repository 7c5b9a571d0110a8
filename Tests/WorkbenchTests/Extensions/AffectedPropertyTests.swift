import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of extensions' computed properties, which follow changes of other properties.
@Suite struct AffectedPropertyTests {
  @Component final class Box: Component {
    @Inspectable var width = 1.0
    @Inspectable var height = 1.0 { didSet { if height > width { width = height } } }
    @Inspectable var note = ""
  }

  @Component(extends: "Box") final class BoxSizes: Component {
    @Inspectable(aliasOf: "width") var wide = 0.0
    @Inspectable(aliasOf: "height") var high = 0.0
    @Inspectable(readOnly: true, affectedBy: ["wide", "high"]) var area: Double { wide * high }
  }

  struct Boxes: InspectorPlugin {
    static var components: [Component.Type] { [Box.self, BoxSizes.self] }
  }

  private func effects(_ assignments: Assignment...) throws -> [String] {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","attributes":{"width":4,"height":3}}]}"#
    let library = PluginLibrary(inProcess: [Boxes.self])
    let session = try SceneSession.open(bytes: Array(text.utf8), name: "s.json", library: library)
    var request = EditRequest(Selector(ids: ["a"]), assignments)
    request.wantsChanges = true
    return try session.perform(request).changes.flatMap(\.effects).map {
      "\($0.property): \($0.old?.text ?? "nil") → \($0.new?.text ?? "nil")"
    }
  }

  @Test("an edit reports what is computed from the edited property, and from one that a hook changes")
  func follows() throws {
    #expect(try effects(Assignment("width", .set("5"))) == ["area: 12 → 15"])
    #expect(try effects(Assignment("height", .set("6"))) == ["width: 4 → 6", "area: 12 → 36"])
    #expect(try effects(Assignment("wide", .multiply("2"))) == ["area: 12 → 24"])
  }

  @Test("an edit of another property, or one that changes nothing, reports no effect")
  func others() throws {
    #expect(try effects(Assignment("note", .set("x"))).isEmpty)
    #expect(try effects(Assignment("width", .set("4"))).isEmpty)
    #expect(try effects(Assignment("width", .set("5")), Assignment("height", .set("2.4"))).isEmpty)
  }

  @Component final class Wrong: Component {
    @Inspectable(affectedBy: ["other"]) var stored = 1
    @Inspectable(readOnly: true, affectedBy: ["othr"]) var computed: Int { stored }
    @Inspectable var other = 1
  }

  struct Wrongs: InspectorPlugin {
    static var components: [Component.Type] { [Wrong.self] }
  }

  @Test("names that are no properties, and stored properties, are mistakes")
  func mistakes() throws {
    let text = try #require(PluginLibrary(inProcess: [Wrongs.self]).plugins.first?.problem).message
    #expect(
      text.contains(
        "'Wrong.stored' is affected by other properties and has no getter; compute it, or give the order of applying in 'dependsOn'"
      ))
    #expect(
      text.contains("'Wrong.computed' depends on 'othr', which is not a property of 'Wrong'; did you mean 'other'?"))
  }
}
