internal import InspectorKit
internal import JSONText
package import SceneDocument

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

/// The classes of a format as components, each with the properties of its bases.
struct FormatComponents {
  private var components: [String: ComponentDefinition] = [:]

  init(_ contents: FormatReader.Contents) {
    guard let json = try? JSON.parse(contents.description),
      let description = try? PluginDescription(reading: json, isData: true)
    else { return }
    for component in description.components { components[component.name] = component }
  }

  /// Returns a class; nil if the declarations of the format have faults, or there is no such class.
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

/// The reading of the descriptions of formats.
package enum FormatFile {
  /// Reads the description of a format. Throws an error of the file, or a fault in its text with its place.
  package static func format(at path: String) throws(SceneError) -> any ForeignFormat {
    try format(of: FormatReader(path: path), at: path)
  }

  /// Reads the description of a format from a text that is in no file yet. Throws a fault in the text with its place.
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

  /// Returns the text of a key path in descriptions; nil if none leads to these keys.
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

  /// Returns true if a text is a color in one of the spellings of CSS that scenes do not have, such as `hsl(9, 8%, 7%)`.
  package static func isColor(_ text: String) -> Bool {
    text.utf8.last == UInt8(ascii: ")") && FormatColors().sceneText(text) != nil
  }

  /// Returns the identifier by which a value without a property is named.
  package static func identifier(of key: String) -> String { FormatWalk.identifier(key) }
}
