internal import InspectorKit
internal import JSONText
package import SceneDocument

/// The classes of a format, converted to the description of a plugin without code.
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

  /// Returns the description of a class without the members that only formats may contain.
  private static func withoutKeys(_ description: JSON) -> JSON {
    guard case .object(let members) = description else { return description }
    return .object(
      members.map { member in
        guard member.key == "properties", case .array(let properties) = member.value else { return member }
        return .init("properties", .array(properties.map(withoutKey)))
      })
  }

  /// Returns the description of a property without the members that only formats may contain.
  private static func withoutKey(_ property: JSON) -> JSON {
    guard case .object(let members) = property else { return property }
    return .object(members.filter { !["key", "whole", "computes"].contains($0.key) })
  }
}

/// The component definitions of a format's classes, including inherited properties.
struct FormatComponents {
  private var components: [String: ComponentDefinition] = [:]

  init(_ contents: FormatReader.Contents) {
    guard let json = try? JSON.parse(contents.description),
      let description = try? PluginDescription(reading: json, isData: true)
    else { return }
    for component in description.components { components[component.name] = component }
  }

  /// Returns the definition of a class; nil if there is no such class, or if the format's declarations have faults.
  subscript(_ name: String) -> ComponentDefinition? {
    guard var whole = components[name] else { return nil }
    var base = whole.base
    // The bases of a format's classes are not circular.
    while let next = base.flatMap({ components[$0] }) {
      let known = Set(whole.properties.map(\.name))
      whole.properties += next.properties.filter { !known.contains($0.name) }
      base = next.base
    }
    return whole
  }
}

/// Functions that read the descriptions of formats.
package enum FormatFile {
  /// Reads the description of a format. Throws an error if the file cannot be read, or if its text has a fault.
  package static func format(at path: String) throws(SceneError) -> any ForeignFormat {
    try format(of: FormatReader(path: path), at: path)
  }

  /// Reads the description of a format from a text that is not in a file yet. Throws an error if the text has a fault.
  package static func format(in text: [UInt8], at path: String) throws(SceneError) -> any ForeignFormat {
    try format(of: FormatReader(text: text, path: path), at: path)
  }

  private static func format(of reader: FormatReader, at path: String) throws(SceneError) -> any ForeignFormat {
    var reader = reader
    guard reader.document.member("syntax") != nil else { return try FormatMapping(&reader, path) }
    do throws(ForeignFault) {
      let contents = try reader.readInterfaceBuilder()
      return InterfaceBuilderFormat(contents, try reader.interfaceBuilderRules(), path: path)
    } catch {
      throw reader.located(error)
    }
  }

  /// Returns the notation of a key path in format descriptions; nil if the keys cannot be written as one.
  package static func keyPath(_ keys: [String]) -> String? {
    let text = keys.map { key in
      var escaped = ""
      for character in key {
        if character == "." || character == "\\" { escaped.append("\\") }
        escaped.append(character)
      }
      return escaped
    }.joined(separator: ".")
    let read = FormatReader.path(text)
    return !text.isEmpty && read.count == keys.count && zip(read, keys).allSatisfy({ $0.isExactly($1) }) ? text : nil
  }

  /// Returns true if a text is a colour in a CSS notation that scenes do not support, such as `hsl(9, 8%, 7%)`.
  package static func isColor(_ text: String) -> Bool {
    text.utf8.last == UInt8(ascii: ")") && FormatColors().sceneText(text) != nil
  }

  /// Returns the attribute name for a member that no property describes.
  package static func identifier(of key: String) -> String { FormatWalk.identifier(key) }
}
