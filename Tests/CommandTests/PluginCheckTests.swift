import Foundation
import Testing

/// Tests of `inspector plugin check` with each plugin of `Tests/Broken`, and with files that are not plugins.
@Suite final class PluginCheckTests {
  struct Check: CustomTestStringConvertible, Sendable {
    var name: String
    var status: Int32
    var text: String

    init(_ name: String, _ status: Int32, _ text: String) { (self.name, self.status, self.text) = (name, status, text) }

    var testDescription: String { name }
  }

  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("inspector-check-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs the command, and returns the text of both outputs, with times as `_`, and the exit code.
  private func check(_ arguments: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(GoldenCase.buildFolder)/inspector")
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.arguments = ["plugin", "check", "--timeout", "20"] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": "\(folder)/cache", "LC_ALL": "C.UTF-8"]
    let output = Pipe()
    (process.standardOutput, process.standardError, process.standardInput) = (output, output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(#/\d+(\.\d+)? (ms|s)\b/#) { "_ \($0.2)" }
      .replacing(#/(\w)\h+(\d+)\h+_ ms/#) { "\($0.1) \($0.2) _ ms" }
    return (text, process.terminationStatus)
  }

  /// Adds a plugin of `Tests/Broken` to the test's folder, and returns its path.
  private func addBroken(_ name: String) throws -> String {
    let file = "inspector-plugin-\(name.lowercased())"
    let broken = "\(GoldenCase.testsFolder)/Broken"
    let script = "\(broken)/\(name)/\(file)"
    if FileManager.default.fileExists(atPath: script) {
      try FileManager.default.copyItem(atPath: script, toPath: "\(folder)/\(file)")
      try FileManager.default.copyItem(atPath: "\(broken)/messages.py", toPath: "\(folder)/messages.py")
    } else {
      let program = name == "Hostile" ? "Hostile" : "Broken"
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(file)", withDestinationPath: "\(GoldenCase.buildFolder)/\(program)")
    }
    return "./\(file)"
  }

  @Test(arguments: [
    Check(
      "AliasCycle", 1,
      """
      error: description: Broken/AliasCycle.swift:12: 'width' and 'breadth' of 'Panel' are aliases of each other; keep the one that is the former name
      error: description: Broken/AliasCycle.swift:14: 'Panel.depth' has the alias 'alpha', which is the name of another property; an alias is a former name
      error: description: Broken/AliasCycle.swift:16: 'height' and 'length' of 'Panel' share the alias 'extent'; a former name belongs to one property
      aliascycle: is not loaded: 3 errors, 0 warnings

      """),
    Check(
      "BadDefault", 1,
      """
      error: description: Broken/BadDefault.swift:12: 'Panel.count' has the default 0, but its range is 1…9
      error: description: Broken/BadDefault.swift:13: 'Panel.axis' has the default 'z', which is not among its options x, y
      baddefault: is not loaded: 2 errors, 0 warnings

      """),
    Check(
      "BadRange", 1,
      """
      error: description: Broken/BadRange.swift:13: 'Panel.count' has the empty range 9…1
      error: description: Broken/BadRange.swift:14: 'Panel.width' has the step 0; a step is above 0
      error: description: Broken/BadRange.swift:14: 'Panel.width' has the empty range 9…1
      error: description: Broken/BadRange.swift:15: 'Panel.byte' has the empty range 1000…255
      error: description: Broken/BadRange.swift:16: 'Panel.title' is a String and cannot have a range; only Int and Double can
      error: description: Broken/BadRange.swift:16: 'Panel.title' is a String and cannot have a step; only Int and Double can
      error: description: Broken/BadRange.swift:17: 'Panel.tint' is a Color and cannot have a unit; numbers, points, sizes and rects can
      badrange: is not loaded: 7 errors, 0 warnings

      """),
    Check(
      "DependsOnCycle", 1,
      """
      error: description: Broken/DependsOnCycle.swift:15: 'Panel.title' depends on 'vale', which is not a property of 'Panel'; did you mean 'value'?
      error: description: Broken/DependsOnCycle.swift:12: properties of 'Panel' depend on each other in a cycle: minimum → value → maximum → minimum; remove one 'dependsOn'
      dependsoncycle: is not loaded: 2 errors, 0 warnings

      """),
    Check(
      "DuplicateNames", 1,
      """
      error: description: Broken/DuplicateNames.swift:13: 'Panel' declares 'title' twice; rename one of them
      error: description: Broken/DuplicateNames.swift:14: 'Panel' declares 'alpha', which 'View' already declares; rename it, or mark an override '@Inspectable override var'
      error: description: Broken/DuplicateNames.swift:11: 'Panel' is registered twice; list each component once
      duplicatenames: is not loaded: 3 errors, 0 warnings

      """),
    Check(
      "LabelCollision", 1,
      """
      error: description: Broken/LabelCollision.swift:12: 'alpha' and 'opacity' of 'Panel' have the same label 'Alpha'; give one of them a 'label'
      error: description: Broken/LabelCollision.swift:14: 'imageURL' and 'imageUrl' of 'Panel' have the same label 'Image URL'; give one of them a 'label'
      labelcollision: is not loaded: 2 errors, 0 warnings

      """),
    Check(
      "UnsupportedType", 1,
      """
      error: description: Broken/UnsupportedType.swift:13: 'Panel.insets' has the type 'Optional<Optional<Rect>>', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect
      error: description: Broken/UnsupportedType.swift:14: 'Panel.margin' has the type 'Optional<Optional<Int>>', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect
      unsupportedtype: is not loaded: 2 errors, 0 warnings

      """),
    Check("BadHandshake", 69, "inspector: plugin 'badhandshake' answered 'describe' without a description\n"),
    Check(
      "DiesInDescribe", 69,
      "inspector: plugin 'diesindescribe' was killed by SIGABRT (aborted); its last output: no database at port 5432, while building 'Panel'\n"
    ),
    Check(
      "NewerProtocol", 69,
      "inspector: plugin 'newerprotocol' speaks protocol versions 2 to 3, but this program speaks version 1; update inspector\n"
    ),
    Check(
      "TextOnStdout", 69,
      "inspector: plugin 'textonstdout' wrote the text 'Snakes 1.0 is ready.' where a message was expected; standard output belongs to the protocol, so print to standard error\n"
    ),
    Check(
      "AnswersTooMuch", 1,
      """
      error: messages: asked for protocol 99, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: asked for a class that it does not have, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: sent a request that it does not know, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: sent a property that 'Snake' does not have, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: sent members that are new to it, and no rows, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: sent two components without attributes, plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: Snake: plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: messages: Snake.length = 3: plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed
      error: values: Snake: the plugin ended 12 times; the remaining cases were not tried
      CLASS  CASES  SLOWEST
      Snake 0 _ ms
      AnswersTooMuch 1.0.0: 0 cases in _ s: 9 errors, 0 warnings

      """),
    // The plugin works, since its output is redirected.
    Check(
      "PrintsToStdout", 0,
      """
      warning: description: Faulty: the plugin declares it but does not list it, so no scene can use it; add 'Faulty.self' to 'components' or 'extensions'
      warning: description: Heir: the plugin declares it but does not list it, so no scene can use it; add 'Heir.self' to 'components' or 'extensions'
      warning: description: Lamp: the plugin declares it but does not list it, so no scene can use it; add 'Lamp.self' to 'components' or 'extensions'
      CLASS  CASES  SLOWEST
      Panel 1904 _ ms
      PrintsToStdout 1.0.0: 1904 cases in _ s: 0 errors, 3 warnings

      """),
  ])
  func aBrokenPluginIsToldSo(_ expected: Check) throws {
    let found = try check([try addBroken(expected.name)])
    #expect(found.text == expected.text)
    #expect(found.status == expected.status)
  }

  @Test func oneThatNeverAnswersIsNotWaitedFor() throws {
    let found = try check(["--timeout", "0.5", try addBroken("NeverAnswers")])
    #expect(found.status == 69)
    #expect(found.text.hasPrefix("inspector: plugin 'neveranswers' did not answer within _ s and was stopped"))
  }

  @Test func whatEndsThePluginIsNamed() throws {
    let traps = try check([try addBroken("TrapsInInit")])
    #expect(traps.status == 1)
    #expect(
      traps.text.hasPrefix("error: description: Faulty: plugin 'trapsininit' was killed by SIG"))
    #expect(traps.text.contains("Fatal error: no licence, while building 'Faulty'\n"))
    #expect(traps.text.hasSuffix(": 2 errors, 1 warning\n"))
    let order = try check([try addBroken("AnswersOutOfOrder")])
    #expect(order.status == 1)
    #expect(order.text.contains("error: messages: Snake: the answer has the id 102, where 101 was expected\n"))
    let hostile = try check(["--timeout", "2", try addBroken("Hostile")])
    #expect(hostile.status == 1)
    for words in [
      "error: values: Loop.left = 1: hooks set each other without end: Loop.left → Loop.right → Loop.left\n",
      "error: values: Overflow.left = 1: plugin 'Hostile' was killed by SIGSEGV (segmentation fault)",
      "warning: time: Slow: a component takes _ ms; people notice delays of _ ms and more\n",
    ] { #expect(hostile.text.contains(words), "\(hostile.text)") }
  }

  @Test func theFileIsNoPlugin() throws {
    try "text".write(toFile: "\(folder)/notes.txt", atomically: true, encoding: .utf8)
    try "text".write(toFile: "\(folder)/inspector-plugin-text", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: "\(folder)/empty", withIntermediateDirectories: true)
    try addPackage()
    for (path, status, text) in [
      ("./none", 66, "./none: no such file or folder; check the path\n"),
      (
        "./notes.txt", 69,
        "inspector: './notes.txt' is not a plugin: its name neither begins with 'inspector-plugin-' nor ends with '.inspector-plugin.json'\n"
      ),
      (
        "./inspector-plugin-text", 69,
        "inspector: './inspector-plugin-text' cannot be executed; allow it with 'chmod +x'\n"
      ),
      (
        "./empty", 69,
        "inspector: the folder './empty' holds neither a Package.swift nor a plugin; a plugin's file is called 'inspector-plugin-NAME' or 'NAME.inspector-plugin.json'\n"
      ),
      ("./package", 69, "inspector: no plugin was built from the package in './package'; run 'swift build' there\n"),
      ("Layer", 1, "inspector: no plugin is named 'Layer'; did you mean 'Layers'?\n"),
    ] {
      let found = try check([path])
      #expect(found.text == text)
      #expect(found.status == Int32(status))
    }
  }

  /// Adds a package that has not been built.
  private func addPackage() throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/package/.build/debug", withIntermediateDirectories: true)
    try "// swift-tools-version: 6.2".write(
      toFile: "\(folder)/package/Package.swift", atomically: true, encoding: .utf8)
  }

  @Test func thePluginOfAFolderOrAPackageIsChecked() throws {
    try addPackage()
    let built = "\(folder)/package/.build/debug"
    let meters = "\(GoldenCase.testsFolder)/Python/inspector-plugin-meters"
    try FileManager.default.copyItem(atPath: meters, toPath: "\(built)/inspector-plugin-meters")
    for path in ["./package", "./package/.build/debug"] {
      let found = try check([path])
      #expect(found.text.contains("cases in _ s: 0 errors, 0 warnings\n"), "\(found.text)")
      #expect(found.status == 0)
    }
    try FileManager.default.copyItem(atPath: meters, toPath: "\(built)/inspector-plugin-others")
    let several = try check(["./package"])
    #expect(
      several.text
        == "inspector: the folder './package' holds several plugins; name one of them: './package/.build/debug/inspector-plugin-meters', './package/.build/debug/inspector-plugin-others'\n"
    )
    #expect(several.status == 1)
  }

  /// Checks the `before` state that an edit reports after a rejected stored value against a build.
  @Test func whatAnEditSaysOfBeforeIsHeldAgainstTheBuild() throws {
    let meters = try String(contentsOfFile: "\(GoldenCase.testsFolder)/Python/inspector-plugin-meters", encoding: .utf8)
    let picky = meters.replacing("self.level == 13", with: "self.level == 0")
    let wrong = picky.replacing("differences(component, stored, {})", with: "differences(component, stored, skipped)")
    #expect(wrong != picky && picky != meters)
    let path = "\(folder)/inspector-plugin-meters"
    for (script, finding, status) in [
      (picky, "0 errors", 0),
      (wrong, "Meter.level = 0: an edit reports that it was 0 before, but it is built as 50", 1),
    ] {
      try script.write(toFile: path, atomically: true, encoding: .utf8)
      chmod(path, 0o755)
      let found = try check([path])
      #expect(found.text.contains(finding), "\(found.text)")
      #expect(found.status == status)
    }
  }

  @Test func severalHaveOneExitCode() throws {
    let found = try check(["Scrolling", try addBroken("BadDefault"), "./none"])
    #expect(found.status == 1)
    #expect(found.text.contains("./none: no such file or folder; check the path\n"))
    #expect(found.text.contains("baddefault: is not loaded: 2 errors, 0 warnings\n"))
    #expect(found.text.contains("Scrolling 1.0.0: 241 cases in _ s: 0 errors, 0 warnings\n"))
  }
}
