import Foundation
import InspectorKit
import JSONText
import TestSupport
import Testing

/// Tests of the names, labels, types and defaults that the plugins register.
@Suite struct DeclarationTests {
  @Test func everyPluginDescribesItself() throws {
    let names = try PluginUnderTest.all.map { plugin in
      let description = try PluginUnderTest(plugin).description
      #expect(description["version"]?.stringValue == "1.0.0")
      return try #require(description["name"]?.stringValue)
    }
    #expect(names == ["Basics", "Shapes", "Samples", "Ratings", "Tags", "Layers", "Scrolling"])
  }

  @Test(arguments: [
    (
      "View", "View",
      """
      Frame, Background Color, Is Hidden, Tag, Alpha, Content Offset, Accessibility Identifier, Layer Corner Radius, \
      Layer Border Width, Layer Border Color, Layer Masks To Bounds
      """
    ),
    ("LabelView", "Label View", "Text, Font Size"), ("ImageView", "Image View", "Image Name, Anchor"),
    ("ButtonView", "Button View", "Title, Is Enabled"), ("SliderView", "Slider View", "Value, Maximum Value"),
    ("SwitchView", "Switch View", "Is On, Tint Color"), ("StackView", "Stack View", "Spacing, Axis"),
    ("StarView", "Star View", "Star Color, Point Count, Corner Radius, Shadow Offset"),
    ("EllipseView", "Ellipse View", "Fill Color"),
    (
      "InspectableView", "Inspectable View",
      """
      Integer, String, Double, Bool, Color, Point, Size, Rect, Optional Integer, Optional String, Optional Double, \
      Optional Bool, Optional Color, Optional Point, Optional Size, Optional Rect, Badlynamedvariable
      """
    ),
    (
      "ThermostatView", "Thermostat",
      "Target, HVAC Mode, Measured Temperature, Is Heating, Name, Shows Name, Fan Speed"
    ),
    ("StrokeView", "Stroke View", "Style, Width, Stroke Color, Dash Length, Gap, Cap, Phase"),
    (
      "OutlinedLabel", "Outlined Label",
      "Text, Outline Width, Outline Color, Corner Radius, Padding, Intrinsic Content Size, Stages"
    ),
    (
      "ExpandableHeader", "Expandable Header", "Inactive Height, Active Height, Is Expanded, Header View, Header Height"
    ),
    ("PassthroughView", "Passthrough View", "Inherits Background Color"),
    ("NavigationBar", "Navigation Bar", "Is Translucent, Bar Tint Color, Title Color"),
    (
      "CosmosView", "Cosmos View",
      """
      Rating, Text, Total Stars, Star Size, Filled Color, Empty Color, Empty Border Color, Empty Border Width, \
      Filled Border Color, Filled Border Width, Star Margin, Fill Mode, Text Size, Text Margin, Text Color, \
      Update On Touch, Min Touch Rating, Filled Image, Empty Image
      """
    ),
    (
      "TagListView", "Tag List View",
      """
      Text Color, Selected Text Color, Tag Line Break Mode, Tag Background Color, Tag Highlighted Background Color, \
      Tag Selected Background Color, Corner Radius, Border Width, Border Color, Selected Border Color, Padding Y, \
      Padding X, Margin Y, Margin X, Min Width, Alignment, Shadow Color, Shadow Radius, Shadow Offset, Shadow Opacity, \
      Enable Remove Button, Remove Button Icon Size, Remove Icon Line Width, Remove Icon Line Color
      """
    ),
  ])
  func labelsAreInterfaceBuilders(_ className: String, _ label: String, _ labels: String) throws {
    let component = try PluginUnderTest.registering(className).component(className)
    #expect(component["label"]?.stringValue == label)
    let own = component["properties"]?.arrayValue?.filter { $0["class"]?.stringValue == className } ?? []
    #expect(own.compactMap { $0["label"]?.stringValue }.joined(separator: ", ") == labels)
  }

  @Test(arguments: PluginUnderTest.all.flatMap { $0.components.filter { $0 is View.Type }.map { "\($0)" } })
  func everyViewHasTheBasesPropertiesFirst(_ className: String) throws {
    let properties = try PluginUnderTest.registering(className).component(className)["properties"]?.arrayValue ?? []
    #expect(
      properties.prefix(11).compactMap { $0["name"]?.stringValue } == [
        "frame", "backgroundColor", "isHidden", "tag", "alpha", "contentOffset",
        "accessibilityIdentifier", "layer.cornerRadius", "layer.borderWidth", "layer.borderColor",
        "layer.masksToBounds",
      ])
  }

  @Test(
    arguments: TestMaterial.at("declarations/cosmos_defaults.tsv", shared: "corpora/declarations/cosmos_defaults.tsv"))
  func cosmosViewHasItsTypesAndDefaults(_ table: TestMaterial) throws {
    let plugin = try PluginUnderTest.registering("CosmosView")
    #expect(table.rows.count == (table.isShared ? 19 : 12))
    for row in table.rows {
      let (name, type, text) = (row[0], row[1], row[2])
      let property = try plugin.property(name, of: "CosmosView")
      #expect(property["type"]?.stringValue == type.replacingOccurrences(of: "?", with: ""), "\(name)")
      #expect(property["optional"]?.boolValue == type.hasSuffix("?"), "\(name)")
      let kind = try plugin.type(of: name, in: "CosmosView")
      let found = try property["default"].flatMap { try value($0, as: kind) }
      #expect(try found == declaredValue(text, as: kind), "\(name)")
    }
  }

  @Test(
    arguments: TestMaterial.at("declarations/inspectables.tsv", shared: "corpora/declarations/inspectables.tsv"))
  func tagListViewHasItsTypes(_ table: TestMaterial) throws {
    let types = [
      "UIColor": "Color", "CGFloat": "Double", "CGSize": "Size", "Float": "Double", "Bool": "Bool",
      "NSLineBreakMode": "Int", "Alignment": "String",
    ]
    let plugin = try PluginUnderTest.registering("TagListView")
    let rows = table.rows.filter { $0[4] == "TagListView" && !$0[2].hasPrefix("history:") }
    #expect(rows.count == (table.isShared ? 24 : 13))
    for row in rows {
      let property = try plugin.property(row[5], of: "TagListView")
      #expect(property["type"]?.stringValue == types[row[6].replacingOccurrences(of: "?", with: "")], "\(row[5])")
      #expect(property["optional"]?.boolValue == row[6].hasSuffix("?"), "\(row[5])")
      if property["type"]?.stringValue == "Double" {
        #expect(property["default"]?.doubleValue == Double(row[7]), "\(row[5])")
      }
    }
  }

  /// Checks that every declared attribute in the scenes has the type of its property.
  @Test(arguments: TestMaterial.at("scenes/bases", shared: "corpora/scenes"))
  func scenesLoadTyped(_ scenes: TestMaterial) throws {
    var typed: [String: Int] = [:]
    var unknown: Set<String> = []
    for object in try objects(of: scenes) {
      guard let className = object["class"]?.stringValue,
        let plugin = try? PluginUnderTest.registering(className)
      else { continue }
      for member in object["attributes"]?.objectValue ?? [] {
        guard try plugin.has(member.key, in: className) else {
          unknown.insert("\(className).\(member.key)")
          continue
        }
        let kind = try plugin.type(of: member.key, in: className)
        #expect(throws: Never.self, "\(className).\(member.key)") { try value(member.value, as: kind) }
        typed[className, default: 0] += 1
      }
    }
    #expect(typed.keys.sorted() == ["CosmosView", "ImageView", "NavigationBar", "StackView", "TagListView", "View"])
    let left: Set = [
      "ImageView.contentMode", "ImageView.image", "ImageView.isUserInteractionEnabled", "NavigationBar.barStyle",
      "StackView.distribution", "View.clipsToBounds", "View.contentMode",
    ]
    #expect(unknown == (scenes.isShared ? ["TagListView.tagBorderColor"] : left))
  }

  /// Returns all objects of all scenes, including descendants.
  private func objects(of scenes: TestMaterial) throws -> [JSON] {
    func withDescendants(_ object: JSON) -> [JSON] {
      [object] + (object["children"]?.arrayValue ?? []).flatMap(withDescendants)
    }
    return try scenes.files(".scene.json").flatMap { file in
      (try JSON.parse(contents(file))["objects"]?.arrayValue ?? []).flatMap(withDescendants)
    }
  }

  /// Parses a default in the table's notation, in which a colour consists of four numbers or quotients.
  private func declaredValue(_ text: String, as type: PropertyType) throws -> PropertyValue? {
    if text.isEmpty { return nil }
    guard type == .color else { return try PropertyValue(parsing: text, as: type) }
    let parts = text.split(separator: ",").map { part in
      let numbers = part.split(separator: "/").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
      return numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    }
    return .color(Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]))
  }
}
