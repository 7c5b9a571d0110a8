import InspectorKit
import JSONText
import Synchronization
import Testing

@testable import PluginConformance

/// Tests of each conformance law with a plugin that breaks only this law, or with a worker that alters correct replies.
@Suite struct ConformanceLawTests {
  /// Returns the findings about a plugin, in order.
  func findings(_ plugin: any InspectorPlugin.Type) -> [String] {
    ConformanceCheck.report(of: plugin).findings.map { "\($0.severity) \($0)" }
  }

  func findings(_ subject: TwistedSubject, _ description: PluginDescription? = nil) throws -> [String] {
    let known = try description ?? InProcessSubject.description(of: PluginWorker(subject.plugin))
    return try ConformanceCheck(known, subject).run().findings.map { "\($0.severity) \($0)" }
  }

  @Test func aGoodPluginKeepsAll() { #expect(findings(Gauges.self) == []) }

  @Test func descriptionIsWrong() {
    struct Wrong: InspectorPlugin { static var components: [Component.Type] { [BadLevel.self] } }
    #expect(
      findings(Wrong.self) == [
        "error description: InspectorTestingTests/ConformanceLawTests.swift:\(badLevelLine + 2): 'BadLevel.level' has the default 9, but its range is 0…5"
      ])
  }

  @Test func defaultsChange() {
    struct Serial: InspectorPlugin { static var components: [Component.Type] { [Numbered.self] } }
    #expect(
      findings(Serial.self).first?.wholeMatch(
        of:
          #/error defaults: Numbered.number: an instance without attributes has \d+, but the declared default is \d+/#
      )
        != nil)
  }

  @Test func limitsAreLeft() {
    struct Beyond: InspectorPlugin { static var components: [Component.Type] { [Doubled.self] } }
    #expect(
      findings(Beyond.self) == [
        "error limits: Doubled.level = 10: a hook makes it 20, but its range is 0…10",
        "error limits: Doubled.shape: a hook makes it \"oval\", when 'level' is 10, which is not one of its options",
      ])
  }

  @Test func whatIsComputedIsNotFinite() {
    struct Infinite: InspectorPlugin { static var components: [Component.Type] { [Squared.self] } }
    #expect(
      findings(Infinite.self) == [
        "warning limits: Squared.area: it has no value, when 'side' is 1e+308: as the component computes it, it is inf, which is not a finite number"
      ])
  }

  @Test func inertClassHasHooks() throws {
    var description = try InProcessSubject.description(of: PluginWorker(Gauges.self))
    description.components[0].isInert = true
    let found = try findings(TwistedSubject(Gauges.self), description)
    #expect(
      found.first
        == "error inertness: Gauge.isFull = true: the class is declared inert, but changes it to true"
        || !found.isEmpty)
    #expect(found.allSatisfy { $0.hasPrefix("error inertness: Gauge.") })
  }

  @Test func settingWhatWasReadChanges() {
    #expect(
      findings(Creeping.self).contains {
        $0.hasPrefix("error settling: Creeper.level = 0") || $0.hasPrefix("error settling: Creeper.level = ")
      })
  }

  @Test func rebuildingChanges() {
    struct Caused: InspectorPlugin { static var components: [Component.Type] { [Undecided.self] } }
    #expect(
      findings(Caused.self).contains(
        "error recreation: Undecided.level: a component rebuilt from the same attributes answers 2, but answered 1 at first"
      ))
  }

  @Test func anEditIsAcceptedThatLoadingRefuses() {
    struct Two: InspectorPlugin { static var components: [Component.Type] { [LateJudge.self] } }
    #expect(
      findings(Two.self).contains {
        $0.hasPrefix("error recreation: LateJudge.level = ")
          && $0.hasSuffix("an edit is accepted, but refused when the scene is opened: odd levels are not loaded")
      })
  }

  @Test func workersDiffer() throws {
    let subject = TwistedSubject(Gauges.self)
    subject.twist = { restarts, _, reply in
      // Replies are compared with those of the last worker.
      restarts == 3 ? reply.replacing(#"{"effective":{"level":100"#, with: #"{"effective":{"level":99"#) : reply
    }
    let found = try findings(subject)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error determinism: Gauge.level = ") == true)
    #expect(found.first?.hasSuffix(": one worker answers 100, another 99, for the same attributes") == true)
  }

  @Test func orderMatters() throws {
    let subject = TwistedSubject(Gauges.self)
    subject.twist = { _, request, reply in
      let isReversed = request["build"]?["properties"]?.arrayValue?.first == "isFull"
      return isReversed ? reply.replacing(#""isFull":true"#, with: #""isFull":true,"marks":6"#) : reply
    }
    let found = try findings(subject)
    #expect(
      found == [
        "error order: Gauge.marks: it is 6 with the attributes in another order, but 3 otherwise; apply them in the order of their declaration"
      ])
  }

  @Test func aBundleIsAnotherComponent() {
    #expect(
      findings(Creeping.self).last
        == "error bundles: Creeper.level: it is 1, but 2 once all effective values are stored, as in a bundle")
  }

  @Test func anActionGoesTooFar() throws {
    struct Pushy: InspectorPlugin { static var components: [Component.Type] { [Pusher.self] } }
    #expect(
      findings(Pushy.self) == [
        "error limits: Pusher.level: the action 'push' makes it 20, which its declaration does not allow"
      ])
    let subject = TwistedSubject(Gauges.self)
    subject.twist = { restarts, request, reply in
      restarts == 3 && request["build"]?["run"] != nil
        ? reply.replacing(#""level":100"#, with: #""level":99"#) : reply
    }
    #expect(
      try findings(subject) == ["error determinism: Gauge: the action 'fill' has different results in two workers"])
    let falling = TwistedSubject(Gauges.self)
    falling.failure = { $0["build"]?["run"] != nil ? SubjectFailure(.ended, "it fell over") : nil }
    #expect(try findings(falling) == ["error values: Gauge: the action 'fill': it fell over"])
  }

  @Test func messagesAreNotAnswered() throws {
    let subject = TwistedSubject(Gauges.self)
    subject.twist = { _, request, reply in
      switch request["id"]?.intValue {
      case 1 where request["describe"]?["protocol"]?.arrayValue != [1, 1]: #"{"id":1,"description":{}}"#
      case 3: #"{"id":3,"error":{"code":"oops","message":"no"}}"#
      case 6: #"{"id":6,"rows":[{}]}"#
      default: reply
      }
    }
    #expect(
      try findings(subject) == [
        "error messages: asked for protocol 99, the plugin answers as if it had understood; it must answer with an 'error' with the code 'plugin.version'",
        #"error messages: sent a request that it does not know, the plugin answers the error {"code":"oops","message":"no"}; its 'code' must be 'worker.request', with words in 'message'"#,
        #"error messages: sent two components without attributes, the plugin answers {"id":6,"rows":[{}]}; it must answer 2 rows"#,
      ])
  }

  @Test func answersAreOfAnotherType() throws {
    let subject = TwistedSubject(Gauges.self)
    subject.twist = { _, _, reply in reply.replacing(#""isFull":true"#, with: #""isFull":"yes""#) }
    let found = try findings(subject)
    #expect(found.allSatisfy { $0.hasPrefix("error messages: Gauge") })
    #expect(found.allSatisfy { $0.hasSuffix("the answer has the value \"yes\" of 'isFull', which is not a Bool") })
    #expect(!found.isEmpty)
  }

  /// Checks that exactly the faulty component is reported among hundreds in groups.
  @Test(arguments: [(SubjectFailure.Kind.ended, "values"), (.late, "time"), (.garbage, "messages")])
  func oneValueEndsThePlugin(kind: SubjectFailure.Kind, law: String) throws {
    let subject = TwistedSubject(Gauges.self)
    subject.failure = { request in
      let rows = request["build"]?["rows"]?.arrayValue ?? []
      let isEdit = request["build"]?["edits"] != nil
      return isEdit && rows.contains { $0.arrayValue?.last == .int(1 << 31) }
        ? SubjectFailure(kind, "it fell over") : nil
    }
    #expect(try findings(subject) == ["error \(law): Gauge.marks = 2147483648: it fell over"])
  }

  @Test func onePluginThatAlwaysEndsIsGivenUp() throws {
    let subject = TwistedSubject(Gauges.self)
    subject.failure = { $0["build"]?["edits"] != nil ? SubjectFailure(.ended, "it fell over") : nil }
    let found = try findings(subject)
    #expect(found.first == "error values: Gauge.maximum = 1: it fell over")
    #expect(found.last == "error values: Gauge: the plugin ended 12 times; the remaining cases were not tried")
  }

  @Test func labelsAreTheSameAndNothingIsExported() {
    let level = PropertyDefinition(
      name: "level", label: "Level", type: .int, declaringClass: "A", defaultValue: .int(1))
    var other = PropertyDefinition(
      name: "height", label: "Level", type: .int, declaringClass: "A", defaultValue: .int(1))
    other.isReadOnly = true
    var first = level
    first.isReadOnly = true
    let description = PluginDescription(
      name: "P", version: "1.0.0",
      components: [ComponentDefinition(name: "A", label: "A", properties: [first, other])])
    #expect(
      ConformanceCheck.report(of: description).findings.map(\.description) == [
        "description: A.height: it has the same label 'Level' as 'level'; give it another",
        "description: A: all its properties are read-only, so a bundle has none of its values",
      ])
  }
}

/// The line number above the class.
private let badLevelLine = #line
@Component final class BadLevel: Component {
  @Inspectable(range: 0...5) var level = 9
}

@Component final class Numbered: Component {
  private static let count = Mutex(0)
  @Inspectable var number = Numbered.next()

  private static func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

@Component final class Doubled: Component {
  @Inspectable(range: 0...10) var level = 4 {
    didSet {
      guard level > 5 else { return }
      level = 20
      shape = "oval"
    }
  }

  @Inspectable(options: ["round", "flat"]) var shape = "round"
}

@Component final class Pusher: Component {
  @Inspectable(range: 0...10) var level = 4

  @Action func push() { level = 20 }
}

@Component final class Squared: Component {
  @Inspectable(range: 0...1e308) var side = 1.0
  @Inspectable(readOnly: true) var area: Double { side * side }
}

@Component final class Undecided: Component {
  @Inspectable var level = 1

  override func awake() { if cause == .recreate { level &+= 1 } }
}

@Component final class LateJudge: Component {
  @Inspectable var level = 0 {
    didSet { if cause == .load, level % 2 != 0 { reject("odd levels are not loaded") } }
  }
}
