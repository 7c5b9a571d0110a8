import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of reports about hooks that set a property to a value which its declaration does not allow.
@Suite struct UndeclaredValueTests {
  private func session(_ attributes: String) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"o","class":"Oven","attributes":{\#(attributes)}}]}"#
    return SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: PluginLibrary(inProcess: [Ovens.self]))
  }

  @Test("rule 12: 'check' names the range, or the options, with the value")
  func check() throws {
    let found = try session(#""boost":true"#).check()
    #expect(found.map(\.code) == ["hook.range", "hook.range"])
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(
      found.map(\.message) == [
        "'o.degrees': 'Oven' makes it 400, but its range is 0…250",
        "'o.mode': 'Oven' makes it 'inferno', but its options are grill, bake",
      ])
    #expect(try session(#""boost":false,"degrees":250"#).check() == [])
  }

  @Test("rule 12: the pane notes it, and an edit warns of it and is made")
  func edit() throws {
    let scene = try session("")
    let result = try scene.perform(EditRequest(try Selector(parsing: "Oven"), [Assignment("boost", .set("yes"))]))
    #expect(result.changed == 1)
    #expect(result.warnings.map(\.code) == ["hook.range", "hook.range"])
    let row = try scene.value(of: "o.degrees")
    #expect(row.effective == .int(400))
    #expect(row.notes == [.undeclared("'Oven' makes it 400, but its range is 0…250")])
  }
}

@Component final class Oven: Component {
  @Inspectable(range: 0...250) var degrees = 20

  @Inspectable(options: ["grill", "bake"]) var mode = "grill"

  @Inspectable var boost = false {
    didSet {
      guard boost else { return }
      degrees = 400
      mode = "inferno"
    }
  }
}

private struct Ovens: InspectorPlugin {
  static var components: [Component.Type] { [Oven.self] }
}
