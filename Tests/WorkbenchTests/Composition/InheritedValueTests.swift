import Foundation
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that inherited values are changed only once in a run that also edits the template.
@Suite struct InheritedValueTests {
  @Test("of one object, only the values that the scene overrides are changed in a run that also edits the template")
  func someValues() throws {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","ref":"lamp.scene.json","overrides":{"bulb":{"width":5},"foot":{"width":1,"title":"x"}}},{"id":"b","class":"Lamp"}]}"#
    let stage = try JournalStage(text: text)
    try StageTemplates.write(to: stage.folder)
    let session = try SceneSession.open(path: stage.scene, library: PluginLibrary(inProcess: [Stage.self]))
    var request = EditRequest(
      try Selector(parsing: "#a/bulb, #a/foot, #b"),
      [Assignment("width", .add("1")), Assignment("title", .set("new"))])
    request.editedFiles = [try #require(realpath("\(stage.folder)/lamp.scene.json", nil).map { String(cString: $0) })]
    let result = try session.perform(request)
    #expect(
      result.warnings.map(\.message) == [
        "1 object, such as 'a/bulb', has some of the values from templates that this run also edits; these values are left out here"
      ])
    #expect(result.matched == 3 && result.changed == 3)
    #expect(
      session.text
        == #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","ref":"lamp.scene.json","overrides":{"bulb":{"width":6},"foot":{"width":2,"title":"new"}}},{"id":"b","class":"Lamp","attributes":{"width":2,"title":"new"}}]}"#
    )
    try session.undo()
    #expect(session.text == text)
  }
}
