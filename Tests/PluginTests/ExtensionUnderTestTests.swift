import InspectorKit
import InspectorTesting
import Testing

@testable import Basics
@testable import Layers
@testable import Shapes

/// Tests of components under test with named extensions.
@Suite struct ExtensionUnderTestTests {
  private func star(_ attributes: [String: AttributeValue]) throws -> ComponentUnderTest {
    try ComponentUnderTest(StarView.self, attributes, extensions: [ViewLayers.self], of: Shapes.self)
  }

  @Test func itsPropertiesAreTheComponents() throws {
    let star = try star(["borderWidth": 2, "testingId": "gold"])
    #expect(star["layer.borderWidth"] == .double(2) && star["borderWidth"] == .double(2))
    #expect(star.attributes == ["layer.borderWidth": .double(2), "accessibilityIdentifier": .string("gold")])
    #expect(star.properties.last == "bigBorder" && !star.properties.contains("borderWidth"))
    #expect(star["bigBorder"] == .bool(false))
    let bordered = try self.star(["borderWidth": 5, "borderColor": "red"])
    #expect(bordered["bigBorder"] == .bool(true), "a getter reads what the component has")
  }

  @Test func whatASetterWritesIsEffectiveAndNotStored() throws {
    var star = try star(["borderWidth": 2])
    let edit = try star.set("bigBorder", to: true)
    #expect(
      edit.effects.map(\.description) == [
        "layer.borderWidth: 2 → 5", "layer.borderColor: nothing → #FF0000FF", "bigBorder: false → true",
      ])
    #expect(star.attributes == ["layer.borderWidth": .double(2), "bigBorder": .bool(true)])
    #expect(edit.trace.contains { $0.name == "bigBorder" && $0.writes["borderWidth"] == .double(5) })
    // The extension's writes are removed with it.
    #expect(try star.set("borderWidth", to: 3).effects.isEmpty)
    #expect(try star.reset("bigBorder").effects.map(\.description).first == "layer.borderWidth: 5 → 3")
    #expect(star["layer.borderColor"] == nil)
  }

  @Test func whatDoesNotFitIsAProblemOfTheTest() {
    let problem = { (body: () throws -> ComponentUnderTest) -> String in
      do {
        _ = try body()
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      problem { try ComponentUnderTest(Meter.self, extensions: [ViewLayers.self]) }
        == "'ViewLayers' extends 'View', and 'Meter' is none")
    #expect(
      problem { try ComponentUnderTest(View.self, extensions: [StarView.self]) }
        == "'StarView' extends no class; declare it with '@Component(extends:)'")
    #expect(
      problem { try ComponentUnderTest(View.self, extensions: [Mistaken.self]) }
        == "'width' of 'Mistaken' is an alias of 'layer.bordrWidth', which 'View' does not have; did you mean 'layer.borderWidth'?"
    )
    #expect(
      problem { try ComponentUnderTest(View.self, extensions: [Mistyped.self]) }
        == "'width' of 'Mistyped' is an Int, and 'layer.borderWidth' of 'View' is a Double")
    #expect(problem { try star(["bigBordr": true]) }.hasSuffix("did you mean 'bigBorder'?"))
  }

  @Component final class Meter: Component {
    @Inspectable var level = 1
  }

  @Component(extends: "View") final class Mistaken: Component {
    @Inspectable(aliasOf: "layer.bordrWidth") var width = 0.0
  }

  @Component(extends: "View") final class Mistyped: Component {
    @Inspectable(aliasOf: "layer.borderWidth") var width = 0
  }
}
