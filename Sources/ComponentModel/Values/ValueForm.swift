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

  /// The form of the value after changes that were worked out already, of this key or others.
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

  /// The changes that store a typed value: a sound value keeps its form, and anything else is replaced as a whole.
  package func changes(storing typed: TypedValue) -> [AttributeChange] {
    if type == .color { return colorChanges(typed) }
    if isSoundObject, let changes = memberChanges(typed.value, tokens: typed.tokens) { return changes }
    return [.set(key: key, value: text(of: typed))]
  }

  /// The changes that store a computed value.
  package func changes(storing value: PropertyValue) -> [AttributeChange] {
    if isSoundObject, let changes = memberChanges(value, tokens: [:]) { return changes }
    var bytes: [UInt8] = []
    if case .color(let color) = value, isSoundObject {
      bytes = color.componentText
    } else {
      value.appendJSON(to: &bytes)
    }
    return [.set(key: key, value: bytes)]
  }

  /// The changes that store a value as a whole of which one component was given.
  ///
  /// - Parameter token: the component as it was typed.
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

  /// True if an object is stored whose numbers are edited one by one.
  ///
  /// - Parameter component: the one that is edited; a grey has no other than its alpha.
  func hasMember(for component: String) -> Bool {
    guard let old, old.first == UInt8(ascii: "{") else { return false }
    return type != .color || component == "alpha" || JSONMembers.text(of: "white", in: old) == nil
  }

  /// True if an object is stored that is a value of the type.
  private var isSoundObject: Bool {
    guard let old, old.first == UInt8(ascii: "{"), !ComponentValue.names(of: type).isEmpty else { return false }
    return old.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return (try? PropertyValue(json: &reader, as: type)) != nil
    }
  }

  /// A number as it was typed; everything else in its own form.
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
    var bytes: [UInt8] = []
    typed.value.appendJSON(to: &bytes)
    return bytes
  }

  private func colorChanges(_ typed: TypedValue) -> [AttributeChange] {
    guard case .color(let color) = typed.value else { return [] }
    // Names as typed stay names, and an object stays one.
    if !typed.isName, isSoundObject {
      return memberChanges(typed.value, tokens: typed.tokens) ?? [.set(key: key, value: color.componentText)]
    }
    // A hex colour stays one where it can. Else a text is stored as it was typed where the scenes' grammar has it, and as
    // hex digits or components where not.
    let staysHex = isHex && color.holdsIn8Bits && typed.text.ends(with: ")")
    if typed.isName || typed.isStorable && !staysHex {
      return [.set(key: key, value: typed.jsonString ?? JSONMembers.quoted(typed.text))]
    }
    var bytes: [UInt8] = []
    typed.value.appendJSON(to: &bytes)
    if bytes.first == UInt8(ascii: "{") {
      for (name, token) in typed.tokens where JSONMembers.text(of: name, in: bytes) != nil {
        bytes = JSONMembers.replacing(name, of: bytes, by: Array(token.utf8))
      }
    }
    return [.set(key: key, value: bytes)]
  }

  /// One splice for each component that changes; nil where the object's present members cannot hold the value.
  ///
  /// - Parameter tokens: the components as they were typed, which are written so; the others only where their numbers
  ///   differ.
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

extension Color {
  /// Whether a hex text holds the colour exactly.
  fileprivate var holdsIn8Bits: Bool { text.begins(with: "#") }

  /// The component form as compact JSON.
  var componentText: [UInt8] {
    Array(PropertyValue.color(self).bundleJSON.text().utf8)
  }
}
