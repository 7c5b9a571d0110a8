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

/// A journal with three edits of a process that has ended, for tests of damage.
private struct LeftJournal {
  let stage: JournalStage
  let folder: JournalFolder
  /// The text of the scene before the first edit, and after each edit.
  private(set) var texts: [[UInt8]] = []

  init() throws {
    stage = try JournalStage()
    let session = try stage.open()
    texts.append(session.document.bytes())
    for width in ["2", "3", "4"] {
      try session.set("#a", "width", width)
      texts.append(session.document.bytes())
    }
    // The copy of the scene exists, but is not needed yet.
    session.closeJournal()
    folder = try stage.journalFolder()
    // The digest of the scene is written when it is known; here it stands before the edits, so that the last record is an edit.
    try forged { records in
      guard let place = records.firstIndex(where: { if case .readSHA256 = $0 { true } else { false } }) else { return }
      let digest = records.remove(at: place)
      let first = records.firstIndex { if case .edit = $0 { true } else { false } } ?? records.endIndex
      records.insert(digest, at: first)
    }
  }

  var path: String { folder.journal(1) }
  var bytes: [UInt8] { (try? folder.read(path)?.bytes) ?? [] }
  func write(_ bytes: [UInt8], to path: String? = nil) { #expect(put(bytes, to: path ?? self.path)) }

  private func put(_ bytes: [UInt8], to path: String) -> Bool {
    FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
  }

  /// The contents of all journal files.
  var kept: [Data] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).compactMap {
      FileManager.default.contents(atPath: "\(folder.path)/\($0)")
    }
  }

  /// Replaces the journal with changed records and correct checksums.
  func forged(_ change: (inout [JournalRecord]) -> Void) throws {
    var records = try JournalContents(bytes).records
    change(&records)
    var file = try JournalFile(creating: path, in: folder)
    try file.append(records)
    file.closeFile()
  }

  /// Returns the reported problems, without the names of folders.
  func words() throws -> [String] {
    try stage.look().problems.map {
      "\($0.code): " + $0.message.replacingOccurrences(of: "\(folder.path)/\(folder.key)", with: "…")
    }
  }
}

@Suite struct JournalFaultTests {
  // MARK: words

  @Test func whatIsDamagedIsSaidAndKept() throws {
    let left = try LeftJournal()
    var bytes = left.bytes
    let ends = try JournalContents(bytes).ends
    // Within the last edit.
    let place = ends[ends.count - 2]
    bytes[place + 20] ^= 1
    left.write(bytes)
    let last = "2, 'set #a width=3'"
    let count = bytes.count - place
    #expect(
      try left.words() == [
        "journal.damaged: the journal '…-1.journal' is damaged at byte \(place): \(count) bytes left out; the last intact edit is number \(last); 'recover' restores the intact edits, and keeps the journal as '…-1.journal.damaged'"
      ])
    let found = try #require(try left.stage.recoveries().first)
    #expect(try found.text() == left.texts[2])
    #expect(found.keptPath == "\(left.path).damaged")
    found.discard()
    #expect(left.kept.contains(Data(bytes)))
    #expect(left.stage.files == ["-1.base.damaged", "-1.journal.damaged"])
    #expect(try left.stage.look().recoveries.isEmpty && left.stage.look().problems.isEmpty)

    // A second damaged journal is kept under a different name.
    left.write(Array(bytes.dropLast(20)))
    for recovery in try left.stage.recoveries() { recovery.discard() }
    #expect(left.stage.files == ["-1.base.damaged", "-1.journal.damaged", "-1.journal.damaged-2"])
  }

  @Test func aTornEndIsToldFromDamage() throws {
    let left = try LeftJournal()
    let bytes = left.bytes
    let ends = try JournalContents(bytes).ends
    let place = ends[ends.count - 2]
    left.write(Array(bytes[..<(place + 17)]))
    #expect(
      try left.words() == [
        "journal.torn: the journal '…-1.journal' ends within an edit, as when a shell is killed while writing: 17 bytes from byte \(place) on left out; the last intact edit is number 2, 'set #a width=3'; 'recover' restores the intact edits, and keeps the journal as '…-1.journal.damaged'"
      ])
    left.write(Array(bytes[..<place]))
    #expect(try left.stage.look().problems.map(\.isJournalDamage) == [false])
    // A wrong length is damage, and not a missing end.
    var long = bytes
    long[place + 2] = 1
    left.write(long)
    #expect(try left.stage.look().problems.map(\.code) == ["journal.damaged"])
    #expect(try left.stage.recoveries().map { try $0.text() } == [left.texts[2]])
  }

  @Test func whatHasNoSoundBeginningIsKeptAsideAtOnce() throws {
    for (bytes, words) in [
      (
        [],
        "'…-1.journal' does not begin like a journal, so no edit can be recovered from it; it is kept as '…-1.journal.damaged'"
      ),
      (
        Array("inspector-journal/2".utf8),
        "'…-1.journal' does not begin like a journal, so no edit can be recovered from it; it is kept as '…-1.journal.damaged'"
      ),
      (
        JournalRecord.magic + [1, 2, 3],
        "the journal '…-1.journal' ends within an edit, as when a shell is killed while writing: 3 bytes from byte 20 on left out; no earlier edit is intact; it is kept as '…-1.journal.damaged'"
      ),
    ] {
      let left = try LeftJournal()
      left.write(bytes)
      #expect(try left.words().map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) } == [words])
      #expect(left.stage.files == ["-1.base.damaged", "-1.journal.damaged"])
      #expect(left.kept.contains(Data(bytes)))
    }
  }

  @Test func recordsThatCannotBeOursEndTheJournal() throws {
    let other = try LeftJournal()
    try other.forged { $0[0] = .scene(path: "/else/where.json") }
    #expect(
      try other.words() == [
        "journal.damaged: '…-1.journal' is the journal of another scene, '/else/where.json', and is not applied; it is kept as '…-1.journal.damaged'"
      ])

    let forged = try LeftJournal()
    try forged.forged { $0[$0.count - 1] = .edit(cause: .edit, name: "set #a width=4", changes: [0x7F]) }
    #expect(
      try forged.words() == [
        "journal.damaged: the last 1 edit in the journal '…-1.journal' produces no valid scene and is left out; the last intact edit is 'set #a width=3'; 'recover' restores the intact edits, and keeps the journal as '…-1.journal.damaged'"
      ])
    #expect(try forged.stage.recoveries().map { try $0.text() } == [forged.texts[2]])

    // A save after all edits, whose mark makes no text of what the file holds.
    let saved = try LeftJournal()
    try saved.forged { $0.append(.saved(edits: 3, sha256: SHA256.hex(of: saved.texts[0]), mark: [0x7F])) }
    _ = try saved.words()
    #expect(try saved.stage.recoveries().allSatisfy(\.steps.isEmpty))

    let unknown = try LeftJournal()
    var bytes = unknown.bytes
    let ends = try JournalContents(bytes).ends
    let former = Array(bytes[(ends[ends.count - 2] + 4)..<(ends[ends.count - 2] + 12)])
    let chain = JournalRecord.chain(former, [100, 1])
    bytes.replaceSubrange(
      ends[ends.count - 1]..., with: JournalRecord.head(2, chain) + [100, 1] + JournalRecord.end(chain))
    unknown.write(bytes)
    #expect(
      try unknown.words().first?.contains(
        "has a record of an unknown kind at byte \(ends[ends.count - 1]): 26 bytes left out; the last intact edit is number 3"
      ) == true)
    #expect(try unknown.stage.recoveries().map { try $0.text() } == [unknown.texts[3]])
  }

  @Test func aCopyThatIsDamagedIsNotUsed() throws {
    for change in [{ Array($0.dropLast(1)) }, { [1] + $0 }, { _ in [] }] as [([UInt8]) -> [UInt8]] {
      let left = try LeftJournal()
      let copy = try #require(try left.folder.read(left.folder.base(1))?.bytes)
      left.write(change(copy), to: left.folder.base(1))
      #expect(
        try left.words() == [
          "journal.damaged: the copy of the scene, '…-1.base', is damaged; 'recover' restores the intact edits, and keeps the journal as '…-1.journal.damaged'"
        ])
      #expect(try left.stage.recoveries().map { try $0.text() } == [left.texts[3]], "the file is as it was")
      try left.stage.write(JournalStage.text.replacingOccurrences(of: "\"b\"", with: "\"x\""))
      let found = try #require(try left.stage.recoveries().first)
      #expect(found.fit == .none && found.steps.count == 3)
      #expect(throws: Diagnostic.self) { try found.text() }
      found.discard()
      #expect(left.kept.contains(Data(change(copy))))
    }
  }

  @Test func copiesWithoutAJournalAreKept() throws {
    let left = try LeftJournal()
    try FileManager.default.removeItem(atPath: left.path)
    left.write([1], to: left.folder.journal(7) + ".tmp")
    let session = try left.stage.open()
    #expect(
      session.journal?.problems.map(\.message) == [
        "the journal '\(left.path)' is missing, but copies of the scene that belong to it exist; they are kept under names that end in '.damaged'"
      ])
    session.closeJournal()
    #expect(left.stage.files == ["-1.base.damaged"])
  }

  @Test func twoJournalsAreJudgedEachByItself() throws {
    let left = try LeftJournal()
    let (bytes, copy) = (left.bytes, try #require(try left.folder.read(left.folder.base(1))?.bytes))
    let ends = try JournalContents(bytes).ends
    var damaged = bytes
    damaged[ends[ends.count - 3] + 14] ^= 0x40
    left.write(damaged, to: left.folder.journal(2))
    left.write(copy, to: left.folder.base(2))
    let (found, problems) = try left.stage.look()
    #expect(try found.map { try $0.text() } == [left.texts[3], left.texts[1]])
    #expect(found.map(\.keptPath) == [nil, "\(left.folder.journal(2)).damaged"])
    #expect(problems.map(\.code) == ["journal.damaged"])
    for recovery in found { recovery.discard() }
    #expect(left.stage.files == ["-2.base.damaged", "-2.journal.damaged"])
    #expect(left.kept.contains(Data(damaged)))
  }

  // MARK: the law

  /// Checks that after any damage to a journal, the scene is recovered up to the last undamaged edit, the damage is
  /// reported, and every byte is kept.
  @Test(arguments: SessionLawTests.blocks) func everyDamageLeavesWhatIsBeforeItAndIsSaid(seeds: [Int]) throws {
    let folder = try PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    var (damages, edits) = (0, 0)
    for seed in seeds {
      var random = SeededGenerator(seed: UInt64(seed))
      let scene = "\(folder.path)/\(seed).scene.json"
      try Data(RandomSession.text(&random).utf8).write(to: URL(fileURLWithPath: scene))
      let environment = ["XDG_STATE_HOME": "\(folder.path)/state\(seed)"]
      let session = try SceneSession.open(path: scene, library: library)
      try session.attachJournal(environment: environment)
      var made = RandomSession(session, random)
      for _ in 0..<random.next(16) + 4 { made.step() }
      session.closeJournal()
      let journals = try JournalFolder(environment: environment, scene: scene)
      guard let journal = try journals.read(journals.journal(1))?.bytes else { continue }
      let contents = try JournalContents(journal)
      let document = try SceneDocument.load(path: scene)
      for fault in Fault.allCases {
        let bytes = fault.applied(to: journal, contents.ends, &random)
        guard bytes != journal else { continue }
        try Data(bytes).write(to: URL(fileURLWithPath: journals.journal(9)))
        chmod(journals.journal(9), 0o600)
        var problems: [Diagnostic] = []
        let found = SceneRecovery.find(
          journals, 9, scene: "scene", text: document.source.snapshot, file: document.source.fileMark,
          problems: &problems)
        let place = zip(bytes, journal).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let first = place ?? min(bytes.count, journal.count)
        let before = zip(contents.records, contents.ends.dropFirst()).filter { $0.1 <= first }
        let count = before.count { if case .edit = $0.0 { true } else { false } }
        let comment: Comment = "seed \(seed), \(fault)"
        #expect(try (found?.text() ?? made.texts[0]) == made.texts[count], comment)
        #expect(problems.count == 1, comment)
        found?.discard()
        let kept = FileManager.default.contents(atPath: journals.journal(9) + ".damaged")
        #expect(kept == Data(bytes), comment)
        try? FileManager.default.removeItem(atPath: journals.journal(9) + ".damaged")
        damages += 1
        edits += count
      }
      try FileManager.default.removeItem(atPath: "\(folder.path)/state\(seed)")
    }
    print("\(damages) damages of journals, \(edits) edits recovered")
    #expect(damages > 6 * seeds.count)
  }

  private enum Fault: CaseIterable {
    case bytes, swap, twice, out, cut, cutAtRecord, appended, zeros, another

    func applied(to journal: [UInt8], _ ends: [Int], _ random: inout SeededGenerator) -> [UInt8] {
      var bytes = journal
      let records = zip(ends, ends.dropFirst()).map { Array(journal[$0..<$1]) }
      let (first, second) = (random.next(records.count), random.next(records.count))
      func text(_ records: [[UInt8]]) -> [UInt8] {
        JournalRecord.magic + records.joined() + journal[(ends.last ?? 0)...]
      }
      switch self {
      case .bytes: for _ in 0...random.next(4) { bytes[20 + random.next(bytes.count - 20)] = UInt8(random.next(256)) }
      case .swap:
        var records = records
        records.swapAt(first, second)
        return text(records)
      case .twice: return text(Array(records[...first] + records[first...]))
      case .out: return text(Array(records[..<first] + records[(first + 1)...]))
      case .cut: return Array(bytes[..<random.next(bytes.count)])
      case .cutAtRecord: return Array(bytes[..<ends[first]])
      case .appended: return bytes + (0...random.next(40)).map { _ in UInt8(random.next(256)) }
      case .zeros:
        let start = 20 + random.next(bytes.count - 20)
        for place in start..<min(start + 16, bytes.count) { bytes[place] = 0 }
      case .another: return text(Array(records[..<first] + [Array("another journal's".utf8)] + records[first...]))
      }
      return bytes
    }
  }

  // MARK: full disks

  /// A simulated disk that refuses one write, or all writes from then on.
  private final class FullDisk: @unchecked Sendable {
    private let lock = NSLock()
    private var left = Int.max
    private var lasts = false

    func fail(at step: Int, lasting: Bool) { lock.withLock { (left, lasts) = (step, lasting) } }

    /// Runs `body` with journals on this disk.
    func held<Result>(_ body: () throws -> Result) rethrows -> Result {
      try JournalFolder.$fault.withValue(next, operation: body)
    }

    @Sendable private func next() -> Int32? {
      lock.withLock {
        left -= left == Int.max ? 0 : 1
        if left < 0, !lasts { left = Int.max }
        return left < 0 || left == 0 ? ENOSPC : nil
      }
    }
  }

  /// Checks a disk that becomes full at any step of an edit, scratch or save: refused edits have no effect,
  /// acknowledged edits are recovered, and no partial data remain.
  @Test(arguments: [false, true]) func aFullDiskRefusesAndLosesNothing(isLasting: Bool) throws {
    var refused = 0
    for step in 1...60 {
      let stage = try JournalStage()
      let disk = FullDisk()
      let session = try disk.held { try stage.open() }
      disk.fail(at: step, lasting: isLasting)
      var scratch: ScratchSession?
      var scratchText: [UInt8]?
      func attempt(_ body: () throws -> Void) {
        let before = (session.document.bytes(), scratch?.session.document.bytes())
        do { try body() } catch {
          refused += 1
          #expect(session.document.bytes() == before.0 && scratch?.session.document.bytes() == before.1, "step \(step)")
        }
      }
      attempt { try session.set("#a", "width", "2") }
      attempt { try session.set("#b", "width", "3") }
      attempt { try session.make(.remove(selector("#b"))) }
      attempt { try session.undo() }
      attempt { try session.save() }
      attempt { try session.set("#a", "width", "5") }
      attempt { scratch = try session.scratch(named: "wide") }
      for width in ["7", "8"] {
        attempt {
          try scratch?.session.set("#b", "width", width)
          scratchText = scratch?.session.document.bytes()
        }
      }
      attempt { try session.set("#b", "width", "6") }
      session.closeJournal()
      disk.fail(at: Int.max, lasting: false)
      let (main, comment) = (session.document.bytes(), "step \(step)" as Comment)
      let (found, problems) = try stage.look()
      #expect(problems == [], comment)
      #expect(try (found.first?.text() ?? Array(stage.fileText.utf8)) == main, comment)
      #expect(try found.first?.scratches.first?.text() == scratchText, comment)
      #expect(!stage.files.contains { $0.hasSuffix(".tmp") }, comment)
      withExtendedLifetime(scratch) {}
    }
    #expect(refused > 10)
  }

  @Test func aJournalThatCannotBeMadeLeavesNothing() throws {
    let stage = try JournalStage()
    let disk = FullDisk()
    let session = try disk.held { try stage.open() }
    disk.fail(at: 2, lasting: true)
    let error = #expect(throws: Diagnostic.self) { try session.set("#a", "width", "2") }
    #expect(error?.message.contains("-1.journal' cannot be written") == true)
    #expect(stage.files == [".lock"])
    disk.fail(at: Int.max, lasting: false)
    try session.set("#a", "width", "2")
    session.closeJournal()
    #expect(try stage.recoveries().count == 1)
  }

  // MARK: what others have a part in

  private func refusal(_ change: (JournalStage, JournalFolder) throws -> Void) throws -> String {
    let left = try LeftJournal()
    try change(left.stage, left.folder)
    do {
      let session = try left.stage.open()
      let problems = session.journal?.problems ?? []
      #expect(session.journal?.recoveries.isEmpty == true)
      session.closeJournal()
      return problems.map { $0.message.replacingOccurrences(of: "\(left.folder.path)/\(left.folder.key)", with: "…") }
        .joined()
    } catch let error as Diagnostic {
      #expect(error.code == "journal.unsafe")
      return error.message.replacingOccurrences(of: left.folder.path, with: "…").replacingOccurrences(
        of: left.folder.key, with: "")
    }
  }

  @Test func whatOthersHaveAPartInIsNotUsed() throws {
    let isNoFile = "' is not used: it is not a regular file; move it away"
    #expect(
      try refusal { _, folder in
        unlink(folder.journal(1))
        mkfifo(folder.journal(1), 0o600)
      } == "'…-1.journal\(isNoFile)")
    #expect(
      try refusal { _, folder in
        rename(folder.journal(1), "\(folder.path)/else")
        symlink("else", folder.journal(1))
      } == "'…-1.journal\(isNoFile)")
    #expect(
      try refusal { _, folder in chmod(folder.journal(1), 0o622) }
        == "'…-1.journal' is not used: other users can write to it; make sure that nobody has changed it, then run 'chmod go-w' on it"
    )
    #expect(
      try refusal { _, folder in chmod(folder.path, 0o770) }
        == "'…' is not used: other users can write to it; make sure that nobody has changed it, then run 'chmod go-w' on it"
    )
    #expect(
      try refusal { _, folder in
        rename(folder.path, "\(folder.path)-else")
        symlink("\(folder.path)-else", folder.path)
      } == "'…' is not used: it is not a folder of its own; move it away, or set XDG_STATE_HOME")
    #expect(try refusal { _, folder in mkfifo(folder.lock, 0o600) } == "'…/.lock\(isNoFile)")
  }

  @Test func foldersAndFilesAreThePersonsAlone() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    let folder = try stage.journalFolder()
    for (path, mode) in [
      (folder.path, 0o700), ("\(stage.folder)/state/inspector", 0o700), ("\(stage.folder)/state", 0o700),
      (folder.lock, 0o600), (folder.journal(1), 0o600),
    ] {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(found == mode, "\(path)")
    }
    session.closeJournal()
  }

  @Test func aLockThatIsAnotherFileIsNotWritten() throws {
    for make in [{ symlink($0, $1) }, { link($0, $1) }] as [(String, String) -> Int32] {
      let stage = try JournalStage()
      let folder = try stage.journalFolder()
      let victim = "\(stage.folder)/victim"
      try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
      chmod(victim, 0o600)
      #expect(make(victim, folder.lock) == 0)
      #expect(throws: Diagnostic.self) { try stage.open() }
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    }
  }

  @Test func anotherUsersJournalIsNotApplied() throws {
    // Only root can change the owner of a file.
    guard geteuid() == 0 else { return }
    #expect(
      try refusal { _, folder in chown(folder.journal(1), 65534, 65534) }
        == "'…-1.journal' is not used: it belongs to another user; move it away, or set XDG_STATE_HOME")
    #expect(
      try refusal { _, folder in chown(folder.path, 65534, 65534) }
        == "'…' is not used: it belongs to another user; move it away, or set XDG_STATE_HOME")
  }
}
