import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import Journaling
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of sessions of foreign documents: changes of the file, merges and recovery.
@Suite struct ForeignSessionTests {
  private static let library = PluginLibrary(
    search: PluginSearch(
      paths: [URL(fileURLWithPath: #filePath).appending(path: "../../../../Plugins/MapLibre").standardized.path],
      executableFolder: nil, environment: [:]))

  /// A style in its own folder, whose layers may have ids.
  private struct Style {
    let folder: TemporaryFolder
    let path: String

    init(_ widths: [Int?], hasIDs: Bool = true) throws {
      folder = TemporaryFolder()
      path = "\(folder.path)/style.json"
      try write(widths, hasIDs: hasIDs)
    }

    func write(_ widths: [Int?], hasIDs: Bool = true) throws {
      try Self.text(widths, hasIDs: hasIDs).write(toFile: path, atomically: true, encoding: .utf8)
    }

    static func text(_ widths: [Int?], hasIDs: Bool = true) -> String {
      let layers = widths.enumerated().map { number, width in
        let id = hasIDs ? #""id":"l\#(number)","# : ""
        return #"{\#(id)"type":"line","paint":{\#(width.map { #""line-width":\#($0)"# } ?? "")}}"#
      }
      return #"{"version":8,"sources":{},"layers":[\#(layers.joined(separator: ","))]}"#
    }

    func open() throws -> SceneSession { try SceneSession.open(path: path, library: ForeignSessionTests.library) }
  }

  private func set(_ session: SceneSession, _ id: String, _ width: String) throws {
    let request = EditRequest([.set(Selector(ids: [id]), [Assignment("lineWidth", .set(width))])])
    _ = try session.perform(request)
  }

  private func text(_ session: SceneSession) -> String { String(decoding: session.document.bytes(), as: UTF8.self) }

  @Test func valuesOfBothSidesAreMerged() throws {
    let style = try Style([1, 2, 3])
    let session = try style.open()
    try set(session, "l0", "10")
    try style.write([1, 2, 30])
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs).isEmpty)
    #expect(text(session) == Style.text([10, 2, 30]))
    try session.undo()
    #expect(text(session) == Style.text([10, 2, 3]))
  }

  /// Checks that unread data and the other side's insertions are kept.
  @Test func theFileKeepsWhatIsNotRead() throws {
    let style = try Style([1, 2])
    let session = try style.open()
    try set(session, "l0", "10")
    let changed = Style.text([1, 2, 3]).replacingOccurrences(
      of: #"{"version":8,"#, with: #"{ "version":8, "metadata":{"a":[1]}, "#
    ).replacingOccurrences(of: #""id":"l1","#, with: #""id":"l1","filter":["==","a",1],"#)
    try changed.write(toFile: style.path, atomically: true, encoding: .utf8)
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs).isEmpty)
    let merged = changed.replacingOccurrences(of: #""line-width":1}"#, with: #""line-width":10}"#)
    #expect(text(session) == merged)
    try session.undo()
    #expect(text(session) == Style.text([10, 2]))
    try session.redo()
    try session.save()
    #expect(try String(contentsOfFile: style.path, encoding: .utf8) == merged)
  }

  @Test func onlyWhatIsNotReadChanged() throws {
    let style = try Style([1, 2])
    let session = try style.open()
    try set(session, "l0", "10")
    let changed = Style.text([1, 2]).replacingOccurrences(
      of: #""id":"l1","#, with: #""id":"l1","filter":["==","a",1],"#)
    try changed.write(toFile: style.path, atomically: true, encoding: .utf8)
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs).isEmpty)
    #expect(text(session) == changed.replacingOccurrences(of: #""line-width":1}"#, with: #""line-width":10}"#))
  }

  @Test func conflictsOfValuesAreListed() throws {
    let style = try Style([1, 2])
    let session = try style.open()
    try set(session, "l0", "10")
    try style.write([5, 6])
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs).count == 1)
    #expect(text(session) == Style.text([10, 2]))
    #expect(try session.takeInFile(theirs, keeping: .ours).count == 1)
    #expect(text(session) == Style.text([10, 6]))
    let other = try Style([1, 2])
    let second = try other.open()
    try set(second, "l0", "10")
    try other.write([5, 6])
    guard case .changed(let theirsThen) = second.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try second.takeInFile(theirsThen, keeping: .theirs).isEmpty)
    #expect(text(second) == Style.text([5, 6]))
  }

  /// Checks that a conflict is reported if the file removed an edited object.
  @Test func anEditedObjectIsGone() throws {
    let style = try Style([1, 2])
    let session = try style.open()
    try set(session, "l1", "10")
    try style.write([7])
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try !session.takeInFile(theirs).isEmpty)
    #expect(text(session) == Style.text([1, 10]))
    #expect(throws: Diagnostic.self) { try session.takeInFile(theirs, keeping: .ours) }
    #expect(text(session) == Style.text([1, 10]))
  }

  @Test func objectsWithoutIDsAreNotMatchedByTheirPlaces() throws {
    let style = try Style([1, 2, 3], hasIDs: false)
    let session = try style.open()
    try set(session, "/layers/1", "20")
    try style.write([2, 3], hasIDs: false)
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    let refused = #expect(throws: Diagnostic.self) { try session.takeInFile(theirs) }
    #expect(refused?.code == .editConflict)
    #expect(text(session) == Style.text([1, 20, 3], hasIDs: false))
  }

  @Test func aRemovalOfAnObjectWithoutIDIsNotLost() throws {
    let style = try Style([nil, nil, nil], hasIDs: false)
    let session = try style.open()
    _ = try session.perform(EditRequest([.remove(Selector(ids: ["/layers/2"]))]))
    try style.write([nil, nil], hasIDs: false)
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(throws: Diagnostic.self) { try session.takeInFile(theirs) }
    #expect(session.isModified)
  }

  @Test func aScratchIsCommitted() throws {
    let style = try Style([1, 2, 3])
    let session = try style.open()
    let scratch = try ScratchSession(session, named: "try")
    _ = try scratch.session.perform(
      EditRequest([.set(Selector(ids: ["l1"]), [Assignment("lineWidth", .set("5"))])]))
    try set(session, "l2", "7")
    #expect(try scratch.commit().isEmpty)
    #expect(text(session) == Style.text([1, 5, 7]))
  }

  @Test func editsAreRecovered() throws {
    let style = try Style([1, 2, 3])
    let environment = ["XDG_STATE_HOME": "\(style.folder.path)/state"]
    let former = try style.open()
    try former.attachJournal(environment: environment)
    try set(former, "l0", "9")
    _ = try former.perform(EditRequest([.remove(Selector(ids: ["l1"]))]))
    let (left, present) = (text(former), Style.text([1, 2, 3]))
    former.closeJournal()
    #expect(try String(contentsOfFile: style.path, encoding: .utf8) == present)
    let session = try style.open()
    let journal = try #require(try session.attachJournal(environment: environment))
    let recovery = try #require(journal.recoveries.first)
    #expect(try recovery.apply(to: session).isEmpty)
    #expect(text(session) == left)
  }
}
