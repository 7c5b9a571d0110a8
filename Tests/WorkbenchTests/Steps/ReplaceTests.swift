import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of replacing stored values everywhere, and of replacing colours by palette names.
@Suite struct ReplaceTests {
  private static let boxes =
    ##"{"id":"a","class":"Box","attributes":{"tint":"#F00","width":2.0}},{"id":"b","class":"Box","attributes":{"tint":{"red":0.9999,"green":0,"blue":0},"breadth":2}},{"id":"c","class":"Box","attributes":{"tint":"red","title":"2"}},{"id":"d","class":"None","attributes":{"tint":"red"}}"##

  @Test func coloursAreComparedAsColours() throws {
    let scene = try stage(Self.boxes)
    let before = scene.text
    let result = try scene.make(.replace("#FF0000", with: "tomato"))
    #expect(result.matched == 3 && result.changed == 3 && result.matchedBySteps == [3])
    #expect(
      scene.objects
        == ##"{"id":"a","class":"Box","attributes":{"tint":"tomato","width":2.0}},{"id":"b","class":"Box","attributes":{"tint":"tomato","breadth":2}},{"id":"c","class":"Box","attributes":{"tint":"tomato","title":"2"}},{"id":"d","class":"None","attributes":{"tint":"red"}}"##
    )
    try scene.undo()
    #expect(scene.text == before)
    #expect(try scene.make(.replace("≈#FF0000", with: "#00F"), dryRun: true).changed == 3)
    #expect(scene.text == before)
  }

  @Test(arguments: [
    ("2", "3", nil, [], ["a", "b"]), ("2", "3", PropertyType.string, [], ["c"]),
    ("2", "3", nil, ["title"], ["c"]), ("2", "3", nil, ["breadth"], ["a", "b"]),
    ("red", "blue", nil, [], ["a", "b", "c"]),
  ])
  func theTypeIsThatOfTheValues(
    old: String, new: String, type: PropertyType?, properties: [String], changed: [String]
  ) throws {
    let scene = try stage(Self.boxes)
    let result = try scene.make(.replace(old, with: new, type: type, properties: properties), dryRun: true)
    #expect(result.changes.map(\.object) == changed)
  }

  @Test(arguments: [
    (EditStep.replace("2", with: "two"), "type.mismatch"), (.replace("7", with: "8"), "selector.empty"),
    (.replace("2", with: "11"), "value.range"), (.replace("2", with: "3", properties: ["widht"]), "unknown.property"),
    (.replace("nothing", with: "3", type: .bool), "type.mismatch"),
  ])
  func aRefusedReplacementChangesNothing(step: EditStep, code: String) throws {
    let scene = try stage(Self.boxes)
    let before = scene.text
    let error = #expect(throws: Diagnostic.self) { try scene.make(step) }
    #expect((error?.details.first ?? error)?.code.rawValue == code)
    #expect(scene.text == before)
  }

  @Test func aStoredColourBecomesANameOfThePalette() throws {
    let scene = try stage(Self.boxes)
    let before = scene.text
    let result = try scene.make(.palette([.extract(name: "signal", of: "red")]))
    #expect(result.changed == 2 && result.colors.map(\.uses) == [2])
    #expect(scene.text.contains(#""signal": "red""#) || scene.text.contains(#""signal":"red""#))
    #expect(try scene.value(of: "a.tint").effective == .color(.red))
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test func scriptsHoldReplacements() throws {
    let steps: [EditStep] = [
      .replace("#F00", with: "tomato"),
      .replace("2", with: "3", in: try selector("Box"), type: .double, properties: ["width"]),
      .palette([.extract(name: "signal", of: "red")]),
    ]
    let script = try EditScript(Array(EditScript.text(of: steps).utf8), name: "s.json")
    #expect(script.steps == steps)
  }
}
