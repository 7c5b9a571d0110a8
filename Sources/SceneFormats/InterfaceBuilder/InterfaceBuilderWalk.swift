internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A walk over the values of an object in an Interface Builder document, which collects the object's attributes.
struct InterfaceBuilderWalk {
  private(set) var members = ForeignMembers()

  private let elements: InterfaceBuilderElements
  private let index: MarkupIndex
  private let rules: InterfaceBuilderRules
  private let values: InterfaceBuilderValue
  private let tag: String

  /// The names in use, each with the index of its attribute; an inner nil marks a value that is not an attribute.
  private var names: [ExactText: Int?] = [:]

  /// The number to append to the next value of the same name, by name.
  private var numbers: [ExactText: Int] = [:]

  /// The maximum nesting depth of elements whose attributes are values of the object.
  private static let mostLevels = 4

  init(
    _ number: Int, _ elements: InterfaceBuilderElements, _ rules: InterfaceBuilderRules, _ values: InterfaceBuilderValue
  ) {
    (self.elements, index, self.rules, self.values) = (elements, elements.index, rules, values)
    tag = index.name(of: number)
    readAttributes(of: number, [])
    readChildren(of: number, [])
    for list in index.children(of: number, named: "userDefinedRuntimeAttributes") { readRuntimeAttributes(list) }
  }

  private mutating func readAttributes(of number: Int, _ path: [String]) {
    for attribute in index.attributes(of: number) {
      let key = index.string(attribute.name)
      if path.isEmpty ? InterfaceBuilderRules.identity.contains(key) : key == "key" { continue }
      add(path + [key], as: nil, key: attribute.name.lowerBound, attribute.value, in: number)
    }
  }

  private mutating func readChildren(of number: Int, _ path: [String]) {
    guard path.count < Self.mostLevels else { return }
    for child in index.children(of: number) where !elements.isObject(child) {
      guard let key = index.attribute("key", of: child) else {
        if index.isNamed(child, "segments") { readSegments(child) }
        continue
      }
      read(child, path + [key], in: number)
    }
  }

  /// Reads an element with a key: a value, or a group of values.
  private mutating func read(_ child: Int, _ path: [String], in number: Int) {
    let element = index.elements[child]
    switch index.name(of: child) {
    case "color": addRun(path, .color, child, in: number)
    case "rect": addRun(path, .rect, child, in: number)
    case "point": addRun(path, .point, child, in: number)
    case "size": addRun(path, .size, child, in: number)
    case "string", "mutableString", "real", "integer":
      add(path, as: nil, key: element.start, element.start..<element.end, in: number)
    case "boolean":
      guard let value = index.span(of: "value", child) else { return }
      add(path, as: .bool, key: element.start, value, in: number)
    case "nil", "variation", "mask", "attributedString", "date": return
    default:
      readAttributes(of: child, path)
      readChildren(of: child, path)
    }
  }

  private mutating func readSegments(_ list: Int) {
    for (number, segment) in index.children(of: list).enumerated() {
      for attribute in index.attributes(of: segment) {
        let path = ["segments", "\(number)", index.string(attribute.name)]
        add(path, as: .string, key: attribute.name.lowerBound, attribute.value, in: segment)
      }
    }
  }

  private mutating func addRun(_ path: [String], _ type: PropertyType, _ child: Int, in number: Int) {
    guard let run = elements.run(of: child) else { return }
    add(path, as: type, key: index.elements[child].start, run, in: number)
  }

  /// Adds a value with the given type or, if that is nil, with the type of its rule.
  private mutating func add(_ path: [String], as type: PropertyType?, key: Int, _ value: Range<Int>, in number: Int) {
    let rule = rules.rule(at: path, in: tag)
    let name = unused(rule?.name ?? path.joined(separator: "."))
    let stated = type?.rawValue ?? rule?.type
    guard let text = values.sceneText(index.text(value), as: stated) else {
      show(.init(name: name, value: value, expected: Self.expected(stated), isReadOnly: false))
      return
    }
    // The text determines the type of a value without a rule: `YES` is a Bool, and `YESTERDAY` a String.
    members.leaves.append(
      ForeignLeaf(
        name: name, type: stated, text: text, key: key, value: value, container: index.elements[number].start))
  }

  /// Returns a phrase for the form of a type's values in the document, for messages.
  private static func expected(_ type: String?) -> String? {
    switch type.flatMap(PropertyType.init(rawValue:)) {
    case .bool: "YES or NO"
    case .int, .double: "a number"
    case .color: "a color with components, or the name of one that the document defines"
    case .point: "x and y"
    case .size: "width and height"
    case .rect: "x, y, width and height"
    default: "plain text"
    }
  }

  // MARK: runtime attributes

  private mutating func readRuntimeAttributes(_ list: Int) {
    let entries = index.children(of: list, named: "userDefinedRuntimeAttribute")
    let keyPaths = entries.map { index.attribute("keyPath", of: $0).map { ExactText($0) } }
    // Of several attributes with the same key path, the last one takes effect, since they are set in order.
    let lasts = Dictionary(zip(keyPaths, entries), uniquingKeysWith: { _, last in last })
    let counts = Dictionary(keyPaths.map { ($0, 1) }, uniquingKeysWith: +)
    for (entry, path) in zip(entries, keyPaths) {
      guard let keyPath = path?.text, let span = index.span(of: "keyPath", entry) else { continue }
      let isTaken = names[ExactText(keyPath)] != nil || lasts[path] != entry
      let name = unused(isTaken ? "userDefinedRuntimeAttributes.\(keyPath)" : keyPath)
      let element = index.elements[entry]
      guard let (type, key, value) = value(of: entry), let text = values.sceneText(index.text(value), as: type) else {
        show(.init(name: name, value: element.start..<element.end, expected: nil, isReadOnly: true))
        continue
      }
      var leaf = ForeignLeaf(
        name: name, type: type, text: text, key: key, value: value, container: index.elements[list].start)
      leaf.isCustom = true
      leaf.isNamesake = counts[path] != 1
      leaf.entry = ForeignLeaf.Entry(list: index.elements[list].start, offset: element.start, name: span)
      members.leaves.append(leaf)
    }
  }

  /// Returns the type of a runtime attribute's value, the key of its splice, and its span; nil if there is no value of
  /// a supported type.
  private func value(of entry: Int) -> (type: String, key: Int, span: Range<Int>)? {
    if let value = index.attributes(of: entry).first(where: { index.text($0.name).elementsEqual("value".utf8) }) {
      let isBool = index.attribute("type", of: entry) == "boolean"
      return ((isBool ? PropertyType.bool : .string).rawValue, value.name.lowerBound, value.value)
    }
    guard let child = index.children(of: entry).first(where: { index.attribute("key", of: $0) == "value" }) else {
      return nil
    }
    let element = index.elements[child]
    let whole = element.start..<element.end
    switch index.name(of: child) {
    case "color": return elements.run(of: child).map { (PropertyType.color.rawValue, element.start, $0) }
    case "point": return elements.run(of: child).map { (PropertyType.point.rawValue, element.start, $0) }
    case "size": return elements.run(of: child).map { (PropertyType.size.rawValue, element.start, $0) }
    case "rect": return elements.run(of: child).map { (PropertyType.rect.rawValue, element.start, $0) }
    case "real", "integer": return (PropertyType.double.rawValue, element.start, whole)
    case "string", "mutableString", "localizedString": return (PropertyType.string.rawValue, element.start, whole)
    case "image": return index.span(of: "name", child).map { (PropertyType.string.rawValue, element.start, $0) }
    default: return nil
    }
  }

  /// Adds a value that is not an attribute, and reserves its name.
  private mutating func show(_ other: ForeignMembers.Other) {
    members.others.append(other)
    names[ExactText(other.name)] = .some(nil)
  }

  /// Returns a unique name for the next attribute: the given name, with a number appended if it is already taken.
  private mutating func unused(_ name: String) -> String {
    var (unused, number) = (name, numbers[ExactText(name)] ?? 2)
    while let place = names[ExactText(unused)] {
      // If the first of two values with the same name is removed, the second takes over the name.
      if let place, members.leaves.indices.contains(place) { members.leaves[place].isNamesake = true }
      unused = "\(name)\(number)"
      number += 1
    }
    numbers[ExactText(name)] = number
    names[ExactText(unused)] = .some(members.leaves.count)
    return unused
  }
}
