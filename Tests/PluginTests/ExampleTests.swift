import Foundation
import InspectorKit
import JSONText
import Testing

/// Tests of the examples in the doc comments of `Plugins/`.
@Suite struct ExampleTests {
  @Test(arguments: try ComponentExample.all())
  func holds(_ example: ComponentExample) throws {
    let plugin = try PluginUnderTest.registering(example.className)
    let answer = try plugin.build(example.className, example.attributes, parent: example.parent)
    #expect(answer["skipped"] == nil)

    for member in example.effective {
      let type = try plugin.type(of: member.key, in: example.className)
      let given = answer["effective"]?[member.key] ?? example.attributes.first { $0.key == member.key }?.value
      let found = try given ?? plugin.property(member.key, of: example.className)["default"] ?? .null
      #expect(try value(found, as: type) == value(member.value, as: type), "\(member.key)")
    }
    for member in answer["effective"]?.objectValue ?? [] {
      #expect(
        example.effective.contains { $0.key == member.key }, "a hook changed \(member.key); the example must say so")
    }
    #expect(answer["warnings"]?.arrayValue?.compactMap { $0["message"]?.stringValue } ?? [] == example.warnings)
  }

  @Test func everyComponentHasOne() throws {
    let shown = Set(try ComponentExample.all().map(\.className))
    for plugin in PluginUnderTest.all {
      for component in plugin.components where component != View.self {
        #expect(shown.contains("\(component)"), "\(component) has no example in its doc comment")
      }
    }
  }

  @Test func aFileHoldsOneComponentOfItsName() throws {
    for file in try ComponentExample.componentFiles() {
      let name = file.deletingPathExtension().lastPathComponent
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.split(separator: "\n").filter { $0.hasPrefix("@Component") }.count == 1, "\(name)")
      #expect(text.contains("class \(name): "), "\(name)")
    }
  }
}
