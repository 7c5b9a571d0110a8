import Foundation
import InspectorKit
import JSONText
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a cancelled operation has no effect on the text, the history, the version or the workers.
@Suite struct CancellationTests {
  /// The number of objects: boxes, each with a lamp that reads it.
  private static let count = 1_000

  private func stage() throws -> SceneSession {
    let objects = (0..<Self.count / 2).map {
      #"{"id":"b\#($0)","class":"Box","children":[{"id":"l\#($0)","class":"Lamp"}]}"#
    }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: PluginLibrary(inProcess: [Stage.self]))
  }

  /// Cancels the scene's job after a number of builds.
  private func cancel(_ scene: SceneSession, after count: Int) {
    nonisolated(unsafe) var told = 0
    let job = scene.job
    scene.traceLifecycles { _ in
      told += 1
      if told == count { job.cancel() }
    }
    if count == 0 { job.cancel() }
  }

  private static let edits: [(name: String, body: @Sendable (SceneSession) throws -> Void)] = [
    ("set", { try $0.set("*", Assignment("width", .set("2"))) }),
    (
      "set, not told",
      { _ = try $0.perform(EditRequest(try Selector(parsing: "*"), [Assignment("width", .add("2"))])) }
    ),
    ("set what is read", { try $0.set("Box", Assignment("tint", .set("#00FF00"))) }),
    ("dry run", { try $0.set("*", Assignment("width", .set("2")), dryRun: true) }),
    (
      "steps",
      {
        let boxes = try Selector(parsing: "#b1, #b2, #b3")
        _ = try $0.perform(
          EditRequest([
            .set(try Selector(parsing: "*"), [Assignment("width", .set("3"))]), .remove(boxes),
            .rename(try Selector(parsing: "#b4"), id: "other"),
          ]))
      }
    ),
    ("palette", { _ = try $0.perform(EditRequest(palette: [.set(name: "brand", to: "#112233")])) }),
  ]

  @Test("an edit that is cancelled before it begins, or on the way, changes nothing", arguments: 0..<6)
  func edits(edit: Int) throws {
    let scene = try stage()
    let (name, body) = Self.edits[edit]
    try scene.set("#b0", Assignment("width", .set("4")))
    let (text, history, version) = (scene.text, scene.history, scene.version)
    for count in [0, 1, Self.count / 4, Self.count / 2] where count == 0 || name != "palette" {
      cancel(scene, after: count)
      #expect(refusal { try body(scene) } == "cancelled", "\(name), after \(count)")
      #expect(scene.text == text, "\(name), after \(count)")
      #expect(scene.history == history && scene.version == version)
      scene.job.reset()
      scene.traceLifecycles(nil)
    }
    try body(scene)
    if name != "dry run" { try scene.undo() }
    #expect(scene.text == text)
    try scene.undo()
    #expect(scene.history.count { !$0.isUndone } == 0)
  }

  @Test("a question that is cancelled has no answer")
  func questions() throws {
    let scene = try stage()
    let lamps = try Selector(parsing: "Lamp[glow=#ffffff]")
    for count in [0, 3] {
      cancel(scene, after: count)
      #expect(refusal { _ = try scene.find(lamps) } == "cancelled")
      scene.job.cancel()
      #expect(refusal { _ = try scene.select(try Selector(parsing: "Box")) } == "cancelled")
      #expect(refusal { _ = try scene.value(of: "l1.glow") } == "cancelled")
      #expect(refusal { _ = try scene.inspect(id: "l1") } == "cancelled")
      #expect(refusal { _ = try scene.bundle(effective: true) } == "cancelled")
      #expect(refusal { _ = try LiveList(scene, lamps) } == "cancelled")
      scene.job.reset()
      scene.traceLifecycles(nil)
    }
    #expect(try scene.find(lamps).count == Self.count / 2)
  }

  @Test("an edit that is cancelled while it is told changes nothing", arguments: [true, false])
  func telling(isDryRun: Bool) throws {
    let scene = try stage()
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "#112233")]))
    try scene.set("Box", Assignment("tint", .set("brand")))
    let text = scene.text
    let boxes = EditStep.set(try Selector(parsing: "Box"), [Assignment("width", .set("9"))])
    for steps in [[boxes], [boxes, boxes], [boxes, .remove(try Selector(parsing: "#b1"))]] {
      var request = EditRequest(steps)
      (request.isDryRun, request.wantsChanges) = (isDryRun, true)
      #expect(refusal { _ = try scene.perform(request) { _ in scene.job.cancel() } } == "cancelled")
      #expect(scene.text == text)
      scene.job.reset()
    }
    var request = EditRequest(palette: [.rename(name: "brand", to: "house")])
    (request.isDryRun, request.wantsChanges) = (isDryRun, true)
    #expect(refusal { _ = try scene.perform(request) { _ in scene.job.cancel() } } == "cancelled")
    #expect(scene.text == text)
  }

  @Test("what has begun to be taken over is taken over")
  func scratch() throws {
    let scene = try stage()
    let text = scene.text
    let scratch = try scene.scratch(named: "wider")
    try scratch.session.set("Box", Assignment("width", .set("2")))
    scene.job.cancel()
    #expect(refusal { _ = try scratch.commit() } == "cancelled")
    #expect(scene.text == text && scratch.isModified)
    scene.job.reset()
    // The cancellation arrives while the scene reports its change.
    let observer = scene.observe { _ in scene.job.cancel() }
    let conflicts = try scratch.commit()
    #expect(conflicts.isEmpty)
    scene.stopObserving(observer)
    scene.job.reset()
    #expect(!scratch.isModified)
    #expect(scene.text == scratch.session.text && scene.text != text)
  }

  @Test("reading a scene is given up")
  func reading() throws {
    let scene = try stage()
    let folder = try PluginFolder()
    let path = "\(folder.path)/scene.json"
    try scene.text.write(toFile: path, atomically: true, encoding: .utf8)
    scene.job.cancel()
    #expect(throws: SceneError(CancelledRefusal(), file: path)) {
      _ = try SceneSession.open(path: path, library: scene.library, under: scene.job)
    }
    scene.job.reset()
    #expect(try SceneSession.open(path: path, library: scene.library).document.objectCount == Self.count)
  }

  @Test("a plugin that hangs is waited for no longer, and works again afterwards", .timeLimit(.minutes(5)))
  func hang() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Hang"}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let scene = SceneSession(document, library: folder.library(limit: .seconds(600)))
    let job = scene.job
    for _ in 0..<3 {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { job.cancel() }
      #expect(refusal { try scene.set("#a", Assignment("value", .set("13"))) } == "cancelled")
      job.reset()
      #expect(scene.text == text)
    }
    try scene.set("#a", Assignment("value", .set("12")))
    #expect(try scene.effective("a.value") == .int(12))
  }

  @Test("a client's cancellation or deadline ends its own calls, and those of no other", .timeLimit(.minutes(5)))
  func clients() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Hang"},{"id":"b","class":"Plain"}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let scene = SceneSession(document, library: folder.library(limit: .seconds(600)))
    let other = scene.under(InspectorJob())
    let job = InspectorJob()
    job.cancel()
    #expect(refusal { _ = try scene.under(job).inspect(id: "b") } == "cancelled")
    #expect(try other.inspect(id: "b").id == "b")
    let start = ContinuousClock.now
    let late = scene.under(InspectorJob(deadline: start + .milliseconds(200)))
    #expect(refusal { try late.set("#a", Assignment("value", .set("13"))) } == "cancelled")
    #expect(.now - start >= .milliseconds(200) && .now - start < .seconds(60))
    #expect(refusal { _ = try late.inspect(id: "b") } == "cancelled")
    #expect(scene.text == text)
    // All clients see each other's edits.
    try other.set("#a", Assignment("value", .set("12")))
    #expect(try scene.effective("a.value") == .int(12))
  }

  @Test("a wait ends at the job's deadline, unless its time passes first")
  func waits() {
    let start = ContinuousClock.now
    #expect(!InspectorJob(deadline: start + .milliseconds(50)).wait(milliseconds: 600_000))
    #expect(.now - start >= .milliseconds(50) && .now - start < .seconds(30))
    #expect(InspectorJob(deadline: .now + .seconds(600)).wait(milliseconds: 1))
  }

  @Test("a wish that is forgotten wakes nobody")
  func reset() {
    let job = InspectorJob()
    func isReadable() -> Bool {
      var watched = pollfd(fd: job.watchedDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&watched, 1, 0) == 1
    }
    #expect(!isReadable())
    for _ in 0..<3 { job.cancel() }
    #expect(job.isCancelled && isReadable())
    let heldOff = job.holdingOff { job.isCancelled || isReadable() }
    #expect(!heldOff)
    #expect(job.isCancelled && isReadable())
    job.reset()
    #expect(!job.isCancelled && !isReadable())
  }
}
