import Foundation
import Testing

@testable import CommandLineKit
@testable import InspectorCommands

/// Tests that need the program as a separate process.
@Suite final class ProcessTests {
  private static let program = "\(GoldenCase.buildFolder)/inspector"
  private static let scene = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"StarView"}]}"#

  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("inspector-process-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func start(
    _ arguments: [String], input: String? = nil, inFolder: Bool = false
  ) throws -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    if inFolder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.arguments = arguments
    let (output, errors, standardInput) = (Pipe(), Pipe(), Pipe())
    (process.standardOutput, process.standardError, process.standardInput) = (output, errors, standardInput)
    try process.run()
    if let input { standardInput.fileHandleForWriting.write(Data(input.utf8)) }
    standardInput.fileHandleForWriting.closeFile()
    return (process, output, errors)
  }

  private func end(_ process: Process, _ output: Pipe, _ errors: Pipe) -> (
    status: Int32, output: String, errors: String
  ) {
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0].replacing(folder, with: "."), texts[1].replacing(folder, with: "."))
  }

  @Test func readsTheStandardInputAndFindsItsPlugins() throws {
    let (process, output, errors) = try start(["set", "-", "#a", "pointCount=7", "-o", "-"], input: Self.scene)
    let result = end(process, output, errors)
    #expect(
      result.output
        == #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"StarView","attributes":{"pointCount":7}}]}"#)
    #expect(result.errors == "-: 1 of 1 object changed\n")
    #expect(result.status == 0)
  }

  /// Creates a scene with the given number of objects.
  ///
  /// - Parameter digits: the number of digits of a number in each object; long numbers reveal whether attributes are
  ///   kept in memory.
  private func scene(of count: Int, digits: Int) throws -> (path: String, size: Int) {
    let frame = #"{"x":1.\#(String(repeating: "0", count: digits)),"y":2,"width":3,"height":4}"#
    let objects = (0..<count).map {
      #"{"id":"o\#($0)","class":"StarView","attributes":{"tag":1,"frame":\#(frame)}}"#
    }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ",\n"))]}"#
    let path = "\(folder)/scene-\(count).json"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return (path, text.utf8.count)
  }

  /// Checks that patterns skip pipes, which would block when opened.
  @Test func patternsLeaveOutPipes() throws {
    for name in ["a.scene.json", "b.scene.json"] {
      try Self.scene.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
    #expect(mkfifo("\(folder)/p.scene.json", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/q.scene.json", withDestinationPath: "\(folder)/p.scene.json")
    for pattern in ["*.scene.json", "**/*", "p.scene.json", "**/[pq].scene.json"] {
      let files = try PathPattern(pattern, inFolder: folder).files()
      #expect(!files.contains { $0.hasSuffix("p.scene.json") || $0.hasSuffix("q.scene.json") })
    }
    #expect(try PathPattern("*.scene.json", inFolder: folder).files().count == 2)
  }

  /// Checks the message about a plugin that exceeds its memory limit. The host is a separate process because a worker
  /// inherits its host's memory peak, which is high for the tests.
  @Test func namesAPluginThatEatsMemory() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/inspector-plugin-hostile", withDestinationPath: "\(GoldenCase.buildFolder)/Hostile")
    let arguments = ["--plugin", folder, "--plugin-memory", "400", "--timeout", "60"]
    func set(_ value: Int) throws -> (status: Int32, output: String, errors: String) {
      let (process, output, errors) = try start(
        ["set", "-", "#a", "value=\(value)", "-o", "-"] + arguments,
        input: #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Eater"}]}"#)
      return end(process, output, errors)
    }
    let full = try set(13)
    #expect(full.status == 69)
    #expect(full.errors.contains("at its memory limit: it used "))
    #expect(full.errors.contains(" of 400 MB; '--plugin-memory MB' allows more"))
    #expect(full.errors.contains("while it built 'a.value' = 13 (Eater, version 1.0.0)"))
    #expect(try set(12).status == 0)
  }

  /// Returns the peak memory of a process so far, in bytes.
  private func peak(of process: Process) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }) * 1024
  }

  /// Returns the peak memory of a dry run before it prints its changes. The run blocks at that point, since the pipe
  /// cannot hold the whole output.
  private func peak(ofDryRunOver count: Int, _ words: [String], told: (Int) -> String) throws -> Int {
    let scene = try scene(of: count, digits: 1)
    let (process, output, errors) = try start([words[0], "-n", scene.path] + words.dropFirst(), inFolder: true)
    #expect(try output.fileHandleForReading.read(upToCount: 1) != nil)
    let peak = try peak(of: process)
    let result = end(process, output, errors)
    #expect(result.status == 0 && result.output.hasSuffix(": \(told(count))\n"))
    return peak - scene.size
  }

  @Test(arguments: [
    (["set", "*", "tag=7"], nil, 1), (["set", "*", "tag+=7"], nil, 1),
    (["edit", "--script", "one.json"], #"{"select":"*","set":{"tag":7}}"#, 1),
    // A step must see the results of earlier steps: the texts are kept until all steps are done, but the reports are
    // not.
    (
      ["edit", "--script", "two.json"],
      #"{"select":"*","set":{"tag":7}},{"select":"*","set":{"frame.x":{"add":8}}}"#, 2
    ),
  ])
  func dryRunsNeedLittleMemoryAChange(words: [String], steps: String?, changes: Int) throws {
    if let steps {
      let script = #"{"format":"inspector-edit/1","steps":[\#(steps)]}"#
      try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(words[2])"))
    }
    let counts = [20_000, 120_000]
    let peaks = try counts.map { count in
      try peak(ofDryRunOver: count, words) {
        steps == nil ? "\($0) of \($0) objects would be changed" : "\($0) objects would be changed"
      }
    }
    // An object of a scene uses about fifty bytes in addition to its text; the report of a change would use hundreds.
    #expect((peaks[1] - peaks[0]) / (changes * (counts[1] - counts[0])) < 120)
  }

  /// Returns the peak memory of a shell that runs commands, without the size of the scene.
  private func peak(ofShellOver count: Int, _ commands: String) throws -> Int {
    let scene = try scene(of: count, digits: 160)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments = ["shell", scene.path]
    process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder]) { $1 }
    let (output, input) = (Pipe(), Pipe())
    (process.standardOutput, process.standardInput) = (output, input)
    try process.run()
    input.fileHandleForWriting.write(Data("\(commands)\nalias the=end\nalias\n".utf8))
    var tail: [UInt8] = []
    while !String(decoding: tail, as: UTF8.self).contains("the=end") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      tail = tail.suffix(100) + more
    }
    let peak = try peak(of: process)
    input.fileHandleForWriting.write(Data("quit --discard\n".utf8))
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return peak - scene.size
  }

  @Test(arguments: [
    ("set * tag=7", 400), ("set --stat * tag=7\ndiff", 400), ("scratch\nset --stat * tag=7\ndiff\ndiscard", 500),
    ("export --effective -o bundle", 200),
  ])
  func shellsNeedLittleMemoryAChange(commands: String, most: Int) throws {
    let counts = [10_000, 40_000]
    let peaks = try counts.map { try peak(ofShellOver: $0, commands) }
    // An edit keeps its new texts, its undo record, and its journal entry; a scratch also keeps another index. The
    // reports are not kept.
    #expect((peaks[1] - peaks[0]) / (counts[1] - counts[0]) < most)
  }

  @Test func exitsWithTheStatus() throws {
    let (process, output, errors) = try start(["check", "\(folder)/none.json"])
    let result = end(process, output, errors)
    #expect(result.status == 66)
    #expect(result.output == "./none.json: no such file; check the path\n1 scene, 0 objects: 1 error, 0 warnings\n")
  }

  @Test func tellsScenesApart() throws {
    for name in ["a.json", "other.json"] {
      try Self.scene.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let (process, output, errors) = try start(
      ["find", "a.json", "other.json", "-", "*", "--columns", "pointCount"], input: Self.scene, inFolder: true)
    let result = end(process, output, errors)
    #expect(
      result.output == """
        SCENE       ID  CLASS     pointCount
        a.json      a   StarView  5
        other.json  a   StarView  5
        -           a   StarView  5

        """)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    (["--files-from", "list"], "a.json\n\n./b.json\r\nnone.json\n", ["a", "./b"], 1),
    (["--files-from", "-", "--null"], "b.json\0a.json\0b.json\0", ["b", "a"], 0),
    (["--files-from", "-", "--recursive"], "folder\na.json\n", ["folder/c.scene", "a"], 0),
    (["--files-from", "-", "folder/c.scene.json", "a.json"], "b.json\na.json\n", ["b", "a", "folder/c.scene"], 0),
    (["**/*.json"], "", ["a", "b", "folder/c.scene"], 0),
  ])
  func takesScenesFromLists(options: [String], list: String, found: [String], status: Int32) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: false)
    for name in ["a.json", "b.json", "folder/c.scene.json"] {
      try Self.scene.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    try list.write(toFile: "\(folder)/list", atomically: true, encoding: .utf8)
    let (process, output, errors) = try start(
      ["find"] + options + ["*", "--columns", "scene"], input: list, inFolder: true)
    let result = end(process, output, errors)
    #expect(result.output == (["SCENE"] + found.map { "\($0).json" }).map { "\($0)\n" }.joined())
    #expect(result.status == status)
  }

  /// Checks that a signal ends the work: no unfinished scene is reported, and no new one is started.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [1, 2])
  func signalsEndTheWork(signal: Int32, jobs: Int) throws {
    let pipes = (1...2).map { "\(folder)/pipe\($0)" }
    for pipe in pipes { #expect(mkfifo(pipe, 0o600) == 0) }
    let (process, output, errors) = try start(["check", "--jobs", "\(jobs)"] + pipes + ["\(folder)/none.json"])
    // Opening the pipe waits for the program, which opens its end after it has begun to handle signals.
    let writers = try pipes.prefix(jobs).map { try #require(FileHandle(forWritingAtPath: $0)) }
    kill(process.processIdentifier, signal)
    let result = end(process, output, errors)
    for writer in writers { writer.closeFile() }
    #expect(result.status == 128 + signal)
    #expect(result.output == "")
    #expect(result.errors == "inspector: interrupted; nothing was changed\n")
  }

  @Test func aFullDiskIsSaid() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["humanize", "a"]
    let errors = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = errors
    try process.run()
    let result = end(process, Pipe.closed, errors)
    #expect(result.status == 74)
    #expect(result.errors == "inspector: standard output cannot be written: no space left on device\n")
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func noPermissionIsSaid() throws {
    let path = "\(folder)/secret.json"
    try Self.scene.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0)
    let (process, output, errors) = try start(["show", path, "a"])
    let result = end(process, output, errors)
    #expect(result.status == 66)
    #expect(
      result.errors
        == "./secret.json: no permission to read this file; change its mode, or run as a user who may read it\n")
  }

  /// Waits until a file contains a text; returns false after a minute.
  private func awaits(_ text: String, in path: String) throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let held = try? String(contentsOfFile: path, encoding: .utf8), held.contains(text) { return true }
      usleep(20_000)
    }
    return false
  }

  @Test func aWatchedPictureFollowsItsSceneAndItsPlugin() throws {
    let (path, picture, plugin) = ("\(folder)/a.json", "\(folder)/a.svg", "\(folder)/Dot.inspector-plugin.json")
    let description = """
      {"format":"inspector-plugin/1","name":"Dot","version":"1.0.0","protocol":[1,1],"components":[{"name":"Dot",\
      "drawing":[{"fill":{"ellipse":[0,0,10,10]},"color":"#FF0000"}],"properties":[{"name":"frame","label":"Frame",\
      "type":"Rect","class":"Dot","default":{"x":0,"y":0,"width":50,"height":50}}]}]}
      """
    func write(_ text: String, _ path: String) throws {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    func scene(_ id: String) -> String {
      #"{"format":"inspector-scene/1","objects":[{"id":"\#(id)","class":"Dot"}]}"#
    }
    try write(description, plugin)
    try write(scene("first"), path)
    let (process, output, errors) = try start(["render", path, "--plugin", plugin, "--watch", "-o", picture])
    defer { process.terminate() }
    #expect(try awaits(#"id="first""#, in: picture))
    try write(scene("second"), path)
    #expect(try awaits(#"id="second""#, in: picture))
    try write(description.replacing("#FF0000", with: "#00FF00"), plugin)
    #expect(try awaits("#00FF00", in: picture))
    // A text that is not a scene is reported, and the picture stays until the scene is valid again.
    try write("{", path)
    usleep(500_000)
    #expect(try awaits(#"id="second""#, in: picture))
    try write(scene("third"), path)
    #expect(try awaits(#"id="third""#, in: picture))
    process.interrupt()
    let result = end(process, output, errors)
    #expect(result.status == 130)
    #expect(result.output.split(separator: "\n").count == 4)
    #expect(result.errors.contains("plugin 'Dot' was rebuilt"))
  }

  @Test(arguments: [
    ["--json", "-o", "a.svg"], ["-o", "-"], ["-o", "pictures/"], ["b.json", "c.json", "-o", "a.svg"], [],
    ["--diff", "-o", "a.svg"],
  ])
  func onlyOnePictureIsWatched(options: [String]) throws {
    let (process, output, errors) = try start(["render", "a.json", "--watch"] + options, inFolder: true)
    let result = end(process, output, errors)
    #expect(result.status == 64)
    #expect(result.errors.contains("'--watch'"))
  }
}

extension Pipe {
  /// A pipe without a writer.
  fileprivate static var closed: Pipe {
    let pipe = Pipe()
    pipe.fileHandleForWriting.closeFile()
    return pipe
  }
}

/// Tests of output that appears only on a terminal.
@Suite struct TerminalTests {
  /// Checks that no progress is shown without a terminal. `Tests/Terminal/progress.case` tests the progress on a
  /// terminal.
  @Test func progressIsNotShownOffATerminal() {
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(output: output, errors: errors, terminal: TerminalFacts())
    _ = CommandRunner(context).run(["check", "/nowhere/a.json", "/nowhere/b.json"])
    #expect(!errors.text.utf8.contains(0x0D))
  }

  @Test(
    arguments: [
      (0, 10, 10.0, nil), (5, 10, 0.4, nil), (500, 10_000, 2, "250/s, 38 s left"), (3, 10, 2, "1.5/s, 5 s left"),
      (100, 100_000, 1, "100/s, 17 min left"), (1, 100_000, 1, "1.0/s, 28 h left"), (9, 10, 3, "3.0/s, 1 s left"),
    ] as [(Int, Int, Double, String?)])
  func progressTellsItsPace(done: Int, total: Int, seconds: Double, text: String?) {
    #expect(Progress.pace(done: done, of: total, after: .seconds(seconds)) == text)
  }

  @Test(
    arguments: [
      (["--color", "always"], [:], true), (["--color", "never"], [:], false), ([], [:], true),
      ([], ["NO_COLOR": "1"], false),
      ([], ["NO_COLOR": ""], true), (["--color", "always"], ["NO_COLOR": "1"], true), ([], ["TERM": "dumb"], false),
    ] as [([String], [String: String], Bool)])
  func coloursAreUsedWhereTheyAreWanted(options: [String], environment: [String: String], isColored: Bool) {
    let (output, errors) = (CollectingSink(), CollectingSink())
    let context = CommandContext(
      output: output, errors: errors, terminal: TerminalFacts(isOutputTerminal: true), environment: environment)
    context.readInput = { Array(#"{"format":"inspector-scene/1","objects":[{"id":"a","class":"B"}]}"#.utf8) }
    _ = CommandRunner(context).run(["tree", "-"] + options)
    #expect(output.text == (isColored ? "\u{1B}[1ma\u{1B}[0m  B\u{1B}[33;1m?\u{1B}[0m\n" : "a  B?\n"))
  }
}
