import Foundation
import TestSupport
import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneComparing
@testable import SceneDocument
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a scene edited during background work equals the result of a synchronous merge.
@Suite struct ContextLawTests {
  private static let sequences = ProcessInfo.processInfo.environment["INSPECTOR_SEQUENCES"].flatMap { Int($0) } ?? 120

  /// The time of the scene's edit, relative to the work's merge.
  enum Time: CaseIterable {
    case beforeTheMerge
    /// After the text is merged, and before the merged text replaces the scene's.
    case duringTheMerge
  }

  @Test(arguments: Time.allCases, [false, true])
  func theSceneBecomesWhatAWaitingMergeMakes(_ time: Time, isComposed: Bool) throws {
    let folder = try PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    var (merges, conflicts, refusals, again) = (0, 0, 0, 0)
    for seed in 1...Self.sequences {
      let run = try ContextRun(seed: UInt64(seed), folder: folder.path, library: library, isComposed: isComposed)
      let found = try run.merge(time)
      merges += found.map { _ in 1 } ?? 0
      conflicts += found ?? 0
      refusals += found == nil ? 1 : 0
      again += run.mergedAgain
      try run.checkRecoveryAndHistory()
    }
    print("\(merges) merges, \(conflicts) conflicts, \(refusals) refused, \(again) merged again")
    #expect(merges > Self.sequences / 2 && conflicts > Self.sequences / 20)
  }
}

/// A random run: edits of a scene with a journal, and background work.
private final class ContextRun {
  private let seed: UInt64
  private let library: PluginLibrary
  private let scene: String
  private let environment: [String: String]
  private let start: [UInt8]
  private var main: RandomSession
  private var scratch: ScratchSession?
  private var generator: SeededGenerator

  /// The number of times that a merged text was outdated and could not replace the scene's.
  private(set) var mergedAgain = 0

  init(seed: UInt64, folder: String, library: PluginLibrary, isComposed: Bool) throws {
    (self.seed, self.library) = (seed, library)
    generator = SeededGenerator(seed: seed)
    scene = "\(folder)/s\(seed).scene.json"
    environment = ["XDG_STATE_HOME": "\(folder)/states\(seed)"]
    try StageTemplates.write(to: folder)
    try Data(RandomSession.text(&generator, isComposed: isComposed).utf8).write(to: URL(fileURLWithPath: scene))
    let session = try SceneSession.open(path: scene, library: library)
    try session.attachJournal(environment: environment)
    start = session.document.bytes()
    main = RandomSession(session, generator)
    for _ in 0..<generator.next(6) { main.step() }
    let made = try session.batch(named: "work", under: InspectorJob())
    var other = RandomSession(made.session, SeededGenerator(seed: seed + 1_000_000), prefix: "b")
    for _ in 0..<generator.next(12) + 1 { other.step() }
    disagree("work", in: made.session)
    if made.session.transaction != nil { try made.session.commit() }
    scratch = made
    try checkRecoveryOfWork(made)
  }

  /// Checks that a new process recovers the work of a process killed now.
  private func checkRecoveryOfWork(_ work: ScratchSession) throws {
    guard work.session.version > 0 else { return }
    let folder = try JournalFolder(environment: environment, scene: scene)
    let bytes = try #require(try folder.read(folder.journal(1))?.bytes)
    let recovered = ScratchRecovery.open(in: try JournalContents(bytes), folder, 1, scene: "s", nil)
    #expect(try recovered.map { try $0.text() } == [work.session.document.bytes()], "seed \(seed)")
    #expect(try recovered.map { try $0.base() } == [work.base.bytes()], "seed \(seed)")
  }

  /// Creates a possible conflict in every third sequence, since random edits of both sides seldom affect the same
  /// value.
  private func disagree(_ title: String, in session: SceneSession) {
    guard seed % 3 == 0 else { return }
    _ = try? session.perform(EditRequest(Selector(ids: ["o0"]), [Assignment("title", .set(title))]))
  }

  /// Merges the work, and compares the scene with the result of a synchronous merge. Returns the number of conflicts;
  /// nil if the merge is refused.
  func merge(_ time: ContextLawTests.Time) throws -> Int? {
    guard let scratch else { return nil }
    let (base, theirs) = (scratch.base, scratch.session.document.reader())
    let edits = generator.next(6) + 1
    if time == .beforeTheMerge {
      for _ in 0..<edits { main.step() }
      disagree("person", in: main.session)
    }
    var early: [SceneConflict]?
    if time == .duringTheMerge {
      let moment = try main.session.moment()
      if let merged = try MergedText(
        scratch.session.document, from: moment, journal: main.session.journal, under: InspectorJob())
      {
        for _ in 0..<edits { main.step() }
        disagree("person", in: main.session)
        let before = main.session.document.bytes()
        let expected = try waiting(base, theirs)
        early = try main.session.install(merged, named: "work")
        if let early {
          try check(expected, early)
          self.scratch = nil
          return early.count
        }
        mergedAgain += 1
        #expect(main.session.document.bytes() == before, "seed \(seed): a text that is not installed changes nothing")
      }
    }
    let (before, expected) = (main.session.document.bytes(), try waiting(base, theirs))
    do {
      let conflicts = try scratch.merge()
      try check(expected, conflicts)
      self.scratch = nil
      return conflicts.count
    } catch {
      #expect(expected == nil, "seed \(seed): \(error)")
      #expect(main.session.document.bytes() == before, "seed \(seed)")
      return nil
    }
  }

  /// Returns the scene after a synchronous merge; nil if components refuse the merge.
  private func waiting(
    _ base: SceneDocument, _ theirs: SceneDocument
  ) throws -> (session: SceneSession, conflicts: [SceneConflict])? {
    let (text, name) = (main.session.document.bytes(), main.session.document.name)
    let session = try SceneSession.open(bytes: text, name: name, library: library)
    var options = SceneSession.MergeOptions(asksComponents: true, isAcceptedThere: true)
    if let scratch {
      options.known = scratch.knownRenames(ours: .scene, main.session.document, at: main.session.version)
    }
    do {
      return (session, try session.merge(base: base, theirs: theirs, named: "work", options))
    } catch {
      return nil
    }
  }

  private func check(
    _ expected: (session: SceneSession, conflicts: [SceneConflict])?, _ conflicts: [SceneConflict]
  ) throws {
    guard let expected else { return }
    var difference = SceneDifference(from: expected.session.document, to: main.session.document)
    // Of two objects that both sides inserted in one place, either may come first.
    difference.structure.removeAll { change in
      if case .moved(let from, let to) = change.kind { from.parent == to.parent } else { false }
    }
    #expect(difference.isEmpty, "seed \(seed): \(difference)\n\(expected.session.text)\n\(main.session.text)")
    #expect(
      Set(conflicts.map(\.message)) == Set(expected.conflicts.map(\.message)), "seed \(seed): \(main.session.text)")
    main.expectComposedAnew()
  }

  /// Checks that the journal restores the scene's text, and that the history can be undone and redone completely.
  func checkRecoveryAndHistory() throws {
    let session = main.session
    let text = session.document.bytes()
    if session.isModified {
      let folder = try JournalFolder(environment: environment, scene: scene)
      let document = try SceneDocument.load(path: scene)
      var problems: [Diagnostic] = []
      let recovery = SceneRecovery.find(
        folder, 1, scene: "s", text: document.source.snapshot, file: document.source.fileMark, problems: &problems)
      #expect(try recovery?.text() == text, "seed \(seed)")
      #expect(problems.isEmpty, "seed \(seed): \(problems)")
    }
    if session.transaction != nil { try session.commit() }
    while try session.undo() != nil {}
    #expect(session.document.bytes() == start, "seed \(seed)")
    let anew = try SceneSession.open(bytes: start, name: session.document.name, library: library)
    #expect(anew.objectOutline == session.objectOutline, "seed \(seed)")
    session.closeJournal(discarding: true)
  }
}
