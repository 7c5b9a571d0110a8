internal import JSONText
internal import SceneDocument

/// The member `bindings` of an object as one document stores it: the settings to which properties are bound.
///
/// ```json
/// "bindings": { "fontSize": { "setting": "user.size" }, "text": "user.greeting" }
/// ```
package struct BindingList {
  /// The binding of one property, which may be invalid.
  package struct Entry {
    /// The property's name as written.
    package let property: String

    /// The key of the setting; nil if it is missing or invalid.
    package fileprivate(set) var setting: String?

    /// The name of the transformer from the setting's value to the property's; nil for none.
    package fileprivate(set) var transformer: String?

    /// The JSON text of the entry.
    package let text: String

    /// The offset of the entry's value in the list's text.
    package let offset: Int

    /// The reason why the entry is invalid; nil if it is valid.
    package fileprivate(set) var problem: BindingFinding?
  }

  /// The bindings, in the order of the document.
  package private(set) var entries: [Entry] = []

  /// The reason why the member is not a list of bindings; nil if it is one.
  package private(set) var problem: BindingFinding?

  /// Reads the text of a member, which must be valid JSON.
  package init(_ text: [UInt8]) {
    guard let json = try? PlacedJSON(text) else { return }
    guard let members = json.members else {
      problem = .noBindings(found: json.words)
      return
    }
    entries = members.map { Self.entry($0.key, $0.value) }
  }

  private static func entry(_ property: String, _ json: PlacedJSON) -> Entry {
    var entry = Entry(property: property, text: json.raw, offset: json.offset)
    if let key = json.string {
      entry.setting = key
    } else if let members = json.members {
      entry.setting = json["setting"]?.string
      entry.transformer = json["through"]?.string
      let stray = members.first { $0.key != "setting" && $0.key != "through" && $0.key != "$comment" }
      if let stray {
        entry.problem = .strayMember(stray.key, of: property)
      } else if json["through"] != nil, entry.transformer == nil {
        entry.problem = .noTransformerName(property)
      }
    }
    if entry.setting?.isEmpty ?? true, entry.problem == nil { entry.problem = .noSetting(property, found: json.words) }
    return entry
  }

  /// Returns the binding under exactly this property name; nil if there is none.
  package subscript(property: String) -> Entry? { entries.first { $0.property.isExactly(property) } }

  // MARK: Edits

  /// Returns the text of a member after a binding is added or replaced. A replaced binding keeps its form and its
  /// comment, and gets the given transformer or none.
  ///
  /// - Parameters:
  ///   - text: the member's text; nil if the object has none.
  ///   - hasBlanks: true if a new member has blanks between its tokens.
  package static func text(
    _ text: [UInt8]?, binding property: String, to setting: String, through transformer: String? = nil, hasBlanks: Bool
  ) -> [UInt8] {
    let colon = hasBlanks ? ": " : ":"
    func object(_ key: String, _ value: [UInt8]) -> [UInt8] {
      let blank: [UInt8] = hasBlanks ? [0x20] : []
      return [0x7B] + blank + JSONString.quoted(key) + Array(colon.utf8) + value + blank + [0x7D]
    }
    func through(_ entry: [UInt8]) -> [UInt8] {
      transformer.map { SceneDocument.object(entry, setting: "through", to: JSONString.quoted($0)) } ?? entry
    }
    let entry = through(object("setting", JSONString.quoted(setting)))
    guard let text else { return object(property, entry) }
    let former = (try? PlacedJSON(text))?[property]
    var new = former?.string == nil || transformer != nil ? entry : JSONString.quoted(setting)
    if let former, former.members != nil {
      let rest = SceneDocument.object(Array(former.bytes), removing: "through")
      new = through(SceneDocument.object(rest, setting: "setting", to: JSONString.quoted(setting)))
    }
    return SceneDocument.object(text, setting: property, to: new)
  }

  /// Returns the text of a member after a binding is removed; nil if no binding remains.
  package static func text(_ text: [UInt8], unbinding property: String) -> [UInt8]? {
    guard let members = (try? PlacedJSON(text))?.members else { return text }
    if members.allSatisfy({ $0.key.isExactly(property) }) { return nil }
    return SceneDocument.object(text, removing: property)
  }
}
