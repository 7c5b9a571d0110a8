import Foundation
import InspectorKit
import TestSupport
import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneDocument
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of edits so large that a journal stores them in pieces.
@Suite struct LargeEditTests {
  private static let title = String(repeating: "long ", count: 60)

  private func openLarge(_ count: Int = 5000) throws -> (stage: JournalStage, session: SceneSession) {
    let stage = try JournalStage(text: BackgroundSaveTests.large(count))
    return (stage, try stage.open())
  }

  private func setAll(_ session: SceneSession, _ title: String) throws { try session.set("Box", "title", title) }

  @Test func anEditInPiecesIsRecoveredLikeAnyOther() throws {
    let (stage, session) = try openLarge()
    try session.set("#o1", "width", "2")
    try setAll(session, Self.title)
    try session.set("#o2", "width", "3")
    let written = try Data(contentsOf: URL(fileURLWithPath: try stage.journalFolder().journal(1)))
    #expect(written.count > 1 << 20, "the changes are larger than a piece")
    let recovery = try #require(try stage.recoveries().first)
    #expect(recovery.steps.map(\.name).count == 3)
    #expect(try recovery.text() == session.document.bytes())
    // The save leaves the edits after it, however large.
    let ticket = try session.saveInBackground()
    try setAll(session, Self.title + "er")
    try ticket.wait()
    #expect(try stage.recoveries().first?.text() == session.document.bytes())
    try session.undo()
    #expect(try stage.recoveries().first?.text() ?? Array(stage.fileText.utf8) == session.document.bytes())
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  @Test func piecesOfAnEditThatWasNotMadeHaveNoEffect() throws {
    let (stage, session) = try openLarge()
    try session.set("#o1", "width", "2")
    let journal = try #require(session.journal)
    let former = journal.stage([UInt8](repeating: 7, count: 600_000))
    try session.set("#o2", "width", "3")
    let recovery = try #require(try stage.recoveries().first)
    #expect(try recovery.text() == session.document.bytes() && recovery.steps.count == 2)
    // After a save the journal has no pieces any more, so the record of an edit gets its changes.
    try session.save()
    try session.set("#o3", "width", "4")
    let changes = session.document.changes(from: session.savedText)
    try journal.append(
      .edit, name: "staged", changes: [],
      after: StagedChanges(changes: changes, number: former.number, file: former.file))
    #expect(try stage.recoveries().first?.text() == session.document.bytes())
    session.closeJournal(discarding: true)
  }

  @Test func damageInAPieceLeavesWhatIsBeforeIt() throws {
    let (stage, session) = try openLarge()
    try session.set("#o1", "width", "2")
    let before = session.document.bytes()
    try setAll(session, Self.title)
    let path = try stage.journalFolder().journal(1)
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let look = try stage.look()
    #expect(try look.recoveries.first?.text() == before)
    #expect(look.problems.count == 1)
  }

  /// Checks that the user can edit and save while several background edits of the scene run.
  @Test func manyWorksAtOnce() throws {
    let (stage, session) = try openLarge(800)
    let requests = try (0..<4).map { number in
      EditRequest(try selector("Box"), [Assignment(number % 2 == 0 ? "width" : "title", .set("\(number + 2)"))])
    }
    let works = requests.enumerated().map { number, request in
      session.perform(in: .background, named: "work \(number)") { scene throws(Diagnostic) in
        _ = try scene.perform(request)
      }
    }
    var made = 0
    while works.contains(where: { !$0.state.isFinal }) {
      made += 1
      try session.set("#o\(made % 800)", "tint", "#\(100 + made % 900)")
      if made % 40 == 0 { try session.saveInBackground() }
    }
    for work in works { #expect("\(work.state)" == "done") }
    for number in 1...min(made, 799) {
      #expect(session.history.contains { $0.name.contains("#o\(number) ") })
    }
    // The second of two that set the same property finds the first one's values.
    #expect(works.flatMap(\.conflicts).allSatisfy { [.property("width"), .property("title")].contains($0.subject) })
    try session.save()
    #expect(stage.fileText == session.text)
    while try session.undo() != nil {}
    #expect(session.text == BackgroundSaveTests.large(800))
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }
}
