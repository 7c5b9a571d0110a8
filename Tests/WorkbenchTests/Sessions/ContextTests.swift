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

/// The three contexts: the session itself, work in the background, and batches.
@Suite struct ContextTests {
  @Test("work in the background is one step, and edits of the session are made meanwhile")
  func workInTheBackground() throws {
    let stage = try JournalStage(text: BackgroundSaveTests.large(2000))
    let session = try stage.open()
    let start = session.text
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let delivered = Results()
    let request = EditRequest(try selector("Box"), [Assignment("width", .set("7"))])
    let work = session.perform(
      in: .background, named: "import", deliver: { delivered.add(work: $0) },
      { scene throws(Diagnostic) in
        let result = try scene.perform(request)
        entered.signal()
        goOn.wait()
        return result.changed
      },
      then: { result, work in
        if case .success(let count) = result { delivered.add("\(count) \(work.state)") }
      })
    entered.wait()
    // The session shows nothing of the work yet, and can be edited.
    #expect(session.text == start)
    try session.set("#o1", "width", "3")
    try session.set("#o2", "title", "mine")
    try session.make(.remove(selector("#o3")))
    goOn.signal()
    #expect("\(work.wait())" == "done")
    #expect(delivered.lines == [], "the second closure runs where its user is")
    delivered.run()
    #expect(delivered.lines == ["2000 done"])
    #expect(try session.effective("o1.width") == .double(3), "the person's value stays")
    #expect(try session.effective("o2.width") == .double(7))
    #expect(try session.effective("o2.title") == .string("mine"))
    #expect(session.withDocument { $0.node(id: "o3") } == nil)
    #expect(work.conflicts.map(\.message).sorted() == [
      "'o1.width' is 3 here and 7 there", "'o3' was removed here and changed there",
    ])
    #expect(session.history.map(\.name).last == "import" && session.history.last?.origin == .background)
    let merged = session.text
    try session.undo()
    #expect(try session.effective("o2.width") == .double(0))
    #expect(try session.effective("o1.width") == .double(3))
    try session.redo()
    #expect(session.text == merged)
    for _ in session.history { try session.undo() }
    #expect(session.text == start)
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    private var waiting: [@Sendable () -> Void] = []
    var lines: [String] { lock.withLock { all } }
    func add(_ line: String) { lock.withLock { all.append(line) } }
    func add(work: @escaping @Sendable () -> Void) { lock.withLock { waiting.append(work) } }

    func run() {
      // The closure is delivered right after the work has ended.
      while lock.withLock({ waiting.isEmpty }) { usleep(1000) }
      for work in lock.withLock({ waiting }) { work() }
    }
  }
}
