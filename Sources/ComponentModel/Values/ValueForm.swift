package import InspectorKit
internal import JSONText
package import SceneDocument

/// Finds the smallest change of a document's text that gives an attribute a new value in the form that it had.
package struct ValueForm {
  package let type: PropertyType

  /// The key that the value is stored under.
  package let key: String

  /// The JSON text stored now, or nil where nothing is.
  package let old: [UInt8]?

  package init(type: PropertyType, key: String, old: [UInt8]?) {
    self.type = type
    self.key = key
    self.old = old
  }

  /// The changes that store a typed value.
  package func changes(storing typed: TypedValue) -> [AttributeChange] {
    if type == .color { return colorChanges(typed) }
    if isObject,
      let changes = memberChanges(
        typed.value, tokens: typed.numberTokens(count: ComponentValue.names(of: type).count))
    {
      return changes
    }
    return [.set(key: key, value: text(of: typed))]
  }

  /// The changes that store a computed value.
  package func changes(storing value: PropertyValue) -> [AttributeChange] {
    if isObject, let changes = memberChanges(value, tokens: nil) { return changes }
    var bytes: [UInt8] = []
    if case .color(let color) = value, isObject { bytes = color.componentText } else { value.appendJSON(to: &bytes) }
    return [.set(key: key, value: bytes)]
  }

  private var isHex: Bool { old?.starts(with: Array("\"#".utf8)) == true }

  private var isObject: Bool { old?.first == UInt8(ascii: "{") }

  /// A number as it was typed; everything else in its own form.
  private func text(of typed: TypedValue) -> [UInt8] {
    switch typed.value {
    case .int, .double: if let token = typed.numberTokens(count: 1)?.first { return Array(token.utf8) }
    case .point, .size, .rect:
      let names = ComponentValue.names(of: type)
      if let tokens = typed.numberTokens(count: names.count) {
        return Array(("{" + zip(names, tokens).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}").utf8)
      }
    case .string, .bool: if let json = typed.json { return json }
    case .color: break
    }
    var bytes: [UInt8] = []
    typed.value.appendJSON(to: &bytes)
    return bytes
  }

  private func colorChanges(_ typed: TypedValue) -> [AttributeChange] {
    guard case .color(let color) = typed.value else { return [] }
    var bytes: [UInt8] = []
    if typed.isName {
      // Names as typed stay names.
      JSONString.append(typed.text, quotedTo: &bytes)
      return [.set(key: key, value: bytes)]
    }
    if isObject {
      return memberChanges(typed.value, tokens: nil) ?? [.set(key: key, value: color.componentText)]
    }
    // A hex colour stays one where it can. Else a text is stored as it was typed where the scenes' grammar has it, and as
    // hex digits or components where not.
    let staysHex = isHex && color.holdsIn8Bits && typed.text.ends(with: ")")
    if typed.isStorable, !staysHex {
      JSONString.append(typed.text, quotedTo: &bytes)
    } else {
      typed.value.appendJSON(to: &bytes)
    }
    return [.set(key: key, value: bytes)]
  }

  /// One splice for each component that changes; nil where the object's present members cannot hold the value.
  private func memberChanges(_ value: PropertyValue, tokens: [String]?) -> [AttributeChange]? {
    guard let present = members() else { return nil }
    var names = ComponentValue.names(of: type)
    var numbers = ComponentValue.numbers(of: value)
    if case .color(let color) = value, present["white"] != nil {
      guard color.red == color.green, color.green == color.blue else { return nil }
      (names, numbers) = (["white", "alpha"], [color.red, color.alpha])
    }
    var changes: [AttributeChange] = []
    for (place, name) in names.enumerated() where present[name] != numbers[place] {
      // An opaque colour may leave its alpha out.
      if present[name] == nil, name == "alpha", numbers[place] == 1 { continue }
      let text = tokens?[place] ?? JSONNumber.text(numbers[place])
      changes.append(.setMember(key: key, member: name, value: Array(text.utf8)))
    }
    return changes
  }

  /// The numbers of the object stored now; nil where none is.
  package func members() -> [String: Double]? {
    guard let old else { return nil }
    return old.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var members: [String: Double] = [:]
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() { members[JSONString.decode(key)] = try reader.readDouble() }
      } catch {
        return nil
      }
      return members
    }
  }
}

extension Color {
  /// Whether a hex text holds the colour exactly.
  fileprivate var holdsIn8Bits: Bool { text.begins(with: "#") }

  /// The component form as compact JSON.
  var componentText: [UInt8] {
    Array(PropertyValue.color(self).bundleJSON.text().utf8)
  }
}
