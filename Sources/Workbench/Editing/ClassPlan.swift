internal import InspectorKit
internal import JSONText

/// A class of a scene made ready for reading attributes: the plugin that builds it, and its properties by the bytes of
/// their keys.
final class ClassPlan {
  let plugin: InstalledPlugin
  let definition: ComponentDefinition

  /// The types of the properties, beside the definitions for speed.
  let types: [PropertyType]

  /// Whether values are looked at beyond their type.
  let isChecked: [Bool]

  private let buckets: [[Int]]

  init(_ entry: ComponentRegistry.Entry) {
    plugin = entry.plugin
    definition = entry.definition
    types = definition.properties.map(\.type)
    isChecked = definition.properties.map { $0.range != nil || !$0.options.isEmpty }
    var buckets = [[Int]](repeating: [], count: 64)
    for (place, property) in definition.properties.enumerated() {
      let name = Array(property.name.utf8)
      buckets[name.withUnsafeBytes { Self.bucket($0) }].append(place)
    }
    self.buckets = buckets
  }

  private static func bucket(_ key: UnsafeRawBufferPointer) -> Int {
    guard let first = key.first, let last = key.last else { return 0 }
    return (key.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63
  }

  /// The place of the property that a raw key names, or nil.
  func place(ofKey key: UnsafeRawBufferPointer) -> Int? {
    for place in buckets[Self.bucket(key)] where JSONString.equals(key, definition.properties[place].name) {
      return place
    }
    // A key with escapes may name the same property.
    guard key.contains(UInt8(ascii: "\\")) else { return nil }
    return place(of: JSONString.decode(key))
  }

  func place(of name: String) -> Int? { definition.properties.firstIndex { $0.name == name } }

  /// The property that a person named: by its identifier, or by its label in any case.
  func place(ofTyped name: String) -> Int? {
    if let place = place(of: name) { return place }
    let wanted = Self.folded(name)
    return definition.properties.firstIndex { Self.folded($0.label) == wanted }
  }

  private static func folded(_ label: String) -> String {
    label.lowercased().split(separator: " ").joined(separator: " ")
  }

  /// What an absent key means.
  func value(of cell: StoredCell, at place: Int) -> PropertyValue? {
    switch cell {
    case .absent: definition.properties[place].defaultValue
    case .value(let value): value
    }
  }
}
