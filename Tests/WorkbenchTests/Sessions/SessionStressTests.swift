import InspectorKit
import SceneDocument
import Synchronization
import TestSupport
import Testing

@testable import Basics
@testable import Ratings
@testable import Samples
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Shapes
@testable import Tags
@testable import Workbench

/// Tests that sessions on several threads have the same results as sessions one after another.
@Suite struct SessionStressTests {
  /// The location of the plugins.
  enum Place: CaseIterable { case here, processes }

  private static func library(_ place: Place) throws -> PluginLibrary {
    if place == .here {
      return PluginLibrary(inProcess: [Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self])
    }
    let folder = try PluginFolder()
    for name in ["basics", "shapes", "samples", "ratings", "tags"] {
      try folder.add(name, executable: "inspector-plugin-\(name)")
    }
    return folder.library()
  }

  @Test("sessions of one library on several threads", arguments: Place.allCases)
  func sessions(place: Place) throws {
    let text = fixture("scenes/profile-card.scene.json")
    let seeds = 0..<8
    let library = try Self.library(place)
    let found = Mutex<[Int: [String]]>([:])
    let threads = (0..<4).map { thread in
      WorkThread {
        for seed in seeds where seed % 4 == thread {
          let transcript = Self.transcript(library, text, seed: seed)
          found.withLock { $0[seed] = transcript }
        }
      }
    }
    for thread in threads { thread?.join() }
    let alone = try Self.library(place)
    var lines: [String] = []
    for seed in seeds {
      let transcript = Self.transcript(alone, text, seed: seed)
      let other = found.withLock { $0[seed] } ?? []
      let difference = zip(other, transcript).first { $0 != $1 }
      #expect(difference == nil && other.count == transcript.count, "seed \(seed)")
      lines += transcript
    }
    for kind in ["changed", "found", "bundle [", "check [", "undo set", "palette ["] {
      #expect(lines.contains { $0.hasPrefix(kind) }, "nothing was \(kind)")
    }
    for library in [library, alone] { library.shutDown() }
  }

  /// Returns a session's reproducible replies to random edits and queries.
  private static func transcript(_ library: PluginLibrary, _ text: String, seed: Int) -> [String] {
    var random = SeededGenerator(seed: UInt64(seed))
    guard let session = try? SceneSession.open(bytes: Array(text.utf8), name: "card.json", library: library) else {
      return []
    }
    let versions = Mutex<[Int]>([])
    let observer = session.observe { change in versions.withLock { $0.append(change.version) } }
    var lines: [String] = []
    for _ in 0..<24 {
      do {
        try lines.append(Self.line(session, &random))
      } catch {
        lines.append("\(error)")
      }
    }
    session.stopObserving(observer)
    lines.append("\(versions.withLock { $0 })")
    return lines + [session.text]
  }

  private static let edits = [
    ("StarView", "pointCount"), ("#volume", "value"), (":kind(View)", "alpha"), ("#tags", "cornerRadius"),
    ("#rating", "rating"), ("View, #skills", "tag"), ("#name", "fontSize"),
  ]

  /// Makes one edit or query, and returns the reply.
  private static func line(_ session: SceneSession, _ random: inout SeededGenerator) throws -> String {
    func edit(_ session: SceneSession) throws -> String {
      let (selector, property) = edits[random.next(edits.count)]
      let result = try session.set(selector, Assignment(property, .set("\(random.next(12))")))
      let changes = result.changes.map { "\($0.object).\($0.property) \($0.effective?.text ?? "unset")" }
      return "changed \(result.changed): \(changes) \(result.warnings.map(\.message))"
    }
    switch random.next(12) {
    case 0...3: return try edit(session)
    case 4: return "undo \(try session.undo()?.name ?? "none")"
    case 5: return "redo \(try session.redo()?.name ?? "none")"
    case 6:
      var rows: [String] = []
      let columns = [FindColumn("alpha"), FindColumn("value"), FindColumn("frame.x")]
      let views = try selector(":kind(View)[alpha>=0.5]")
      let result = try session.find(views, columns: columns) { rows.append("\($0.id) \($0.values.count)") }
      return "found \(result.count): \(rows)"
    case 7: return "check \(session.check(strict: true).map(\.message))"
    case 8:
      let objects = try session.bundle(effective: true).objects
      return "bundle \(objects.map { "\($0.id) \($0.attributes.count)" })"
    case 9:
      let scratch = try session.scratch(named: "try")
      let line = try edit(scratch.session)
      return "\(line), conflicts \(try scratch.commit().count)"
    case 10:
      let color = "#\(random.next(900) + 100)"
      return "palette \(try session.perform(EditRequest(palette: [.set(name: "brand", to: color)])).colors)"
    default: return "version \(session.version) \(session.isModified) \(session.history.count)"
    }
  }

  @Test("one session on several threads")
  func oneSession() throws {
    let library = try Self.library(.here)
    let objects = (0..<4).map { #"{"id":"s\#($0)","class":"StarView"}"# }.joined(separator: ",")
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    let session = try SceneSession.open(bytes: Array(text.utf8), name: "stars.json", library: library)
    let failures = Mutex<[String]>([])
    let threads = (0..<4).map { thread in
      WorkThread {
        for count in 3..<23 {
          do {
            try session.set("#s\(thread)", Assignment("pointCount", .set("\(count)")))
            let value = try session.value(of: "s\(thread).pointCount").effective
            if value != .int(count) { failures.withLock { $0.append("\(thread): \(value?.text ?? "unset")") } }
          } catch {
            failures.withLock { $0.append("\(thread): \(error)") }
          }
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(failures.withLock { $0 } == [])
    #expect(session.version == 80)
    #expect(session.history.count == 80)
    while try session.undo() != nil {}
    #expect(session.text == text)
  }

  @Test("a plugin is replaced while sessions work with it")
  func replacing() throws {
    let library = try Self.library(.here)
    let text = fixture("scenes/profile-card.scene.json")
    let alone = Self.transcript(library, text, seed: 1)
    let found = Mutex<[[String]]>([])
    let threads = (0..<3).map { _ in
      WorkThread {
        let transcript = Self.transcript(library, text, seed: 1)
        found.withLock { $0.append(transcript) }
      }
    }
    for _ in 0..<8 {
      library.replace(with: Shapes.self)
      library.replace(with: Basics.self)
    }
    for thread in threads { thread?.join() }
    for transcript in found.withLock({ $0 }) {
      let difference = zip(transcript, alone).first { $0 != $1 }
      #expect(difference == nil && transcript.count == alone.count)
    }
  }
}
