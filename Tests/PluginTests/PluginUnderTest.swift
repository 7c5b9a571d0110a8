import InspectorKit
import JSONText
import Testing

@testable import Basics
@testable import Layers
@testable import Ratings
@testable import Samples
@testable import Scrolling
@testable import Shapes
@testable import Tags

/// A plugin in this process that receives the messages of a host.
struct PluginUnderTest {
  let worker: PluginWorker
  let description: JSON

  static var all: [any InspectorPlugin.Type] {
    [
      Basics.self, Shapes.self, Samples.self, Ratings.self, Tags.self, Layers.self, Scrolling.self,
    ]
  }

  init(_ plugin: any InspectorPlugin.Type) throws {
    worker = PluginWorker(plugin)
    let reply = try Self.ask(worker, ["id": 1, "describe": ["protocol": [1, 1]]])
    description = try #require(reply["description"], "\(reply.text())")
  }

  /// Returns the plugin that registers a class.
  static func registering(_ className: String) throws -> PluginUnderTest {
    for plugin in all where plugin.components.contains(where: { "\($0)" == className }) {
      return try PluginUnderTest(plugin)
    }
    throw Missing(className: className)
  }

  struct Missing: Error { var className: String }

  func component(_ name: String) throws -> JSON {
    let components = try #require(description["components"]?.arrayValue) + (description["extensions"]?.arrayValue ?? [])
    return try #require(components.first { $0["name"]?.stringValue == name })
  }

  func properties(of className: String) throws -> [JSON] {
    try #require(try component(className)["properties"]?.arrayValue)
  }

  func has(_ name: String, in className: String) throws -> Bool {
    try properties(of: className).contains { $0["name"]?.stringValue == name }
  }

  func property(_ name: String, of className: String) throws -> JSON {
    try #require(
      try properties(of: className).first { $0["name"]?.stringValue == name }, "\(className) has no property '\(name)'")
  }

  /// Returns the type of a property that a class declares or inherits.
  func type(of name: String, in className: String) throws -> PropertyType {
    try #require(PropertyType(rawValue: try property(name, of: className)["type"]?.stringValue ?? ""))
  }

  /// Returns the plugin's reply for one component, built from stored attributes and then edited.
  func build(
    _ className: String, _ attributes: [JSON.Member], edits: [JSON.Member] = [], parent: JSON? = nil
  ) throws -> JSON {
    let reads = try component(className)["readsParent"]?.arrayValue ?? []
    let parentCells = try reads.map { name -> JSON in
      guard let value = parent?[try #require(name.stringValue)] else { return [] }
      return value == .null ? .null : ["Color": value]
    }
    let request: JSON = [
      "id": 2,
      "build": [
        "class": .string(className), "mode": edits.isEmpty ? "load" : "edit",
        "properties": .array(attributes.map { .string($0.key) }), "edits": .array(edits.map { .string($0.key) }),
        "parent": .array(reads),
        "rows": [.array(attributes.map(\.value) + edits.map(\.value) + parentCells)],
      ],
    ]
    let reply = try Self.ask(worker, request)
    return try #require(reply["rows"]?.arrayValue?.first, "\(reply.text())")
  }

  private static func ask(_ worker: PluginWorker, _ request: JSON) throws -> JSON {
    let reply = Array(request.text().utf8).withUnsafeBytes { worker.reply(to: $0, send: { _, _ in }) }
    return try JSON.parse(reply)
  }
}

/// Parses a value in a scene's notation. Colours with equal components are equal, whatever their notation.
func value(_ json: JSON, as type: PropertyType) throws -> PropertyValue? {
  if json == .null { return nil }
  return try Array(json.text().utf8).withUnsafeBytes { bytes in
    var reader = JSONReader(bytes)
    return try PropertyValue(json: &reader, as: type)
  }
}
