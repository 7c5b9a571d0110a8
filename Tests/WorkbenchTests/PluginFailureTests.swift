import Foundation
import InspectorKit
import SceneDocument
import Synchronization
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a failing plugin affects only the object it was building, and that the message names it.
@Suite struct PluginFailureTests {
  private func session(_ folder: PluginFolder, _ objects: String, limit: Duration = .seconds(10)) throws -> SceneSession
  {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: folder.library(limit: limit))
  }

  private func hostile() throws -> PluginFolder {
    let folder = try PluginFolder()
    try folder.add("hostile", executable: "Hostile")
    return folder
  }

  @Test("a trap is an error that names plugin, object and property; the others are built, the next edit works")
  func trap() throws {
    let folder = try hostile()
    let scene = try session(
      folder,
      #"{"id":"a","class":"Trap"},{"id":"b","class":"Trap","attributes":{"value":13}},{"id":"c","class":"Trap","attributes":{"value":4}}"#
    )
    let found = scene.check()
    #expect(found.map(\.code) == ["plugin.crashed"])
    #expect(found.first?.object == "b")
    #expect(found.first?.message.hasPrefix("plugin 'Hostile' was killed by SIG") == true)
    #expect(found.first?.message.hasSuffix("while it built 'b.value' = 13 (Trap, version 1.0.0)") == true)
    #expect(try scene.effective("c.value") == .int(4))
    let before = scene.text
    #expect(
      refusal { try scene.set("#a", Assignment("value", .set("13"))) }.hasSuffix(
        "while it built 'a.value' = 13 (Trap, version 1.0.0)"))
    #expect(scene.text == before)
    try scene.set("#a", Assignment("value", .set("12")))
    #expect(try scene.effective("a.value") == .int(12))
  }

  @Test("an action that traps, hangs or loops is named with its object; nothing is changed, and the next action works")
  func actions() throws {
    let objects = #"{"id":"t","class":"Trap"},{"id":"h","class":"Hang"},{"id":"l","class":"Loop"}"#
    let scene = try session(try hostile(), objects, limit: .milliseconds(700))
    let before = scene.text
    func run(_ action: String, _ id: String) throws -> String {
      let step = EditStep.run(try Selector(parsing: "#\(id)"), action: action)
      return refusal { _ = try scene.perform(EditRequest([step])) }
    }
    let trap = try run("spring", "t")
    #expect(trap.hasPrefix("plugin 'Hostile' was killed by SIG"))
    #expect(trap.hasSuffix("while it ran 'spring' of 't' (Trap, version 1.0.0)"))
    #expect(
      try run("stall", "h")
        == "plugin 'Hostile' did not answer within 0.7 s and was stopped; '--timeout SECONDS' allows more time, while it ran 'stall' of 'h' (Hang, version 1.0.0)"
    )
    #expect(
      try run("spin", "l")
        == "plugin 'Hostile' was stopped: hooks set each other without end: Loop.left → Loop.right → Loop.left, while it ran 'spin' of 'l' (Loop, version 1.0.0)"
    )
    #expect(scene.text == before)
    _ = try scene.perform(EditRequest([.run(try Selector(parsing: "#t"), action: "release")]))
    #expect(try scene.effective("t.value") == .int(1))
  }

  @Test(
    "an edit that starts from effective values is refused at objects that trap or hang, however they are asked",
    arguments: ["Trap", "Hang"])
  func relative(className: String) throws {
    let objects = [1, 13, 2].enumerated().map {
      #"{"id":"o\#($0)","class":"\#(className)","attributes":{"value":\#($1),"plain":\#($0)}}"#
    }
    func outcome(skips: Bool, isTraced: Bool) throws -> [String] {
      let scene = try session(try hostile(), objects.joined(separator: ","), limit: .milliseconds(700))
      // With a tracer, each component is queried first.
      if isTraced { scene.traceLifecycles { _ in } }
      var request = EditRequest(try Selector(parsing: className), [Assignment("plain", .add("5"))])
      request.skipsRefused = skips
      switch Result(catching: { () throws(Diagnostic) in try scene.perform(request) }) {
      case .success(let result): return result.skipped.map(\.message) + ["\(result.changed)", scene.text]
      case .failure(let error): return [error.message] + error.details.map(\.message) + [scene.text]
      }
    }
    for skips in [false, true] {
      let quick = try outcome(skips: skips, isTraced: false)
      let careful = try outcome(skips: skips, isTraced: true)
      #expect(quick == careful, "\(quick.difference(from: careful))")
      #expect(quick.contains { $0.contains("o1") })
      #expect(quick.last?.contains(#""plain":7"#) == skips)
    }
  }

  @Test("a hang ends at the deadline")
  func hang() throws {
    let scene = try session(try hostile(), #"{"id":"a","class":"Hang"}"#, limit: .milliseconds(700))
    let error = refusal { try scene.set("#a", Assignment("value", .set("13"))) }
    #expect(
      error
        == "plugin 'Hostile' did not answer within 0.7 s and was stopped; '--timeout SECONDS' allows more time, while it built 'a.value' = 13 (Hang, version 1.0.0)"
    )
    try scene.set("#a", Assignment("value", .set("12")))
    #expect(try scene.effective("a.value") == .int(12))
  }

  @Test("a hang costs 1.2 times the limit at most, also in a batch of others")
  func costOfAHang() throws {
    let objects = (0..<50).map { #"{"id":"h\#($0)","class":"Hang","attributes":{"value":\#($0 == 20 ? 13 : 1)}}"# }
    try expectCost("\(buildFolder)/Hostile", objects)
  }

  @Test("one of a plugin that does not report its steps costs the limit twice: its silence tells nothing else")
  func costOfASilentHang() throws {
    let folder = try PluginFolder()
    try folder.add(
      "py",
      script: pythonPlugin(
        #"""
        rows = message["build"]["rows"]
        if any("13" in json.dumps(row) for row in rows):
          import time
          time.sleep(3600)
        send({"id": message["id"], "rows": [{} for row in rows]})
        """#))
    let objects = (0..<50).map { #"{"id":"h\#($0)","class":"Snake","attributes":{"length":\#($0 == 20 ? 13 : 1)}}"# }
    try expectCost("\(folder.path)/inspector-plugin-py", objects, most: limit * 21 / 10)
  }

  @Test(
    "an edit of an object that hangs costs as much, and the limit once more where the edit hangs it, too",
    arguments: [(stored: 13, edit: 2, isMade: true), (13, 13, false), (1, 13, false)])
  func costOfAnEdit(stored: Int, edit: Int, isMade: Bool) throws {
    let waits = Waits()
    let objects = (0..<5).map {
      #"{"id":"h\#($0)","class":"Hang","attributes":{"value":\#($0 == 3 ? stored : 1)}}"#
    }
    let scene = try session("\(buildFolder)/Hostile", objects, waits)
    for selector in ["#h3", "Hang"] {
      waits.inVain = []
      var request = EditRequest(try Selector(parsing: selector), [Assignment("value", .set("\(edit)"))])
      request.isDryRun = true
      let outcome = Result { try scene.perform(request).changed }
      switch outcome {
      case .success(let changed): #expect(isMade && changed > 0)
      case .failure(let error): #expect(!isMade && (error as? Diagnostic)?.code == "plugin.timeout")
      }
      let most = isMade ? limit * 12 / 10 : limit * 22 / 10
      if selector == "#h3" || isMade { #expect(waits.inVain.reduce(.zero, +) <= most) }
    }
  }

  private let limit = Duration.seconds(2)

  /// Returns a session of a scene whose only plugin is observed.
  private func session(_ executable: String, _ objects: [String], _ waits: Waits) throws -> SceneSession {
    let limit = limit
    let plugin = InstalledPlugin(name: "hostile", path: nil, limit: limit) {
      () throws(PluginFailure) -> any PluginConnection in
      RecordedConnection(
        try PluginProcess(
          plugin: "hostile", executable: HeldProgram(executable), limits: PluginLimits(answer: limit)),
        waits)
    }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: PluginLibrary([plugin], limit: limit))
  }

  /// Checks objects, the twentieth of which hangs.
  private func expectCost(_ executable: String, _ objects: [String], most: Duration? = nil) throws {
    let waits = Waits()
    let found = try session(executable, objects, waits).check()
    #expect(found.map(\.code) == ["plugin.timeout"])
    #expect(found.first?.object == "h20")
    #expect(found.first?.message.contains("did not answer within 2 s") == true)
    #expect(waits.inVain.reduce(.zero, +) <= most ?? limit * 12 / 10)
  }

  /// The durations of waits that ended without a reply.
  private final class Waits { var inVain: [Duration] = [] }

  private final class RecordedConnection: PluginConnection {
    private let connection: PluginProcess
    private let waits: Waits

    init(_ connection: PluginProcess, _ waits: Waits) { (self.connection, self.waits) = (connection, waits) }

    func send(
      _ message: [UInt8], within limit: Duration, under job: InspectorJob
    ) throws(PluginFailure) {
      try connection.send(message, within: limit, under: job)
    }

    func receive(within time: Duration, under job: InspectorJob) throws(PluginFailure) -> [UInt8]? {
      let message = try connection.receive(within: time, under: job)
      if message == nil { waits.inVain.append(time) }
      return message
    }

    func timeOut(after limit: Duration) -> PluginFailure { connection.timeOut(after: limit) }

    func close() { connection.close() }
  }

  @Test("the memory of the host is not the memory of a worker, although the kernel counts it as such")
  func memoryOfTheHost() throws {
    let limit = 400 << 20
    let pages = UnsafeMutableRawPointer.allocate(byteCount: limit / 2, alignment: 4096)
    memset(pages, 1, limit / 2)
    pages.deallocate()
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"q","class":"Quitter"}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let library = PluginLibrary(
      search: try hostile().search(), limits: PluginLimits(answer: .seconds(60), memory: limit))
    let error = refusal { try SceneSession(document, library: library).set("#q", Assignment("value", .set("13"))) }
    #expect(error.hasPrefix("plugin 'Hostile' ended with exit code 3; its last output: "))
  }

  @Test("lines of standard error are given with the plugin's name, and a trap's reason is the last word")
  func words() throws {
    let folder = try hostile()
    let lines = Lines()
    let library = PluginLibrary(search: folder.search(), output: { plugin, line in lines.add("\(plugin): \(line)") })
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"q","class":"Quitter"},{"id":"t","class":"Trap"}]}"#
    let scene = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
    _ = refusal { try scene.set("#q", Assignment("value", .set("13"))) }
    #expect(lines.all.contains("Hostile: the database is gone"))
    let trap = refusal { try scene.set("#t", Assignment("value", .set("13"))) }
    #expect(trap.contains("Fatal error: Index out of range, while it built 't.value' = 13 (Trap, version 1.0.0)"))
  }

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test(
    "rule 16: stored values that hang or crash a component are mended, many by one edit, and an undo brings them back")
  func mending() throws {
    let slow = try session(
      try hostile(), #"{"id":"a","class":"Hang","attributes":{"value":13}}"#, limit: .milliseconds(700))
    #expect(try slow.set("#a", Assignment("value", .set("2"))).changed == 1)
    #expect(try slow.effective("a.value") == .int(2))
    let objects = (0..<12).map { #"{"id":"t\#($0)","class":"Trap","attributes":{"value":13}}"# }
    let scene = try session(try hostile(), objects.joined(separator: ","))
    let before = scene.text
    #expect(try scene.set("Trap", Assignment("value", .reset)).changed == 12)
    #expect(try scene.effective("t11.value") == .int(0))
    _ = try scene.undo()
    #expect(scene.text == before)
    #expect(
      refusal { _ = try scene.effective("t11.value") }.hasSuffix(
        "while it built 't11.value' = 13 (Trap, version 1.0.0)"))
  }

  @Test("a search reports the object its plugin failed at, once, and leaves it out, by a condition and by its opposite")
  func search() throws {
    let scene = try session(
      try hostile(),
      #"{"id":"a","class":"Trap"},{"id":"b","class":"Trap","attributes":{"value":13}},{"id":"c","class":"Trap","attributes":{"value":14}}"#
    )
    var found: [String] = []
    var values: [ColumnValue] = []
    let result = try scene.find(Selector(parsing: "Trap[value>12]"), columns: [FindColumn("value")]) { object in
      found.append(object.id)
      values += object.values
    }
    #expect(found == ["c"])
    #expect(values == [.value(.int(14))])
    #expect(result.count == 1)
    #expect(result.isUndecided)
    #expect(try scene.find(Selector(parsing: "Trap:not([value>12])")).count == 1)
    #expect(
      refusal { try scene.set("[value>12]", Assignment("value", .set("1"))) }.hasSuffix(
        "while it built 'b.value' = 13 (Trap, version 1.0.0)"))
    #expect(result.diagnostics.map(\.object) == ["b"])
    #expect(result.diagnostics.first?.message.hasSuffix("while it built 'b.value' = 13 (Trap, version 1.0.0)") == true)
    let mixed = scene.inspect([0, 1, 2])
    #expect(mixed.diagnostics.map(\.object) == ["b"])
    #expect(mixed.sections.first?.properties.first?.values.counts.map(\.count) == [1, 1])
    #expect(mixed.sections.first?.properties.first?.states[.failed] == 1)
  }

  @Test(
    "rules 41, 42: hooks that set each other are named with their chain; what cannot be traced ends as a crash that names the property"
  )
  func loops() throws {
    let folder = try hostile()
    let scene = try session(folder, #"{"id":"a","class":"Loop"},{"id":"o","class":"Overflow"}"#)
    #expect(
      refusal { try scene.set("#a", Assignment("left", .set("1"))) }
        == "plugin 'Hostile' was stopped: hooks set each other without end: Loop.left → Loop.right → Loop.left, while it built 'a.left' = 1 (Loop, version 1.0.0)"
    )
    let error = refusal { try scene.set("#o", Assignment("left", .set("1"))) }
    #expect(error.hasPrefix("plugin 'Hostile' was killed by SIGSEGV"))
    #expect(error.hasSuffix("while it built 'o.left' = 1 (Overflow, version 1.0.0)"))
    #expect(try scene.set("#a", Assignment("right", .set("1"))).changed == 1)
  }

  @Test("a plugin's print and readLine do not touch the protocol")
  func chatty() throws {
    let scene = try session(try hostile(), #"{"id":"a","class":"Chatty"}"#)
    try scene.set("#a", Assignment("value", .set("5")))
    #expect(try scene.effective("a.echo") == .int(5))
  }

  @Test("a plugin that exits is told with its code and its last words")
  func quitter() throws {
    let scene = try session(try hostile(), #"{"id":"a","class":"Quitter"}"#)
    #expect(
      refusal { try scene.set("#a", Assignment("value", .set("13"))) }
        == "plugin 'Hostile' ended with exit code 3; its last output: the database is gone, while it built 'a.value' = 13 (Quitter, version 1.0.0)"
    )
  }

  @Test(
    "answers that are no answers are refused with the reason",
    arguments: [
      ("send(b'garbage')", "plugin 'Py' gave an invalid answer: "),
      ("send({'id': message['id'], 'rows': []})", "plugin 'Py' gave an invalid answer: 0 rows for 1"),
      (
        "send({'id': message['id'], 'rows': [{'effective': {'girth': 3}}]})",
        "plugin 'Py' gave an invalid answer: 'Snake' has no property 'girth'"
      ),
      (
        "send({'id': message['id'], 'rows': [{'effective': {'length': 'x'}}]})",
        "plugin 'Py' gave an invalid answer: "
      ),
      (
        "sys.stdout.buffer.write(b'\\xff\\xff\\xff\\xff'); sys.stdout.buffer.flush(); time.sleep(30)",
        "plugin 'Py' sent a message of 4294967295 bytes, where at most 67108864 are allowed"
      ),
      ("sys.exit(0)", "plugin 'Py' ended with exit code 0"),
      ("send({'rows': [{}]})", "plugin 'Py' answered without an id, where request 2 was expected"),
      ("send({'id': 1, 'rows': [{}]})", "plugin 'Py' answered request 1, where 2 was expected"),
      ("send({'id': '2', 'rows': [{}]})", "plugin 'Py' gave an invalid answer: "),
    ])
  func garbage(answer: String, message: String) throws {
    let folder = try PluginFolder()
    try folder.add("py", script: pythonPlugin(answer))
    let scene = try session(folder, #"{"id":"s","class":"Snake"}"#)
    let error = refusal { try scene.set("#s", Assignment("length", .set("2"))) }
    #expect(error.hasPrefix(message), "\(error)")
    #expect(error.hasSuffix("while it built 's' (Snake, version 1.0.0)"), "\(error)")
  }

  @Test("answers that come in another order never reach other objects")
  func swapped() throws {
    let folder = try PluginFolder()
    try folder.add(
      "py",
      script: pythonPlugin(
        """
        def answer(message):
            build = message['build']
            rows = [{'effective': {'length': row[1] * 2}} if build['edits'] else {} for row in build['rows']]
            send({'id': message['id'], 'rows': rows})
        if message['build'].get('trace'):
            answer(message)
        else:
            answer(read())
            answer(message)
        """))
    let snakes = (0..<20_000).map { #"{"id":"s\#($0)","class":"Snake","attributes":{"length":\#($0)}}"# }
    let scene = try session(folder, snakes.joined(separator: ","))
    let changes = try scene.set("Snake", Assignment("length", .add("1"))).changes
    #expect(changes.map(\.effective) == (1...20_000).map { .int($0 * 2) })
  }

  @Test("a plugin in another language works")
  func python() throws {
    let folder = try PluginFolder()
    try folder.add(
      "py",
      script: pythonPlugin(
        """
        build = message['build']
        rows = []
        for row in build['rows']:
            new = row[1] if build['edits'] else row[0]
            rows.append({'effective': {'length': 9}} if isinstance(new, int) and new > 9 else {})
        send({'id': message['id'], 'rows': rows})
        """))
    let scene = try session(folder, #"{"id":"s","class":"Snake"}"#)
    let result = try scene.set("#s", Assignment("length", .set("20")))
    #expect(result.changes.first?.effective == .int(9))
  }

  @Test(
    "a plugin that cannot be asked says why, and the rest goes on",
    arguments: [
      ("#!/bin/sh\nexit 7\n", "plugin.crashed", "plugin 'x' ended with exit code 7"),
      (
        "#!/bin/sh\nwhile read -r line; do :; done\n", "plugin.timeout",
        "plugin 'x' did not answer within 1 s and was stopped; '--timeout SECONDS' allows more time"
      ),
      (
        "#!/nowhere\n", "plugin.refused",
        "plugin 'x' is not run: the interpreter '/nowhere' of 'PATH' does not exist; install it"
      ),
      (
        pythonPlugin(
          "send({'id': 1, 'error': {'code': 'plugin.version', 'message': 'the host speaks protocol version 1, Py 2'}}) # describe"
        ), "plugin.version", "plugin 'x': the host speaks protocol version 1, Py 2"
      ),
      (
        pythonPlugin("DESCRIPTION['protocol'] = [2, 3]; send({'id': 1, 'description': DESCRIPTION}) # describe"),
        "plugin.version",
        "plugin 'x' speaks protocol versions 2 to 3, but this program speaks version 1; update inspector"
      ),
      (
        pythonPlugin(
          "DESCRIPTION['components'][0]['properties'][0]['type'] = 'EdgeInsets'; send({'id': 1, 'description': DESCRIPTION}) # describe"
        ), "plugin.problems",
        "plugin 'x' is not loaded; its declarations are wrong:\n  'Snake.length' has the type 'EdgeInsets', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect"
      ),
    ])
  func describing(script: String, code: String, message: String) throws {
    let folder = try PluginFolder()
    try folder.add("x", script: script)
    try folder.add("hostile", executable: "Hostile")
    let library = folder.library(limit: .seconds(code == "plugin.timeout" ? 1 : 10))
    #expect(library.problems.map(\.code.rawValue) == [code])
    #expect(
      library.problems.map(\.message) == [
        message.replacingOccurrences(of: "PATH", with: "\(folder.path)/inspector-plugin-x")
      ])
    #expect(library.plugin(named: "Hostile")?.description?.components.count == 8)
  }
}
