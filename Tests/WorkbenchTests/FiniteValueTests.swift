import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import Samples
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a computed number that is not finite, which no document can store, is refused with the property's name.
@Suite struct FiniteValueTests {
  private func session(_ object: String, _ library: PluginLibrary) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(object)]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
  }

  private let reason = "as the component computes it, its width is inf, which is not a finite number"

  @Test("an edit that makes it so is refused, and the scene stays")
  func edit() throws {
    let scene = try session(
      #"{"id":"l","class":"OutlinedLabel"}"#, PluginLibrary(inProcess: [Samples.self]))
    let before = scene.text
    #expect(
      refusal { try scene.set("#l", Assignment("padding", .set("1e308,1"))) }
        == "'OutlinedLabel' refuses the edit of 'l.intrinsicContentSize': \(reason)")
    #expect(scene.text == before)
  }

  @Test("a stored one is an error of 'check', the default is used, and it can be repaired")
  func stored() throws {
    let scene = try session(
      #"{"id":"l","class":"OutlinedLabel","attributes":{"padding":{"x":1e308,"y":1}}}"#,
      PluginLibrary(inProcess: [Samples.self]))
    let found = scene.check()
    #expect(found.map(\.code) == ["hook.rejected"])
    #expect(found.map(\.message) == ["'l.intrinsicContentSize': \(reason)"])
    let row = try scene.value(of: "l.intrinsicContentSize")
    #expect(row.effective == .size(Size(width: 36, height: 16)))
    #expect(row.notes.map(\.text) == ["refused: \(reason)"])
    #expect(try scene.effective("l.padding") == .point(Point(x: 1e308, y: 1)))
    // The value was not finite before, so unrelated properties can be edited.
    try scene.set("#l", Assignment("outlineColor", .set("red")))
    try scene.set("#l", Assignment("padding.x", .set("2")))
    #expect(try scene.effective("l.intrinsicContentSize") == .size(Size(width: 40, height: 18)))
  }

  @Test(
    "a plugin in another language that answers one is not believed, and the property is named",
    arguments: [
      ("float('nan')", "expected a value with finite numbers, found 'NaN'"),
      ("float('-inf')", "expected a value with finite numbers, found 'Infinity'"),
      ("None", "expected an Int, found null; only an optional property can be null"),
      ("1.5", "expected an Int, found '1.5'; write a whole number, such as 12"),
    ])
  func foreign(value: String, words: String) throws {
    let folder = try PluginFolder()
    try folder.add(
      "py", script: pythonPlugin("send({'id': message['id'], 'rows': [{'effective': {'length': \(value)}}]})"))
    let scene = try session(#"{"id":"s","class":"Snake"}"#, folder.library())
    #expect(
      scene.check().map(\.message) == [
        "plugin 'Py' gave an invalid answer: the value of 'Snake.length': \(words), while it built 's' (Snake, version 1.0.0)"
      ])
  }
}
