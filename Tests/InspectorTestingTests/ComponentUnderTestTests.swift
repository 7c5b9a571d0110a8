import InspectorTesting
import Testing

/// Tests that a component under test behaves as in an inspector.
@Suite struct ComponentUnderTestTests {
  @Test func withoutAttributesItHasTheDefaults() throws {
    let gauge = try ComponentUnderTest(Gauge.self, of: Gauges.self)
    #expect(gauge.properties == ["maximum", "level", "shape", "tint", "marks", "isFull"])
    #expect(gauge["maximum"] == .double(100))
    #expect(gauge["level"] == .double(5))
    #expect(gauge["tint"] == nil)
    #expect(gauge["isFull"] == .bool(false))
    #expect(gauge.warnings.isEmpty && gauge.rejections.isEmpty && gauge.attributes.isEmpty)
  }

  @Test func hooksRunWhileItIsBuilt() throws {
    let gauge = try ComponentUnderTest(Gauge.self, ["level": 70, "maximum": 50], of: Gauges.self)
    #expect(gauge["level"] == .double(50))
    #expect(gauge["isFull"] == .bool(true))
    #expect(gauge.warnings == ["70 is more than fits"])
    #expect(gauge.attributes["level"] == .double(70), "what is stored stays")
    #expect(gauge.trace.map(\.name) == ["init", "maximum", "level"])
    #expect(gauge.trace[2].hooks == ["Gauge.level"])
    #expect(gauge.trace[2].writes == ["level": .double(50), "isFull": .bool(true)])
  }

  @Test func anEditTellsItsEffects() throws {
    var gauge = try ComponentUnderTest(Gauge.self, ["maximum": 50, "level": 70], of: Gauges.self)
    let edit = try gauge.set("maximum", to: 60)
    #expect(edit.effects.map(\.description) == ["maximum: 50 → 60", "level: 50 → 60"])
    #expect(edit.warnings == ["70 is more than fits"])
    #expect(Set(edit.trace.map(\.phase)) == [.load, .edit, .recreate])
    let back = try gauge.reset("level")
    #expect(back.effects.map(\.description) == ["level: 60 → 5", "isFull: true → false"])
    #expect(gauge.attributes.keys.sorted() == ["maximum"])
    #expect(try gauge.set("tint", to: "gold").effects.map(\.description) == ["tint: nothing → #FFD700FF"])
    #expect(try gauge.set("tint", to: nil).effects.map(\.description) == ["tint: #FFD700FF → nothing"])
  }

  @Test(arguments: [
    ("level", AttributeValue(.double(13)), "nobody wants a level of 13"),
    ("level", AttributeValue(.double(-1)), "'level' cannot be -1; it must be at least 0"),
    ("shape", "square", "'shape' cannot be 'square'; its options are round, flat"),
    ("marks", 3, "it must be an even number, not '3'"), ("isFull", true, "'isFull' is read-only"),
  ])
  func anEditThatIsRefusedChangesNothing(name: String, value: AttributeValue, reason: String) throws {
    var gauge = try ComponentUnderTest(Gauge.self, ["level": 7], of: Gauges.self)
    #expect(throws: EditRejection(reasons: [reason])) { try gauge.set(name, to: value) }
    #expect(gauge["level"] == .double(7) && gauge.attributes == ["level": .double(7)])
    #expect(try gauge.set("level", to: 8).effects.map(\.description) == ["level: 7 → 8"])
  }

  @Test func formerNamesAndLabelsAreUnderstoodAsInAScene() throws {
    var gauge = try ComponentUnderTest(Gauge.self, ["form": "Flat"], of: Gauges.self)
    #expect(gauge.attributes == ["shape": .string("flat")])
    #expect(gauge["shape"] == .string("flat") && gauge["form"] == .string("flat"))
    #expect(try gauge.set("form", to: "Round").effects.map(\.description) == ["shape: flat → round"])
    #expect(try gauge.reset("form").effects.isEmpty)
    #expect(gauge.attributes.isEmpty)
    let both = try ComponentUnderTest(Gauge.self, ["form": "flat", "shape": "round"], of: Gauges.self)
    #expect(both.attributes == ["shape": .string("round")])
  }

  @Test func anActionIsAnEdit() throws {
    var gauge = try ComponentUnderTest(Gauge.self, ["maximum": 50], of: Gauges.self)
    let edit = try gauge.run("fill")
    #expect(edit.effects.map(\.description) == ["level: 5 → 50", "isFull: false → true"])
    #expect(gauge.attributes == ["maximum": .double(50), "level": .double(50)])
    #expect(try gauge.run("fill").effects.isEmpty)
    try gauge.set("shape", to: "flat")
    try gauge.set("level", to: 1)
    #expect(throws: EditRejection(reasons: ["a flat gauge cannot be filled"])) { try gauge.run("fill") }
    #expect(gauge["level"] == .double(1))
    do {
      try gauge.run("fil")
      Issue.record("there is no such action")
    } catch {
      #expect("\(error)" == "'Gauge' has no action 'fil'; did you mean 'fill'?")
    }
  }

  @Test func aStoredValueThatIsRefusedIsLeftOut() throws {
    let gauge = try ComponentUnderTest(Gauge.self, ["level": 13, "shape": "square", "maximum": 20], of: Gauges.self)
    #expect(gauge["level"] == .double(5))
    #expect(gauge["shape"] == .string("round"))
    #expect(gauge["maximum"] == .double(20))
    #expect(
      gauge.rejections == [
        "level": "nobody wants a level of 13", "shape": "'shape' cannot be 'square'; its options are round, flat",
      ])
  }

  @Test func aParentAnswers() throws {
    let teal = Color(red: 0, green: 0.5, blue: 0.5, alpha: 1)
    #expect(try ComponentUnderTest(Needle.self, parent: ["backgroundColor": .color(teal)])["color"] == .color(teal))
    #expect(try ComponentUnderTest(Needle.self)["color"] == nil)
    #expect(try ComponentUnderTest(Needle.self, ["color": "red"], parent: [:])["color"]?.text == "#FF0000FF")
  }

  @Test(arguments: [ChangeCause.load, .recreate, .undo])
  func aCauseIsTold(_ cause: ChangeCause) throws {
    #expect(try ComponentUnderTest(Needle.self, cause: cause)["built"] == .string(cause.rawValue))
  }

  @Test func mistakesOfATestAreTold() throws {
    func problem(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(
      problem { _ = try ComponentUnderTest(Gauge.self, ["levle": 1], of: Gauges.self) }
        == "'Gauge' has no property 'levle'; did you mean 'level'?")
    #expect(
      problem { _ = try ComponentUnderTest(Gauge.self, ["level": "high"], of: Gauges.self) }
        == "'level' is a Double, and 'high' is not")
    #expect(
      problem { _ = try ComponentUnderTest(Gauge.self, ["level": nil], of: Gauges.self) }
        == "'level' is not optional, and cannot be nil")
    #expect(
      problem { _ = try ComponentUnderTest(Needle.self, parent: ["tint": .int(1)]) }
        == "'Needle' reads no 'tint' of its parent; add it to 'readsParent'")
    // The rule is defined by the plugin.
    #expect(
      problem { _ = try ComponentUnderTest(Gauge.self) }?.hasPrefix(
        "the declarations of 'Gauge' are wrong:\n  InspectorTestingTests/Gauge.swift:21: 'Gauge.marks' is validated by 'even', which is not a rule"
      ) == true)
  }

  @Test func aPluginThatKeepsTheLawsPasses() {
    let report = expectConformance(of: Gauges.self)
    #expect(report.errors == 0 && report.cases > 200)
    #expect(report.classes.map(\.name) == ["Gauge"])
  }

  @Test func oneThatDoesNotFailsItsTest() {
    withKnownIssue {
      expectConformance(of: Creeping.self)
    } matching: { issue in
      ["settling: Creeper.level = ", "bundles: Creeper.level: "].contains { words in
        issue.comments.first?.rawValue.hasPrefix(words) == true
      }
    }
    #expect(expectConformance(of: Creeping.self, except: [.settling, .bundles]).errors == 2)
  }
}

struct Creeping: InspectorPlugin {
  static var components: [Component.Type] { [Creeper.self] }
}

@Component final class Creeper: Component {
  @Inspectable(range: -1e6...1e6) var level = 1.0 {
    didSet { level = min(level + 1, 1e6) }
  }
}
