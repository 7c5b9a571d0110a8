package import InspectorKit
internal import JSONText

/// A value as a person typed it.
package struct TypedValue {
  package var value: PropertyValue
  package var text: String

  /// Whether a colour was given by name.
  package var isName = false

  /// The colour as it was typed; nil where it was given as JSON.
  package private(set) var typedColor: TypedColor?

  /// The JSON text that the value was given as, where it was.
  package private(set) var json: [UInt8]?

  package init(value: PropertyValue, text: String, isName: Bool = false) {
    (self.value, self.text, self.isName) = (value, text, isName)
    if case .color = value, !isName { typedColor = try? TypedColor(text) }
  }

  /// The JSON string that the value was given as, where it was.
  var jsonString: [UInt8]? { json.flatMap { $0.first == UInt8(ascii: "\"") ? $0 : nil } }

  /// Whether a scene can hold a colour's text as it was typed.
  var isStorable: Bool { typedColor?.isStorable ?? (json != nil && !text.isEmpty) }

  /// A value given as JSON text.
  package init(value: PropertyValue, json: [UInt8]) {
    self.value = value
    self.json = json
    text = String(decoding: json, as: UTF8.self)
    if case .color = value {
      let typed = (try? JSON.parse(json))?.stringValue.map(\.trimmed) ?? ""
      (text, isName) = (typed, !typed.isEmpty && !typed.begins(with: "#") && !typed.ends(with: ")"))
    }
  }

  /// The number of an Int or a Double, or of one component, as it was typed; nil where it was typed in no form of JSON.
  var numberToken: String? { tokens(of: text, count: 1)?.first }

  /// The numbers of a value as they were typed, by the names of its components; those that were typed otherwise are not in
  /// it.
  var tokens: [String: String] {
    if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return JSONMembers.texts(Array(text.utf8)) ?? [:] }
    if let json, let members = JSONMembers.texts(json) { return members }
    let names = ComponentValue.names(of: value.type)
    guard value.type != .color, let tokens = tokens(of: text, count: names.count) else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(names, tokens))
  }

  /// The number tokens of a text, where they are so many, so that a number is written as it was typed.
  private func tokens(of text: String, count: Int) -> [String]? {
    let tokens = text.utf8.split(whereSeparator: { !"+-.eE0123456789".utf8.contains($0) }).map { String(Substring($0)) }
    guard tokens.count == count else { return nil }
    return tokens.allSatisfy { JSONMembers.number($0) != nil } ? tokens : nil
  }
}
