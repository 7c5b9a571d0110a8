import InspectorKit
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneSessions
@testable import Workbench

/// Tests that a commit after undo and refreshes in a scratch contains the scratch's own edits, and reverts none of the
/// scene's.
@Suite struct RefreshLawTests {
  private static let text = """
    {"id":"a","class":"Box","attributes":{"width":1}},{"id":"b","class":"Box"},{"id":"c","class":"Box"}
    """

  @Test(arguments: 1...200)
  func commitsKeepTheScene(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let scene = try stage(Self.text)
    let scratch = try scene.scratch(named: "s")
    let session = scratch.session
    var log: [String] = []
    for number in 0..<40 {
      let id = ["#a", "#b", "#c"][random.next(3)]
      let kind = random.next(9)
      log.append("\(kind)\(id)")
      switch kind {
      case 0, 1: try session.set(id, "title", "\(number)")
      case 2, 3: try scene.set(id, "width", "0.\(number + 10)")
      case 4: try scratch.refresh()
      case 5: _ = try? session.undo()
      case 6: _ = try session.redo()
      case 7: if session.transaction == nil { try session.begin(named: "t") } else { try session.commit() }
      default: if session.transaction != nil { try session.rollback() }
      }
      guard random.next(8) == 0, session.transaction == nil else { continue }
      let widths = try widths(scene)
      log.append("COMMIT")
      // Steps undone beyond a commit may conflict only with committed edits.
      let conflicts = try scratch.commit()
      #expect(conflicts.allSatisfy { $0.subject == .property("title") }, "\(log)")
      if !conflicts.isEmpty {
        try scratch.refresh()
        #expect(try scratch.commit().isEmpty)
      }
      #expect(try self.widths(scene) == widths, "\(log)")
    }
  }

  /// Checks a scratch that sets the same value as the scene, and then undoes this.
  @Test func anUndoneConflictKeepsTheScene() throws {
    let scene = try stage(Self.text)
    let scratch = try scene.scratch(named: "s")
    try scratch.session.set("#a", "width", "8")
    try scene.set("#a", "width", "4")
    #expect(try scratch.refresh().count == 1)
    _ = try scratch.session.undo()
    #expect(try scratch.commit().isEmpty)
    #expect(try widths(scene)[0] == "4")
  }

  private func widths(_ scene: SceneSession) throws -> [String] {
    try ["a", "b", "c"].map { try scene.effective("\($0).width")?.text ?? "none" }
  }
}
