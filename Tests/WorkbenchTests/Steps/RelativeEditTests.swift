import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// A component that clamps values, rejects one value, and warns of another.
@Component private final class Dimmer: Component {
  @Inspectable var level = 10.0 {
    didSet {
      if level > 100 { level = 100 }
      if level == 13 { reject("13 is not to be had") }
      if level == 40 { warn("40 is much") }
    }
  }
  @Inspectable var area = Rect(x: 0, y: 0, width: 4, height: 4) {
    didSet { if area.width > 50 { area.width = 50 } }
  }
  @Inspectable(range: 0...30) var count = 3

  /// A number of shares, for which 0 makes the level NaN.
  @Inspectable var share = 1.0 {
    didSet { if share == 0 { level = .nan } }
  }
}

private enum Dimmers: InspectorPlugin {
  static var components: [Component.Type] { [Dimmer.self] }
}

/// Tests of edits that start from effective values. These are computed from stored values, and again for components
/// with different values; with a tracer, each component is queried first.
@Suite struct RelativeEditTests {
  private static let stored = [
    #"{"level":20}"#, #"{"level":500}"#, "{}", #"{"level":13}"#, #"{"level":6.5}"#, #"{"level":"much"}"#,
    #"{"area":{"x":1,"y":2,"width":80,"height":3}}"#, #"{"area":{"y":2,"x":1,"width":8,"height":3},"count":29}"#,
    #"{"level":80,"count":30}"#, #"{"area":"none","level":100}"#, #"{"level":20,"share":0}"#, #"{"share":0}"#,
  ]

  private func scene(_ objects: some Sequence<String>) throws -> SceneSession {
    let objects = objects.enumerated().map { #"{"id":"k\#($0)","class":"Dimmer","attributes":\#($1)}"# }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    return SceneSession(document, library: PluginLibrary(inProcess: [Dimmers.self]))
  }

  /// Returns the result of an edit and all messages about it.
  private func outcome(
    _ objects: [String], _ assignments: [Assignment], skipsRefused: Bool, isTraced: Bool
  ) throws -> [String] {
    let scene = try scene(objects)
    if isTraced { scene.traceLifecycles { _ in } }
    var request = EditRequest(try selector("Dimmer"), assignments)
    (request.wantsChanges, request.skipsRefused) = (true, skipsRefused)
    let answer = Result { () throws(Diagnostic) in try scene.perform(request) }
    switch answer {
    case .success(let result):
      return stepOutline(result) + result.skipped.map(\.message) + ["\(result.changed)", scene.text]
    case .failure(let error): return [error.message] + error.details.map(\.message) + [scene.text]
    }
  }

  @Test(arguments: [
    [Assignment("level", .multiply("2"))], [Assignment("level", .add("5"))], [Assignment("level", .multiply("6.5"))],
    [Assignment("area.x", .add("0.5"))], [Assignment("area.width", .multiply("2"))],
    [Assignment("area.height", .set("7"))],
    [Assignment("count", .add("2"))], [Assignment("level", .subtract("7")), Assignment("area.y", .add("1"))],
    [Assignment("level", .set("20")), Assignment("level", .multiply("2"))],
  ])
  func areTheSameAsWhereEachIsAskedBefore(assignments: [Assignment]) throws {
    // All objects in both orders, each alone, and each after the first one.
    var scenes = [Self.stored, Self.stored.reversed()] + Self.stored.map { [$0] }
    scenes.append(Self.stored.flatMap { [Self.stored[0], $0] })
    for objects in scenes {
      for skips in [false, true] {
        let quick = try outcome(objects, assignments, skipsRefused: skips, isTraced: false)
        let careful = try outcome(objects, assignments, skipsRefused: skips, isTraced: true)
        #expect(quick == careful, "\(quick.difference(from: careful))")
      }
    }
  }

  /// Checks an edit of a rejected stored value, which starts from the default.
  @Test func sayWhatHeldInsteadOfARejectedValue() throws {
    let scene = try scene([#"{"level":13}"#])
    let change = try scene.make(.set(try selector("Dimmer"), [Assignment("level", .set("20"))])).changes.first
    #expect(change?.old == "13")
    #expect(change?.effectiveBefore == .double(10))
    #expect(change?.effective == .double(20))
  }

  @Test("a value that is refused, by its type or by a hook, is no start of arithmetic")
  func doNotStartFromADefault() throws {
    for (stored, words) in [("13", "13 is not to be had"), (#""much""#, "expected a Double, found the string 'much'")] {
      let scene = try scene([#"{"level":\#(stored)}"#])
      let message = refusal { try scene.set("Dimmer", Assignment("level", .multiply("2"))) }
      #expect(message.hasPrefix("'level' has no value to start from, since what is stored is refused: "))
      #expect(message.contains(words))
      #expect(scene.objects.contains(stored))
    }
  }

  @Test func startFromEffectiveValues() throws {
    let scene = try scene([#"{"level":500}"#, #"{"level":20}"#])
    try scene.make(.set(try selector("Dimmer"), [Assignment("level", .subtract("1"))]))
    #expect(scene.objects.contains(#"{"level":99}"#))
    #expect(scene.objects.contains(#"{"level":19}"#))
  }
}
