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

/// Tests of the three contexts: the session itself, background work, and batches.
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
    #expect(
      work.conflicts.map(\.message).sorted() == [
        "'o1.width' is 3 here and 7 there", "'o3' was removed here and changed there",
      ])
    #expect(session.history.map(\.name).last == "import" && session.history.last?.origin == .background)
    let merged = session.text
    try session.undo()
    #expect(try session.effective("o2.width") == .double(1))
    #expect(try session.effective("o1.width") == .double(3))
    try session.redo()
    #expect(session.text == merged)
    for _ in session.history { try session.undo() }
    #expect(session.text == start)
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  @Test("work that is cancelled, or that throws, leaves nothing", arguments: SceneContext.allCases)
  func workThatEndsEarly(_ context: SceneContext) throws {
    let stage = try JournalStage(text: BackgroundSaveTests.large(50))
    let session = try stage.open()
    let (start, request) = (session.text, EditRequest(try selector("Box"), [Assignment("width", .set("7"))]))
    let job = InspectorJob()
    let cancelled = session.perform(in: context, named: "a", under: job) { scene throws(Diagnostic) in
      _ = try scene.perform(request)
      job.cancel()
    }
    #expect("\(cancelled.wait())" == "cancelled")
    let results = Results()
    let failed = session.perform(
      in: context, named: "b",
      { scene throws(Diagnostic) in
        _ = try scene.perform(request)
        _ = try scene.inspect(id: "nobody")
      },
      then: { result, _ in if case .failure(let error) = result { results.add(error.code.rawValue) } })
    guard case .failed(let error) = failed.wait() else {
      Testing.Issue.record("\(failed.state)")
      return
    }
    #expect(error.code == .unknownObject)
    while results.lines.isEmpty { usleep(1000) }
    #expect(results.lines == ["unknown.object"])
    #expect(session.text == start && stage.fileText == start)
    #expect(session.history.isEmpty && session.transaction == nil)
    #expect(try stage.recoveries().isEmpty)
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  @Test("a batch is saved in the file, and seen after a refetch")
  func batches() throws {
    let stage = try JournalStage(text: BackgroundSaveTests.large(50))
    let session = try stage.open()
    try session.set("#o1", "title", "mine")
    let start = session.text
    let request = EditRequest(try selector("Box"), [Assignment("width", .set("7"))])
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work = session.perform(in: .batch, named: "import") { scene throws(Diagnostic) in
      _ = try scene.perform(request)
      entered.signal()
      goOn.wait()
    }
    // Another program saves the file while the batch runs.
    entered.wait()
    try session.set("#o2", "width", "4")
    try session.set("#o3", "title", "saved")
    try session.save()
    try session.set("#o4", "width", "5")
    goOn.signal()
    #expect("\(work.wait())" == "done")
    #expect(work.conflicts.map(\.message) == ["'o2.width' is 4 here and 7 there"], "the saved value stays")
    #expect(try session.effective("o5.width") == .double(1), "the session does not show the batch yet")
    #expect(try session.refetch().map(\.message) == ["'o4.width' is 5 here and 7 there"])
    #expect(try session.refetch(keeping: .ours).count == 1)
    let values = try ["o1", "o2", "o4", "o5"].map { try session.effective("\($0).width") }
    #expect(values == [7, 4, 5, 7].map { .double($0) })
    #expect(try session.effective("o1.title") == .string("mine"))
    #expect(try session.effective("o3.title") == .string("saved"))
    #expect(session.text != start)
    try session.save()
    #expect(stage.fileText == session.text)
    #expect(try session.refetch().isEmpty)
    session.closeJournal()
  }

  @Test("work whose values a component refuses after the merge stays in a scratch")
  func refusedMerges() throws {
    // A lamp refuses red light, which it reads from its parent.
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","children":[{"id":"l","class":"Lamp"}]}]}"#
    let stage = try JournalStage(text: text)
    let session = try stage.open()
    try session.make(.remove(selector("#l")))
    let request = EditRequest(try selector("#a"), [Assignment("tint", .set("red"))])
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work = session.perform(in: .background, named: "red") { scene throws(Diagnostic) in
      _ = try scene.perform(request)
      entered.signal()
      goOn.wait()
    }
    entered.wait()
    try session.undo()
    let before = session.text
    goOn.signal()
    guard case .failed(let error) = work.wait() else {
      Testing.Issue.record("\(work.state) \(session.text) \(session.check()) \(session.history)")
      return
    }
    #expect(error.message.contains("red light is for darkrooms"))
    #expect(session.text == before)
    let scratch = try #require(work.takeUnmerged())
    #expect(try scratch.session.effective("a.tint") == .color(.red))
    _ = try scratch.session.perform(EditRequest(try selector("#a"), [Assignment("tint", .set("blue"))]))
    #expect(try scratch.commit() == [])
    #expect(try session.effective("a.tint") == .color(.blue))
    session.closeJournal(discarding: true)
  }

  @Test("saves that wait for one another share their turn")
  func savesShareTheirTurn() throws {
    let stage = try JournalStage(text: BackgroundSaveTests.large(50))
    let session = try stage.open()
    let pipe = "\(stage.folder)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    var options = SaveOptions()
    options.patience = .seconds(600)
    let first = try session.saveInBackground(to: pipe, options: options)
    let results = Results()
    var tickets: [SaveTicket] = []
    for width in 2...6 {
      try session.set("#o1", "width", "\(width)")
      tickets.append(try session.saveInBackground { if case .success = $0 { results.add("\(width)") } })
    }
    #expect(tickets.allSatisfy { $0 === tickets[0] } && tickets[0] !== first)
    #expect(tickets[0].result == nil)
    let reader = try #require(fopen(pipe, "r"))
    while fgetc(reader) != EOF {}
    fclose(reader)
    try tickets[0].wait()
    #expect(results.lines == ["2", "3", "4", "5", "6"])
    #expect(stage.fileText == session.text && !session.isModified)
    // The next one begins at once.
    try session.set("#o1", "width", "9")
    #expect(try session.saveInBackground() !== tickets[0])
    session.closeJournal()
    #expect(stage.fileText == session.text)
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
