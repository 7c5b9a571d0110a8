import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that a plugin that fails at many objects affects no others.
@Suite struct PluginStrikeTests {
  private func session(_ folder: PluginFolder, _ objects: [String], limit: Duration = .seconds(10)) throws
    -> SceneSession
  {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    return SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "s.json"), library: folder.library(limit: limit))
  }

  private func python(_ answer: String) throws -> PluginFolder {
    let folder = try PluginFolder()
    try folder.add("py", script: pythonPlugin(answer))
    return folder
  }

  private static func snakes(_ count: Int, isBad: (Int) -> Bool) -> [String] {
    (0..<count).map { #"{"id":"s\#($0)","class":"Snake","attributes":{"length":\#(isBad($0) ? 13 : 1)}}"# }
  }

  @Test("40 of 2,000 objects that end their plugin are refused, and no other", arguments: [true, false])
  func many(isReporting: Bool) throws {
    let folder = try PluginFolder()
    if isReporting {
      try folder.add("hostile", executable: "Hostile")
    } else {
      try folder.add(
        "py",
        script: pythonPlugin(
          """
          rows = message['build']['rows']
          if any(13 in row for row in rows): os._exit(1)
          send({'id': message['id'], 'rows': [{} for _ in rows]})
          """))
    }
    let (name, key) = isReporting ? ("Trap", "value") : ("Snake", "length")
    let objects = (0..<2000).map {
      #"{"id":"s\#($0)","class":"\#(name)","attributes":{"\#(key)":\#($0 % 50 == 7 ? 12 : 1)}}"#
    }
    let scene = try session(folder, objects)
    var request = EditRequest(try Selector(parsing: name), [Assignment(key, .add("1"))])
    request.skipsRefused = true
    let result = try scene.perform(request)
    #expect(result.changed == 1960)
    #expect(result.skipped.count == 40)
    #expect(Set(result.skipped.map(\.object)) == Set((0..<2000).filter { $0 % 50 == 7 }.map { "s\($0)" }))
  }

  @Test("a class whose objects fail without attributes, too, is not built any more")
  func quarantine() throws {
    let folder = try python("time.sleep(0.01); os._exit(1)")
    let found = try session(folder, Self.snakes(3000) { _ in false }).check()
    #expect(found.map(\.object) == ["s0", "s1"])
    let words = "even for a 'Snake' without attributes; no more objects of this class are built"
    #expect(found.map { $0.message.contains(words) } == [false, true])
    #expect(found.last?.message.contains("2999 objects are not checked by their components") == true)
  }

  @Test("a worker that is killed from outside is started again, and its objects are built")
  func killed() throws {
    let folder = try python(
      """
      build = message['build']
      if not build.get('trace'): os.kill(os.getpid(), 9)
      send({'id': message['id'], 'rows': [{} for _ in build['rows']]})
      """)
    let scene = try session(folder, Self.snakes(500) { _ in false })
    #expect(scene.check().isEmpty)
    #expect(try scene.set("Snake", Assignment("length", .set("3"))).changed == 500)
  }

  @Test("an object at which the worker is killed each time is its own fault")
  func killsItself() throws {
    let folder = try python(
      """
      rows = message['build']['rows']
      if any(13 in row for row in rows): os.kill(os.getpid(), 9)
      send({'id': message['id'], 'rows': [{} for _ in rows]})
      """)
    let found = try session(folder, Self.snakes(60) { $0 == 31 }).check()
    #expect(found.map(\.object) == ["s31"])
    #expect(found.first?.message.contains("was killed by SIGKILL") == true)
  }

  @Test("a slow hook is no hang, and later messages hold fewer objects")
  func slow() throws {
    let folder = try python(
      """
      rows = message['build']['rows']
      time.sleep(0.05 * len(rows))
      send({'id': message['id'], 'rows': [{} for _ in rows]})
      """)
    // 400 objects of one message would take 20 s.
    let found = try session(folder, Self.snakes(60) { _ in false }, limit: .seconds(1)).check()
    #expect(found.isEmpty)
  }

  @Test("nor is it one of a plugin that reports the objects which it begins, in a message of many")
  func slowAndReporting() throws {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    let objects = (0..<60).map { #"{"id":"s\#($0)","class":"Slow","attributes":{"value":1}}"# }
    #expect(try session(folder, objects, limit: .seconds(1)).check().isEmpty)
  }

  @Test(
    "progress renews nothing beyond an object's own time",
    arguments: [
      "send({'id': message['id'], 'at': [0, 'length']}); time.sleep(0.01)",
      "send({'id': message['id'], 'at': [0, 'length']})",
    ])
  func endlessProgress(step: String) throws {
    let folder = try python("while True: \(step)")
    let found = try session(folder, Self.snakes(1) { _ in false }, limit: .milliseconds(400)).check()
    #expect(found.map(\.code) == ["plugin.timeout"])
  }

  @Test("built twice, components that depend on more than what is stored are named, and no others")
  func twice() throws {
    let folder = try python(
      """
      rows = message['build']['rows']
      base = os.getpid()
      send({'id': message['id'], 'rows': [{'effective': {'length': base}} if 13 in row else {'effective': {'length': 5}} for row in rows]})
      """)
    let scene = try session(folder, Self.snakes(40) { $0 == 7 })
    #expect(scene.check().isEmpty)
    let found = scene.check(twice: true)
    #expect(found.map(\.code) == ["hook.unstable"])
    #expect(found.first?.object == "s7")
    #expect(found.first?.property == "length")
    #expect(found.first?.message.contains(" from the same stored values; a hook of 'Snake' depends") == true)
  }

  @Test("a plugin that floods the host without reading is ended")
  func flood() throws {
    let folder = try python(
      """
      while True: sys.stdout.buffer.write(bytes([0, 0, 0, 1]) * 65536)
      """)
    let found = try session(folder, Self.snakes(100) { _ in false }, limit: .seconds(20)).check()
    #expect(Set(found.map(\.code)) == ["plugin.reply"])
  }
}
