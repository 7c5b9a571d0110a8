import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of properties whose type is an enumeration, from the scene to the component and back.
@Suite struct OptionsOfEnumTests {
  private func session(_ attributes: String) throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"SignView","attributes":{\#(attributes)}}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: PluginLibrary(inProcess: [Signs.self]))
  }

  @Test("rule 13: raw values are read, shown and set; hooks see cases")
  func values() throws {
    let scene = try session(#""shape":"eight-sided","side":2"#)
    #expect(scene.check().isEmpty)
    #expect(try scene.effective("s.shape") == .string("eight-sided"))
    #expect(try scene.effective("s.corners") == .int(8))
    #expect(try scene.effective("s.side") == .int(2))
    #expect(try scene.effective("s.back") == nil)
    try scene.set("#s", Assignment("shape", .set("round")), Assignment("back", .set("eight-sided")))
    #expect(scene.text.contains(#"{"shape":"round","side":2,"back":"eight-sided"}"#))
    #expect(try scene.effective("s.corners") == .int(0))
    try scene.set("#s", Assignment("back", .unset))
    #expect(try scene.effective("s.back") == nil)
  }

  @Test(
    "rules 10, 14: a raw value that is no case is refused in a scene and at an edit, and the component keeps its default"
  )
  func unknownValues() throws {
    let scene = try session(#""shape":"sixSided","side":3,"back":"octagon""#)
    #expect(
      scene.check().map { "\($0.code) \($0.message)" } == [
        "value.option 'shape' cannot be 'sixSided'; its options are round, eight-sided (Octagon)",
        "value.option 'side' cannot be '3'; its options are 1 (Left), 2 (Right)",
        "value.option 'back' cannot be 'octagon'; did you mean 'Octagon'?",
      ])
    #expect(try scene.effective("s.shape") == .string("round"))
    #expect(try scene.effective("s.side") == .int(1))
    #expect(try scene.effective("s.back") == nil)
    #expect(
      refusal { try scene.set("#s", Assignment("shape", .set("octogon"))) }
        == "'shape' cannot be 'octogon'; did you mean 'Octagon'?")
    #expect(
      refusal { try scene.set("#s", Assignment("side", .set("0"))) }
        == "'side' cannot be '0'; its options are 1 (Left), 2 (Right)")
    try scene.set("#s", Assignment("shape", .set("eight-sided")))
    #expect(try scene.effective("s.corners") == .int(8))
  }
}

private enum Signs: InspectorPlugin {
  static var components: [Component.Type] { [View.self, SignView.self] }
}

@Component private final class SignView: View {
  enum Shape: String, InspectableOptions {
    case round
    case octagon = "eight-sided"
  }
  enum Side: Int, InspectableOptions {
    case left = 1
    case right
  }

  @Inspectable var shape = Shape.round { didSet { corners = shape == .octagon ? 8 : 0 } }
  @Inspectable var corners = 0
  @Inspectable var side: Side = .left
  @Inspectable var back: Shape?
}
