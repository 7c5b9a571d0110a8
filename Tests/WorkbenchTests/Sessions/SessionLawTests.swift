import Foundation
import TestSupport
import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneDocument
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of the laws of histories and journals on random sequences of edits.
///
/// `INSPECTOR_SEQUENCES=10000` runs this number of sequences instead of the few of a normal run.
@Suite struct SessionLawTests {
  private static let sequences = ProcessInfo.processInfo.environment["INSPECTOR_SEQUENCES"].flatMap { Int($0) } ?? 60

  /// The sequences' seeds in blocks, which run in parallel.
  static let blocks = (0..<min(4, sequences)).map { Array(stride(from: 1 + $0, through: sequences, by: 4)) }

  /// The kind of a scene.
  enum Kind: CaseIterable {
    case plain, composed
    /// A composed scene whose templates change between the edits.
    case ofChangingTemplates
  }

  @Test(arguments: blocks, Kind.allCases)
  func everySequenceGoesBackAndForthAndIsRecoveredFromEveryRecord(seeds: [Int], kind: Kind) throws {
    let folder = try PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    var (changes, cuts, patches) = (0, 0, 0)
    for seed in seeds {
      let run = try SequenceRun(seed: UInt64(seed), folder: folder.path, library: library, kind)
      try run.checkRecovery()
      // Edits made with other templates are not repeated.
      if kind != .ofChangingTemplates { try run.checkPatch() }
      try run.checkHistory()
      changes += run.random.texts.count - 1
      cuts += run.cuts
      patches += run.refusedPatches
    }
    print(
      "\(seeds.count) sequences, \(changes) changes, \(cuts) cuts of journals, \(patches) patches of changed scenes refused"
    )
    #expect(kind == .ofChangingTemplates || patches > seeds.count / 3)
    #expect(changes > 3 * seeds.count)
    #expect(cuts > changes)
  }
}

extension SessionLawTests {
  /// Checks that after any record of the journal, the scene and its open scratch are recovered as they were when it was
  /// written.
  @Test(arguments: blocks, [false, true])
  func scratchesAreRecoveredFromEveryRecord(seeds: [Int], isComposed: Bool) throws {
    let folder = try PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    var (changes, cuts) = (0, 0)
    for seed in seeds {
      let run = try ScratchRun(seed: UInt64(seed), folder: folder.path, library: library, isComposed: isComposed)
      try run.check()
      changes += run.scratchChanges
      cuts += run.cuts
    }
    print("\(seeds.count) sequences, \(changes) changes of scratches, \(cuts) cuts of journals")
    #expect(changes > seeds.count)
    #expect(cuts > seeds.count)
  }
}

/// A session with scratches, and the states of both by the number of journal records.
private final class ScratchRun {
  private struct State: Equatable {
    var scene: [UInt8]
    var scratch: [UInt8]?
  }

  private(set) var cuts = 0
  private(set) var scratchChanges = 0
  private let seed: UInt64
  private let library: PluginLibrary
  private let scene: String
  private let environment: [String: String]
  private let folder: JournalFolder
  private var generator: SeededGenerator
  private var main: RandomSession
  private var scratch: (session: ScratchSession, random: RandomSession, isEdited: Bool)?
  private var states: [Int: State] = [:]

  init(seed: UInt64, folder: String, library: PluginLibrary, isComposed: Bool) throws {
    (self.seed, self.library) = (seed, library)
    generator = SeededGenerator(seed: seed)
    scene = "\(folder)/s\(seed).scene.json"
    environment = ["XDG_STATE_HOME": "\(folder)/states\(seed)"]
    try StageTemplates.write(to: folder)
    try Data(RandomSession.text(&generator, isComposed: isComposed).utf8).write(to: URL(fileURLWithPath: scene))
    let session = try SceneSession.open(path: scene, library: library)
    try session.attachJournal(environment: environment)
    self.folder = try JournalFolder(environment: environment, scene: scene)
    main = RandomSession(session, generator)
    note()
    for number in 0..<generator.next(20) + 6 {
      // If each side moved an object into the other's, no scene can satisfy both.
      do { try step(number) } catch let error as Diagnostic where error.code == "edit.structure" {}
      note()
    }
  }

  private func step(_ number: Int) throws {
    switch (generator.next(10), scratch) {
    case (0...2, _): main.step()
    case (_, nil):
      let made = try main.session.scratch(named: "try \(number)")
      scratch = (made, RandomSession(made.session, generator, prefix: "s\(number)-"), false)
    case (3, let open?):
      if try open.session.commit().isEmpty { scratch = nil }
    case (4, let open?):
      let version = open.session.session.version
      try open.session.refresh()
      if open.session.session.version != version { scratch?.isEdited = true }
    case (5, _) where generator.next(3) == 0: scratch = nil
    case (6, _) where main.session.transaction == nil && generator.next(3) == 0: try main.session.save()
    default:
      let count = scratch?.random.texts.count ?? 0
      scratch?.random.step()
      guard let made = scratch?.random.texts.count, made > count else { return }
      scratch?.isEdited = true
      scratchChanges += made - count
    }
  }

  private var journal: [UInt8]? { FileManager.default.contents(atPath: folder.journal(1)).map { [UInt8]($0) } }

  /// Records the state for the current journal; a save starts a new journal.
  private func note() {
    let count = journal.flatMap { try? JournalContents($0).records.count } ?? 0
    if count < (states.keys.max() ?? 0) { states = [:] }
    states[count] = State(
      scene: main.session.document.bytes(),
      scratch: scratch.flatMap { $0.isEdited ? $0.session.session.document.bytes() : nil })
  }

  func check() throws {
    let document = try SceneDocument.load(path: scene)
    let (bytes, last) = (journal ?? [], states[states.keys.max() ?? 0])
    let ends = bytes.isEmpty ? [] : try JournalContents(bytes).ends
    for (count, end) in ends.enumerated().dropFirst() {
      guard let state = states[count] else { continue }
      try Data(bytes[..<end]).write(to: URL(fileURLWithPath: folder.journal(9)))
      for file in FileManager.default.subpaths(atPath: folder.path) ?? [] where file.hasSuffix(".scratch") {
        let copy = file.replacingOccurrences(of: "\(folder.key)-1-", with: "\(folder.key)-9-")
        try? FileManager.default.copyItem(atPath: "\(folder.path)/\(file)", toPath: "\(folder.path)/\(copy)")
      }
      var problems: [Diagnostic] = []
      let found = SceneRecovery.find(
        folder, 9, scene: "scene", text: document.source.snapshot, file: document.source.fileMark, problems: &problems)
      // A scratch that has ended since does not count: its text is removed with its file.
      let scratch = found?.scratches.last.flatMap { try? $0.text() }
      #expect(try (found?.text() ?? document.bytes()) == state.scene, "seed \(seed), record \(count)")
      if scratch != nil || count == states.keys.max() {
        #expect(scratch == state.scratch, "seed \(seed), record \(count)")
      }
      cuts += 1
    }
    for file in FileManager.default.subpaths(atPath: folder.path) ?? [] where file.hasPrefix("\(folder.key)-9") {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
    }
    try recover(last)
  }

  /// Checks that a new process recovers everything after this one ends.
  private func recover(_ last: State?) throws {
    main.session.closeJournal()
    scratch = nil
    let session = try SceneSession.open(path: scene, library: library)
    let journal = try session.attachJournal(environment: environment)
    var opened: [ScratchSession] = []
    for recovery in journal?.recoveries ?? [] {
      #expect(try recovery.apply(to: session).isEmpty, "seed \(seed)")
      opened += try recovery.openScratches(over: session)
    }
    #expect(session.document.bytes() == last?.scene, "seed \(seed)")
    for restored in [session] + opened.map(\.session) { RandomSession(restored, generator).expectComposedAnew() }
    #expect(opened.last?.session.document.bytes() == last?.scratch, "seed \(seed)")
    opened = []
    session.closeJournal(discarding: true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { $0.dropFirst(32) }
    #expect(left == [], "seed \(seed): \(left)")
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

  init(seed: UInt64, folder: String, library: PluginLibrary, _ kind: SessionLawTests.Kind) throws {
    (self.seed, self.library) = (seed, library)
    generator = SeededGenerator(seed: seed)
    scene = "\(folder)/\(seed).scene.json"
    state = "\(folder)/state\(seed)"
    try StageTemplates.write(to: folder)
    original = Array(RandomSession.text(&generator, isComposed: kind != .plain).utf8)
    try Data(original).write(to: URL(fileURLWithPath: scene))
    let session = try SceneSession.open(path: scene, library: library)
    try session.attachJournal(environment: ["XDG_STATE_HOME": state])
    random = RandomSession(session, generator, changing: kind == .ofChangingTemplates ? folder : nil)
    for _ in 0..<generator.next(24) + 4 { random.step() }
  }

  /// Checks that the journal, cut after each record or within one, restores the state of that time.
  func checkRecovery() throws {
    defer { try? FileManager.default.removeItem(atPath: state) }
    let folder = try JournalFolder(environment: ["XDG_STATE_HOME": state], scene: scene)
    guard let journal = FileManager.default.contents(atPath: folder.journal(1)).map({ [UInt8]($0) }) else {
      #expect(random.texts.count == 1)
      return
    }
    let (snapshot, file) = (
      try SceneDocument(bytes: original, name: "scene").source.snapshot, random.session.document.source.fileMark
    )
    let contents = try JournalContents(journal)
    let (ends, records) = (contents.ends, contents.records)
    #expect(contents.rest == nil && ends.last == journal.count - JournalRecord.headSize)
    #expect(ends.count == records.count + 1)
    func found(_ number: Int) -> (recovery: SceneRecovery?, problems: [Diagnostic]) {
      var problems: [Diagnostic] = []
      let recovery = SceneRecovery.find(
        folder, number, scene: "scene", text: snapshot, file: file, problems: &problems)
      return (recovery, problems)
    }
    // After the record of what the journal is about, each is one change.
    let isEdit = records.map { if case .edit = $0 { true } else { false } }
    #expect(isEdit.count(where: \.self) == random.texts.count - 1, "seed \(seed)")
    for (record, end) in ends.enumerated().dropFirst(2) {
      let torn = record + 1 < ends.count ? end + 1 + generator.next(ends[record + 1] - end - 1) : end
      for length in [end, torn] {
        try Data(journal[..<length]).write(to: URL(fileURLWithPath: folder.journal(9)))
        let (recovery, problems) = found(9)
        let expected = random.texts[isEdit[..<record].count(where: \.self)]
        #expect(try (recovery?.text() ?? original) == expected, "seed \(seed), record \(record)")
        #expect(problems.map(\.code) == ["journal.torn"], "seed \(seed), record \(record)")
        cuts += 1
      }
    }
    let (whole, problems) = found(1)
    #expect(problems == [])
    for (count, text) in random.texts.enumerated() where whole != nil {
      #expect(try whole?.text(after: count) == text, "seed \(seed), after \(count)")
    }
  }

  /// Checks that a patch of the session reproduces its text from the original, and is refused for a text in which an
  /// affected value differs.
  func checkPatch() throws {
    let patch = try random.session.patch()
    #expect(patch.isExact, "seed \(seed)")
    let script = try EditScript(Array(EditScript.text(of: patch.steps).utf8), name: "patch")
    #expect(try made(script, in: original) == random.session.document.bytes(), "seed \(seed)")
    guard let changed = try otherwise(script.steps) else { return }
    #expect(changed != original)
    #expect(throws: Diagnostic.self, "seed \(seed)") { try made(script, in: changed) }
    refusedPatches += 1
  }

  private func made(_ script: EditScript, in text: [UInt8]) throws -> [UInt8] {
    let session = try SceneSession.open(bytes: text, name: scene, library: library)
    do throws(Diagnostic) {
      _ = try session.perform(EditRequest(script.steps))
    } catch {
      #expect(session.document.bytes() == text, "seed \(seed)")
      throw error
    }
    return session.document.bytes()
  }

  /// Returns the original text with a change that contradicts an expectation of the steps; nil if there is no
  /// expectation.
  private func otherwise(_ steps: [EditStep]) throws -> [UInt8]? {
    let document = try SceneDocument(bytes: original, name: scene).composed()
    for step in steps.shuffled(using: &generator) {
      let expected = (step.kind as? ExpectStep)?.expected
      if case .colors(let colors)? = expected, let name = colors.first?.name {
        _ = try document.applyToPalette([.set(key: name, value: Array("\"#010203\"".utf8))])
        return document.bytes()
      }
      guard case .objects(let expectation)? = expected else { continue }
      let ids = expectation.selector.alternatives.flatMap { $0.subject.id.map { [$0] } ?? $0.subject.ids ?? [] }
      guard let node = ids.lazy.compactMap({ document.node(id: $0) }).first, expectation.count != 0 else { continue }
      let values = expectation.stored + (expectation.attributes ?? [])
      if let key = (values.map(\.name) + expectation.absent).randomElement(using: &generator) {
        let value = ["width": "9.25", "title": "\"other\"", "tint": "\"#010203\""][key]
        guard let value, document.attribute(key, of: node).map({ $0 != Array(value.utf8) }) ?? true else { continue }
        _ = try document.apply([.set(key: key, value: Array(value.utf8))], to: node)
        return document.bytes()
      }
      guard expectation.className == document.className(node), document.direct(node) == nil else { continue }
      _ = try document.restructure([.setClass("Mirror", of: node)])
      return document.bytes()
    }
    return nil
  }

  func checkHistory() throws {
    let session = random.session
    if session.transaction != nil { try session.commit() }
    // Redoable steps are part of the round trip, too.
    while try session.redo() != nil {}
    let last = session.document.bytes()
    var states = [last]
    while try session.undo() != nil {
      states.append(session.document.bytes())
      random.expectComposedAnew()
    }
    #expect(session.document.bytes() == original, "seed \(seed)")
    #expect(!session.isModified)
    states.removeLast()
    while try session.redo() != nil {
      #expect(session.document.bytes() == states.popLast(), "seed \(seed)")
      random.expectComposedAnew()
    }
    #expect(session.document.bytes() == last, "seed \(seed)")
    session.closeJournal(discarding: true)
    try FileManager.default.removeItem(atPath: scene)
  }
}
