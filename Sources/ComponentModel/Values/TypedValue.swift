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

  /// The number tokens of the text, where they are as many as the value has components, so that a number is written as
  /// it was typed.
  func numberTokens(count: Int) -> [String]? {
    if let json, json.first == UInt8(ascii: "{") { return memberTokens(json) }
    let tokens = text.utf8.split(whereSeparator: { !"+-.eE0123456789".utf8.contains($0) }).map { String(Substring($0)) }
    guard tokens.count == count else { return nil }
    let areNumbers = tokens.allSatisfy { token in
      Array(token.utf8).withUnsafeBytes { JSONNumber.double($0) != nil }
    }
    return areNumbers ? tokens : nil
  }

  /// The numbers of an object as they are written, in the order of the value's components.
  private func memberTokens(_ json: [UInt8]) -> [String]? {
    json.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var tokens: [String: String] = [:]
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          tokens[JSONString.decode(key)] = String(decoding: try reader.rawValue(), as: UTF8.self)
        }
      } catch {
        return nil
      }
      let names = ComponentValue.names(of: value.type)
      let found = names.compactMap { tokens[$0] }
      return found.count == names.count ? found : nil
    }
  }
}
