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
    var (changes, cuts, patches) = (0, 0, 0)
    for seed in 1...Self.sequences {
      let run = try SequenceRun(seed: UInt64(seed), folder: folder.path, library: library)
      try run.checkRecovery()
      try run.checkPatch()
      try run.checkHistory()
      changes += run.random.texts.count - 1
      cuts += run.cuts
      patches += run.refusedPatches
    }
    print(
      "\(Self.sequences) sequences, \(changes) changes, \(cuts) cuts of journals, \(patches) patches of changed scenes refused"
    )
    #expect(patches > Self.sequences / 3)
    #expect(changes > 3 * Self.sequences)
    #expect(cuts > changes)
  }
}

private final class SequenceRun {
  var random: RandomSession
  private(set) var cuts = 0
  private(set) var refusedPatches = 0
  private let seed: UInt64
  private let scene: String
  private let state: String
  private let original: [UInt8]
  private let library: PluginLibrary
  private var generator: SeededGenerator

  init(seed: UInt64, folder: String, library: PluginLibrary) throws {
    (self.seed, self.library) = (seed, library)
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

  /// What the session changed, written down and made again: on the text that it was changed from it gives the session's
  /// text, and where something that it touches is another it is refused.
  func checkPatch() throws {
    let patch = try random.session.patch()
    #expect(patch.isExact, "seed \(seed)")
    let script = try EditScript(Array(EditScript.text(of: patch.steps).utf8), name: "patch")
    #expect(try made(script, in: original) == random.session.document.bytes(), "seed \(seed)")
    guard let changed = try otherwise(script.steps) else { return }
    #expect(changed != original)
    #expect(throws: EditError.self, "seed \(seed)") { try made(script, in: changed) }
    refusedPatches += 1
  }

  private func made(_ script: EditScript, in text: [UInt8]) throws -> [UInt8] {
    let session = try SceneSession.open(bytes: text, name: "scene", library: library)
    do throws(EditError) {
      _ = try session.edit(EditRequest(script.steps))
    } catch {
      #expect(session.document.bytes() == text, "seed \(seed)")
      throw error
    }
    return session.document.bytes()
  }

  /// The original text with one thing changed that the steps expect something of; nil where there is none.
  private func otherwise(_ steps: [EditStep]) throws -> [UInt8]? {
    let document = try SceneDocument(bytes: original, name: "scene")
    for step in steps.shuffled(using: &generator) {
      if case .expectPalette(let colors) = step, let name = colors.first?.name {
        _ = try document.applyToPalette([.set(name: name, value: Array("\"#010203\"".utf8))])
        return document.bytes()
      }
      guard case .expect(let expectation) = step else { continue }
      let ids = expectation.selector.alternatives.flatMap { $0.subject.id.map { [$0] } ?? $0.subject.ids ?? [] }
      guard let node = ids.lazy.compactMap({ document.node(id: $0) }).first, expectation.count != 0 else { continue }
      let values = expectation.stored + (expectation.attributes ?? [])
      if let key = (values.map(\.name) + expectation.absent).randomElement(using: &generator) {
        let value = ["width": "9.25", "title": "\"other\"", "tint": "\"#010203\""][key]
        guard let value, document.attribute(key, of: node).map({ $0 != Array(value.utf8) }) ?? true else { continue }
        _ = try document.apply([.set(key: key, value: Array(value.utf8))], to: node)
        return document.bytes()
      }
      guard expectation.className == document.className(node) else { continue }
      _ = try document.restructure([.setClass("Mirror", of: node)])
      return document.bytes()
    }
    return nil
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
