import Foundation
import InspectorCommands
import Testing
import Workbench

/// Tests of `plugin doctor` with real files, for each reason why a plugin is not loaded.
@Suite struct PluginDoctorTests {
  /// Checks the complete output for a working plugin.
  @Test func aPluginThatWorks() throws {
    let folder = try DoctorFolder()
    try folder.addMeters()
    #expect(
      try folder.doctor() == """
        FOLDER  (INSPECTOR_PLUGIN_PATH)
          ok       inspector-plugin-meters  Meters 1.2.0
        HOME/.local/share/inspector/plugins  (your own plugins)
          not there
        1 file: 1 used

        """)
    #expect(
      try folder.lines(of: "meters") == [
        "ok       inspector-plugin-meters  Meters 1.2.0", "ok       name: the name of a plugin",
        "ok       order: the first plugin of this name", "ok       file: a file that can be read",
        "ok       executable: it can be executed",
        "ok       owner: belongs to you; nobody else can change it or the folders above it",
        "ok       program: a script, which '/usr/bin/python3' interprets",
        "ok       start: it starts and answers, in its sandbox", "ok       protocol: it speaks protocol version 1",
        "ok       declarations: Meters 1.2.0: 3 classes",
        "ok       classes: no class of another plugin has the same name as a class of this plugin",
      ])
  }

  @Test("a file that cannot be executed")
  func notExecutable() throws {
    let folder = try DoctorFolder()
    try folder.write("inspector-plugin-a", "#!/bin/sh\n", mode: 0o644)
    #expect(
      try folder.doctor() == """
        FOLDER  (INSPECTOR_PLUGIN_PATH)
          error    inspector-plugin-a  not used
                   executable: 'FOLDER/inspector-plugin-a' cannot be executed; allow it with 'chmod +x'
                   → chmod +x FOLDER/inspector-plugin-a
        HOME/.local/share/inspector/plugins  (your own plugins)
          not there
        1 file: 0 used, 1 not used
        [exit 1]

        """)
  }

  @Test("a folder that others can write, above the plugin")
  func writableFolder() throws {
    let folder = try DoctorFolder()
    try folder.write("inspector-plugin-a", "#!/bin/sh\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    #expect(
      try folder.doctor() == """
        FOLDER  (INSPECTOR_PLUGIN_PATH)
          error    the folder 'FOLDER' is writable by other users, so no plugin in it is run; prevent that with 'chmod go-w FOLDER'
                   → chmod go-w FOLDER
        HOME/.local/share/inspector/plugins  (your own plugins)
          not there
        0 files: 0 used
        [exit 1]

        """)
  }

  @Test("a file of another user", .enabled(if: geteuid() == 0, "only root can give a file away"))
  func otherOwner() throws {
    let folder = try DoctorFolder()
    try folder.write("inspector-plugin-a", "#!/bin/sh\n")
    #expect(chown("\(folder.path)/inspector-plugin-a", 65534, 65534) == 0)
    #expect(
      try folder.lines(of: "a") == [
        "error    inspector-plugin-a  not used", "ok       name: the name of a plugin",
        "ok       order: the first plugin of this name", "ok       file: a file that can be read",
        "ok       executable: it can be executed",
        "error    owner: 'FOLDER/inspector-plugin-a' belongs to another user (uid 65534) and is not run; only your own files and those of root are run, unless '--plugin FOLDER/inspector-plugin-a' names the file",
        "→ sudo chown \"$(id -u)\" FOLDER/inspector-plugin-a",
      ])
  }

  /// A plugin's file, with the expected finding and remedy.
  struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let step: String
    let remedy: String

    init(_ testDescription: String, _ text: String, _ step: String, _ remedy: String) {
      (self.testDescription, self.text, self.step, self.remedy) = (testDescription, text, step, remedy)
    }
  }

  @Test(arguments: [
    Program(
      "a missing interpreter", "#!/usr/bin/env pythonic\n",
      "error    program: the interpreter 'pythonic' of 'FOLDER/inspector-plugin-a' does not exist",
      "→ install it, or name another in the first line"),
    Program(
      "another missing interpreter", "#!/opt/none/ruby -w\n",
      "error    program: the interpreter '/opt/none/ruby' of 'FOLDER/inspector-plugin-a' does not exist",
      "→ install it, or name another in the first line"),
    Program(
      "no interpreter", "#!\necho\n",
      "error    program: the first line of 'FOLDER/inspector-plugin-a' does not name its interpreter",
      "→ write '#!/PATH/OF/PROGRAM' or '#!/usr/bin/env PROGRAM' there"),
    Program(
      "a text", "Meters 1.0\n",
      "error    program: 'FOLDER/inspector-plugin-a' is neither a program nor a script whose first line begins with '#!'",
      "→ rebuild the plugin or, if it is a script, begin it with '#!/usr/bin/env PROGRAM'"),
    Program(
      "it exits at once", "#!/bin/sh\nexit 3\n",
      "error    start: plugin 'a' ended with exit code 3",
      "→ inspector plugin doctor FOLDER/inspector-plugin-a --plugin-output"),
    Program(
      "it exits with words", "#!/bin/sh\necho 'no licence' >&2; exit 3\n",
      "error    start: plugin 'a' ended with exit code 3; its last output: no licence",
      "→ inspector plugin doctor FOLDER/inspector-plugin-a --plugin-output"),
    Program(
      "a signal ends it", "#!/bin/sh\nkill -ABRT $$\n",
      "error    start: plugin 'a' was killed by SIGABRT (aborted)",
      "→ inspector plugin doctor FOLDER/inspector-plugin-a --attach-debugger a"),
    Program(
      "it never answers", "#!/bin/sh\nread x\n",
      "error    start: plugin 'a' did not answer within 0.5 s and was stopped; '--timeout SECONDS' allows more time",
      "→ inspector plugin doctor FOLDER/inspector-plugin-a --attach-debugger a"),
  ])
  func program(_ program: Program) throws {
    let folder = try DoctorFolder()
    try folder.write("inspector-plugin-a", program.text)
    let lines = try folder.lines(of: "a", timeout: "0.5")
    #expect(lines.suffix(2) == [program.step, program.remedy], "\(lines)")
  }

  @Test("one that writes without end does not outlive its time")
  func flood() throws {
    let folder = try DoctorFolder()
    try folder.write("inspector-plugin-a", "#!/bin/sh\nwhile :; do echo busy >&2; done\n")
    let words = "error    start: plugin 'a' did not answer within 0.5 s and was stopped; "
    #expect(try folder.lines(of: "a", timeout: "0.5").contains { $0.hasPrefix(words) })
  }

  @Test("a program for another machine")
  func otherMachine() throws {
    let folder = try DoctorFolder()
    var head = [UInt8](repeating: 0, count: 128)
    head.replaceSubrange(0..<5, with: [0x7F, 0x45, 0x4C, 0x46, 2])
    head[18] = 243
    try folder.write("inspector-plugin-a", String(decoding: head.map { $0 < 0x80 ? $0 : 0 }, as: UTF8.self))
    head.withUnsafeBytes {
      _ = FileManager.default.createFile(
        atPath: "\(folder.path)/inspector-plugin-a", contents: Data($0), attributes: [.posixPermissions: 0o755])
    }
    #expect(
      try folder.lines(of: "a").suffix(2) == [
        "error    program: 'FOLDER/inspector-plugin-a' is a program for riscv machines, but this machine is of another kind",
        "→ build it on this machine, or for it",
      ])
  }

  @Test("a library that is not there, in the words of the program that looks for it")
  func missingLibrary() throws {
    let folder = try DoctorFolder()
    try folder.write("empty.c", "int f(void) { return 0; }\n")
    try folder.write("main.c", "int f(void); int main(void) { return f(); }\n")
    try folder.build("-shared", "-o", "libgauges.so", "empty.c")
    try folder.build("-o", "inspector-plugin-a", "main.c", "-L.", "-lgauges")
    try FileManager.default.removeItem(atPath: "\(folder.path)/libgauges.so")
    #expect(
      try folder.lines(of: "a").suffix(2) == [
        "error    start: plugin 'a' ended with exit code 127; its last output: FOLDER/inspector-plugin-a: error while loading shared libraries: libgauges.so: cannot open shared object file: No such file or directory",
        "→ ldd FOLDER/inspector-plugin-a",
      ])
  }

  @Test("entries of the search path that are empty, relative or not there")
  func searchPath() throws {
    let folder = try DoctorFolder()
    #expect(
      try folder.doctor(["INSPECTOR_PLUGIN_PATH": "plugins::/nowhere/plugins"]) == """
        plugins  (INSPECTOR_PLUGIN_PATH)
          error    INSPECTOR_PLUGIN_PATH holds the relative entry 'plugins', which is not searched; write absolute paths
        ''  (INSPECTOR_PLUGIN_PATH)
          error    INSPECTOR_PLUGIN_PATH holds an empty entry, which is not searched; write absolute paths
        /nowhere/plugins  (INSPECTOR_PLUGIN_PATH)
          error    INSPECTOR_PLUGIN_PATH holds '/nowhere/plugins', which is not a folder; leave it out
        HOME/.local/share/inspector/plugins  (your own plugins)
          not there
        0 files: 0 used
        [exit 1]

        """)
  }

  @Test("a plugin that is hidden by one of its name")
  func hidden() throws {
    let (folder, other) = (try DoctorFolder(), try DoctorFolder())
    try folder.addMeters()
    try other.addMeters()
    let environment = ["INSPECTOR_PLUGIN_PATH": "\(folder.path):\(other.path)"]
    #expect(
      try folder.doctor(environment).replacing(other.path, with: "OTHER") == """
        FOLDER  (INSPECTOR_PLUGIN_PATH)
          ok       inspector-plugin-meters  Meters 1.2.0
        OTHER  (INSPECTOR_PLUGIN_PATH)
          warning  inspector-plugin-meters  not used
                   order: 'OTHER/inspector-plugin-meters' is not used, since 'FOLDER/inspector-plugin-meters' has the same name and is found first
        HOME/.local/share/inspector/plugins  (your own plugins)
          not there
        2 files: 1 used, 1 not used
        [exit 1]

        """)
  }

  @Test("a plugin that speaks a newer protocol")
  func newerProtocol() throws {
    let folder = try DoctorFolder()
    try folder.copy("Broken/NewerProtocol/inspector-plugin-newerprotocol")
    try folder.copy("Broken/messages.py")
    #expect(
      try folder.lines(of: "newerprotocol").suffix(2) == [
        "ok       start: it starts and answers, in its sandbox",
        "error    protocol: plugin 'newerprotocol' speaks protocol versions 2 to 3, but this program speaks version 1; update inspector",
      ])
  }

  @Test("a description whose JSON is wrong, and one whose declarations are")
  func data() throws {
    let folder = try DoctorFolder()
    try folder.write(
      "shop.inspector-plugin.json", "{\n  \"format\": \"inspector-plugin/1\",\n  \"name\" \"Shop\"\n}\n", mode: 0o644)
    let lines = try folder.lines(of: "shop")
    #expect(
      lines == [
        "error    shop.inspector-plugin.json  not used",
        "ok       name: the name of a plugin that is data",
        "ok       order: the first plugin of this name", "ok       file: a file that can be read",
        "ok       executable: a description, which is never run",
        "ok       owner: belongs to you; nobody else can change it or the folders above it",
        "error    declarations: plugin 'shop' is not JSON, at 3:10: expected ':' after the key 'name', found a string",
        "→ fix the file there",
      ])
    try folder.write(
      "tags.inspector-plugin.json",
      """
      {"format":"inspector-plugin/1","name":"Tags","version":"1.0.0","protocol":[1,1],"components":[
        {"name":"Tag","properties":[{"name":"size","type":"Int","default":12,"range":{"minimum":0,"maximum":9}}]}]}
      """, mode: 0o644)
    #expect(
      try folder.lines(of: "tags").suffix(3) == [
        "error    declarations: plugin 'tags' is not loaded; its declarations are wrong:",
        "|   'Tag.size' has the default 12, but its range is 0…9",
        "→ fix each of them, and rebuild the plugin",
      ])
  }

  @Test("two plugins that have a class of one name")
  func clash() throws {
    let folder = try DoctorFolder()
    for name in ["Shop", "Store"] {
      try folder.write(
        "\(name.lowercased()).inspector-plugin.json",
        #"{"format":"inspector-plugin/1","name":"\#(name)","version":"1.0.0","protocol":[1,1],"components":[{"name":"Price","properties":[]}]}"#,
        mode: 0o644)
    }
    #expect(
      try folder.lines(of: "shop").suffix(2) == [
        "error    classes: plugins 'Shop' (FOLDER/shop.inspector-plugin.json) and 'Store' (FOLDER/store.inspector-plugin.json) have a class 'Price', so only scenes that name one of them can use it",
        "→ name the right one in the scene's 'plugins', or remove one of the files",
      ])
  }
}

/// A folder that is the only entry of the plugin search path.
final class DoctorFolder {
  let path: String

  /// The parent of both folders, which is removed with this object.
  private let base: String

  /// A home folder without plugins.
  private let home: String

  init() throws {
    base = FileManager.default.temporaryDirectory.appendingPathComponent("inspector-doctor-\(UUID().uuidString)").path
    (path, home) = ("\(base)/plugins", "\(base)/home")
    for folder in [path, home] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  func write(_ name: String, _ text: String, mode: Int = 0o755) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
  }

  /// Copies a file of the tests into the folder.
  func copy(_ file: String) throws {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    try FileManager.default.copyItem(atPath: "\(GoldenCase.testsFolder)/\(file)", toPath: "\(path)/\(name)")
  }

  /// Adds the tests' Python plugin, without the base class that another plugin defines.
  func addMeters() throws {
    let text = try String(contentsOfFile: "\(GoldenCase.testsFolder)/Python/inspector-plugin-meters", encoding: .utf8)
    try write("inspector-plugin-meters", text.replacing("    base = \"View\"\n", with: ""))
  }

  /// Runs the C compiler in the folder.
  func build(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["clang"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// Returns the complete output of `plugin doctor`.
  func doctor(_ environment: [String: String] = [:], _ arguments: [String] = []) throws -> String {
    let output = CollectingSink()
    let context = CommandContext(
      output: output, errors: CollectingSink(),
      environment: [
        "HOME": home, "XDG_CACHE_HOME": "\(home)/cache", "INSPECTOR_PLUGIN_PATH": path, "PATH": "/usr/bin:/bin",
      ]
      .merging(environment) { $1 })
    context.defaultTimeout = 120
    let status = CommandRunner(context).run(["plugin", "doctor"] + arguments)
    context.shutDown()
    let text = output.text.replacing(path, with: "FOLDER").replacing(home, with: "HOME")
    return text + (status == .done ? "" : "[exit \(status.rawValue)]\n")
  }

  /// Returns the lines about one plugin, trimmed.
  func lines(of name: String, timeout: String = "120") throws -> [String] {
    let text = try doctor([:], [name, "--timeout", timeout])
    return text.split(separator: "\n").dropFirst().prefix { !$0.contains(/^[0-9]+ file/) }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}
