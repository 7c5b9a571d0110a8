import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that each effect is listed under the change that caused it.
@Suite struct EffectCauseTests {
  private func outline(_ result: EditResult) -> [String] { stepOutline(result).filter { !$0.hasPrefix("warning") } }

  @Test(arguments: [false, true])
  func anEffectStandsUnderTheChangeThatCausedIt(dryRun: Bool) throws {
    let scene = try session(#"{"id":"d","class":"Derived"}"#)
    let result = try scene.set(
      "#d", Assignment("tag", .set("4")), Assignment("source", .set("9")), Assignment("alpha", .set("0.5")),
      dryRun: dryRun)
    #expect(
      outline(result) == [
        "d.tag: none → 4", "d.source: none → 9", "  d.double: 2 → 18", "d.alpha: none → 0.5",
      ])
  }

  @Test func descendantsStandUnderWhatTheyRead() throws {
    let scene = try session(
      #"{"id":"v","class":"View","children":[{"id":"t","class":"Tinted","attributes":{"inherits":true}}]}"#)
    let result = try scene.set(
      "#v", Assignment("tag", .set("4")), Assignment("backgroundColor", .set("#222222")), dryRun: true)
    #expect(
      outline(result) == [
        "v.tag: none → 4", ##"v.backgroundColor: none → "#222222""##, "  t.backgroundColor: unset → #222222FF",
      ])
  }

  @Test func anEffectOfNoSingleChangeStandsUnderTheObject() throws {
    let scene = try session(#"{"id":"s","class":"Summed"}"#)
    let result = try scene.set("#s", Assignment("one", .set("1")), Assignment("other", .set("1")))
    #expect(outline(result) == ["s.one: none → 1", "s.other: none → 1", "s.: none → none", "  s.sum: 0 → 2"])
    #expect(result.changes.last?.isOfObject == true)
    let all = try session(#"{"id":"s","class":"Summed"}"#)
    let both = try all.set("#s", Assignment("one", .set("5")), Assignment("other", .set("5")), dryRun: true)
    #expect(outline(both).suffix(2) == ["s.: none → none", "  s.sum: 0 → 10"])
  }

  @Test func aRefusalStandsAtItsAssignment() throws {
    let scene = try session(#"{"id":"p","class":"View"}"#)
    var request = EditRequest(
      try Selector(parsing: "#p"), [Assignment("tag", .set("3")), Assignment("alpha", .divide("0"))])
    do throws(Diagnostic) {
      _ = try scene.perform(request)
      Issue.record("it is made")
    } catch {
      #expect(error.part == .assignment(1))
      #expect(error.details.map(\.property) == ["alpha"])
    }
    (request.skipsRefused, request.wantsChanges) = (true, true)
    let result = try scene.perform(request)
    #expect(result.skipped.map(\.property) == ["alpha"])
    #expect(result.changes.map(\.property) == ["alpha"])
  }
}
