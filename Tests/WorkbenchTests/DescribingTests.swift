import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import PluginHost
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of plugin descriptions: how they are requested and cached, and what ends the wait for them.
@Suite struct DescribingTests {
  private static let describe = "send({'id': 1, 'description': DESCRIPTION}) # describe"

  // MARK: failures that are kept

  /// Adds a plugin that records each start, and works only if a certain file exists.
  private func touchy(_ folder: PluginFolder, failing: String) throws -> (starts: () -> Int, mend: () -> Void) {
    let (count, cure) = ("\(folder.path)/count", "\(folder.path)/cure")
    try folder.add(
      "touchy",
      script: pythonPlugin(
        """
        open('\(count)', 'a').write('x') # describe
        if os.path.exists('\(cure)'): send({'id': 1, 'description': DESCRIPTION})
        else: \(failing)
        """))
    return (
      { (try? String(contentsOfFile: count, encoding: .utf8))?.count ?? 0 },
      { _ = FileManager.default.createFile(atPath: cure, contents: nil) }
    )
  }

  @Test(
    "a plugin that failed is not started again until its file changes or somebody asks again",
    arguments: [
      ("print('no licence', file=sys.stderr); sys.exit(3)", "plugin.crashed"),
      ("send(b'hello')", "plugin.reply"),
      ("DESCRIPTION['protocol'] = [7, 9]; send({'id': 1, 'description': DESCRIPTION})", "plugin.version"),
      (
        "DESCRIPTION['components'][0]['properties'][0]['type'] = 'EdgeInsets'; send({'id': 1, 'description': DESCRIPTION})",
        "plugin.problems"
      ),
    ])
  func failures(failing: String, code: String) throws {
    let folder = try PluginFolder()
    let (starts, mend) = try touchy(folder, failing: failing)
    let first = folder.library(sandbox: .off)
    #expect(first.problems.map(\.code.rawValue) == [code])
    let started = starts()
    #expect(started > 0)
    mend()
    let second = folder.library(sandbox: .off)
    #expect(second.problems.map(\.text) == first.problems.map(\.text))
    let (kept, own) = (second.plugins.first?.problem, first.plugins.first?.problem)
    #expect(kept?.message == own?.message && kept?.kind == own?.kind)
    #expect(kept?.problems == own?.problems && kept?.end == own?.end)
    #expect(starts() == started)
    let third = PluginLibrary(
      search: folder.search(), limits: PluginLimits(answer: .seconds(10), sandbox: .off), asksAgain: true)
    #expect(third.problems.isEmpty)
    #expect(starts() == started + 1)
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["Py"])
    #expect(starts() == started + 1)
  }

  @Test("a changed file is asked again")
  func changedFile() throws {
    let folder = try PluginFolder()
    let (_, mend) = try touchy(folder, failing: "sys.exit(3)")
    #expect(folder.library(sandbox: .off).problems.count == 1)
    mend()
    #expect(folder.library(sandbox: .off).problems.count == 1)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: "\(folder.path)/inspector-plugin-touchy")
    #expect(folder.library(sandbox: .off).problems.isEmpty)
  }

  @Test("more time or more memory than it failed with is another question; less is not")
  func limits() throws {
    let folder = try PluginFolder()
    try folder.add("mute", script: "#!/bin/sh\nexec sleep 60\n")
    func words(_ seconds: Double, memory: Int = 1 << 30) -> [String] {
      let limits = PluginLimits(answer: .milliseconds(Int(seconds * 1000)), memory: memory, sandbox: .off)
      return PluginLibrary(search: folder.search(), limits: limits).problems.map {
        String($0.message.prefix { $0 != ";" })
      }
    }
    func mute(_ seconds: String) -> [String] { ["plugin 'mute' did not answer within \(seconds) s and was stopped"] }
    #expect(words(0.3) == mute("0.3"))
    #expect(words(0.2) == mute("0.3"))
    #expect(words(0.3, memory: 1 << 29) == mute("0.3"))
    #expect(words(0.2, memory: 1 << 31) == mute("0.2"))
    #expect(words(0.1, memory: 0) == mute("0.1"))
    #expect(words(0.1) == mute("0.1"))
    #expect(words(0.4) == mute("0.4"))
  }

  @Test("that one does not start, or was waited for no longer, is found out again")
  func passing() throws {
    let folder = try PluginFolder()
    let script = pythonPlugin(Self.describe)
    let interpreter = "\(folder.path)/interpreter"
    try folder.add("py", script: script.replacingOccurrences(of: "/usr/bin/env python3", with: interpreter))
    #expect(folder.library(sandbox: .off).problems.map(\.code.rawValue) == ["plugin.missing"])
    try "#!/bin/sh\nexec python3 \"$@\"\n".write(toFile: interpreter, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: interpreter)
    let job = InspectorJob()
    job.cancel()
    let cancelled = PluginLibrary(
      search: folder.search(), limits: PluginLimits(answer: .seconds(10), sandbox: .off), under: job)
    #expect(cancelled.plugins.first?.problem?.kind == .cancelled && cancelled.problems.isEmpty)
    #expect(folder.library(sandbox: .off).problems.isEmpty)
  }

  @Test("two names of one executable are two plugins")
  func names() throws {
    let folder = try PluginFolder()
    let script = pythonPlugin(
      """
      DESCRIPTION['name'] = os.path.basename(sys.argv[0])[-5:].title() # describe
      send({'id': 1, 'description': DESCRIPTION})
      """)
    try folder.add("first", script: script)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/inspector-plugin-other", withDestinationPath: "inspector-plugin-first")
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["First", "Other"])
    #expect(folder.library(sandbox: .off).plugins.map(\.name) == ["First", "Other"])
  }

  // MARK: the wait

  /// Checks that unresponsive plugins are awaited concurrently. The second plugin replies only after the first was
  /// terminated, which would be early enough if the waits were sequential.
  @Test("plugins that give no answer are waited for at the same time")
  func sideBySide() throws {
    let folder = try PluginFolder()
    let file = "\(folder.path)/first"
    try folder.add("a", script: "#!/bin/sh\necho $$ > '\(file).new'\nmv '\(file).new' '\(file)'\nexec sleep 60\n")
    try folder.add(
      "b",
      script: pythonPlugin(
        """
        while not os.path.exists('\(file)'): time.sleep(0.01) # describe
        first = int(open('\(file)').read())
        try:
            while True: os.kill(first, 0); time.sleep(0.01)
        except ProcessLookupError: time.sleep(1.5)
        send({'id': 1, 'description': DESCRIPTION})
        """))
    // The description exceeds the socket's buffer, so it must be read while other plugins are silent.
    try folder.add(
      "c", script: pythonPlugin("send({'id': 1, 'padding': 'x' * 3000000, 'description': DESCRIPTION}) # describe"))
    let library = folder.library(limit: .seconds(3), sandbox: .off)
    #expect(library.problems.map(\.code.rawValue) == ["plugin.timeout", "plugin.timeout"])
    #expect(library.plugins.map(\.name) == ["Py", "a", "b"])
  }

  @Test(
    "who ends, and reports classes without end when it is asked which, is waited for up to the limit",
    arguments: ["time.sleep(0.01)", "pass"])
  func endlessTrace(pause: String) throws {
    let folder = try PluginFolder()
    try folder.add(
      "x",
      script: pythonPlugin(
        """
        if not message['describe'].get('trace'): sys.exit(3)
        # Where it were waited for longer, it would end in another way.
        end = time.monotonic() + 12
        while time.monotonic() < end:
            send({'at': ['Snake']})
            \(pause)
        sys.exit(4)
        """))
    let library = folder.library(limit: .seconds(3), sandbox: .off)
    #expect(library.problems.map(\.message) == ["plugin 'x' ended with exit code 3"])
  }

  // MARK: descriptions that change

  /// Adds a script that never changes, and returns a function that writes the program it starts.
  private func wrapper(_ folder: PluginFolder) throws -> (_ program: String) throws -> Void {
    let program = "\(folder.path)/program"
    try folder.add("py", script: "#!/bin/sh\nexec python3 '\(program)'\n")
    return { try $0.write(toFile: program, atomically: true, encoding: .utf8) }
  }

  private static let former = pythonPlugin(
    "send({'id': message['id'], 'rows': [{} for row in message['build']['rows']]})")
  private static let later = former.replacingOccurrences(of: "length", with: "girth")

  private func scene(_ library: PluginLibrary) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Snake"},{"id":"t","class":"Snake"}]}"#
    return try SceneSession.open(bytes: Array(text.utf8), name: "scene", library: library)
  }

  private static let words =
    "plugin 'Py' describes itself differently than before, so it was changed; run inspector again, or 'reload-plugins Py' in a shell"

  @Test("a wrapper whose program changed fails once, with words, and is known as it is by the next command")
  func wrapped() throws {
    let folder = try PluginFolder()
    let write = try wrapper(folder)
    try write(Self.former)
    try scene(folder.library(sandbox: .off)).set("#s", Assignment("length", .set("2")))
    try write(Self.later)
    let library = folder.library(sandbox: .off)
    let stale = try scene(library)
    let text = stale.text
    for _ in 0..<2 {
      #expect(refusal { try stale.set("#s", Assignment("length", .set("2"))) } == "'s' is not built: \(Self.words)")
    }
    #expect(stale.text == text)
    let found = stale.check()
    #expect(found.map(\.code.rawValue) == ["plugin.changed"])
    #expect(found.map(\.object) == ["s"])
    #expect(found.first?.message.hasSuffix("; 2 objects are not checked by their components") == true)
    #expect(library.plugins.first?.definition(ofClass: "Snake")?.properties.map(\.name) == ["length"])
    library.shutDown()
    let new = folder.library(sandbox: .off)
    #expect(new.problems.isEmpty)
    #expect(!(new.plugins.first?.isRunning ?? true))
    let fresh = try scene(new)
    try fresh.set("#s", Assignment("girth", .set("2")))
    #expect(try fresh.effective("s.girth") == .int(2))
  }

  @Test("of two workers the one that started before the change goes on, the other is refused")
  func twoWorkers() throws {
    let folder = try PluginFolder()
    let write = try wrapper(folder)
    try write(Self.former)
    folder.library(sandbox: .off).shutDown()
    let library = folder.library(sandbox: .off)
    let old = try scene(library)
    try old.set("#s", Assignment("length", .set("2")))
    try write(Self.later)
    let plugin = try #require(library.plugins.first)
    let further = Worker(of: plugin)
    let asked = Result { () throws(PluginFailure) -> [UInt8] in
      _ = try further.send { Array("{\"id\":\($0),\"build\":{}}".utf8) }
      return try further.receive(within: .seconds(10)) ?? []
    }
    #expect(throws: PluginFailure(.changed, plugin: "Py", message: Self.words)) { try asked.get() }
    #expect(!further.isRunning)
    try old.set("#s", Assignment("length", .set("3")))
    #expect(try old.effective("s.length") == .int(3))
    #expect(
      folder.library(sandbox: .off).plugins.first?.definition(ofClass: "Snake")?.properties.map(\.name) == ["girth"])
    library.shutDown()
  }

  @Test("one that says the same in another order is the same")
  func sameInOtherWords() throws {
    let folder = try PluginFolder()
    let write = try wrapper(folder)
    try write(Self.former)
    folder.library(sandbox: .off).shutDown()
    try write(
      Self.former.replacingOccurrences(
        of: "while True:", with: "DESCRIPTION = dict(reversed(list(DESCRIPTION.items())))\nwhile True:"))
    try scene(folder.library(sandbox: .off)).set("#s", Assignment("length", .set("2")))
  }

  @Test("one that no longer describes itself is asked by the next command")
  func broken() throws {
    let folder = try PluginFolder()
    let write = try wrapper(folder)
    try write(Self.former)
    folder.library(sandbox: .off).shutDown()
    try write(Self.former.replacingOccurrences(of: "\"type\": \"Int\"", with: "\"type\": \"Whole\""))
    let error = refusal { try scene(folder.library(sandbox: .off)).set("#s", Assignment("length", .set("2"))) }
    #expect(error.hasPrefix("plugin 'Py' is not loaded; its declarations are wrong:"), "\(error)")
    #expect(folder.library(sandbox: .off).problems.map(\.code.rawValue) == ["plugin.problems"])
  }
}
