import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of names in selectors that the scene and the plugins do not know.
@Suite struct UnknownNameTests {
  private static let text =
    #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box"},{"id":"l","class":"Lost","base":"Box","attributes":{"foo":3}}]}"#

  private func session() throws -> SceneSession {
    try SceneSession.open(
      bytes: Array(Self.text.utf8), name: "s.json", library: PluginLibrary(inProcess: [Stage.self]))
  }

  /// Returns the first name that the scene does not know.
  private func place(_ selector: String, in session: SceneSession) throws -> UnknownNamePlace? {
    var request = EditRequest(try Selector(parsing: selector), [Assignment("width", .set("1"))])
    request.isDryRun = true
    do throws(Diagnostic) {
      _ = try session.perform(request)
      return nil
    } catch {
      return error.unknownName
    }
  }

  @Test(
    "rule 92: a name that another scene has matches nothing, and others are still refused",
    arguments: [
      ("Found", "Found", 0), ("Box, Found", "Found", 5), ("[bar=1]", "bar", 1), (":kind(Found)", "Found", 6),
      ("Box:not(Found)", "Found", 8),
    ])
  func names(selector: String, name: String, offset: Int) throws {
    let session = try session()
    let found = try #require(try place(selector, in: session))
    #expect(found == UnknownNamePlace(selector: selector, offset: offset))
    let parsed = try Selector(parsing: selector)
    #expect(try !session.hasName(at: found, in: parsed))
    let other = try SceneSession.open(
      bytes: Array(Self.text.replacing("Lost", with: "Found").replacing("foo", with: "bar").utf8), name: "o.json",
      library: PluginLibrary(inProcess: [Stage.self]))
    #expect(try other.hasName(at: found, in: parsed))
    var request = EditRequest(parsed, [Assignment("width", .set("1"))])
    (request.unknownNames, request.allowsEmpty) = (.known([found]), true)
    #expect(try session.perform(request).matched == (selector.hasPrefix("Box") ? 1 : 0))
    try session.undoIfEdited()
    // Any other unknown name is still a mistake.
    let both = "\(selector), Typo"
    request = EditRequest(try Selector(parsing: both), [Assignment("width", .set("1"))])
    request.unknownNames = .known([UnknownNamePlace(selector: both, offset: offset)])
    let error = #expect(throws: Diagnostic.self) { try session.perform(request) }
    #expect(error?.unknownName == UnknownNamePlace(selector: both, offset: selector.utf8.count + 2))
    #expect(session.text == Self.text)
  }
}

extension SceneSession {
  fileprivate func undoIfEdited() throws { if isModified { try undo() } }
}
