import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that undeclared stored values are edited in their present type, without validation.
@Suite struct OpenClassTests {
  /// Returns a session of a scene with an object of an unknown class, and one of a class with rules.
  private func scene(_ attributes: String, extra: String = "") throws -> SceneSession {
    try session(
      #"{"id":"s","class":"SpringView","attributes":{\#(attributes)}},{"id":"d","class":"Derived","attributes":{"own":1}}"#,
      extra: extra)
  }

  @Test(
    "rule 93: a stored value is changed in its type and its form",
    arguments: [
      (#""p":"pop""#, "p", Assignment.Operation.set("shake"), #""p":"shake""#),
      (#""p":true"#, "p", .set("no"), #""p":false"#), (#""p":1.5"#, "p", .set("2"), #""p":2"#),
      (#""p":3"#, "p", .add("2"), #""p":5"#),
      (##""p":{"white":1}"##, "p.alpha", .set("0.5"), ##""p":{"white":1,"alpha":0.5}"##),
      (#""p":{"x": 1, "y": 2}"#, "p.x", .set("7"), #""p":{"x": 7, "y": 2}"#),
      (#""a.b":1"#, "a.b", .json("4"), #""a.b":4"#), (#""p":1,"q":2"#, "p", .reset, #""attributes":{"q":2}"#),
    ])
  func values(stored: String, name: String, operation: Assignment.Operation, expected: String) throws {
    let scene = try scene(stored)
    let before = scene.text
    let result = try scene.set("SpringView", Assignment(name, operation))
    #expect(result.changed == 1)
    #expect(scene.text.contains(expected), "\(scene.text)")
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test("the change is reported with both texts, and noted as not checked")
  func report() throws {
    let scene = try scene(#""p":"pop""#)
    let result = try scene.set("SpringView", Assignment("p", .set("shake")))
    #expect(result.changes.map(\.property) == ["p"])
    #expect(result.changes.map(\.old) == [#""pop""#])
    #expect(result.changes.map(\.new) == [#""shake""#])
    #expect(
      result.warnings.map(\.message)
        == ["no plugin declares 'p' of 'SpringView', so the new values are not checked"])
  }

  @Test("a key that a known class does not declare is edited likewise")
  func knownClass() throws {
    let scene = try scene("")
    #expect(try scene.set("Derived", Assignment("own", .multiply("4"))).changed == 1)
    #expect(scene.text.contains(#""own":4"#))
  }

  @Test("two components of one value are changed together")
  func components() throws {
    let scene = try scene(#""p":{"x":1,"y":2}"#)
    try scene.set("SpringView", Assignment("p.x", .add("1")), Assignment("p.y", .add("1")))
    #expect(scene.text.contains(#""p":{"x":2,"y":3}"#))
  }

  @Test("a value of another type, null, and a key that is not stored are refused, and nothing is changed")
  func refusals() throws {
    let scene = try scene(#""p":3,"n":null"#)
    let before = scene.text
    #expect(
      refusal { try scene.set("SpringView", Assignment("p", .set("pop"))) }.contains("is not an Int"))
    #expect(
      refusal { try scene.set("SpringView", Assignment("n", .set("1"))) }
        == "no plugin declares 'n' of 'SpringView', and the stored value does not show its type; describe the class with 'inspector plugin new NAME --language data --from SCENE'"
    )
    #expect(
      refusal { try scene.set("SpringView", Assignment("q", .set("1"))) }
        == "no plugin knows the class 'SpringView', and 's' stores no 'q' yet, so the type of 'q' is unknown; to store it as a runtime attribute, give its type, as in 'q:Int=1'; or describe the class with 'inspector plugin new NAME --language data --from SCENE'"
    )
    #expect(scene.text == before)
  }

  @Test("a class is not open where the scene names a plugin that is missing")
  func missingPlugin() throws {
    let scene = try scene(#""p":3"#, extra: #""plugins":{"Spring":">=1"},"#)
    #expect(refusal { try scene.set("SpringView", Assignment("p", .set("4"))) }.contains("Spring"))
    #expect(scene.text.contains(#""p":3"#))
  }
}
