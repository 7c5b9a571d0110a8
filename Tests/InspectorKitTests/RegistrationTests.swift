import JSONText
import Testing

@testable import InspectorKit

/// Tests of the problems that the plain registration API reports.
@Suite struct RegistrationTests {
  private func problems(_ components: Component.Type...) -> [String] {
    switch PluginWorker.description(name: "Test", version: "1.0.0", components: components) {
    case .success: []
    case .failure(let problems): problems.problems
    }
  }

  @Test("what no compiler refuses, an optional of an optional, is refused with the eight types")
  func unsupportedType() {
    #expect(
      problems(Insets.self) == [
        at(
          -7,
          "'Insets.twice' has the type 'Optional<Optional<Int>>', which cannot be inspected; the types are Int, String, Double, Bool, Color, Point, Size, Rect"
        )
      ])
  }

  @Test("all problems of a plugin are told at once, collisions with inherited names and labels among them")
  func everything() {
    #expect(
      problems(Wrong.self, Undeclared.self, Wrong.self) == [
        at(
          5,
          "'Wrong' declares 'alpha', which 'View' already declares; rename it, or mark an override '@Inspectable override var'"
        ),
        at(6, "'Wrong.ghost' refines a property that no base class declares; remove 'refines'"),
        at(6, "'Wrong.ghost' lists the option 2 twice"),
        at(7, "'Wrong' declares the name 'not a name', which is not an identifier"),
        at(8, "'Wrong.flag' is a Bool and cannot have a range; only Int and Double can"),
        at(9, "'Wrong.size' is a Size and cannot have the option 1; options are values of an Int or a String property"),
        at(10, "'Wrong.empty' has the empty range 3…2"),
        at(10, "'Wrong.empty' depends on 'alpa', which is not a property of 'Wrong'; did you mean 'alpha'?"),
        at(14, "'frame' and 'bounds' of 'Wrong' have the same label 'Frame'; give one of them a 'label'"),
        at(15, "properties of 'Wrong' depend on each other in a cycle: one → two → one; remove one 'dependsOn'"),
        at(6, "'Wrong.ghost' has the default '0', which is not among its options 2, 2"),
        at(17, "'Wrong.outside' has the default 9, but its range is 0…1"),
        "'Undeclared' does not declare itself; mark it '@Component', or call 'component(Undeclared.self)' in its 'declare(in:)'",
        at(4, "'Wrong' is registered twice; list each component once"),
      ])
  }

  @Test("actions: what is wrong with them is told with everything else")
  func actions() {
    #expect(
      problems(Buttons.self) == [
        at(6, "'Buttons' declares the action 'reset' twice; rename one of them", after: buttonsLine),
        at(
          8,
          "'Buttons.ghost' refines an action that no base class declares; remove 'refines', or mark the base's method '@Action', too",
          after: buttonsLine),
        at(
          9,
          "the action 'foreign' is declared for 'View' in the section of 'Buttons'; call 'component(View.self)' first",
          after: buttonsLine),
        at(10, "'Buttons' declares the name 'a.b', which is not an identifier", after: buttonsLine),
        at(
          7, "'reset' and 'again' of 'Buttons' have the same label 'Reset'; give one of them a 'label'",
          after: buttonsLine),
      ])
    #expect(
      problems(ButtonsOfOthers.self) == [
        at(
          18,
          "the extension 'ButtonsOfOthers' has the action 'reset', which only a component has; move it to the extended class",
          after: buttonsLine)
      ])
  }

  /// Returns a problem with the line of its declaration.
  private func at(_ line: Int, _ problem: String, after start: Int = wrongLine) -> String {
    "InspectorKitTests/RegistrationTests.swift:\(start + line): \(problem)"
  }

  @Test("inherited properties come first, parts have key paths, an override refines")
  func definitions() throws {
    var found: [PlacedProblem] = []
    let type = try #require(ComponentType(Refined.self, problems: &found))
    #expect(found.isEmpty)
    let names = type.definition.properties.map(\.name)
    #expect(
      names == [
        "frame", "backgroundColor", "isHidden", "tag", "alpha", "contentOffset",
        "accessibilityIdentifier", "layer.cornerRadius", "layer.borderWidth", "layer.borderColor",
        "layer.masksToBounds", "extra",
      ])
    let alpha = try #require(type.definition.property(named: "alpha"))
    #expect(alpha.label == "Opacity")
    #expect(alpha.range == PropertyRange(minimum: 0, maximum: 1))
    #expect(alpha.softRange == PropertyRange(minimum: 0, maximum: 1))
    #expect(alpha.step == 0.05)
    #expect(alpha.declaringClass == "View")
    let layer = try #require(type.definition.property(named: "layer.cornerRadius"))
    #expect(layer.label == "Layer Corner Radius")
    #expect(layer.declaringClass == "View")
    #expect(type.definition.base == "View")
  }

  @Test(
    "a condition of a part names the part",
    arguments: [
      ("[width>0]", "[layer.width>0]"), ("not ( [ a=1 ] or [b])", "not ( [ layer.a=1 ] or [layer.b])"),
      ("[stored(a)>1] and [ stored( b )]", "[stored(layer.a)>1] and [ stored( layer.b )]"),
      (#"[a="x [b] \"c"]"#, #"[layer.a="x [b] \"c"]"#), ("[a^=x[]", "[layer.a^=x[]"),
      (#"["Corner Radius"=1]"#, #"["layer.Corner Radius"=1]"#), ("a and", "a and"), ("[", "[layer."),
    ])
  func conditionsOfParts(_ condition: String, _ moved: String) {
    #expect(PropertyMetadata.condition(condition, inside: "layer") == moved)
  }

  @Test("a description is the same after it was written and read")
  func roundTrip() throws {
    guard
      case .success(let (description, _)) = PluginWorker.description(
        name: "Test", version: "2.1.0", components: [View.self, Refined.self, Layer.self])
    else {
      Issue.record("the plugin has problems")
      return
    }
    #expect(try PluginDescription(reading: description.json) == description)
  }
}

private final class Insets: Component {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Insets.self)
    list.property("twice", of: Insets.self, get: { _ in Int??.none }, set: { _, _ in })
  }
}

private final class Undeclared: View {}

/// The line number above the class.
private let wrongLine = #line
private final class Wrong: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Wrong.self)
    list.property("alpha", of: Wrong.self, get: { _ in 1.0 }, set: { _, _ in })
    list.property("ghost", of: Wrong.self, .init(options: [2, 2]), refines: true, get: { _ in 0 }, set: { _, _ in })
    list.property("not a name", of: Wrong.self, get: { _ in 1 }, set: { _, _ in })
    list.property("flag", of: Wrong.self, .init(range: 0...1), get: { _ in true }, set: { _, _ in })
    list.property("size", of: Wrong.self, .init(options: [1]), get: { _ in Size.zero }, set: { _, _ in })
    list.property(
      "empty", of: Wrong.self, .init(range: PropertyRange(minimum: 3, maximum: 2), dependsOn: ["alpa"]),
      get: { _ in 0 },
      set: { _, _ in })
    list.property("bounds", of: Wrong.self, .init(label: "Frame"), get: { _ in Rect.zero }, set: { _, _ in })
    list.property("one", of: Wrong.self, .init(dependsOn: ["two"]), get: { _ in 1 }, set: { _, _ in })
    list.property("two", of: Wrong.self, .init(dependsOn: ["one"]), get: { _ in 1 }, set: { _, _ in })
    list.property("outside", of: Wrong.self, .init(range: 0...1), get: { _ in 9 }, set: { _, _ in })
  }
}

@Component private final class Refined: View {
  @Inspectable(label: "Opacity", range: 0...1) override var alpha: Double {
    didSet {}
  }
  @Inspectable var extra = ""
}

/// The line number above the class.
private let buttonsLine = #line
private final class Buttons: View {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(Buttons.self)
    list.action("reset", of: Buttons.self) { _ in }
    list.action("reset", of: Buttons.self) { _ in }
    list.action("again", of: Buttons.self, label: "Reset") { _ in }
    list.action("ghost", of: Buttons.self, refines: true) { _ in }
    list.action("foreign", of: View.self) { _ in }
    list.action("a.b", of: Buttons.self) { _ in }
  }
}

private final class ButtonsOfOthers: Component {
  override class func declare(in list: inout PropertyDeclarations) {
    super.declare(in: &list)
    list.component(ButtonsOfOthers.self, extends: "View")
    list.action("reset", of: ButtonsOfOthers.self) { _ in }
  }
}
