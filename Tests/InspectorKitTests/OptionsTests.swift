import JSONText
import Testing

@testable import InspectorKit

/// Tests of enumerations as properties: their options in an inspector, and refused values.
@Suite struct OptionsTests {
  private func component(_ type: Component.Type, words: [String] = []) throws -> ComponentType {
    var problems: [PlacedProblem] = []
    let component = ComponentType(type, context: PluginContext(words: words), problems: &problems)
    #expect(problems.map(\.description) == [])
    return try #require(component)
  }

  private func problems(_ type: Component.Type) -> [String] {
    var problems: [PlacedProblem] = []
    _ = ComponentType(type, problems: &problems)
    return problems.map(\.description)
  }

  @Test("an enumeration is its raw type, with its cases as options")
  func definitions() throws {
    let lines = try component(Choosing.self, words: ["HVAC"]).definition.properties.map { property in
      "\(property.name): \(property.type.rawValue)\(property.isOptional ? "?" : "") = "
        + "\(property.defaultValue?.text ?? "nil"); \(property.limits)"
    }
    #expect(
      lines == [
        "edge: String = topLeft; topLeft Top Left, bottomRight Bottom Right",
        "maybe: String? = nil; topLeft Top Left, bottomRight Bottom Right",
        "level: Int = 20; at least 10; 10 Low, 20 High, -3 Below Zero",
        "maybeLevel: Int? = 10; 10 Low, 20 High, -3 Below Zero",
        "cap: String = square-cap; butt Butt, square-cap Extended Square, url URL Based",
        "described: String = a; a First Case, b Second",
        "mode: String = hvac; hvac HVAC Mode, x Default, y Two Words",
        "some: String = square-cap; square-cap A Square, butt Butt",
        "theme: String = solarDark; light Light, solarDark Solar Dark",
      ])
  }

  @Test("a value is a case with that raw value, and nothing else; hooks run")
  func values() throws {
    let (type, object) = (try component(Choosing.self), Choosing())
    let set = { (name: String, value: PropertyValue?) in
      type.slots[try #require(type.place(of: name))].set(object, value)
    }
    #expect(try set("edge", .string("bottomRight")))
    #expect(object.edge == .bottomRight)
    #expect(object.log == "bottomRight ")
    #expect(try !set("edge", .string("bottomright")))
    #expect(try !set("edge", .int(0)))
    #expect(try !set("edge", nil))
    #expect(object.edge == .bottomRight)
    #expect(try set("maybe", .string("topLeft")))
    #expect(try !set("maybe", .string("left")))
    #expect(object.maybe == .topLeft)
    #expect(try set("maybe", nil))
    #expect(object.maybe == nil)
    #expect(try set("level", .int(-3)))
    #expect(object.level == .belowZero)
    #expect(try !set("level", .int(11)))
    #expect(object.level.inspectable == .int(-3))
    #expect(Cap.extendedSquare.inspectable == .string("square-cap"))
    #expect(Cap?.none.inspectable == nil)
    #expect(Cap(inspectable: .string("extendedSquare")) == nil)
  }

  @Test("an enumeration's description is that of options given by hand")
  func description() throws {
    func json(_ type: Component.Type) throws -> String {
      switch PluginWorker.description(name: "Test", version: "1.0.0", components: [type]) {
      case .success(let (description, _)): "\(description.json)".replacing(nameOfType(type), with: "C")
      case .failure(let problems): problems.problems.joined(separator: "\n")
      }
    }
    #expect(try json(ByCases.self) == json(ByHand.self))
  }

  @Test("options given by hand are cases, and the default is one of them")
  func handMade() {
    #expect(
      problems(Mistaken.self) == [
        at(
          2,
          "'Mistaken.cap' lists the option 'round', which is not a case of 'Cap'; its cases are butt, square-cap, url"),
        at(
          3,
          "'Mistaken.maybe' lists the option 'extendedSquare', which is not a case of 'Cap'; its cases are butt, square-cap, url"
        ),
        at(4, "'Mistaken.level' lists the option '3', which is not a case of 'Level'; its cases are 10, 20, -3"),
        at(5, "'Mistaken.none' has the type 'None', whose 'allCases' is empty; give it a case"),
        at(
          6,
          "'Mistaken.wrong' is an Int and cannot have the option low; options are values of an Int or a String property"
        ),
        at(2, "'Mistaken.cap' has the default 'butt', which is not among its options round"),
        at(4, "'Mistaken.level' has the default '10', which is not among its options 20, 3"),
      ])
  }

  /// Returns a problem with the line of its declaration.
  private func at(_ line: Int, _ problem: String) -> String {
    "InspectorKitTests/OptionsTests.swift:\(mistakenLine + line): \(problem)"
  }

  @Test("an override gives the options other labels")
  func overriding() throws {
    let property = try component(Refining.self).definition.property(named: "cap")
    #expect(property?.options.map(\.label) == ["Plain", "Long"])
    #expect(property?.defaultValue == .string("butt"))
  }
}

private enum Edge: String, InspectableOptions { case topLeft, bottomRight }

private enum Level: Int, InspectableOptions {
  case low = 10
  case high = 20
  case belowZero = -3
}

private enum Cap: String, InspectableOptions {
  case butt
  case extendedSquare = "square-cap"
  case urlBased = "url"
}

/// An enumeration whose descriptions differ from its case names.
private enum Described: String, InspectableOptions, CustomStringConvertible, CustomDebugStringConvertible {
  case firstCase = "a"
  case second = "b"
  var description: String { "something" }
  var debugDescription: String { "something else" }
}

private enum Mode: String, InspectableOptions {
  case hvacMode = "hvac"
  case `default` = "x"
  case `two words` = "y"
}

/// A structure that lists its values like an enumeration.
private struct Theme: InspectableOptions, Equatable {
  let rawValue: String
  static let allCases = [Theme("light"), Theme("solarDark")]
  init(_ name: String) { rawValue = name }
  init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }
}

private struct None: InspectableOptions {
  let rawValue: String
  static var allCases: [None] { [] }
}

@Component private final class Choosing: Component {
  @Inspectable var edge = Edge.topLeft { didSet { log += "\(edge) " } }
  @Inspectable var maybe: Edge?
  @Inspectable(range: 10...) var level: Level = .high
  @Inspectable var maybeLevel: Level? = .low
  @Inspectable var cap = Cap.extendedSquare
  @Inspectable var described = Described.firstCase
  @Inspectable var mode = Mode.hvacMode
  @Inspectable(options: ["square-cap": "A Square", "butt": "Butt"]) var some = Cap.extendedSquare
  @Inspectable var theme = Theme("solarDark")
  var log = ""
}

@Component(label: "C") private final class ByCases: Component {
  @Inspectable(help: "Which.") var edge = Edge.topLeft
  @Inspectable var level: Level?
}

@Component(label: "C") private final class ByHand: Component {
  @Inspectable(help: "Which.", options: ["topLeft", "bottomRight"]) var edge = "topLeft"
  @Inspectable(options: [10: "Low", 20: "High", -3: "Below Zero"]) var level: Int?
}

/// The line number above the class.
private let mistakenLine = #line
@Component private final class Mistaken: Component {
  @Inspectable(options: ["round"]) var cap = Cap.butt
  @Inspectable(options: ["butt", "extendedSquare"]) var maybe: Cap?
  @Inspectable(options: [20, 3]) var level = Level.low
  @Inspectable var none = None(rawValue: "")
  @Inspectable(options: [10, "low"]) var wrong = Level.low
}

@Component private class Refined: Component {
  @Inspectable var cap = Cap.butt
}

@Component private final class Refining: Refined {
  @Inspectable(options: ["butt": "Plain", "square-cap": "Long"]) override var cap: Cap { didSet {} }
}
