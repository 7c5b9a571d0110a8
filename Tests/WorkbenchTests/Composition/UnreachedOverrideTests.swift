import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that overrides of objects that the template lacks can be removed, and that the removal can be undone.
@Suite struct UnreachedOverrideTests {
  private static let overrides =
    #"{"bulb":{"width":5},"old":{"x":1,"width":2},"older":{"x":3}}"#

  private static func scene(_ overrides: String) -> String {
    #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","ref":"lamp.scene.json"\#(overrides)},{"id":"b","class":"Box","ref":"gone.scene.json","overrides":{"old":{"x":1}}}]}"#
  }

  private func open() throws -> (stage: JournalStage, session: SceneSession) {
    let stage = try JournalStage(text: Self.scene(#","overrides":"# + Self.overrides))
    try StageTemplates.write(to: stage.folder)
    return (stage, try stage.open())
  }

  static let rows: [(words: [String], left: String)] = [
    (["a/old.x"], #","overrides":{"bulb":{"width":5},"old":{"width":2},"older":{"x":3}}"#),
    (["a/old"], #","overrides":{"bulb":{"width":5},"older":{"x":3}}"#),
    (["#a/old", "a/older.x"], #","overrides":{"bulb":{"width":5}}"#),
    (["a/bulb", "a/older"], #","overrides":{"old":{"x":1,"width":2}}"#),
    (["a"], ""),
  ]

  @Test("overrides of objects that the template lacks are removed by name or with their placeholder", arguments: rows)
  func reverted(_ row: (words: [String], left: String)) throws {
    let (stage, session) = try open()
    defer { session.closeJournal(discarding: true) }
    let text = session.text
    for isDryRun in [true, false] {
      var request = EditRequest(try session.overrides(named: row.words).map(\.revert))
      (request.isDryRun, request.wantsChanges) = (isDryRun, true)
      let result = try session.perform(request)
      #expect(result.changed > 0)
      let names = result.changes.filter { $0.object == "a" }.map(\.property)
      let dead = try session.overrides(named: row.words.filter { _ in isDryRun }).filter { $0.template == nil }
      if isDryRun { #expect(names.sorted() == dead.map { String($0.name.dropFirst(2)) }.sorted()) }
      #expect(session.text == (isDryRun ? text : Self.scene(row.left)))
    }
    // A session that ends now leaves the same state to its successor.
    #expect(try stage.recoveries().first?.text() == session.document.bytes())
    try session.undo()
    #expect(session.text == text)
    try session.redo()
    #expect(session.text == Self.scene(row.left))
  }

  @Test("what no template decides is refused, and applying leaves such overrides alone")
  func refused() throws {
    let (_, session) = try open()
    defer { session.closeJournal(discarding: true) }
    let text = session.text
    let revert = EditRequest(try session.overrides(named: ["b/old"]).map(\.revert))
    let error = #expect(throws: Diagnostic.self) { try session.perform(revert) }
    #expect(error?.message.hasPrefix("'b' cannot be edited, since its template is not available: ") == true)
    #expect(throws: Diagnostic.self) { try session.overrides(named: ["a/old"], onlyReached: true) }
    #expect(try session.overrides(named: ["a"], onlyReached: true).map(\.name) == ["a/bulb.width"])
    #expect(session.text == text)
  }
}
