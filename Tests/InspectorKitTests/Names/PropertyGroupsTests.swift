import Foundation
import InspectorKit
import TestSupport
import Testing

/// Tests of the groups in which Interface Builder shows properties, and of groups that authors define.
@Suite struct PropertyGroupsTests {
  /// Returns the property for `name`, `name@group`, `name:order` or `name@group:order`.
  private func property(_ text: String) -> PropertyDefinition {
    let ordered = text.split(separator: ":")
    let grouped = ordered[0].split(separator: "@").map(String.init)
    var property = PropertyDefinition(name: grouped[0], label: grouped[0], type: .int, declaringClass: "A")
    property.group = grouped.count > 1 ? grouped[1] : nil
    property.order = ordered.count > 1 ? Int(ordered[1]) : nil
    return property
  }

  @Test(
    arguments: [
      ("", ""),
      ("a b c", "a b c"),
      ("borderWidth borderColor a", "borderWidth borderColor | a"),
      ("starMargin fillMode textSize textMargin", "starMargin fillMode | textSize textMargin"),
      ("layer.x layer.y layer_z layers", "layer.x layer.y layer_z | layers"),
      // An author's group is placed at its first property, and separates the others.
      ("a b@G c d@G", "a | b d | c"),
      ("borderWidth b@G borderColor", "borderWidth | b | borderColor"),
      ("a@G b@H c@G d@H", "a c | b d"),
      // Properties are sorted by order; a missing order counts as 0, and equal ones keep the declared order.
      ("a b:1 c:-1 d", "c a d b"),
      ("a:2 b:1 c:2 d:1", "b d a c"),
      ("a b@G:1 c d@G:-1 e@G", "d e b | a c"),
      ("a b@G c d@G:5", "a | b d | c"),
    ])
  func groups(declared: String, groups: String) {
    let properties = declared.split(separator: " ").map { property(String($0)) }
    let found = PropertyGroups.groups(of: properties, name: \.name, definition: \.self)
    #expect(found.map { $0.map(\.name).joined(separator: " ") }.joined(separator: " | ") == groups)
    let rows = PropertyGroups.rows(of: properties, name: \.name, definition: \.self)
    #expect(rows.map(\.name) == found.flatMap { $0.map(\.name) })
    #expect(Set(rows.map(\.name)) == Set(properties.map(\.name)))
  }

  private struct Table: Decodable {
    struct Row: Decodable {
      var cls: String
      var declared: [String]
      var groups: [[String]]
    }
    var cases: [Row]
  }

  /// Checks the groups of classes; the shared ones come from pictures of Interface Builder.
  @Test(arguments: TestMaterial.at("groups/groups.json", shared: "corpora/xcode_inspector_groups.json"))
  func table(_ file: TestMaterial) throws {
    let rows = try JSONDecoder().decode(Table.self, from: Data(contents(file.path))).cases
    #expect(rows.count == (file.isShared ? 5 : 10))
    for row in rows { #expect(PropertyGroups.groups(of: row.declared) == row.groups, "\(row.cls)") }
  }
}
