import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions

/// Tests that each cursor follows structural edits by any caller.
@Suite struct SceneCursorTests {
  private func scene() throws -> SceneSession {
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Group","children":[{"id":"b","class":"Group","#
      + #""children":[{"id":"c","class":"Group"}]}]},{"id":"d","class":"Group"},{"id":"e","class":"Group"}]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "s.json", library: PluginLibrary(inProcess: [Groups.self]))
  }

  private func ids(_ nodes: [NodeIndex], in session: SceneSession) -> [String] {
    session.withDocument { document in nodes.map(document.id) }
  }

  private func perform(_ step: EditStep, in session: SceneSession) throws {
    _ = try session.perform(EditRequest([step]))
  }

  private func selector(_ text: String) throws -> Selector { try Selector(parsing: text) }

  @Test("an object that is moved stays current; in place of a removed one its holder becomes current")
  func followsEdits() throws {
    let session = try scene()
    let cursor = SceneCursor(in: session)
    let other = SceneCursor(in: session)
    cursor.go(to: try session.node(id: "c"))
    other.go(to: try session.node(id: "e"))
    other.select(try ["e", "b", "d"].map { try session.node(id: $0) })
    try perform(.move(try selector("#b"), to: StepPlace(in: try selector("#d"), .first)), in: session)
    #expect(ids(cursor.path, in: session) == ["d", "b", "c"])
    #expect(ids(other.selection, in: session) == ["e", "b", "d"])
    // Several edits between two reads.
    try perform(.remove(try selector("#c")), in: session)
    try perform(.remove(try selector("#a")), in: session)
    #expect(ids(cursor.path, in: session) == ["d", "b"])
    #expect(ids(other.path, in: session) == ["e"])
    try perform(.remove(try selector("#d")), in: session)
    #expect(cursor.path.isEmpty && cursor.current == nil)
    #expect(ids(other.selection, in: session) == ["e"])
    while try session.undo() != nil {}
    #expect(ids(other.path, in: session) == ["e"])
  }

  @Test("going back returns to the former object, wherever it is by then")
  func goesBack() throws {
    let session = try scene()
    let cursor = SceneCursor(in: session)
    cursor.go(to: try session.node(id: "b"))
    cursor.select([try session.node(id: "c")])
    cursor.go(to: try session.node(id: "e"))
    #expect(cursor.selection.isEmpty)
    try perform(.move(try selector("#a"), to: StepPlace(in: try selector("#e"), .first)), in: session)
    cursor.goBack()
    #expect(ids(cursor.path, in: session) == ["e", "a", "b"])
    cursor.goBack()
    #expect(ids(cursor.path, in: session) == ["e"])
    cursor.go(to: nil)
    #expect(cursor.current == nil)
  }

  @Test("a cursor keeps its objects by their ids in a scratch")
  func followsScratch() throws {
    let session = try scene()
    let cursor = SceneCursor(in: session)
    cursor.go(to: try session.node(id: "c"))
    cursor.select([try session.node(id: "d")])
    let scratch = try session.scratch(named: "other")
    try perform(.remove(try selector("#d")), in: scratch.session)
    cursor.follow(scratch.session)
    #expect(ids(cursor.path, in: scratch.session) == ["a", "b", "c"] && cursor.selection.isEmpty)
    // Edits of the scene no longer concern the cursor.
    try perform(.remove(try selector("#c")), in: session)
    #expect(ids(cursor.path, in: scratch.session) == ["a", "b", "c"])
    cursor.follow(session)
    #expect(cursor.path.isEmpty)
  }
}

@Component private final class Group: Component {}

private enum Groups: InspectorPlugin {
  static var name: String { "Groups" }
  static var version: String { "1.0" }
  static var components: [Component.Type] { [Group.self] }
}
