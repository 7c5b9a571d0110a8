import Foundation
import InspectorKit
import SceneDocument
import Synchronization
import Testing

@testable import ComponentModel
@testable import Journaling
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of the complete messages about each plugin of `Tests/Broken`.
@Suite struct BrokenPluginTests {
  struct Failure: CustomTestStringConvertible, Sendable {
    var folder: String
    var code: String
    var message: String

    init(_ folder: String, _ code: String, _ message: String) {
      (self.folder, self.code, self.message) = (folder, code, message)
    }

    var testDescription: String { folder }
  }

  /// The plugins that cannot be loaded.
  static let unloadable = [
    Failure(
      "UnsupportedType", "plugin.problems",
      """
      plugin 'unsupportedtype' is not loaded; its declarations are wrong:
        Broken/UnsupportedType.swift:13: 'Panel.insets' has the type 'Optional<Optional<Rect>>', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect
        Broken/UnsupportedType.swift:14: 'Panel.margin' has the type 'Optional<Optional<Int>>', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect
      """),
    Failure(
      "DuplicateNames", "plugin.problems",
      """
      plugin 'duplicatenames' is not loaded; its declarations are wrong:
        Broken/DuplicateNames.swift:13: 'Panel' declares 'title' twice; rename one of them
        Broken/DuplicateNames.swift:14: 'Panel' declares 'alpha', which 'View' already declares; rename it, or mark an override '@Inspectable override var'
        Broken/DuplicateNames.swift:11: 'Panel' is registered twice; list each component once
      """),
    Failure(
      "LabelCollision", "plugin.problems",
      """
      plugin 'labelcollision' is not loaded; its declarations are wrong:
        Broken/LabelCollision.swift:12: 'alpha' and 'opacity' of 'Panel' have the same label 'Alpha'; give one of them a 'label'
        Broken/LabelCollision.swift:14: 'imageURL' and 'imageUrl' of 'Panel' have the same label 'Image URL'; give one of them a 'label'
      """),
    Failure(
      "AliasCycle", "plugin.problems",
      """
      plugin 'aliascycle' is not loaded; its declarations are wrong:
        Broken/AliasCycle.swift:12: 'width' and 'breadth' of 'Panel' are aliases of each other; keep the one that is the former name
        Broken/AliasCycle.swift:14: 'Panel.depth' has the alias 'alpha', which is the name of another property; an alias is a former name
        Broken/AliasCycle.swift:16: 'height' and 'length' of 'Panel' share the alias 'extent'; a former name belongs to one property
      """),
    Failure(
      "DependsOnCycle", "plugin.problems",
      """
      plugin 'dependsoncycle' is not loaded; its declarations are wrong:
        Broken/DependsOnCycle.swift:15: 'Panel.title' depends on 'vale', which is not a property of 'Panel'; did you mean 'value'?
        Broken/DependsOnCycle.swift:12: properties of 'Panel' depend on each other in a cycle: minimum → value → maximum → minimum; remove one 'dependsOn'
      """),
    Failure(
      "BadRange", "plugin.problems",
      """
      plugin 'badrange' is not loaded; its declarations are wrong:
        Broken/BadRange.swift:13: 'Panel.count' has the empty range 9…1
        Broken/BadRange.swift:14: 'Panel.width' has the step 0; a step is above 0
        Broken/BadRange.swift:14: 'Panel.width' has the empty range 9…1
        Broken/BadRange.swift:15: 'Panel.byte' has the empty range 1000…255
        Broken/BadRange.swift:16: 'Panel.title' is a String and cannot have a range; only Int and Double can
        Broken/BadRange.swift:16: 'Panel.title' is a String and cannot have a step; only Int and Double can
        Broken/BadRange.swift:17: 'Panel.tint' is a Color and cannot have a unit; numbers, points, sizes and rects can
      """),
    Failure(
      "BadDefault", "plugin.problems",
      """
      plugin 'baddefault' is not loaded; its declarations are wrong:
        Broken/BadDefault.swift:12: 'Panel.count' has the default 0, but its range is 1…9
        Broken/BadDefault.swift:13: 'Panel.axis' has the default 'z', which is not among its options x, y
      """),
    Failure(
      "DiesInDescribe", "plugin.crashed",
      """
      plugin 'diesindescribe' was killed by SIGABRT (aborted); its last output: no database at port 5432, while building 'Panel'
      """),
    Failure(
      "BadHandshake", "plugin.reply",
      """
      plugin 'badhandshake' answered 'describe' without a description
      """),
    Failure(
      "NewerProtocol", "plugin.version",
      """
      plugin 'newerprotocol' speaks protocol versions 2 to 3, but this program speaks version 1; update inspector
      """),
    Failure(
      "TextOnStdout", "plugin.reply",
      """
      plugin 'textonstdout' wrote the text 'Snakes 1.0 is ready.' where a message was expected; standard output belongs to the protocol, so print to standard error
      """),
    Failure(
      "NeverAnswers", "plugin.timeout",
      """
      plugin 'neveranswers' did not answer within 0.5 s and was stopped; '--timeout SECONDS' allows more time
      """),
  ]

  /// The plugins that fail when a component is built.
  static let unusable = [
    Failure(
      "AnswersOutOfOrder", "plugin.reply",
      """
      plugin 'AnswersOutOfOrder' answered request 3, where 2 was expected, while it built 's' (Snake, version 1.0.0)
      """),
    Failure(
      "AnswersTooMuch", "plugin.reply",
      """
      plugin 'AnswersTooMuch' sent a message of 67108865 bytes, where at most 67108864 are allowed, while it built 's' (Snake, version 1.0.0)
      """),
  ]

  @Test("a plugin that cannot be loaded says why, and the others are", arguments: unloadable)
  func loading(_ failure: Failure) throws {
    let folder = try PluginFolder()
    try folder.addBroken(failure.folder)
    try folder.add("hostile", executable: "Hostile")
    let library = folder.library(limit: failure.code == "plugin.timeout" ? .milliseconds(500) : .seconds(10))
    #expect(library.problems.map(\.code.rawValue) == [failure.code])
    #expect(library.problems.map(\.message) == [failure.message])
    #expect(library.plugin(named: "Hostile")?.description != nil)
  }

  @Test("a plugin whose answers are wrong is not believed", arguments: unusable)
  func building(_ failure: Failure) throws {
    let folder = try PluginFolder()
    try folder.addBroken(failure.folder)
    let scene = try session(folder, #"{"id":"s","class":"Snake"}"#)
    #expect(refusal { try scene.set("#s", Assignment("length", .set("2"))) } == failure.message)
    let found = scene.check()
    #expect(found.map(\.code.rawValue) == [failure.code])
    #expect(found.map(\.message) == [failure.message])
  }

  @Test("a class that traps when it is made is named, and the others are there")
  func trapping() throws {
    let folder = try PluginFolder()
    try folder.addBroken("TrapsInInit")
    let library = folder.library()
    #expect(library.problems.map(\.code) == ["plugin.crashed", "plugin.crashed"])
    for (problem, name) in zip(library.problems, ["Faulty", "Heir"]) {
      #expect(problem.message.contains("Fatal error: no licence, while building '\(name)'; the class is left out"))
    }
    let plugin = try #require(library.plugin(named: "TrapsInInit"))
    #expect(plugin.description?.components.map(\.name) == ["Panel"])
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"p","class":"Panel","attributes":{"alpha":0.5}}]}"#
    let scene = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
    #expect(try scene.effective("p.alpha") == .double(0.5))
  }

  @Test("what a plugin in Swift prints breaks nothing")
  func printing() throws {
    let folder = try PluginFolder()
    try folder.addBroken("PrintsToStdout")
    let lines = Mutex<[String]>([])
    let library = PluginLibrary(
      search: folder.search(), output: { plugin, line in lines.withLock { $0.append("\(plugin): \(line)") } })
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"p","class":"Panel"}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let scene = SceneSession(document, library: library)
    try scene.set("#p", Assignment("title", .set("hello")))
    // The output is seen while the plugin runs, and not only when it ends.
    #expect(
      lines.withLock { $0 } == [
        #"printstostdout: {"id":1}"#, "printstostdout: declaring", "printstostdout: a panel",
        "printstostdout: declaring",
        "PrintsToStdout: a panel", "PrintsToStdout: awake", "PrintsToStdout: the title is 'hello' now",
        "PrintsToStdout: a panel", "PrintsToStdout: the title is 'hello' now", "PrintsToStdout: awake",
      ])
    #expect(try scene.effective("p.title") == .string("hello"))
    #expect(scene.check().isEmpty)
  }

  @Test("a text at which a transformer ends or hangs fails, and the others are read")
  func transforming() throws {
    let folder = try PluginFolder()
    try folder.addBroken("BadTransformer")
    let library = PluginLibrary(search: folder.search(), limits: PluginLimits(answer: .seconds(1)))
    let objects = (0..<30).map {
      #"{"id":"o\#($0)","class":"Lamp","attributes":{"trap":"\#($0 == 7 ? "trap" : "\($0)")","hang":"\#($0 == 9 ? "hang" : "\($0)")"}}"#
    }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let scene = SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
    let found = scene.check()
    #expect(found.map(\.code) == [.pluginCrashed, .pluginTimeout])
    #expect(found.map(\.object) == ["o7", "o9"])
    #expect(try scene.effective("o8.trap") == .int(8) && scene.effective("o29.hang") == .int(29))
    #expect(try scene.effective("o7.trap") == .int(0) && scene.effective("o7.hang") == .int(7))
    #expect(throws: Diagnostic.self) { try scene.set("#o1", Assignment("trap", .set("13"))) }
    #expect(throws: Diagnostic.self) { try scene.set("#o1", Assignment("height", .set("5"))) }
    try scene.set("#o1", Assignment("trap", .set("14")))
    #expect(try scene.effective("o1.trap") == .int(14))
  }

  @Test("a transformer that hangs is not waited for again and again")
  func hangingTransformer() throws {
    let folder = try PluginFolder()
    try folder.addBroken("BadTransformer")
    let library = PluginLibrary(search: folder.search(), limits: PluginLimits(answer: .milliseconds(300)))
    let plugin = try #require(library.plugin(named: "BadTransformer"))
    let job = InspectorJob()
    let texts = (0..<200).map { _ in Array(#""hang""#.utf8) } + [Array("\"1\"".utf8)]
    let start = ContinuousClock.now
    for _ in 0..<5 {
      let results = plugin.transform(texts, with: "hangs", isDecoding: true, under: job)
      #expect(results.count == texts.count)
      #expect(results.allSatisfy { if case .failed(let failure) = $0 { failure.kind == .timeout } else { false } })
    }
    // Some 1,000 waits would take minutes.
    #expect(start.duration(to: .now) < .seconds(60))
    guard
      case .value(let value)? = plugin.transform(
        [Array("\"1\"".utf8)], with: "hangs", isDecoding: true, under: InspectorJob()
      ).first
    else {
      Issue.record("another job is not served")
      return
    }
    #expect(String(decoding: value, as: UTF8.self) == "1")
  }

  @Test("every folder of Tests/Broken is tested")
  func all() throws {
    let tested =
      (Self.unloadable + Self.unusable).map(\.folder) + ["BadTransformer", "PrintsToStdout", "TrapsInInit", "Hostile"]
    let there = try FileManager.default.contentsOfDirectory(atPath: PluginFolder.brokenFolder).filter {
      !$0.contains(".") && !$0.hasPrefix("_")
    }
    #expect(there.sorted() == tested.sorted())
  }

  private func session(_ folder: PluginFolder, _ objects: String) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: folder.library())
  }
}
