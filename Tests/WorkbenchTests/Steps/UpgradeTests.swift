import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of replacing former names by present ones.
@Suite struct UpgradeTests {
  @Test("rule 78: former names become present ones")
  func formerNamesBecomePresentOnes() throws {
    let scene = try stage(
      #"{"id":"a","class":"Box","attributes":{"x":1,"breadth":2.50,"tag":3}},{"id":"b","class":"Box","attributes":{"width":1,"breadth":2}},{"id":"c","class":"Box","attributes":{"breadth":"wide"}},{"id":"d","class":"None","attributes":{"breadth":2}}"#
    )
    let before = scene.text
    let all = try selector("*")
    let result = try scene.make(.upgrade(all))
    #expect(stepOutline(result) == ["a.breadth → width: 2.50 → 2.50", #"c.breadth → width: "wide" → "wide""#])
    #expect(
      scene.objects
        == #"{"id":"a","class":"Box","attributes":{"x":1,"width":2.50,"tag":3}},{"id":"b","class":"Box","attributes":{"width":1,"breadth":2}},{"id":"c","class":"Box","attributes":{"width":"wide"}},{"id":"d","class":"None","attributes":{"breadth":2}}"#
    )
    #expect(try scene.make(.upgrade(all)).changes.isEmpty)
    try scene.undo()
    #expect(scene.text == before)
    #expect(try scene.make(.upgrade(all), dryRun: true).changed == 2)
    #expect(scene.text == before)
  }

  @Test func aStrictCheckListsThemAsWarnings() throws {
    let scene = try stage(#"{"id":"a","class":"Box","attributes":{"breadth":2}}"#)
    #expect(scene.check().isEmpty)
    let found = scene.check(strict: true)
    #expect(found.map(\.severity) == [.warning] && found.map(\.code) == [.propertyAlias])
    #expect(
      found.map(\.message) == ["'breadth' is a former name of 'width'; 'inspector upgrade' writes the current name"])
  }

  @Test func aNameThatNoObjectStoresIsNoMistakeInOneOfManyScenes() throws {
    let scene = try stage(#"{"id":"a","class":"Box"}"#)
    var request = EditRequest([.renameProperty(try selector("Box"), from: "wide", to: "width")])
    #expect(throws: Diagnostic.self) { try scene.perform(request) }
    request.skipsUnstoredNames = true
    #expect(try scene.perform(request).changed == 0)
  }
}
