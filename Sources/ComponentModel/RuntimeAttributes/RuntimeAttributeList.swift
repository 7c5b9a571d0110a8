package import InspectorKit
internal import JSONText
package import SceneDocument

/// The member `runtimeAttributes` of an object as its scene stores it, with the problems of invalid elements.
///
/// ```json
/// "runtimeAttributes": [{ "keyPath": "layer.zPosition", "type": "Double", "value": 4 }]
/// ```
package struct RuntimeAttributeList {
  /// One element of the list of runtime attributes, which may be invalid.
  package struct Element {
    /// The key path; nil if it is missing or invalid.
    package fileprivate(set) var keyPath: String?

    /// The type; nil if it is missing or invalid.
    package fileprivate(set) var type: PropertyType?

    /// The range of the value in the list's text; nil if there is none.
    package fileprivate(set) var value: Range<Int>?

    /// The range of the type in the list's text; nil if there is none.
    fileprivate var typeSpan: Range<Int>?

    /// The range of the element in the list's text.
    package let span: Range<Int>

    /// The reason why the element is invalid; nil if it has a key path, a type and a value.
    package fileprivate(set) var problem: RuntimeAttributeProblem?

    /// The offset of the faulty part in the list's text; the element's offset if the element is valid.
    package fileprivate(set) var place: Int
  }

  package private(set) var elements: [Element] = []

  /// The refusal of a member that is not a list; nil if the member is a list.
  package private(set) var problem: RuntimeAttributeProblem?

  /// The text of the list as written.
  package let text: [UInt8]

  /// The offset of the list in the document.
  package let offset: Int

  /// Reads the text of a list, which must be valid JSON.
  package init(_ text: [UInt8], at offset: Int = 0) {
    (self.text, self.offset) = (text, offset)
    guard let list = try? PlacedJSON(text) else { return }
    guard let elements = list.elements else {
      problem = .noList(found: list.words)
      return
    }
    self.elements = elements.map(Self.element)
  }

  private static func element(_ json: PlacedJSON) -> Element {
    var element = Element(span: json.bytes.indices, place: json.offset)
    guard json.members != nil else {
      element.problem = .noObject(found: json.words)
      return element
    }
    for key in ["keyPath", "type", "value"] where json[key] == nil && element.problem == nil {
      element.problem = .missing(key)
    }
    func refuse(_ problem: RuntimeAttributeProblem, at value: PlacedJSON) {
      if element.problem == nil { (element.problem, element.place) = (problem, value.offset) }
    }
    if let value = json["keyPath"] {
      if let text = value.string, PropertyDefinition.isKeyPath(text) {
        element.keyPath = text
      } else {
        refuse(.noKeyPath(value.string ?? value.raw), at: value)
      }
    }
    if let value = json["type"] {
      element.type = value.string.flatMap(PropertyType.init(rawValue:))
      element.typeSpan = value.bytes.indices
      if element.type == nil { refuse(.noType(value.string ?? value.raw), at: value) }
    }
    element.value = json["value"]?.bytes.indices
    return element
  }

  /// Returns the first valid element with a key path; nil if there is none.
  package subscript(keyPath: String) -> Element? {
    elements.first { $0.problem == nil && $0.keyPath?.isExactly(keyPath) == true }
  }

  /// Returns the JSON text of an element's value.
  package func value(of element: Element) -> [UInt8] { element.value.map { Array(text[$0]) } ?? [] }

  // MARK: edits

  /// Returns the list's text with an attribute set. The value of a present attribute is replaced; a new attribute is
  /// added at the end, in the layout of the last element.
  package func setting(_ keyPath: String, _ type: PropertyType, to value: [UInt8]) -> [UInt8] {
    guard let known = self[keyPath], let span = known.value, let typeSpan = known.typeSpan else {
      return adding(keyPath, type, value)
    }
    var replacements = [(span, value)]
    if known.type != type { replacements.append((typeSpan, Self.quoted(type.rawValue))) }
    var text = text
    // The replacements are made from the end, so that the earlier range stays valid.
    for (span, new) in replacements.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      text.replaceSubrange(span, with: new)
    }
    return text
  }

  /// Returns the list's text without an attribute, or unchanged if the list lacks it; nil if no attribute remains.
  package func removing(_ keyPath: String) -> [UInt8]? {
    guard let place = elements.firstIndex(where: { $0.problem == nil && $0.keyPath?.isExactly(keyPath) == true }) else {
      return text
    }
    guard elements.count > 1 else { return nil }
    // The element is removed with the comma before it or, for the first element, the comma after it.
    let start = place == 0 ? elements[0].span.lowerBound : elements[place - 1].span.upperBound
    let end = place == 0 ? elements[1].span.lowerBound : elements[place].span.upperBound
    return Array(text[..<start] + text[end...])
  }

  /// Returns the text of a list with one attribute.
  ///
  /// - Parameter hasBlanks: true if the object has blanks between its tokens.
  package static func text(of keyPath: String, _ type: PropertyType, _ value: [UInt8], hasBlanks: Bool) -> [UInt8] {
    [UInt8(ascii: "[")] + ElementLayout(hasBlanks: hasBlanks).text(keyPath, type, value) + [UInt8(ascii: "]")]
  }

  private func adding(_ keyPath: String, _ type: PropertyType, _ value: [UInt8]) -> [UInt8] {
    guard let last = elements.last, let first = elements.first else {
      return Self.text(of: keyPath, type, value, hasBlanks: true)
    }
    let lead = text[1..<first.span.lowerBound]
    let layout = ElementLayout(of: text[last.span])
    let blank: [UInt8] = layout.hasBlanks ? [UInt8(ascii: ",")] + Array(" ".utf8) : [UInt8(ascii: ",")]
    let separator =
      elements.count > 1
      ? Array(text[elements[elements.count - 2].span.upperBound..<last.span.lowerBound])
      : lead.contains(0x0A) ? [UInt8(ascii: ",")] + lead : blank
    return text[..<last.span.upperBound] + separator + layout.text(keyPath, type, value) + text[last.span.upperBound...]
  }

  private static func quoted(_ text: String) -> [UInt8] { JSONMembers.quoted(text) }

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
}

extension SceneDocument {
  /// Returns an object's runtime attributes; nil if it has none.
  package func runtimeAttributes(of node: NodeIndex) -> RuntimeAttributeList? {
    runtimeAttributesText(of: node).map { RuntimeAttributeList(Array($0.text), at: $0.offset) }
  }

  /// The key paths of all valid runtime attributes in the scene with their types, each key path once, in ascending
  /// order.
  package var runtimeKeyPaths: [(keyPath: String, type: PropertyType)] {
    var found: [String: PropertyType] = [:]
    for node in objects where hasRuntimeAttributes(node) {
      for element in runtimeAttributes(of: node)?.elements ?? [] where element.problem == nil {
        if let keyPath = element.keyPath { found[keyPath] = found[keyPath] ?? element.type }
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns true if any object has a runtime attribute with this key path or, for a name such as `anchor.x`, with the
  /// key path `anchor`.
  package func hasRuntimeAttribute(named name: String) -> Bool {
    let names = [name] + (PropertyPath.parts(of: name).map { [$0.owner] } ?? [])
    return objects.contains { node in
      let list = runtimeAttributes(of: node)
      return names.contains { list?[$0] != nil }
    }
  }

  /// True if any object has runtime attributes.
  package var hasRuntimeAttributes: Bool { objects.contains { hasRuntimeAttributes($0) } }
}
