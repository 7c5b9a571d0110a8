import Foundation
import InspectorKit
import SceneDocument
import Synchronization
import Testing
import Workbench

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions

/// Tests that reading calls wait neither for an edit nor for each other, whatever a plugin does.
@Suite struct ReadingBesideEditingTests {
  /// A call on its own thread.
  private final class Call: Sendable {
    private let outcome = Mutex<String?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () throws -> Void) {
      Thread.detachNewThread { [self] in
        let outcome = refusal { try body() }
        self.outcome.withLock { $0 = outcome }
        isDone.signal()
      }
    }

    /// The message of the call's refusal, or `no error`; nil while the call runs.
    var present: String? { outcome.withLock { $0 } }

    /// The outcome of the call, once it has ended.
    var end: String? {
      isDone.wait()
      isDone.signal()
      return present
    }
  }

  private static let stars = 8

  /// Opens a scene with stars, and with two objects of another plugin: a read of `a` hangs, as does an edit of `b`.
  private func open() throws -> SceneSession {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    for name in ["basics", "shapes"] { try folder.add(name, executable: "inspector-plugin-\(name)") }
    let hanging = [
      #"{"id":"a","class":"Hang","attributes":{"value":13}}"#, #"{"id":"b","class":"Hang"}"#,
    ]
    let stars = (0..<Self.stars).map { #"{"id":"s\#($0)","class":"StarView","attributes":{"pointCount":3}}"# }
    let text = #"{"format":"inspector-scene/1","objects":[\#((hanging + stars).joined(separator: ","))]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "day.json", library: folder.library(limit: .seconds(600)))
  }

  /// Starts readers of stars, whose point counts must never decrease.
  private func readers(_ scene: SceneSession, _ times: ReadTimes) -> [Call] {
    (0..<Self.stars - 2).map { number in
      Call {
        let client = scene.under(InspectorJob())
        var last = 0
        for _ in 0..<20 {
          let start = ContinuousClock.now
          guard case .int(let points)? = try client.value(of: "s\(number).pointCount").effective else { return }
          times.add(.now - start)
          #expect(points >= last)
          last = points
          _ = (client.version, client.isModified, client.history.count)
        }
        #expect(last > 0)
      }
    }
  }

  @Test("a server's day: a plugin that hangs stalls nobody else", .timeLimit(.minutes(5)))
  func day() throws {
    let scene = try open()
    let times = ReadTimes()
    // Two clients wait for a plugin that hangs, while others read and edit.
    let jobs = [InspectorJob(), InspectorJob()]
    let stalled = jobs.map { job in Call { _ = try scene.under(job).inspect(id: "a") } }
    let editors = (0..<2).map { number in
      Call {
        let client = scene.under(InspectorJob())
        for points in 4..<14 { try client.set("#s\(number)", Assignment("pointCount", .set("\(points)"))) }
      }
    }
    let first = readers(scene, times)
    #expect((editors + first).map(\.end) == Array(repeating: "no error", count: 8))
    #expect(scene.version == 20)
    #expect(stalled.map(\.present) == [nil, nil])
    // One client's cancellation or deadline ends its own call only.
    jobs[0].cancel()
    #expect(stalled[0].end == "cancelled")
    let late = scene.under(InspectorJob(deadline: .now + .milliseconds(200)))
    #expect(refusal { _ = try late.inspect(id: "a") } == "cancelled")
    #expect(stalled[1].present == nil)
    jobs[1].cancel()
    #expect(stalled[1].end == "cancelled")

    // An edit waits for the plugin.
    let (text, history) = (scene.text, scene.history)
    let job = InspectorJob()
    let edit = Call { try scene.under(job).set("#b", Assignment("value", .set("13"))) }
    let ended = InspectorJob()
    ended.cancel()
    while scene.lock.withLock(under: ended, {}) != nil { Thread.sleep(forTimeInterval: 0.001) }
    let second = readers(scene, times)
    #expect(second.map(\.end) == Array(repeating: "no error", count: 6))
    let next = scene.under(InspectorJob(deadline: .now + .milliseconds(50)))
    #expect(refusal { try next.set("#s0", Assignment("pointCount", .set("20"))) } == "cancelled")
    #expect(edit.present == nil)
    #expect(scene.history == history && scene.version == 20 && scene.text == text)
    job.cancel()
    #expect(edit.end == "cancelled")
    try scene.set("#s0", Assignment("pointCount", .set("20")))
    #expect(try scene.effective("s0.pointCount") == .int(20))
    while try scene.undo() != nil {}
    #expect(!scene.isModified)
    scene.library.shutDown()
    times.report()
  }

  private final class ReadTimes: Sendable {
    private let all = Mutex<[Duration]>([])

    func add(_ time: Duration) { all.withLock { $0.append(time) } }

    func report() {
      let sorted = all.withLock { $0.sorted() }
      print("\(sorted.count) reads beside a plugin that hangs: p99 \(sorted[sorted.count * 99 / 100])")
    }
  }

  /// Returns a session of a scene with two plates.
  private static func plates() throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Plate"},{"id":"b","class":"Plate"}]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "s.json", library: PluginLibrary(inProcess: [Plates.self]))
  }

  @Test("a call that reads keeps its version while others edit")
  func snapshot() throws {
    let scene = try Self.plates()
    let before = scene.text
    scene.withModel { model in
      let edits = Call {
        try scene.set("#a", Assignment("alpha", .set("0.5")))
        _ = try scene.perform(EditRequest([.remove(try Selector(parsing: "#b"))]))
      }
      #expect(edits.end == "no error")
      #expect(model.version == 0 && String(decoding: model.document.bytes(), as: UTF8.self) == before)
      #expect(model.document.node(id: "b") != nil)
      let present = try? scene.value(of: "a.alpha")
      #expect(present?.effective == .double(0.5))
    }
    #expect(scene.version == 2 && scene.history.count == 2)
    try scene.undo()
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test("explanations and bundles are of one version, and change nothing that others see", .timeLimit(.minutes(5)))
  func explanations() throws {
    let scene = try Self.plates()
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "#000000")]))
    try scene.set("#a", Assignment("backgroundColor", .set("brand")))
    // The objects of each version's bundle, by the digest of its text.
    var versions: [String: [BundleObject]] = [:]
    func note() throws {
      let bundle = try scene.bundle()
      versions[bundle.sceneSHA256] = bundle.objects
    }
    try note()
    let isOver = Atomic(false)
    let found = Mutex<[RuntimeBundle]>([])
    let readers = (0..<3).map { _ in
      Call {
        while !isOver.load(ordering: .acquiring) {
          #expect(try !scene.why("a.backgroundColor").reasons.isEmpty)
          let bundle = try scene.bundle()
          found.withLock { $0.append(bundle) }
        }
      }
    }
    for number in 1...40 {
      let color = "#1000\(number + 10)"
      _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: color)]))
      try note()
      _ = try scene.perform(
        EditRequest([.insert(objects: [#"{"class":"Plate","id":"n"}"#], at: StepPlace(in: nil, .last))]))
      try note()
      try scene.set("#n", Assignment("alpha", .set("0.5")))
      try note()
      let text = scene.text
      try scene.set("#a", Assignment("alpha", .set("0.\(number)")))
      try note()
      try scene.undo()
      #expect(scene.text == text)
      try scene.undo()
      try note()
      try scene.undo()
      #expect(scene.palette.map(\.stored) == ["\"\(color)\""])
    }
    isOver.store(true, ordering: .releasing)
    #expect(readers.map(\.end) == Array(repeating: "no error", count: 3))
    for bundle in found.withLock({ $0 }) { #expect(versions[bundle.sceneSHA256] == bundle.objects) }
    while try scene.undo() != nil {}
    #expect(!scene.isModified)
  }

  @Test("observers may edit, and wait for threads that do")
  func observers() throws {
    let scene = try Self.plates()
    let seen = Mutex<[Int]>([])
    let other = Mutex<[Int]>([])
    let first = scene.observe { change in
      seen.withLock { $0.append(change.version) }
      #expect(scene.version >= change.version)
      guard change.version == 1 else { return }
      _ = try? scene.set("#a", Assignment("alpha", .set("0.25")))
      let edit = Call { try scene.set("#b", Assignment("alpha", .set("0.75"))) }
      #expect(edit.end == "no error")
      // Its change waits for the end of this report.
      #expect(seen.withLock { $0 } == [1])
    }
    let second = scene.observe { change in other.withLock { $0.append(change.version) } }
    try scene.set("#a", Assignment("alpha", .set("0.5")))
    #expect(seen.withLock { $0 } == [1, 2, 3])
    #expect(other.withLock { $0 } == [1, 2, 3])
    scene.stopObserving(first)
    try scene.undo()
    #expect(seen.withLock { $0 } == [1, 2, 3])
    #expect(other.withLock { $0 } == [1, 2, 3, 4])
    scene.stopObserving(second)
  }
}

@Component private final class Plate: View {}

private enum Plates: InspectorPlugin {
  static var name: String { "Plates" }
  static var version: String { "1.0" }
  static var components: [Component.Type] { [View.self, Plate.self] }
}
