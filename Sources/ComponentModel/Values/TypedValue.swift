package import InspectorKit
internal import JSONText

/// A value as a person typed it.
package struct TypedValue {
  package var value: PropertyValue
  package var text: String

  /// True if a colour was given by name.
  package var isName = false

  /// The colour as typed; nil if it was given as JSON.
  package private(set) var typedColor: TypedColor?

  /// The JSON text of the value; nil if it was not given as JSON.
  package private(set) var json: [UInt8]?

  package init(value: PropertyValue, text: String, isName: Bool = false) {
    (self.value, self.text, self.isName) = (value, text, isName)
    if case .color = value, !isName { typedColor = try? TypedColor(text) }
  }

  /// The JSON string of the value; nil if it was not given as a JSON string.
  var jsonString: [UInt8]? { json.flatMap { $0.first == UInt8(ascii: "\"") ? $0 : nil } }

  /// True if a scene can hold a colour's text as typed.
  var isStorable: Bool { typedColor?.isStorable ?? (json != nil && !text.isEmpty) }

  /// Creates a value from JSON text.
  package init(value: PropertyValue, json: [UInt8]) {
    self.value = value
    self.json = json
    text = String(decoding: json, as: UTF8.self)
    if case .color = value {
      let typed = (try? JSON.parse(json))?.stringValue.map(\.trimmed) ?? ""
      (text, isName) = (typed, !typed.isEmpty && !typed.begins(with: "#") && !typed.ends(with: ")"))
    }
  }

  /// The typed number of an Int, a Double or one component; nil if it was not typed in JSON form.
  var numberToken: String? { tokens(of: text, count: 1)?.first }

  /// The numbers of a value as typed, by the names of its components. Numbers not typed in JSON form are omitted.
  var tokens: [String: String] {
    if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return JSONMembers.texts(Array(text.utf8)) ?? [:] }
    if let json, let members = JSONMembers.texts(json) { return members }
    let names = ComponentValue.names(of: value.type)
    guard value.type != .color, let tokens = tokens(of: text, count: names.count) else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(names, tokens))
  }

  /// Returns the number tokens of a text, so that numbers are written as typed; nil if their count differs.
  private func tokens(of text: String, count: Int) -> [String]? {
    let tokens = text.utf8.split(whereSeparator: { !"+-.eE0123456789".utf8.contains($0) }).map { String(Substring($0)) }
    guard tokens.count == count else { return nil }
    return tokens.allSatisfy { JSONMembers.number($0) != nil } ? tokens : nil
  }
}
