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

    /// The range of the element in the list's text.
    package let span: Range<Int>

    /// The reason why the element is invalid; nil if it has a key path, a type and a value.
    package fileprivate(set) var problem: RuntimeAttributeProblem?

    /// The offset of the faulty part in the list's text; the element's offset if the element is valid.
    package fileprivate(set) var place: Int
  }

  package private(set) var elements: [Element] = []

  /// The index of the element that represents each key path.
  private var places: [ExactText: Int] = [:]

  /// The indices of all elements with a key path, for each key path that several elements have.
  private var repeated: [ExactText: [Int]] = [:]

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
    for (place, element) in self.elements.enumerated() {
      guard let keyPath = element.keyPath.map({ ExactText($0) }) else { continue }
      if let first = places[keyPath] {
        repeated[keyPath, default: [first]].append(place)
        guard element.problem == nil, self.elements[first].problem != nil else { continue }
      }
      places[keyPath] = place
    }
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
      if element.type == nil { refuse(.noType(value.string ?? value.raw), at: value) }
    }
    element.value = json["value"]?.bytes.indices
    return element
  }

  /// Returns the first valid element with a key path; nil if there is none.
  package subscript(keyPath: String) -> Element? {
    places[ExactText(keyPath)].map { elements[$0] }.flatMap { $0.problem == nil ? $0 : nil }
  }

  /// Returns the index of the element that an edit of a key path changes: the first valid element or, if there is none,
  /// the first invalid one. Returns nil if no element has the key path.
  package func place(of keyPath: String) -> Int? { places[ExactText(keyPath)] }

  /// Returns the indices of all elements with a key path, in order.
  func places(of keyPath: String) -> [Int] {
    let key = ExactText(keyPath)
    return repeated[key] ?? places[key].map { [$0] } ?? []
  }

  /// Returns the JSON text of an element's value; empty if the element has no value.
  package func value(of element: Element) -> [UInt8] { element.value.map { Array(text[$0]) } ?? [] }

  /// Returns the key path and the component to which a name such as `anchor.x` refers; nil if no valid attribute has
  /// that component.
  func part(named name: String) -> (keyPath: String, component: String)? {
    guard let (owner, component) = PropertyPath.parts(of: name), let type = self[owner]?.type,
      ComponentValue.names(of: type).contains(component)
    else { return nil }
    return (owner, component)
  }

  /// Returns the offset in the document of an attribute's value, or of the whole element if it has no value; nil if
  /// there is no such attribute.
  package func origin(of keyPath: String) -> Int? {
    place(of: keyPath).map { offset + (elements[$0].value ?? elements[$0].span).lowerBound }
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

  /// The key paths of all runtime attributes in the scene, valid or not.
  var allRuntimeKeyPaths: Set<ExactText> {
    var found: Set<ExactText> = []
    for node in objects {
      for element in runtimeAttributes(of: node)?.elements ?? [] {
        if let keyPath = element.keyPath { found.insert(ExactText(keyPath)) }
      }
    }
    return found
  }

  /// True if any object has runtime attributes.
  package var hasRuntimeAttributes: Bool { objects.contains { hasRuntimeAttributes($0) } }
}
