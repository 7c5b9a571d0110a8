package import InspectorKit
internal import JSONText

/// A value with the text from which it was read, as the user typed it.
package struct TypedValue {
  package var value: PropertyValue
  package var text: String

  /// True if the user typed a colour as a name.
  package var isName = false

  /// The colour as typed; nil for a colour by name or as JSON text, and for values of other types.
  package private(set) var typedColor: TypedColor?

  /// The JSON text of the value; nil if it was not given as JSON.
  package private(set) var json: [UInt8]?

  package init(value: PropertyValue, text: String, isName: Bool = false) {
    (self.value, self.text, self.isName) = (value, text, isName)
    if case .color = value, !isName { typedColor = try? TypedColor(text) }
  }

  /// The JSON string of the value; nil if it was not given as a JSON string.
  var jsonString: [UInt8]? { json.flatMap { $0.first == UInt8(ascii: "\"") ? $0 : nil } }

  /// True if a scene can store the text of a colour as the user typed it.
  var isStorable: Bool { typedColor?.isStorable ?? (json != nil && !text.isEmpty) }

  /// Creates a value that was given as JSON text.
  package init(value: PropertyValue, json: [UInt8]) {
    self.value = value
    self.json = json
    text = String(decoding: json, as: UTF8.self)
    if case .color = value {
      let typed = (try? JSON.parse(json))?.stringValue.map(\.trimmed) ?? ""
      (text, isName) = (typed, !typed.isEmpty && !typed.begins(with: "#") && !typed.ends(with: ")"))
    }
  }

  /// The text of a single number; nil if the value was not typed as one JSON number.
  var numberToken: String? { tokens(of: text, count: 1)?.first }

  /// The numbers of a value as the user typed them, by the names of its components; empty if they were not all typed
  /// as JSON numbers.
  var tokens: [String: String] {
    if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return JSONMembers.texts(Array(text.utf8)) ?? [:] }
    if let json, let members = JSONMembers.texts(json) { return members }
    let names = ComponentValue.names(of: value.type)
    guard value.type != .color, let tokens = tokens(of: text, count: names.count) else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(names, tokens))
  }

  /// Returns the texts of the numbers in a text; nil if there are not exactly `count` numbers, or if one is not a JSON
  /// number.
  private func tokens(of text: String, count: Int) -> [String]? {
    let tokens = text.utf8.split(whereSeparator: { !"+-.eE0123456789".utf8.contains($0) }).map { String(Substring($0)) }
    guard tokens.count == count else { return nil }
    return tokens.allSatisfy { JSONMembers.number($0) != nil } ? tokens : nil
  }
}
