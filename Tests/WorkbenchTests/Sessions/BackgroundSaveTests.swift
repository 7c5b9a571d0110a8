import Foundation
import InspectorKit
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

@Suite struct BackgroundSaveTests {
  @Test func theSceneIsEditedWhileItIsWritten() throws {
    let stage = try JournalStage(text: Self.large(20_000))
    let session = try stage.open()
    try session.set("#o1", "width", "2")
    let saved = session.text
    let done = Done()
    let ticket = try session.saveInBackground { done.set($0) }
    #expect(ticket.file == stage.scene)
    for width in 3...9 { try session.set("#o2", "width", "\(width)") }
    try session.make(.remove(selector("#o3")))
    if case .unchanged = session.fileState() {} else { Issue.record("nobody else has changed the file") }
    try ticket.wait()
    if case .unchanged = session.fileState() {} else { Issue.record("nobody else has changed the file") }
    #expect(done.result != nil && ticket.result != nil)
    #expect(stage.fileText == saved)
    #expect(session.isModified)
    #expect(try stage.recoveries().first?.text() == session.document.bytes())
    #expect(try stage.recoveries().first?.steps.count == 8)
    for _ in 0..<8 { try session.undo() }
    #expect(!session.isModified)
    #expect(session.text == saved)
    // Successive saves, the last of which wins.
    try session.redo()
    try session.saveInBackground()
    try session.redo()
    try session.saveInBackground()
    try session.save()
    #expect(stage.fileText == session.text)
    session.closeJournal()
    #expect(stage.files == [])
  }

  @Test("a patch of all steps begins where the history does, in a session without a journal too")
  func patchesReachBehindASave() throws {
    let stage = try JournalStage()
    let session = try SceneSession.open(path: stage.scene, library: PluginLibrary(inProcess: [Stage.self]))
    try session.set("#a", "width", "2")
    try session.save()
    try session.set("#b", "width", "3")
    let all = try session.patch(.since(0))
    let first = try session.patch(.step(1))
    for (patch, expected) in [(all, session.text), (first, stage.fileText)] {
      let other = try SceneSession.open(
        bytes: Array(JournalStage.text.utf8), name: "other", library: PluginLibrary(inProcess: [Stage.self]))
      _ = try other.perform(EditRequest(patch.steps))
      #expect(other.text == expected)
    }
  }

  @Test func aSavingThatFailsIsToldAndLosesNothing() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    try stage.write("{}")
    let ticket = try session.saveInBackground()
    do {
      try ticket.wait()
      Issue.record("it was saved")
    } catch {
      #expect(
        "\(error)"
          == "\(stage.scene): the file changed since it was read; read it again, or save to another file")
    }
    #expect(session.isModified)
    #expect(stage.fileText == "{}")
    try session.saveInBackground(to: "\(stage.folder)/other.json").wait()
    #expect(session.isModified, "the scene's own file is not the one that was saved")
    #expect(try String(contentsOfFile: "\(stage.folder)/other.json", encoding: .utf8) == session.text)
    // The missing folder is noticed at once or at the end; either way the error is reported.
    #expect(throws: SceneError.self) { try session.saveInBackground(to: "\(stage.folder)/no/where.json").wait() }
  }

  /// Checks that the scene can be edited while a save waits for the reader of a pipe.
  @Test func theSceneIsEditedWhileTheSavingWaits() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    let saved = session.text
    let pipe = "\(stage.folder)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    var options = SaveOptions()
    options.patience = .seconds(600)
    let ticket = try session.saveInBackground(to: pipe, options: options)
    for width in 3...9 { try session.set("#b", "width", "\(width)") }
    try session.undo()
    #expect(try session.effective("b.width") == .double(8))
    #expect(ticket.result == nil, "nobody has read it yet")
    #expect(String(decoding: contents(pipe), as: UTF8.self) == saved)
    try ticket.wait()
    #expect(session.text != saved)
  }

  /// Checks that a snapshot shares the text, so that the prompt's delay does not depend on the size of the scene.
  @Test func aSnapshotSharesTheText() throws {
    let document = try SceneDocument(bytes: Array(Self.large(20_000).utf8), name: "large")
    let change = AttributeChange.set(key: "width", value: Array("5".utf8))
    for node in document.objects.prefix(10_000) { _ = try document.apply([change], to: node) }
    let snapshot = document.source.snapshot
    #expect(Self.pieces(of: snapshot) == Self.pieces(of: document.source.snapshot), "no text was copied")
    #expect(Self.table(of: snapshot) == Self.table(of: document.source.snapshot), "no table of edits was copied")
    let text = snapshot.bytes()
    _ = try document.apply([.set(key: "width", value: Array("67".utf8))], to: 5_000)
    #expect(Self.pieces(of: snapshot) != Self.pieces(of: document.source.snapshot))
    #expect(Self.table(of: snapshot) != Self.table(of: document.source.snapshot))
    #expect(snapshot.bytes() == text && document.bytes().count == text.count + 1)
  }

  /// Returns the addresses of the pieces of a snapshot's text.
  private static func pieces(of snapshot: DocumentSnapshot) -> [UnsafeRawPointer?] {
    var pieces: [UnsafeRawPointer?] = []
    snapshot.withPieces { pieces.append($0.baseAddress) }
    return pieces
  }

  /// Returns the addresses of the parts of a snapshot's edit table.
  private static func table(of snapshot: DocumentSnapshot) -> [UInt8] {
    withUnsafeBytes(of: snapshot.entries.dense) { Array($0) }
  }

  static func large(_ count: Int) -> String {
    let objects = (0..<count).map { #"{"id":"o\#($0)","class":"Box","attributes":{"title":"number \#($0)"}}"# }
    return #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ",\n"))]}"#
  }

  private final class Done: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Result<Void, SceneError>?
    var result: Result<Void, SceneError>? { lock.withLock { value } }
    func set(_ result: Result<Void, SceneError>) { lock.withLock { value = result } }
  }
}
