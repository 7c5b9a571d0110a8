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

  /// The new type, value and text of an attribute.
  fileprivate struct New {
    let keyPath: String
    let type: PropertyType
    let value: [UInt8]

    /// The text of the whole element; nil to keep the layout and the other members of the stored element.
    var element: [UInt8]?
  }

  /// The new contents of stored attributes, by key path.
  private var replaced: [ExactText: New] = [:]

  /// The indices of the stored elements to remove.
  private var removed: Set<Int> = []

  /// The new attributes in their order; nil for one that was removed again.
  private var added: [New?] = []
  private var addedPlaces: [ExactText: Int] = [:]

  package init(_ list: RuntimeAttributeList?) { self.list = list }

  /// Returns the type and the JSON text of an attribute; nil if there is no valid attribute with the key path.
  package subscript(keyPath: String) -> (type: PropertyType, value: [UInt8])? {
    let key = ExactText(keyPath)
    if let place = addedPlaces[key] { return added[place].map { ($0.type, $0.value) } }
    if let new = replaced[key] { return (new.type, new.value) }
    guard let list, let place = place(of: keyPath), list.elements[place].problem == nil,
      let type = list.elements[place].type
    else { return nil }
    return (type, list.value(of: list.elements[place]))
  }

  /// Returns true if there is an attribute with this key path, valid or not.
  package func contains(_ keyPath: String) -> Bool {
    addedPlaces[ExactText(keyPath)] != nil || place(of: keyPath) != nil
  }

  /// Returns the index of the remaining element that represents a key path; nil if there is none.
  private func place(of keyPath: String) -> Int? {
    let rest = list?.places(of: keyPath).filter { !removed.contains($0) } ?? []
    return rest.first { list?.elements[$0].problem == nil } ?? rest.first
  }

  /// The key paths of all attributes, valid or not.
  package var keyPaths: [String] {
    let stored = list?.elements.enumerated().filter { !removed.contains($0.offset) }.compactMap(\.element.keyPath)
    return (stored ?? []) + added.compactMap { $0?.keyPath }
  }

  /// Sets the type and the value of an attribute. An existing element keeps its other members; a new attribute is added
  /// at the end, in the layout of the last element.
  package mutating func set(_ keyPath: String, _ type: PropertyType, to value: [UInt8]) {
    set(New(keyPath: keyPath, type: type, value: value))
  }

  /// Copies a valid element of another list, with its exact text. Does nothing if the element has no type.
  package mutating func set(_ keyPath: String, to element: RuntimeAttributeList.Element, of other: RuntimeAttributeList)
  {
    guard let type = element.type else { return }
    set(New(keyPath: keyPath, type: type, value: other.value(of: element), element: Array(other.text[element.span])))
  }

  private mutating func set(_ new: New) {
    let key = ExactText(new.keyPath)
    if let place = addedPlaces[key] {
      added[place] = new
    } else if place(of: new.keyPath) != nil {
      replaced[key] = new
    } else {
      addedPlaces[key] = added.count
      added.append(new)
    }
  }

  /// Removes the elements that have a key path and, if a type is given, this type. Returns false if there are none.
  @discardableResult
  package mutating func remove(_ keyPath: String, _ type: PropertyType? = nil) -> Bool {
    let key = ExactText(keyPath)
    var isFound = false
    if let place = addedPlaces[key], type == nil || added[place]?.type == type {
      (addedPlaces[key], added[place]) = (nil, nil)
      isFound = true
    }
    let meant = place(of: keyPath)
    for place in list?.places(of: keyPath) ?? [] where !removed.contains(place) {
      let present = place == meant ? replaced[key]?.type ?? list?.elements[place].type : list?.elements[place].type
      guard type == nil || present == type else { continue }
      removed.insert(place)
      isFound = true
      if place == meant { replaced[key] = nil }
    }
    return isFound
  }

  /// Returns the text of the list with all changes, or the stored text if nothing changed; nil if no attribute remains.
  ///
  /// - Parameter hasBlanks: true if a new list has blanks between its tokens.
  package func text(hasBlanks: Bool) -> [UInt8]? {
    let new = added.compactMap(\.self)
    if new.isEmpty, replaced.isEmpty, removed.isEmpty { return list?.text }
    guard let list, let first = list.elements.first, let last = list.elements.last else {
      let layout = ElementLayout(hasBlanks: hasBlanks)
      let separator = [UInt8(ascii: ",")] + (hasBlanks ? [0x20] : [])
      return new.isEmpty
        ? nil : [UInt8(ascii: "[")] + new.map(layout.text).joined(separator: separator) + [UInt8(ascii: "]")]
    }
    let elements = list.elements
    let kept = elements.indices.filter { !removed.contains($0) }
    if kept.isEmpty, new.isEmpty { return nil }
    let lead = list.text[..<first.span.lowerBound]
    var text = Array(lead)
    for place in kept {
      if place != kept[0] { text += list.text[elements[place - 1].span.upperBound..<elements[place].span.lowerBound] }
      text += self.text(ofElementAt: place, in: list)
    }
    let layout = ElementLayout(of: list.text[elements[kept.last ?? elements.count - 1].span])
    let blank = [UInt8(ascii: ",")] + (layout.hasBlanks ? [0x20] : [])
    let separator =
      elements.count > 1
      ? Array(list.text[elements[elements.count - 2].span.upperBound..<last.span.lowerBound])
      : lead.contains(0x0A) ? [UInt8(ascii: ",")] + lead.dropFirst() : blank
    for (place, attribute) in new.enumerated() {
      if place > 0 || !kept.isEmpty { text += separator }
      text += layout.text(attribute)
    }
    return text + list.text[last.span.upperBound...]
  }

  private func text(ofElementAt place: Int, in list: RuntimeAttributeList) -> [UInt8] {
    let element = list.elements[place]
    let stored = Array(list.text[element.span])
    guard let keyPath = element.keyPath, self.place(of: keyPath) == place,
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

  func text(_ new: RuntimeAttributeDraft.New) -> [UInt8] {
    if let element = new.element { return element }
    let members = [("keyPath", quoted(new.keyPath)), ("type", quoted(new.type.rawValue)), ("value", new.value)]
    let texts = members.map { quoted($0.0) + colon + $0.1 }
    return [UInt8(ascii: "{")] + before + Array(texts.joined(separator: separator)) + after + [UInt8(ascii: "}")]
  }

  private func quoted(_ text: String) -> [UInt8] { JSONMembers.quoted(text) }
}
