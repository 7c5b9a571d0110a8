import Foundation
import InspectorCommands
import Testing
import Workbench

/// A folder of `Tests/Golden`, run in its own copy.
///
/// A line of `commands.txt` is a command; `#` begins a comment. Words are quoted as in a shell. In arguments and in the
/// transcript, `./` means the copy, `BUILD/` the folder with the plugins, and `TESTS/` the folder of all tests.
/// `inspector` may be preceded by `terminal` (both outputs are terminals, 72 columns wide), `interrupt` (Ctrl-C is
/// typed after the first scene), `full` (the output's disk is full), and `FILE |` (the standard input). There are also
/// a few commands for files; see ``builtin``.
struct GoldenCase {
  let folder: String
  let commands: [String]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Golden")
    .standardized.path

  static let testsFolder = URL(fileURLWithPath: root).deletingLastPathComponent().path

  /// The names of the folders, sorted.
  static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [])
    .filter { FileManager.default.fileExists(atPath: "\(root)/\($0)/commands.txt") }.sorted()

  /// The folder of the built plugins, beside the test bundle. Plugins without code are copied to it, as `make build`
  /// does.
  static let buildFolder: String = {
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    let copying = Process()
    copying.executableURL = URL(fileURLWithPath: "\(root)/../../.ci/data-plugins")
    copying.arguments = [folder]
    do {
      try copying.run()
      copying.waitUntilExit()
    } catch {
      Issue.record(error)
    }
    return folder
  }()

  /// The folder in which all cases cache the plugins' descriptions.
  static let cacheFolder = "\(buildFolder)/golden-cache"

  var expectedPath: String { "\(folder)/expected.txt" }

  init(_ name: String) throws {
    folder = "\(Self.root)/\(name)"
    let text = try String(contentsOfFile: "\(folder)/commands.txt", encoding: .utf8)
    commands = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The length of a copy's path, in characters, with which the tables were recorded.
  private static var pathLength: Int { 58 }

  /// Runs all commands and returns the transcript.
  func run() throws -> String {
    // Tables are as wide as the paths in them, so the path has the same length whatever the folder of temporary files.
    let parent = FileManager.default.temporaryDirectory.path
    let name = "inspector-golden-\(UUID().uuidString)"
    let shell = "\(parent)/\(name.suffix(max(12, Self.pathLength - parent.count - 1)))"
    try FileManager.default.copyItem(atPath: folder, toPath: shell)
    defer {
      _ = chmod(shell, 0o755)
      try? FileManager.default.removeItem(atPath: shell)
    }
    let run = GoldenRun(folder: shell)
    for command in commands { try run.perform(command) }
    return run.transcript
  }
}

/// A run of one case's commands in the copy of its folder.
final class GoldenRun {
  private let folder: String
  private(set) var transcript = ""
  private var plugins: PluginLibrary?

  init(folder: String) { self.folder = folder }

  func perform(_ line: String) throws {
    transcript += "$ \(line)\n"
    var words = Self.words(line)
    var input: String?
    if let bar = words.firstIndex(of: "|") {
      input = resolved(words[0])
      words.removeSubrange(...bar)
    }
    var prefixes: [String] = []
    while let first = words.first, ["terminal", "interrupt", "full"].contains(first) {
      prefixes.append(words.removeFirst())
    }
    let command = words.removeFirst()
    if command == "inspector" {
      inspect(words.map(resolved), input: input, prefixes)
    } else {
      try builtin(command, words)
    }
    if !transcript.hasSuffix("\n") { transcript += "⏎\n" }
  }

  private func inspect(_ arguments: [String], input: String?, _ prefixes: [String]) {
    let output = CollectingSink()
    let transcriptSink = TranscriptSink(output)
    let errors = TranscriptSink(output, mark: "! ")
    transcriptSink.failure = prefixes.contains("full") ? ENOSPC : 0
    let isTerminal = prefixes.contains("terminal")
    let environment = ["HOME": folder, "XDG_CACHE_HOME": GoldenCase.cacheFolder, "EDITOR": "true"]
    let context = CommandContext(
      output: transcriptSink, errors: errors,
      terminal: TerminalFacts(
        isOutputTerminal: isTerminal, isErrorsTerminal: isTerminal, hasTrueColor: true,
        columns: isTerminal ? 72 : nil),
      environment: environment)
    (context.executableFolder, context.workingFolder) = (GoldenCase.buildFolder, "\(folder)/side")
    context.fixedLibrary = plugins
    // On a machine that builds and tests at once, a plugin may wait for seconds.
    context.defaultTimeout = 120
    context.progressDelay = .seconds(3600)
    context.readInput = { input.flatMap { FileManager.default.contents(atPath: $0) }.map(Array.init) }
    var questions = 0
    context.isInterrupted = {
      questions += 1
      return prefixes.contains("interrupt") && questions > 1
    }
    let status = CommandRunner(context).run(arguments)
    if plugins == nil { context.shutDown() }
    transcript += masked(output.text)
    if !transcript.hasSuffix("\n") { transcript += "⏎\n" }
    if status != .done { transcript += "[exit \(status.rawValue)]\n" }
  }

  /// Runs a built-in command on files:
  /// - `cat FILE`, `diff OLD NEW`, `cp A B`, `ln A B`, `rm FILE`, `chmod MODE FILE`, `ls FOLDER`, `same A B`
  /// - `write FILE TEXT`: writes a text with escapes such as `\xHH` and `\n`
  /// - `nest FILE COUNT`: writes nested arrays of this depth
  /// - `use in-process`: uses the components of ``HookSamples``, and no plugins
  private func builtin(_ command: String, _ words: [String]) throws {
    let paths = words.map(resolved)
    let files = FileManager.default
    switch command {
    case "cat": transcript += masked((try? String(contentsOfFile: paths[0], encoding: .utf8)) ?? "not there\n")
    case "diff":
      let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
      transcript += lineDifference(texts[0], texts[1]) + "\n"
    case "same": transcript += files.contentsEqual(atPath: paths[0], andPath: paths[1]) ? "yes\n" : "no\n"
    case "cp":
      if files.fileExists(atPath: paths[1]) { try files.removeItem(atPath: paths[1]) }
      try files.copyItem(atPath: paths[0], toPath: paths[1])
    case "ln": try files.linkItem(atPath: paths[0], toPath: paths[1])
    case "rm": try files.removeItem(atPath: paths[0])
    case "mkdir": try files.createDirectory(atPath: paths[0], withIntermediateDirectories: false)
    case "chmod": chmod(paths[1], mode_t(words[0], radix: 8) ?? 0o644)
    case "ls":
      let names = (try? files.contentsOfDirectory(atPath: paths[0])) ?? []
      transcript += names.sorted().map { "\($0)\n" }.joined()
    case "write": try Data(Self.unescaped(words[1])).write(to: URL(fileURLWithPath: paths[0]))
    case "nest":
      let count = Int(words[1]) ?? 0
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      try Data(text.utf8).write(to: URL(fileURLWithPath: paths[0]))
    case "use": plugins = PluginLibrary(inProcess: [HookSamples.self])
    default: Issue.record("'\(command)' is not a command of golden cases")
    }
  }

  private func resolved(_ word: String) -> String {
    word.replacing("BUILD/", with: GoldenCase.buildFolder + "/").replacing("./", with: folder + "/")
      .replacing("TESTS/", with: GoldenCase.testsFolder + "/")
  }

  /// Returns the text with machine-dependent parts masked.
  private func masked(_ text: String) -> String {
    text.replacing(folder + "/", with: "./").replacing(folder, with: ".").replacing(
      GoldenCase.buildFolder + "/", with: "BUILD/"
    )
    .replacing(GoldenCase.buildFolder, with: "BUILD")
    .replacing(GoldenCase.testsFolder + "/", with: "TESTS/")
    .replacing(/[0-9a-f]{64}/, with: "<sha256>")
    // The kernel's missing sandbox features.
    .replacing(/"missing":\[[^\]]*\]/, with: "\"missing\":[]")
    .replacing(/! inspector: this kernel has no [^\n]*\n/, with: "")
  }

  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    // A quote counts even if a combining mark follows.
    for scalar in line.unicodeScalars {
      switch (quote, scalar) {
      case (scalar, _): quote = nil
      case (nil, "'"), (nil, "\""):
        quote = scalar
        word = word ?? ""
      case (nil, " "):
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  private static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escape = rest.popFirst() else {
        bytes += Array(String(character).utf8)
        continue
      }
      switch escape {
      case "n": bytes.append(0x0A)
      case "x":
        bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes += Array(String(escape).utf8)
      }
    }
    return bytes
  }
}

/// A sink for one of the two outputs, which writes to a common transcript.
private final class TranscriptSink: TextSink {
  var failure: Int32 = 0
  private let transcript: CollectingSink
  private let mark: String
  private var isAtStart = true

  init(_ transcript: CollectingSink, mark: String = "") {
    self.transcript = transcript
    self.mark = mark
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == 0 else { return }
    var marked: [UInt8] = []
    for byte in bytes {
      if isAtStart { marked += Array(mark.utf8) }
      marked.append(byte)
      isAtStart = byte == 0x0A
    }
    marked.withUnsafeBytes { transcript.write($0) }
  }

  func flush() {}
}

/// Runs a program of the tests' folder with the folder of built programs and other arguments; expects exit code 0.
func expectPasses(_ program: String, _ arguments: [String] = []) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "\(GoldenCase.testsFolder)/\(program)")
  process.arguments = [GoldenCase.buildFolder] + arguments
  let errors = Pipe()
  process.standardError = errors
  try process.run()
  let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationStatus == 0, "\(text)")
}
