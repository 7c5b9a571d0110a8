package import InspectorKit
internal import JSONText
package import SceneDocument

/// The form of a stored value, from which the smallest change of the document's text to a new value is computed.
package struct ValueForm {
  package let type: PropertyType

  /// The key under which the value is stored.
  package let key: String

  /// The JSON text that is stored now; nil if nothing is stored.
  package let old: [UInt8]?

  package init(type: PropertyType, key: String, old: [UInt8]?) {
    self.type = type
    self.key = key
    self.old = old
  }

  /// Returns the form of the value after the given changes. Changes to other keys are ignored.
  func after(_ changes: [AttributeChange]) -> ValueForm {
    var text = old
    for change in changes {
      switch change {
      case .set(key, let value): text = value
      case .setMember(key, let member, let value): text = text.map { JSONMembers.replacing(member, of: $0, by: value) }
      case .remove(key): text = nil
      default: break
      }
    }
    return ValueForm(type: type, key: key, old: text)
  }

  /// Returns the changes that store a typed value. A valid stored value keeps its form, such as hex digits or the
  /// members of an object; an invalid one is replaced as a whole.
  package func changes(storing typed: TypedValue) -> [AttributeChange] {
    if type == .color { return colorChanges(typed) }
    if isSoundObject, let changes = memberChanges(typed.value, tokens: typed.tokens) { return changes }
    return [.set(key: key, value: text(of: typed))]
  }

  /// Returns the changes that store a computed value.
  package func changes(storing value: PropertyValue) -> [AttributeChange] {
    if isSoundObject, let changes = memberChanges(value, tokens: [:]) { return changes }
    if case .color(let color) = value, isSoundObject { return [.set(key: key, value: color.componentText)] }
    return [.set(key: key, value: value.jsonText)]
  }

  /// Returns the changes that store a whole value after one of its components was set.
  ///
  /// - Parameter token: the JSON text of that component.
  func changes(storing value: PropertyValue, _ component: String, as token: [UInt8]) -> [AttributeChange] {
    changes(storing: value).map { change in
      switch change {
      case .set(let key, let text) where text.first == UInt8(ascii: "{"):
        .set(key: key, value: JSONMembers.replacing(component, of: text, by: token))
      default: change
      }
    }
  }

  private var isHex: Bool { old?.starts(with: Array("\"#".utf8)) == true }

  /// Returns true if the stored value is an object that can have a member for the component. A colour stored by its
  /// `white` can have a member for `alpha` only.
  func hasMember(for component: String) -> Bool {
    guard let old, old.first == UInt8(ascii: "{") else { return false }
    return type != .color || component == "alpha" || JSONMembers.text(of: "white", in: old) == nil
  }

  /// True if the stored value is a JSON object that is valid for the property's type.
  private var isSoundObject: Bool {
    guard let old, old.first == UInt8(ascii: "{"), !ComponentValue.names(of: type).isEmpty else { return false }
    return old.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return (try? PropertyValue(json: &reader, as: type)) != nil
    }
  }

  /// Returns the JSON text of a typed value that is not a colour: the typed text if it is JSON, otherwise the form that
  /// edits write.
  private func text(of typed: TypedValue) -> [UInt8] {
    switch typed.value {
    case .int, .double: if let token = typed.numberToken { return Array(token.utf8) }
    case .point, .size, .rect:
      let (names, tokens) = (ComponentValue.names(of: type), typed.tokens)
      let numbers = names.compactMap { name in tokens[name].map { "\"\(name)\":\($0)" } }
      if numbers.count == names.count { return Array("{\(numbers.joined(separator: ","))}".utf8) }
    case .string, .bool: if let json = typed.json { return json }
    case .color: break
    }
    return typed.value.jsonText
  }

  private func colorChanges(_ typed: TypedValue) -> [AttributeChange] {
    guard case .color(let color) = typed.value else { return [] }
    // Typed names are stored as names, and a stored object remains an object.
    if !typed.isName, isSoundObject {
      return memberChanges(typed.value, tokens: typed.tokens) ?? [.set(key: key, value: color.componentText)]
    }
    // A hex colour remains hex if possible. Otherwise the text is stored as typed if scenes may contain this form, or
    // else as hex digits or components.
    let staysHex = isHex && color.holdsIn8Bits && typed.text.ends(with: ")")
    if typed.isName || typed.isStorable && !staysHex {
      return [.set(key: key, value: typed.jsonString ?? JSONMembers.quoted(typed.text))]
    }
    var bytes = typed.value.jsonText
    if bytes.first == UInt8(ascii: "{") {
      for (name, token) in typed.tokens where JSONMembers.text(of: name, in: bytes) != nil {
        bytes = JSONMembers.replacing(name, of: bytes, by: Array(token.utf8))
      }
    }
    return [.set(key: key, value: bytes)]
  }

  /// Returns one splice for each changed component; nil if the object's present members cannot represent the value.
  ///
  /// - Parameter tokens: the components as typed, which are written unchanged. Components without a token are written
  ///   only if their numbers differ.
  private func memberChanges(_ value: PropertyValue, tokens: [String: String]) -> [AttributeChange]? {
    guard let present = old.flatMap(JSONMembers.texts) else { return nil }
    var names = ComponentValue.names(of: type)
    var numbers = ComponentValue.numbers(of: value)
    if case .color(let color) = value, present["white"] != nil {
      guard color.red == color.green, color.green == color.blue else { return nil }
      (names, numbers) = (["white", "alpha"], [color.red, color.alpha])
    }
    var changes: [AttributeChange] = []
    for (name, number) in zip(names, numbers) {
      // An opaque colour may leave its alpha out.
      if present[name] == nil, name == "alpha", number == 1 { continue }
      let token = tokens[name] ?? JSONNumber.text(number)
      if let text = present[name], tokens[name] == nil ? JSONMembers.number(text) == number : text == token { continue }
      changes.append(.setMember(key: key, member: name, value: Array(token.utf8)))
    }
    return changes
  }
}

extension PropertyValue {
  /// The value as compact JSON, in the form that edits write.
  var jsonText: [UInt8] {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return bytes
  }
}

extension Color {
  /// True if hex digits represent the colour exactly.
  fileprivate var holdsIn8Bits: Bool { text.begins(with: "#") }

  /// The colour's components as compact JSON.
  package var componentText: [UInt8] {
    Array(PropertyValue.color(self).bundleJSON.text().utf8)
  }
}
