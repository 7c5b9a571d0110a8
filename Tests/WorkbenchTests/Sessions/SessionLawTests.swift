import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import Workbench

/// Laws of histories and journals on random sequences of edits.
///
/// `INSPECTOR_SEQUENCES=10000` runs so many instead of the few of every day.
@Suite struct SessionLawTests {
  static let sequences = ProcessInfo.processInfo.environment["INSPECTOR_SEQUENCES"].flatMap { Int($0) } ?? 60

  @Test func everySequenceGoesBackAndForthAndIsRecoveredFromEveryRecord() throws {
    let folder = try PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    var (changes, cuts) = (0, 0)
    for seed in 1...Self.sequences {
      let run = try SequenceRun(seed: UInt64(seed), folder: folder.path, library: library)
      try run.checkRecovery()
      try run.checkHistory()
      changes += run.random.texts.count - 1
      cuts += run.cuts
    }
    print("\(Self.sequences) sequences, \(changes) changes, \(cuts) cuts of journals")
    #expect(changes > 3 * Self.sequences)
    #expect(cuts > changes)
  }
}

private final class SequenceRun {
  var random: RandomSession
  private(set) var cuts = 0
  private let seed: UInt64
  private let scene: String
  private let state: String
  private let original: [UInt8]
  private var generator: SeededGenerator

  init(seed: UInt64, folder: String, library: PluginLibrary) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    scene = "\(folder)/\(seed).scene.json"
    state = "\(folder)/state\(seed)"
    original = Array(RandomSession.text(&generator).utf8)
    try Data(original).write(to: URL(fileURLWithPath: scene))
    let session = try SceneSession.open(path: scene, library: library)
    try session.attachJournal(environment: ["XDG_STATE_HOME": state])
    random = RandomSession(session, generator)
    for _ in 0..<generator.next(24) + 4 { random.step() }
  }

  /// The journal as it was after each of its records, and torn within one, makes the state of that moment.
  func checkRecovery() throws {
    defer { try? FileManager.default.removeItem(atPath: state) }
    let folder = try JournalFolder(environment: ["XDG_STATE_HOME": state], scene: scene)
    guard let journal = FileManager.default.contents(atPath: folder.journal(1)).map({ [UInt8]($0) }) else {
      #expect(random.texts.count == 1)
      return
    }
    let snapshot = try SceneDocument(bytes: original, name: "scene").snapshot
    var ends = [JournalRecord.magic.count]
    while let end = ends.last, end < journal.count {
      ends.append(end + 12 + journal[end..<end + 4].reversed().reduce(0) { $0 << 8 | Int($1) })
    }
    #expect(ends.last == journal.count)
    // Behind the two records that say what the journal is about, each is one change.
    #expect(ends.count == random.texts.count + 2, "seed \(seed)")
    for (record, end) in ends.enumerated().dropFirst(2) {
      let torn = record + 1 < ends.count ? end + 1 + generator.next(ends[record + 1] - end - 1) : end
      for length in [end, torn] {
        try Data(journal[..<length]).write(to: URL(fileURLWithPath: folder.journal(9)))
        let recovery = SceneRecovery(folder, 9, scene: "scene", text: snapshot)
        let expected = random.texts[record - 2]
        #expect(try (recovery?.text() ?? original) == expected, "seed \(seed), record \(record)")
        cuts += 1
      }
    }
    let whole = SceneRecovery(folder, 1, scene: "scene", text: snapshot)
    for (count, text) in random.texts.enumerated() where whole != nil {
      #expect(try whole?.text(after: count) == text, "seed \(seed), after \(count)")
    }
  }

  func checkHistory() throws {
    let session = random.session
    if session.transaction != nil { try session.commit() }
    // What could be redone, too, is part of the way there and back.
    while try session.redo() != nil {}
    let last = session.document.bytes()
    var states = [last]
    while try session.undo() != nil { states.append(session.document.bytes()) }
    #expect(session.document.bytes() == original, "seed \(seed)")
    #expect(!session.isModified)
    states.removeLast()
    while try session.redo() != nil { #expect(session.document.bytes() == states.popLast(), "seed \(seed)") }
    #expect(session.document.bytes() == last, "seed \(seed)")
    session.closeJournal(discarding: true)
    try FileManager.default.removeItem(atPath: scene)
  }
}
