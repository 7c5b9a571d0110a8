internal import JSONText
internal import SceneDocument

/// The classes of a format as the description of a plugin without code.
struct FormatDescription {
  let text: [UInt8]

  init(_ contents: FormatReader.Contents, _ classes: [TextValue]) {
    var members: [JSON.Member] = [
      .init("format", "inspector-plugin/1"), .init("name", .string(contents.name)),
      .init("version", .string(contents.version)), .init("protocol", [1, 1]),
    ]
    let components = classes.map { Self.withoutKeys((try? JSON.parse($0.text)) ?? .null) }
    members.append(.init("components", .array(components)))
    text = Array(JSON.object(members).text().utf8)
  }

  /// Returns the description of a class without the members that only formats have.
  private static func withoutKeys(_ description: JSON) -> JSON {
    guard case .object(let members) = description else { return description }
    return .object(
      members.map { member in
        guard member.key == "properties", case .array(let properties) = member.value else { return member }
        return .init("properties", .array(properties.map(withoutKey)))
      })
  }

  /// Returns the description of a property without the members that only formats have.
  private static func withoutKey(_ property: JSON) -> JSON {
    guard case .object(let members) = property else { return property }
    return .object(members.filter { !["key", "whole", "computes"].contains($0.key) })
  }
}
