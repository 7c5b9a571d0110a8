import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Returns a line for each step, without durations.
private func outline(_ life: Lifecycle) -> [String] {
  ["\(life.object) \(life.className) \(life.cause.rawValue)\(life.isInert ? ", inert" : "")"]
    + life.steps.map { step in
      var words = "\(step.phase.rawValue): \(step.name)"
      if case .set(_, let value) = step.moment { words += " = \(value?.text ?? "unset")" }
      for write in step.writes {
        words += "; \(write.property): \(write.old?.text ?? "unset") → \(write.new?.text ?? "unset")"
      }
      if !step.hooks.isEmpty { words += "; hooks \(step.hooks.map { "\($0.property) \($0.depth)" })" }
      if !step.parentReads.isEmpty { words += "; reads \(step.parentReads)" }
      return words + step.warnings.map { "; warns \($0)" }.joined() + (step.rejection.map { "; rejects \($0)" } ?? "")
    }
}

/// A component whose hooks set each other once.
@Component final class Scale: Component {
  @Inspectable var celsius = 0.0 {
    didSet { if kelvin != celsius + 273 { kelvin = celsius + 273 } }
  }
  @Inspectable var kelvin = 273.0 {
    didSet { if celsius != kelvin - 273 { celsius = kelvin - 273 } }
  }
  @Inspectable var plain = 1
}

private enum Scales: InspectorPlugin {
  static var components: [Component.Type] { [Scale.self] }
}

@Suite struct LifecycleTests {
  private func traced(_ scene: SceneSession, _ body: () throws -> Void) throws -> [String] {
    nonisolated(unsafe) var lines: [String] = []
    scene.traceLifecycles { lines += outline($0) }
    try body()
    scene.traceLifecycles(nil)
    return lines
  }

  @Test func ofAComponentThatIsLookedAt() throws {
    let scene = try stage(
      ##"{"id":"room","class":"Box","attributes":{"tint":"#0000FF"},"children":[{"id":"m","class":"Mirror","attributes":{"width":7}}]}"##
    )
    let lines = try traced(scene) { _ = try scene.inspect(id: "m") }
    #expect(
      lines == [
        "m Mirror load", "load: init", "load: width = 7",
        "load: awake; tint: #FFFFFFFF → #0000FFFF; width: 7 → 5; reads [\"tint\"]; warns a mirror is at most 5 wide",
        "load: prepareForInspector",
      ])
    #expect(try traced(scene) {} == [])
  }

  @Test func ofAnEditWithHooksInHooks() throws {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Scale","attributes":{"plain":2}}]}"#
    let scene = SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: PluginLibrary(inProcess: [Scales.self]))
    let lines = try traced(scene) {
      _ = try scene.perform(EditRequest(selector("Scale"), [Assignment("celsius", .set("20"))]))
    }
    let set = #"celsius = 20; kelvin: 273 → 293; hooks ["Scale.celsius 1", "Scale.kelvin 2"]"#
    #expect(
      lines == [
        "s Scale edit", "load: init", "load: plain = 2", "edit: \(set)", "recreate: init", "recreate: \(set)",
        "recreate: plain = 2",
      ])
  }

  @Test func ofARefusal() throws {
    let scene = try stage(#"{"id":"s","class":"Sign","attributes":{"text":"go!","width":4}}"#)
    let lines = try traced(scene) { _ = try scene.inspect(id: "s") }
    #expect(
      lines == [
        "s Sign load", "load: init", #"load: text = go!; hooks ["Sign.text 1"]; rejects no shouting"#, "load: init",
        "load: width = 4",
      ])
  }
}
