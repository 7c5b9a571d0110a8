import JSONText
import TestSupport
import Testing

@testable import InspectorKit

/// Tests that `PropertyMetadata.fields` matches the declarations that Swift or a schema requires elsewhere.
@Suite struct MetadataFieldTests {
  private let names = PropertyMetadata.fields.map(\.name)

  @Test func everyStoredFactIsInTheList() {
    let count = Mirror(reflecting: PropertyMetadata()).children.count
    #expect(count == names.count + 2, "all but the label, and aliases have two")
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: PropertyMetadata.fields.map(\.name))
  func isWrittenAndReadAndInherited(_ name: String) throws {
    let field = try #require(PropertyMetadata.fields.first { $0.name == name })
    let metadata = field.sample
    #expect(metadata != PropertyMetadata())
    #expect(PropertyMetadata().refining(metadata) == metadata)
    #expect(metadata.refining(PropertyMetadata()) == metadata)

    // Only a String titles an object or refers to one, and only numbers have a range.
    let isText = ["title", "references", "multiline", "file"].contains(name)
    let text = name == "references" ? "" : "t"
    let (type, value): (PropertyType, PropertyValue) = isText ? (.string, .string(text)) : (.int, .int(1))
    var property = PropertyDefinition(name: "a", label: "A", type: type, declaringClass: "C", defaultValue: value)
    let other = PropertyDefinition(name: "b", label: "B", type: .int, declaringClass: "C", defaultValue: .int(1))
    property.metadata = metadata
    property.label = "A"
    #expect(property.json[name] != nil && other.json[name] == nil)
    let component = ComponentDefinition(name: "C", label: "C", properties: [property, other])
    #expect(ComponentDefinition(reading: component.json) == component)
  }

  @Test func theMacroTakesThem() throws {
    let parameters = try text("Sources/InspectorKit/Macros.swift", from: "macro Inspectable(\n", to: "\n) =")
    let initializer = try text("Sources/InspectorKit/Properties/PropertyMetadata.swift", from: "init(\n", to: "\n  ) {")
    #expect(words(parameters) == words(initializer))
    let labels = parameters.matches(of: #/(\w+): /#).map { String($0.output.1) }
    #expect(labels.sorted() == (names + ["label"]).sorted())

    let types = try text("Sources/InspectorMacros/ArgumentTypes.swift", from: "KeyValuePairs<", to: "\n  ]")
      .matches(of: #/"(\w+)": \.(\w+)/#).map { (label: String($0.output.1), type: String($0.output.2)) }
    #expect(types.map(\.label) == labels)
    for field in PropertyMetadata.fields {
      #expect(types.first { $0.label == field.name }?.type == field.argumentType, "\(field.name)")
    }
  }

  @Test func theSchemaDescribesThem() throws {
    let schema = try JSON.parse(contents("\(packageFolder)/Schemas/plugin-description.schema.json"))
    let details = try #require(schema["$defs"]?["details"]?["properties"]?.objectValue)
    #expect(details.map(\.key) == ["optional"] + names)
  }

  @Test func theArticleListsThem() throws {
    let article = "Sources/InspectorKit/Documentation.docc/DeclaringProperties.md"
    let table = try text(article, from: "| argument | means |\n", to: "\n\n")
    let listed = table.split(separator: "\n").compactMap { $0.split(separator: "|").first }
      .flatMap { $0.matches(of: #/`(\w+)`/#).map { String($0.output.1) } }
    #expect(listed.sorted() == (names + ["label"]).sorted())
  }

  private let packageFolder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Returns the part of a file between two texts.
  private func text(_ path: String, from start: String, to end: String) throws -> String {
    let whole = String(decoding: contents("\(packageFolder)/\(path)"), as: UTF8.self)
    let rest = whole[try #require(whole.firstRange(of: start)).upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: end)).lowerBound)])
  }

  private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
}

extension MetadataField {
  /// Metadata with a value for this field only, valid for an `Int` property `a` beside a property `b`.
  fileprivate var sample: PropertyMetadata {
    var metadata = PropertyMetadata()
    switch value {
    case .words(let place): metadata[keyPath: place] = "some words"
    case .condition(let place): metadata[keyPath: place] = "[b=1]"
    case .name(let place): metadata[keyPath: place] = "layer.width"
    case .number(let place): metadata[keyPath: place] = 0.5
    case .integer(let place): metadata[keyPath: place] = -2
    case .flag(let place): metadata[keyPath: place] = true
    case .range(let place): metadata[keyPath: place] = PropertyRange(minimum: 0, maximum: 9)
    case .options(let place): metadata[keyPath: place] = [.init(value: .int(1), label: "One")]
    case .properties(let place): metadata[keyPath: place] = ["b"]
    case .aliases(let names, let transformers):
      (metadata[keyPath: names], metadata[keyPath: transformers]) = (["former", "older"], ["older": "Other.turned"])
    case .names(let place): metadata[keyPath: place] = ["notEmpty"]
    }
    return metadata
  }

  /// The argument's type in the macros' notation.
  fileprivate var argumentType: String {
    switch value {
    case .words, .condition, .name: "text"
    case .number: "number"
    case .integer: "integer"
    case .flag: "flag"
    case .range: "range"
    case .options: "options"
    case .properties, .names, .aliases: "list"
    }
  }
}
