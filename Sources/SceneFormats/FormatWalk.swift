internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// The walk over the values of one object of a foreign document, which finds its attributes.
struct FormatWalk {
  private(set) var members = ForeignMembers()

  private let mapping: FormatMapping
  private let kind: FormatKind
  private let properties: [[String]: FormatProperty]
  private var names: Set<ExactText> = []

  /// The names that were taken already when a different value was to have them.
  private var namesakes: Set<ExactText> = []

  /// The greatest depth of JSON objects whose members are attributes.
  private static let mostLevels = 32

  init(_ object: TextValue, _ kind: FormatKind, of mapping: FormatMapping) {
    (self.mapping, self.kind) = (mapping, kind)
    let description = mapping.classes[kind.className.className(of: object)]
    properties = description?.properties ?? [:]
    names = Set((description?.paths.keys ?? [:].keys).map { ExactText($0) })
    for source in kind.sources {
      // What a source lacks is inserted in the last object on the way to it.
      for count in source.indices { addContainer(object.value(at: source[..<count])) }
      guard let container = object.value(at: source), container.kind == .object else { continue }
      visit(container, source, name: "", levels: 0)
    }
    for place in members.leaves.indices where namesakes.contains(ExactText(members.leaves[place].name)) {
      members.leaves[place].isNamesake = true
    }
  }

  private mutating func addContainer(_ value: TextValue?) {
    guard let value, value.kind == .object, !members.containers.contains(value.offset) else { return }
    members.containers.append(value.offset)
  }

  private mutating func visit(_ container: TextValue, _ path: [String], name: String, levels: Int) {
    addContainer(container)
    var list: [(key: String, offset: Int, value: TextValue)] = []
    container.forEachMember { key, offset, value in
      list.append((JSONString.decode(key), offset, value))
      return true
    }
    for (key, offset, value) in list {
      let path = path + [key]
      guard !kind.hidden.contains(path), value.isScalar || !kind.opaque.contains(path) else { continue }
      let property = properties[path]
      let place = Place(
        name: property?.name ?? unused(name + Self.identifier(key)), property: property, key: offset,
        container: container.offset)
      if property?.isReadOnly == true || kind.readOnly.contains(path) {
        other(place, value, isReadOnly: true)
      } else if value.kind == .object, property == nil, mapping.function(value) == nil {
        if levels < Self.mostLevels {
          visit(value, path, name: place.name + ".", levels: levels + 1)
        } else {
          other(place, value)
        }
      } else {
        take(value, place)
      }
    }
  }

  /// The name and the place of a value.
  private struct Place {
    var name: String
    var property: FormatProperty?
    var key: Int
    var container: Int?

    /// The name of the type that the value has if it is constant; nil if its JSON text tells the type.
    var type: String? { property?.type }
  }

  /// Adds the attributes that a member is.
  private mutating func take(_ value: TextValue, _ place: Place) {
    if add(value, place.name, place.type, place.key, place.container) { return }
    let function = mapping.function(value)
    let isExpression = value.firstElement?.string.map(mapping.operators.contains) ?? false
    let isKnown = function != nil || isExpression || place.property?.isReadOnly == true
    other(place, value, expected: isKnown ? nil : place.type.map { "a value of the type \($0)" })
    if let function {
      take(function, value, place.name, place.property, levels: 0)
    } else if place.property == nil, value.kind == .array {
      let elements = value.elements
      guard !isExpression, elements.allSatisfy(\.isScalar) else { return }
      for (number, element) in elements.enumerated() {
        _ = add(element, "\(place.name).\(number)", nil, element.offset, nil)
      }
    }
  }

  /// Adds the constant parts of a function.
  private mutating func take(
    _ function: FormatFunction, _ value: TextValue, _ name: String, _ property: FormatProperty?, levels: Int
  ) {
    for part in function.values(in: value) {
      let partName = ([name] + part.path).joined(separator: ".")
      let type = part.type == FormatFunction.anyType ? nil : part.type ?? property?.type
      if add(part.value, partName, type, part.key, part.container) {
        if part.type == nil { members.leaves[members.leaves.count - 1].ruledBy = property?.name }
      } else if levels < Self.mostLevels, part.type == nil, let inner = mapping.function(part.value) {
        take(inner, part.value, partName, property, levels: levels + 1)
      }
    }
  }

  /// Adds an attribute; returns false if the value is none.
  private mutating func add(
    _ value: TextValue, _ name: String, _ type: String?, _ key: Int, _ container: Int?
  ) -> Bool {
    guard let form = FormatSpelling.form(of: value, as: type) else { return false }
    let type = type ?? (value.kind == .number ? PropertyType.double.rawValue : nil)
    members.leaves.append(
      ForeignLeaf(name: name, type: type, text: form.text, key: key, value: value.span, container: container))
    return true
  }

  private mutating func other(
    _ place: Place, _ value: TextValue, expected: String? = nil, isReadOnly: Bool = false
  ) {
    members.others.append(
      ForeignMembers.Other(name: place.name, value: value.span, expected: expected, isReadOnly: isReadOnly))
  }

  /// Returns a name that no other value of the object has.
  private mutating func unused(_ name: String) -> String {
    var (unused, number) = (name, 2)
    while !names.insert(ExactText(unused)).inserted {
      namesakes.insert(ExactText(unused))
      unused = "\(name)\(number)"
      number += 1
    }
    return unused
  }

  /// Returns the identifier that is made from a member's key: `text-font` becomes `textFont`.
  static func identifier(_ key: String) -> String {
    var name = ""
    var isStart = false
    for character in key.unicodeScalars {
      guard character.properties.isAlphabetic || ("0"..."9").contains(character) || character == "_" else {
        isStart = !name.isEmpty
        continue
      }
      name += isStart ? character.properties.uppercaseMapping : String(character)
      isStart = false
    }
    guard let first = name.unicodeScalars.first else { return "value" }
    return ("0"..."9").contains(first) ? "_" + name : name
  }
}
