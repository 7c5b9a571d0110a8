import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// A scene in a file, with a folder for its journals.
struct JournalStage {
  static let text = ##"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box"},{"id":"b","class":"Box"}]}"##

  let folder: String
  var scene: String { "\(folder)/card.scene.json" }
  var environment: [String: String] { ["XDG_STATE_HOME": "\(folder)/state"] }
  var journals: String { "\(folder)/state/inspector/journal" }

  init(text: String = Self.text) throws {
    folder = try PluginFolder().path
    try write(text)
  }

  func write(_ text: String) throws { try text.write(toFile: scene, atomically: true, encoding: .utf8) }

  var fileText: String { (try? String(contentsOfFile: scene, encoding: .utf8)) ?? "" }

  func open() throws -> SceneSession {
    let session = try SceneSession.open(path: scene, library: PluginLibrary(inProcess: [Stage.self]))
    try session.attachJournal(environment: environment)
    return session
  }

  /// Returns the recoveries that a process killed now would leave behind.
  func recoveries() throws -> [SceneRecovery] { try look().recoveries }

  /// Returns these recoveries, and the problems of the journals.
  func look() throws -> (recoveries: [SceneRecovery], problems: [Diagnostic]) {
    let document = try SceneDocument.load(path: scene)
    let folder = try journalFolder()
    var problems: [Diagnostic] = []
    let recoveries = folder.numbers().compactMap {
      SceneRecovery.find(
        folder, $0, scene: "card", text: document.source.snapshot, file: document.source.fileMark, problems: &problems)
    }
    return (recoveries, problems)
  }

  func journalFolder() throws -> JournalFolder { try JournalFolder(environment: environment, scene: realPath) }

  private var realPath: String { URL(fileURLWithPath: scene).resolvingSymlinksInPath().path }

  /// The names of the journal files, without the part that identifies the scene.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: journals)) ?? []).map { String($0.dropFirst(32)) }.sorted()
  }
}

extension SceneSession {
  func set(_ text: String, _ name: String, _ value: String) throws {
    _ = try perform(EditRequest(selector(text), [Assignment(name, .set(value))]))
  }
}

@Suite struct JournalTests {
  private func error(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch let error as Diagnostic {
      return "\(error.code): \(error.message)"
    } catch { return "\(error)" }
  }

  @Test func whatIsNotSavedIsRecoveredWithItsNames() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    #expect(stage.files == [".lock"], "a scene that is only looked at has no journal")
    try session.set("#a", "width", "2")
    try session.make(.remove(selector("#b")))
    try session.undo()
    let found = try #require(try stage.recoveries().first)
    #expect(found.fit == .file)
    #expect(found.steps.map(\.name) == ["set #a width=2", "remove #b", "remove #b"])
    #expect(found.steps.map(\.cause) == [.edit, .edit, .undo])
    #expect(found.time > 0)
    #expect(try found.document().bytes() == session.document.bytes())
    #expect(stage.fileText == JournalStage.text)
  }

  @Test func theNextSessionFindsWhatTheLastOneLeftAndKeepsItUntilItIsDiscarded() throws {
    let stage = try JournalStage()
    for width in ["2", "3"] {
      let session = try stage.open()
      try session.set("#a", "width", width)
      session.closeJournal()
    }
    let session = try stage.open()
    let found = try #require(session.journal?.recoveries)
    #expect(found.map { $0.steps.map(\.name) } == [["set #a width=2"], ["set #a width=3"]])
    try found[1].save(to: "\(stage.folder)/rescued.json")
    let rescued = try String(contentsOfFile: "\(stage.folder)/rescued.json", encoding: .utf8)
    #expect(rescued.contains(#""attributes":{"width":3}"#))
    for recovery in found { recovery.discard() }
    session.closeJournal()
    #expect(stage.files == [])
  }

  @Test func savedEditsAreNotInTheJournalAnyMore() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    try session.save()
    #expect(!session.isModified)
    #expect(try stage.recoveries().isEmpty)
    // Undoing beyond a saved state, structural edits as well, speaks of the text that was read.
    try session.make(.remove(selector("#b")))
    try session.save()
    try session.undo()
    try session.undo()
    let found = try #require(try stage.recoveries().first)
    #expect(found.steps.count == 2)
    #expect(String(decoding: try found.text(), as: UTF8.self) == JournalStage.text)
    try session.save()
    session.closeJournal()
    #expect(stage.files == [])
    #expect(stage.fileText == JournalStage.text)
  }

  @Test func editsThatWereMadeDuringASaveStayInTheJournal() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    let write = try session.startSave(to: nil)
    try session.set("#b", "width", "3")
    try session.make(.rename(selector("#a"), id: "c"))
    try session.finish(write())
    #expect(session.isModified)
    #expect(stage.fileText.contains(#""attributes":{"width":2}"#))
    let found = try #require(try stage.recoveries().first)
    #expect(found.steps.map(\.name) == ["set #b width=3", "rename #a to #c"])
    #expect(try found.text() == session.document.bytes())
    try session.undo()
    try session.undo()
    #expect(!session.isModified)
    #expect(session.text == stage.fileText)
  }

  @Test func aProcessThatDiesBetweenFileAndJournalLosesNothing() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    let (snapshot, position) = (session.document.source.snapshot, try #require(session.journal?.position))
    try session.set("#b", "width", "3")
    try session.journal?.willSave(snapshot, sha256: snapshot.sha256, after: position)
    let last = session.document.bytes()
    // Killed before the file was replaced, and after.
    #expect(try stage.recoveries().first?.text() == last)
    #expect(try stage.recoveries().first?.steps.count == 2)
    try stage.write(String(decoding: snapshot.bytes(), as: UTF8.self))
    #expect(try stage.recoveries().first?.text() == last)
    #expect(try stage.recoveries().first?.steps.map(\.name) == ["set #b width=3"])
  }

  @Test func editsOfAFileThatIsAnotherByNowAreKept() throws {
    let stage = try JournalStage()
    var session: SceneSession? = try stage.open()
    try session?.set("#a", "width", "2")
    let last = session?.document.bytes()
    // Waits for the copy of the scene, too.
    session?.closeJournal()
    session = nil
    try stage.write(JournalStage.text.replacingOccurrences(of: "\"b\"", with: "\"x\""))
    let found = try #require(try stage.recoveries().first)
    #expect(found.fit == .copy)
    #expect(try found.text() == last)
    let base = try #require(stage.files.first { $0.hasSuffix(".base") })
    let key = try #require(try FileManager.default.contentsOfDirectory(atPath: stage.journals).first?.prefix(32))
    try FileManager.default.removeItem(atPath: "\(stage.journals)/\(key)\(base)")
    let lost = try #require(try stage.recoveries().first)
    #expect(lost.fit == .none)
    #expect(lost.steps.map(\.name) == ["set #a width=2"])
    #expect(
      error { _ = try lost.text() }
        == "journal.changed: 'card' is not the file in which these edits were made, and there is no copy of that file; restore it, or discard the edits"
    )
  }

  @Test func aScratchIsThereAgainWithItsEdits() throws {
    let stage = try JournalStage()
    do {
      let session = try stage.open()
      try session.set("#a", "width", "2")
      let (empty, scratch) = (try session.scratch(named: "empty"), try session.scratch(named: "wider"))
      try scratch.session.set("#b", "width", "7")
      try scratch.session.make(.rename(selector("#a"), id: "c"))
      try session.set("#a", "width", "3")
      // Saving the scene leaves the scratch in the journal.
      try session.save()
      session.closeJournal()
      withExtendedLifetime((empty, scratch)) {}
    }
    let session = try stage.open()
    let found = try #require(session.journal?.recoveries.first)
    #expect(found.steps.isEmpty)
    #expect(found.scratches.map(\.name) == ["wider"])
    #expect(found.scratches[0].steps.map(\.name) == ["set #b width=7", "rename #a to #c"])
    #expect(try found.scratches[0].comparison().structure.count == 2)
    #expect(try found.apply(to: session).isEmpty)
    let scratch = try #require(try found.openScratches(over: session).first)
    #expect(scratch.name == "wider")
    #expect(scratch.session.history.map(\.name) == ["recover 2 edits"])
    #expect(session.history.isEmpty)
    // The object that the scratch renamed keeps what the scene did to it meanwhile.
    #expect(try scratch.commit().isEmpty)
    #expect(session.text.contains(#"{"id":"c","class":"Box","attributes":{"width":3}}"#))
    #expect(session.text.contains(#"{"id":"b","class":"Box","attributes":{"width":7}}"#))
    try scratch.session.set("#b", "width", "8")
    #expect(try scratch.commit().isEmpty)
    #expect(session.text.contains(#"{"id":"c","class":"Box","attributes":{"width":3}}"#))
    #expect(session.text.contains(#"{"id":"b","class":"Box","attributes":{"width":8}}"#))
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  @Test func journalsOfOtherVersionsAreRecoveredOrLeftAlone() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    let last = session.document.bytes()
    session.closeJournal()
    let folder = try stage.journalFolder()
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: folder.journal(1))))
    let records = try JournalContents(bytes).records.compactMap { record -> JournalRecord? in
      switch record {
      case .scene(let path, _): .scene(path: path, marksEnd: false)
      case .read(_, let mark):
        .saved(edits: 0, sha256: SHA256.hex(of: Array(JournalStage.text.utf8)), mark: mark)
      case .readSHA256: nil
      default: record
      }
    }
    var file = try JournalFile(creating: folder.journal(1), in: folder)
    try file.append(records)
    file.closeFile()
    try Data(JournalStage.text.utf8).write(to: URL(fileURLWithPath: folder.base(1)))
    var former = [UInt8](try #require(FileManager.default.contents(atPath: folder.journal(1))).dropLast(12))
    try Data(former).write(to: URL(fileURLWithPath: folder.journal(1)))
    let second = try stage.look()
    #expect(second.problems == [])
    #expect(try second.recoveries.map { try $0.text() } == [last])
    former.replaceSubrange(..<JournalRecord.magic.count, with: JournalRecord.formerMagic)
    try Data(former).write(to: URL(fileURLWithPath: folder.journal(1)))
    let found = try #require(try stage.recoveries().first)
    #expect(found.steps.map(\.name) == ["set #a width=2"])
    #expect(try found.text() == last)
    try stage.write(JournalStage.text.replacingOccurrences(of: "\"b\"", with: "\"x\""))
    #expect(try stage.recoveries().map(\.fit) == [.copy])
    #expect(try stage.recoveries().map { try $0.text() } == [last])
    former.replaceSubrange(..<JournalRecord.magic.count, with: Array("inspector-journal/3\n".utf8))
    try Data(former).write(to: URL(fileURLWithPath: folder.journal(1)))
    let later = try stage.look()
    #expect(later.recoveries.isEmpty)
    #expect(
      later.problems.map(\.message) == [
        "a later version of inspector wrote the journal '\(folder.journal(1))' (journal version 3); open the scene with that version; the journal is kept as it is"
      ])
    #expect(stage.files.contains("-1.journal"))
  }

  @Test func oneProcessHasAScenesJournal() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    #expect(
      error { _ = try stage.open() }
        == "journal.locked: '\(stage.scene)' is open here already; close it there, or edit a copy")
    session.closeJournal()
    #expect(error { _ = try stage.open() } == "no error")
  }

  @Test func anEditThatCannotBeJournalledIsNotMade() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    let before = session.text
    try FileManager.default.removeItem(atPath: stage.journals)
    let message = error {
      try session.make(.remove(selector("#b")), .set(selector("#a"), [Assignment("width", .set("2"))]))
    }
    #expect(message.hasPrefix("journal.folder: cannot create a journal in '\(stage.journals)/"))
    #expect(message.hasSuffix(": no such file or directory; free some space, or set XDG_STATE_HOME"))
    #expect(session.text == before)
    #expect(session.version == 0 && session.history.isEmpty && !session.isModified)
    #expect(
      error { try session.make(.remove(selector("#nobody"))) }
        == "selector.empty: the selector '#nobody' matches nothing")
  }

  @Test func thereMustBeAFolderForJournals() throws {
    let stage = try JournalStage()
    let session = try SceneSession.open(path: stage.scene, library: PluginLibrary(inProcess: [Stage.self]))
    #expect(
      error { try session.attachJournal(environment: ["HOME": "here"]) }
        == "journal.folder: there is no folder for journals, since neither XDG_STATE_HOME nor HOME names one; set one of them"
    )
    let document = try SceneDocument(bytes: Array(JournalStage.text.utf8), name: "memory")
    let inMemory = SceneSession(document, library: PluginLibrary(inProcess: [Stage.self]))
    #expect(try inMemory.attachJournal(environment: stage.environment) == nil)
  }

  /// Checks that a damaged journal is refused or read without a crash.
  @Test(arguments: 1...40)
  func damagedJournalsDoNoHarm(_ seed: Int) throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("Box", "width", "2")
    try session.make(.remove(selector("#b")))
    try session.undo()
    let folder = try stage.journalFolder()
    let journal = [UInt8](try #require(FileManager.default.contents(atPath: folder.journal(1))))
    let records = try JournalContents(journal).records
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      var bytes = journal
      for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      _ = try? JournalContents(bytes)
      // Records with correct checksums, as from another program.
      for record in records {
        var payload = record.payload
        for _ in 0...random.next(3) { payload[random.next(payload.count)] = UInt8(random.next(256)) }
        guard case .edit(_, _, let changes)? = try? JournalRecord(payload[...]) else { continue }
        var replay = TextReplay(base: Array(JournalStage.text.utf8))
        if (try? replay.apply(changes)) != nil { _ = try? replay.text() }
        _ = try? TextReplay(saved: Array(JournalStage.text.utf8), mark: changes)
      }
    }
  }
}
