import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that no component of a class without hooks is built, and that edits and searches have the same results as with
/// builds.
@Suite struct InertTests {
  @Test(arguments: 0..<30) func writesWhatBuildingWrites(seed: Int) throws {
    var random = RandomStones(seed: seed)
    let text = random.scene(objects: 12)
    var made = 0
    // At least one component is certainly built.
    let edits = (0..<12).map { _ in random.edit() } + [(selector: "Pebble", assignment: Assignment("count", .set("5")))]
    for (selector, assignment) in edits {
      let outcomes = try [Calm.self as any InspectorPlugin.Type, Lively.self].map { plugin in
        try outcome(of: EditRequest(try Selector(parsing: selector), [assignment]), on: text, plugin)
      }
      #expect(outcomes[0] == outcomes[1], "\(selector) \(assignment) on \(text)")
      if outcomes[0].text != text { made += 1 }
    }
    #expect(made > 0)
  }

  @Test func areInertAndNot() throws {
    let calm = PluginLibrary(inProcess: [Calm.self]).plugins[0].description?.components.map(\.isInert)
    let lively = PluginLibrary(inProcess: [Lively.self]).plugins[0].description?.components.map(\.isInert)
    #expect(calm == [true])
    #expect(lively == [false])
  }

  private struct Outcome: Equatable {
    var text: String
    var found: [NodeIndex]
    var effective: [PropertyValue?]
    var problems: [String]
    var message: String?
  }

  private func outcome(
    of request: EditRequest, on text: String, _ plugin: any InspectorPlugin.Type
  ) throws -> Outcome {
    let document = try SceneDocument(bytes: Array(text.utf8), name: "stones.json")
    let scene = SceneSession(document, library: PluginLibrary(inProcess: [plugin]))
    var message: String?
    do throws(Diagnostic) {
      _ = try scene.perform(request)
    } catch {
      message = "\(error.message) \(error.details.map(\.message))"
    }
    let effective = try document.objects.map { try scene.value(of: "\(document.id($0)).weight").effective }
    return Outcome(
      text: scene.text, found: try scene.select(Selector(parsing: "Pebble[weight>1.5]")), effective: effective,
      problems: scene.check().map(\.message), message: message)
  }
}

private enum Calm: InspectorPlugin {
  static var components: [Component.Type] { [Pebble.self] }

  @Component final class Pebble: Component {
    @Inspectable var weight = 1.5
    @Inspectable var count = 3
    @Inspectable var color: Color?
    @Inspectable var place = Point.zero
    @Inspectable var note: String? = "Plain"
    @Inspectable var isRound = true
  }
}

private enum Lively: InspectorPlugin {
  static var components: [Component.Type] { [Pebble.self] }

  @Component final class Pebble: Component {
    @Inspectable var weight = 1.5
    @Inspectable var count = 3
    @Inspectable var color: Color?
    @Inspectable var place = Point.zero
    @Inspectable var note: String? = "Plain"
    @Inspectable var isRound = true

    // The hook does nothing, but this is not visible from outside.
    override func awake() {}
  }
}

/// A reproducible generator of scenes of pebbles with valid and invalid values, and of edits of these scenes.
private struct RandomStones {
  private var random: SystemlessGenerator

  init(seed: Int) { random = SystemlessGenerator(seed: seed) }

  private mutating func pick(_ words: [String]) -> String { words[random.roll(words.count)] }

  mutating func scene(objects: Int) -> String {
    let stones = (0..<objects).map { number in
      let attributes = [
        ("weight", ["1", "2.50", "1.5", "-0", #""heavy""#]), ("count", ["3", "4", "4.0"]),
        ("color", ["null", ##""#336699""##, #""brand""#, #""nocolour""#]),
        ("place", [#"{"x":1,"y":2}"#, #"{ "y": 2.0, "x": 1 }"#, #"{"x":1}"#]), ("note", ["null", #""a\u0062""#]),
        ("isRound", ["true", "false", "null"]),
      ].filter { _ in random.roll(2) == 0 }.map { name, values in #""\#(name)":\#(pick(values))"# }
      return #"{"id":"n\#(number)","class":"Pebble","attributes":{\#(attributes.joined(separator: ","))}}"#
    }
    return
      ##"{"format":"inspector-scene/1","palette":{"brand":"#123456"},"objects":[\##(stones.joined(separator: ","))]}"##
  }

  mutating func edit() -> (selector: String, assignment: Assignment) {
    let selector = pick(["Pebble", "Pebble[weight>1.5]", "[stored(count)=4]", "Pebble[color]", ":modified", "#n3"])
    let name = pick(["weight", "count", "color", "place", "place.x", "color.red", "note", "isRound", "weight"])
    switch random.roll(5) {
    case 0: return (selector, Assignment(name, random.roll(2) == 0 ? .reset : .unset))
    case 1: return (selector, Assignment(name, .add(pick(["1", "0.5"]))))
    default:
      return (selector, Assignment(name, .set(pick(["2", "4.50", "brand", "#ABC", "1,2", "no", "word"]))))
    }
  }
}

/// A random number generator: Marsaglia's xorshift.
private struct SystemlessGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
