import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of the number of changes.
@Suite struct CountTests {
  @Test func aSceneIsModifiedWhereItsTextIs() throws {
    let scene = try session(#"{"id":"p","class":"Plain"}"#)
    try scene.set("#p", Assignment("count", .set("2")))
    #expect(scene.isModified && scene.unsavedSteps.count == 1)
    scene.steps.beginSaving()
    scene.steps.endSaving()
    scene.savedText = scene.document.source.snapshot
    #expect(!scene.isModified)
    try scene.undo()
    #expect(scene.isModified)
    #expect(scene.unsavedSteps.count == 1 && scene.unsavedSteps.undone == ["set #p count=2"])
    // The same edit again: the saved step is gone from the history, and the text is what was saved.
    try scene.set("#p", Assignment("count", .set("2")))
    #expect(!scene.isModified)
    try scene.set("#p", Assignment("count", .set("3")))
    #expect(scene.isModified)
  }

  @Test func anEditOfNothingIsNone() throws {
    let scene = try session(#"{"id":"p","class":"View"}"#)
    let before = scene.text
    let result = try scene.set("*", Assignment("tag", .set("5")), Assignment("tag", .reset))
    #expect(result.changed == 0)
    #expect(scene.text == before)
    #expect(scene.history.isEmpty)
  }

  @Test func removedObjectsAreCountedOnce() throws {
    let scene = try stage(#"{"id":"a","class":"Box","children":[{"id":"b","class":"Box"}]}"#)
    let result = try scene.make(.rename(selector("#b"), id: "c"), .remove(selector("#a")))
    #expect(stepOutline(result) == ["a Box: removed from scene 0, 2"])
  }

  @Test func aPaletteIsReportedFromStartToEnd() throws {
    let scene = try session(#"{"id":"p","class":"Plain"}"#, extra: ##""palette":{"ink":"#111","dim":"#222"},"##)
    func make(_ edits: PaletteEdit...) throws -> EditResult {
      try scene.perform(EditRequest(edits.map { EditStep.palette([$0]) }))
    }
    let back = try make(.set(name: "ink", to: "#222"), .set(name: "ink", to: "#111"))
    let changed = back.colors.filter(\.isChanged)
    #expect(changed.isEmpty)
    #expect(scene.history.isEmpty)
    let renamed = try make(
      .set(name: "ink", to: "#333"), .rename(name: "ink", to: "text"), .set(name: "text", to: "#444"))
    #expect(renamed.colors.map(\.name) == ["ink"] && renamed.colors.map(\.newName) == ["text"])
    #expect(renamed.colors.map(\.old) == ["\"#111\""] && renamed.colors.map(\.new) == ["\"#444\""])
    let gone = try make(.set(name: "new", to: "#333"), .remove(name: "new"))
    #expect(gone.colors.isEmpty)
  }
}
