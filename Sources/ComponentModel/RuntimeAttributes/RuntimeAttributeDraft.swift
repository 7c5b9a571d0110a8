package import InspectorKit
internal import JSONText
internal import SceneDocument

/// A working copy of an object's list of runtime attributes. An edit makes any number of changes to it, and then writes
/// the list once.
///
/// ```swift
/// var draft = RuntimeAttributeDraft(document.runtimeAttributes(of: badge))
/// draft.set("layer.zPosition", .double, to: Array("4".utf8))
/// draft.remove("tag")
/// draft.text(hasBlanks: true)
/// ```
package struct RuntimeAttributeDraft {
  private let list: RuntimeAttributeList?

  /// A new form of an attribute.
  private struct New {
    let keyPath: String
    let type: PropertyType
    let value: [UInt8]

    /// The text of the whole element; nil to keep the layout and the other members of the stored element.
    var element: [UInt8]?
  }

  /// The new forms of stored attributes.
  private var replaced: [ExactText: New] = [:]

  /// The key paths of the stored elements to remove, of which several may have the same key path.
  private var removed: Set<ExactText> = []

  /// The new attributes in their order; nil for one that was removed again.
  private var added: [New?] = []
  private var addedPlaces: [ExactText: Int] = [:]

  package init(_ list: RuntimeAttributeList?) { self.list = list }

  /// Returns the type and the JSON text of an attribute; nil if there is no valid attribute with the key path.
  package subscript(keyPath: String) -> (type: PropertyType, value: [UInt8])? {
    let key = ExactText(keyPath)
    if let place = addedPlaces[key] { return added[place].map { ($0.type, $0.value) } }
    if let new = replaced[key] { return (new.type, new.value) }
    guard !removed.contains(key), let list, let element = list[keyPath], let type = element.type else { return nil }
    return (type, list.value(of: element))
  }

  /// Returns true if there is an attribute with this key path, valid or not.
  package func contains(_ keyPath: String) -> Bool {
    let key = ExactText(keyPath)
    return addedPlaces[key] != nil || !removed.contains(key) && list?.place(of: keyPath) != nil
  }

  /// The key paths of all attributes, valid or not.
  package var keyPaths: [String] {
    let stored = list?.elements.compactMap(\.keyPath).filter { !removed.contains(ExactText($0)) } ?? []
    return stored + added.compactMap { $0?.keyPath }
  }

  /// Sets the type and the value of an attribute. The other members of a present element stay; a new attribute is added
  /// at the end, in the layout of the last element.
  package mutating func set(_ keyPath: String, _ type: PropertyType, to value: [UInt8]) {
    set(New(keyPath: keyPath, type: type, value: value))
  }

  /// Sets an attribute to a valid element of another list, as it is written there.
  package mutating func set(_ keyPath: String, to element: RuntimeAttributeList.Element, of other: RuntimeAttributeList)
  {
    guard let type = element.type else { return }
    set(New(keyPath: keyPath, type: type, value: other.value(of: element), element: Array(other.text[element.span])))
  }

  private mutating func set(_ new: New) {
    let key = ExactText(new.keyPath)
    if let place = addedPlaces[key] {
      added[place] = new
    } else if !removed.contains(key), list?.place(of: new.keyPath) != nil {
      replaced[key] = new
    } else {
      addedPlaces[key] = added.count
      added.append(new)
    }
  }

  /// Removes all elements with a key path; does nothing if there are none.
  package mutating func remove(_ keyPath: String) {
    let key = ExactText(keyPath)
    if let place = addedPlaces.removeValue(forKey: key) { added[place] = nil }
    guard list?.place(of: keyPath) != nil else { return }
    removed.insert(key)
    replaced[key] = nil
  }

  /// Returns the text of the list with all changes, which is the stored text if nothing changed; nil if no attribute
  /// remains.
  ///
  /// - Parameter hasBlanks: true if a new list has blanks between its tokens.
  package func text(hasBlanks: Bool) -> [UInt8]? {
    let new = added.compactMap(\.self)
    if new.isEmpty, replaced.isEmpty, removed.isEmpty { return list?.text }
    let elements = list?.elements ?? []
    let kept = elements.indices.filter { place in
      elements[place].keyPath.map { !removed.contains(ExactText($0)) } ?? true
    }
    guard let list, let first = elements.first, let last = elements.last, let lastKept = kept.last else {
      let layout = ElementLayout(hasBlanks: hasBlanks)
      let texts = new.map { $0.element ?? layout.text($0.keyPath, $0.type, $0.value) }
      let separator = [UInt8(ascii: ",")] + (hasBlanks ? [0x20] : [])
      return new.isEmpty ? nil : [UInt8(ascii: "[")] + texts.joined(separator: separator) + [UInt8(ascii: "]")]
    }
    let lead = list.text[..<first.span.lowerBound]
    var text = Array(lead)
    for place in kept {
      if place != kept[0] { text += list.text[elements[place - 1].span.upperBound..<elements[place].span.lowerBound] }
      text += self.text(ofElementAt: place, in: list)
    }
    if !new.isEmpty {
      let layout = ElementLayout(of: list.text[elements[lastKept].span])
      let blank = [UInt8(ascii: ",")] + (layout.hasBlanks ? [0x20] : [])
      let separator =
        elements.count > 1
        ? Array(list.text[elements[elements.count - 2].span.upperBound..<last.span.lowerBound])
        : lead.contains(0x0A) ? [UInt8(ascii: ",")] + lead.dropFirst() : blank
      for attribute in new {
        text += separator
        text += attribute.element ?? layout.text(attribute.keyPath, attribute.type, attribute.value)
      }
    }
    return text + list.text[last.span.upperBound...]
  }

  private func text(ofElementAt place: Int, in list: RuntimeAttributeList) -> [UInt8] {
    let element = list.elements[place]
    let stored = Array(list.text[element.span])
    guard let keyPath = element.keyPath, list.place(of: keyPath) == place,
      let new = replaced[ExactText(keyPath)]
    else { return stored }
    if let element = new.element { return element }
    let typed =
      element.type == new.type
      ? stored : SceneDocument.object(stored, setting: "type", to: JSONMembers.quoted(new.type.rawValue))
    return SceneDocument.object(typed, setting: "value", to: new.value)
  }
}

/// The blanks between the tokens of an element.
private struct ElementLayout {
  /// The text between `{` and the first key, between a key and its value, between a value and the next key, and
  /// between the last value and `}`.
  private var (before, colon, separator, after): ([UInt8], [UInt8], [UInt8], [UInt8])
  let hasBlanks: Bool

  init(hasBlanks: Bool) {
    self.hasBlanks = hasBlanks
    let blank: [UInt8] = hasBlanks ? [0x20] : []
    (before, colon, separator, after) = (blank, [UInt8(ascii: ":")] + blank, [UInt8(ascii: ",")] + blank, blank)
  }

  /// Reads the layout of an element. An element with fewer than two members, or with escapes in its first key, gets
  /// single blanks.
  init(of element: ArraySlice<UInt8>) {
    self.init(hasBlanks: true)
    let text = Array(element)
    guard let members = (try? PlacedJSON(text))?.members, members.count > 1, let last = members.last else { return }
    let (first, second) = (members[0], members[1])
    let keyEnd = first.keyOffset + JSONMembers.quoted(first.key).count
    // A key with escapes is longer than its quoted text.
    guard keyEnd < first.value.offset, text[keyEnd - 1] == UInt8(ascii: "\"") else { return }
    before = Array(text[1..<first.keyOffset])
    colon = Array(text[keyEnd..<first.value.offset])
    separator = Array(text[first.value.bytes.endIndex..<second.keyOffset])
    after = Array(text[last.value.bytes.endIndex..<text.count - 1])
    self = ElementLayout(before, colon, separator, after)
  }

  private init(_ before: [UInt8], _ colon: [UInt8], _ separator: [UInt8], _ after: [UInt8]) {
    (self.before, self.colon, self.separator, self.after) = (before, colon, separator, after)
    hasBlanks = colon.count > 1
  }

  func text(_ keyPath: String, _ type: PropertyType, _ value: [UInt8]) -> [UInt8] {
    let members = [("keyPath", quoted(keyPath)), ("type", quoted(type.rawValue)), ("value", value)]
    let texts = members.map { quoted($0.0) + colon + $0.1 }
    return [UInt8(ascii: "{")] + before + Array(texts.joined(separator: separator)) + after + [UInt8(ascii: "}")]
  }

  private func quoted(_ text: String) -> [UInt8] { JSONMembers.quoted(text) }
}
