internal import InspectorKit
internal import JSONText
internal import SceneDocument

/// A walk over the values of an object in a foreign document, which collects the object's attributes.
struct FormatWalk {
  private(set) var members = ForeignMembers()

  private let mapping: FormatMapping
  private let kind: FormatKind
  private let object: TextValue
  private let marked: FormatMapping.Marked
  private let bases: [(value: TextValue, hasAll: Bool)]
  private let paths: FormatPaths

  /// The property names of the object's class; nil if the format does not describe the class.
  private let reserved: KeyTable<Void>?

  /// The names of the values without a property; nil while all of them consist of plain keys.
  private var names: Set<ExactText>?

  /// The plain names, recorded while `names` is nil. They are distinct because their key paths are.
  private var plainNames: [String] = []
  private var containers: Set<Int> = []

  /// The names of the composed properties that were already visited.
  private var composedNames: [String] = []

  /// The names that more than one value would have without a number.
  private var namesakes: Set<ExactText> = []

  /// The maximum nesting depth of JSON objects whose members are attributes.
  private static let mostLevels = 32

  /// - Parameters:
  ///   - description: the description of the object's class.
  ///   - marked: the values by which the document is recognised, if the object may have some of them.
  ///   - bases: the bases of the object, from which it inherits values.
  ///   - document: the foreign document, for bases without a file of their own.
  init(
    _ object: TextValue, _ kind: FormatKind, of mapping: FormatMapping, _ description: FormatClass?,
    _ marked: FormatMapping.Marked = FormatMapping.Marked(), _ bases: [ForeignBase] = [], in document: TextValue
  ) {
    (self.mapping, self.kind, self.object, self.marked) = (mapping, kind, object, marked)
    self.bases = bases.map { ($0.value(in: document), $0.hasAll) }
    paths = mapping.paths(kind, description)
    reserved = description?.names
    for (number, source) in kind.sources.enumerated() {
      guard let container = follow(source) else { continue }
      guard container.kind == .object else {
        let rules = paths.rules(at: source)
        if let rules, rules.isBlocked(by: container, isSource: true) {
          block(container, source.joined(separator: "."), rules)
        }
        continue
      }
      // Distinct keys guarantee distinct names only within one source.
      visit(container, paths.rules(at: source), name: "", isPlain: number == 0, levels: 0)
    }
    for list in kind.lists {
      let value = follow(list.path)
      let isInSource = kind.sources.contains { $0.count < list.path.count && list.path.starts(with: $0) }
      guard !isInSource, let value, value.kind == .array else { continue }
      visit(value, list, paths.rules(at: list.path))
    }
    for place in members.leaves.indices where !marked.needed.isEmpty {
      let leaf = members.leaves[place]
      let values = leaf.parts.isEmpty ? [leaf.value] : leaf.parts.compactMap { $0.member?.value }
      members.leaves[place].isMark = values.contains { marked.needed.contains($0.lowerBound) }
    }
    for place in members.leaves.indices
    where !namesakes.isEmpty && namesakes.contains(ExactText(members.leaves[place].name)) {
      members.leaves[place].isNamesake = true
    }
  }

  /// Records a value that takes the place of an object with members of properties.
  private mutating func block(_ value: TextValue, _ path: String, _ rules: FormatPaths) {
    let names = rules.innerNames
    var other = ForeignMembers.Other(
      name: names.count == 1 ? names[0] : path, value: value.span, expected: "an object", isReadOnly: false)
    other.blocked = names
    members.others.append(other)
  }

  private mutating func addContainer(_ value: TextValue?) {
    guard let value, value.kind == .object, containers.insert(value.offset).inserted else { return }
    members.containers.append(value.offset)
  }

  /// Returns the value at a key path; nil if there is none. Records the objects along the path as containers for new
  /// members.
  private mutating func follow(_ path: [String]) -> TextValue? {
    var value = object
    for key in path {
      addContainer(value)
      guard let next = value.value(at: CollectionOfOne(key)) else { return nil }
      value = next
    }
    return value
  }

  /// Adds the attributes found in the members of a JSON object.
  ///
  /// - Parameters:
  ///   - rules: the rules for the key path of the JSON object; nil if there are none.
  ///   - name: the prefix of the attributes' names.
  ///   - isPlain: true if the keys that lead to the JSON object are plain identifiers.
  private mutating func visit(
    _ container: TextValue, _ rules: FormatPaths?, name: String, isPlain: Bool, levels: Int
  ) {
    addContainer(container)
    container.forEachMember { raw, offset, value in
      let own = rules?.member(raw)
      guard own?.isHidden(value) != true, value.isScalar || own?.isOpaque != true else { return true }
      if let list = own?.list, value.kind == .array {
        visit(value, list, own)
        return true
      }
      if let composed = own?.composed {
        compose(composed)
        return true
      }
      if let own, own.isBlocked(by: value), mapping.function(value) == nil {
        block(value, name + Self.identifier(JSONString.decode(raw)), own)
        return true
      }
      var place = Place(name: "", property: own?.property, key: offset, container: container.offset)
      if let property = own?.property {
        place.name = property.name
      } else {
        let key = JSONString.decode(raw)
        place.isPlain = isPlain && Self.isIdentifier(key)
        place.name = unused(name + (place.isPlain ? key : Self.identifier(key)), &place.isPlain)
      }
      let isReadOnly = own?.isReadOnlyItself == true || rules?.isReadOnlyByBeginning(JSONString.decode(raw)) == true
      take(value, place, own, isReadOnly: isReadOnly, levels)
      return true
    }
  }

  /// Adds the attributes found in a member or a list entry.
  private mutating func take(
    _ value: TextValue, _ place: Place, _ rules: FormatPaths?, isReadOnly: Bool, _ levels: Int
  ) {
    if place.property?.isReadOnly == true || isReadOnly || marked.fixed.contains(value.offset) {
      other(place, value, isReadOnly: true)
    } else if value.kind == .object, place.property == nil, place.type.flatMap(FormatSpelling.parts) == nil,
      mapping.function(value) == nil
    {
      if levels < Self.mostLevels {
        visit(value, rules, name: place.name + ".", isPlain: place.isPlain, levels: levels + 1)
      } else {
        other(place, value)
      }
    } else {
      take(value, place)
    }
  }

  /// Adds the attributes found in the entries of a list. Skips entries without a name or a value.
  private mutating func visit(_ list: TextValue, _ rule: ListRule, _ rules: FormatPaths?) {
    members.containers.append(list.offset)
    for entry in list.elements {
      guard let keyName = entry.member(rule.name), let key = keyName.string else { continue }
      var found: (offset: Int, value: TextValue)?
      entry.forEachMember { member, offset, value in
        guard JSONString.equals(member, rule.value) else { return true }
        found = (offset, value)
        return false
      }
      guard let (offset, value) = found else { continue }
      let own = rules?[key]
      let property = own?.property
      var place = Place(name: "", property: property, key: offset, container: entry.offset)
      place.name = property.flatMap(first) ?? unused(Self.identifier(key), &place.isPlain)
      place.isCustom = true
      place.typeOfEntry = rule.typeName(of: entry).flatMap(mapping.type)
      if let mirror = rule.mirror {
        place.container = nil
        take(value, place, mirror, in: entry, rule)
        continue
      }
      if rule.isFixed {
        place.container = nil
      } else {
        place.entry = ForeignLeaf.Entry(list: list.offset, offset: entry.offset, name: keyName.span)
      }
      let isReadOnly = own?.isReadOnlyItself == true || rules?.isReadOnlyByBeginning(key) == true
      take(value, place, own, isReadOnly: isReadOnly, 0)
    }
  }

  /// Adds the attributes of a list entry with a mirror: its value, or the elements of its array.
  private mutating func take(
    _ value: TextValue, _ place: Place, _ mirror: MirrorRule, in entry: TextValue, _ rule: ListRule
  ) {
    let typeName = rule.typeName(of: entry) ?? ""
    let element = rule.arrays?.rest(of: typeName)
    let isArray = element != nil && value.kind == .array
    let (values, name) = (isArray ? value.elements : [value], element ?? typeName)
    let form = mirror.form(of: name)
    let type = isArray ? mapping.type(name) : place.type
    if isArray || form == nil || type == nil { other(place, value, isReadOnly: form == nil || type == nil) }
    guard let form, let type else { return }
    for (number, value) in values.enumerated() {
      let name = isArray ? "\(place.name).\(number)" : place.name
      let key = isArray ? value.offset : place.key
      if let mirror = mirror.mirror(number, of: values.count, in: entry, form), add(value, name, type, key, nil) {
        members.leaves[members.leaves.count - 1].mirror = mirror
        members.leaves[members.leaves.count - 1].isWhole = rule.whole.contains(type)
        members.leaves[members.leaves.count - 1].isCustom = true
      } else if !isArray, mirror.mirror(0, of: 1, in: entry, form) == nil {
        other(place, value, expected: "a value that has a place in '\(mirror.key)'")
      } else if !isArray {
        other(
          place, value, expected: mirror.mirror(0, of: 1, in: entry, form) == nil ? nil : "a value of the type \(type)")
      }
    }
  }

  /// Adds the value of a composed property, unless the property was already visited.
  private mutating func compose(_ composed: FormatPaths.Composed) {
    let property = composed.property
    guard !composed.isHidden, !composedNames.contains(where: property.name.isExactly) else { return }
    composedNames.append(property.name)
    var parts: [ForeignLeaf.Part] = []
    var (way, container) = ([String]?.none, TextValue?.none)
    for (path, standard) in zip(property.parts, property.standards) {
      let inherited = bases.lazy.filter(\.hasAll).compactMap { $0.value.value(at: path) }.first { $0.kind == .number }
      var part = ForeignLeaf.Part(path: path, member: nil, standard: inherited.map { Array($0.text) } ?? standard)
      part.isInherited = inherited != nil
      if way.map({ path.dropLast() == $0[...] }) != true {
        let prefix = Array(path.dropLast())
        (way, container) = (prefix, follow(prefix))
        addContainer(container)
      }
      if let container, let last = path.last {
        container.forEachMember { key, offset, value in
          guard JSONString.equals(key, last) else { return true }
          part.member = ForeignLeaf.Member(key: offset, value: value.span, container: container.offset)
          return false
        }
      }
      parts.append(part)
    }
    let present = parts.compactMap(\.member)
    guard let first = present.first else { return }
    if composed.isReadOnly {
      guard !members.others.contains(where: { $0.name == property.name }) else { return }
      let place = Place(name: property.name, property: property, key: first.key, container: first.container)
      return other(place, object.value(atOffset: first.value.lowerBound), isReadOnly: true)
    }
    let numbers = parts.map { part in part.member.map { Array(object.text($0.value)) } ?? part.standard }
    var leaf = ForeignLeaf(
      name: property.name, type: property.type, text: FormatSpelling.object(of: property.type, numbers),
      key: first.key, value: first.value, container: first.container)
    leaf.parts = parts
    leaf.isWhole = property.isWhole
    members.leaves.append(leaf)
  }

  /// The name and the place of a value.
  private struct Place {
    var name: String
    var property: FormatProperty?
    var key: Int
    var container: Int?
    var entry: ForeignLeaf.Entry?

    /// True if the document, and not the format, defines the value's name.
    var isCustom = false

    /// True if the name consists of the plain keys that lead to the value.
    var isPlain = false

    /// The name of the type that the document states for an entry of a list.
    var typeOfEntry: String?

    /// The name of the value's type if the value is constant; nil if the JSON text determines the type.
    var type: String? { property?.type ?? typeOfEntry }
  }

  /// Adds a constant value as an attribute, or the constant parts of a function or array as several attributes.
  private mutating func take(_ value: TextValue, _ place: Place) {
    if add(value, place.name, place.type, place.key, place.container) { return completeLast(place) }
    let function = mapping.function(value)
    let isExpression = value.firstElement?.string.map(mapping.operators.contains) ?? false
    let isKnown = function != nil || isExpression || place.property?.isReadOnly == true
    other(place, value, expected: isKnown ? nil : place.type.map { "a value of the type \($0)" })
    if !isKnown, let type = place.type {
      // The value is invalid, but can be replaced as a whole.
      members.leaves.append(
        ForeignLeaf(name: place.name, type: type, key: place.key, value: value.span, container: place.container))
      completeLast(place)
    } else if let function {
      take(function, value, place.name, place.property, levels: 0)
    } else if place.property == nil, value.kind == .array {
      let elements = value.elements
      guard !isExpression, elements.allSatisfy(\.isScalar) else { return }
      for (number, element) in elements.enumerated() {
        _ = add(element, "\(place.name).\(number)", nil, element.offset, nil)
      }
    }
  }

  /// Adds the constant parts of a function and of the functions nested in it.
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

  /// Adds a value as an attribute. Returns false if the value cannot be an attribute.
  private mutating func add(
    _ value: TextValue, _ name: String, _ type: String?, _ key: Int, _ container: Int?
  ) -> Bool {
    guard let form = mapping.spelling.form(of: value, as: type) else { return false }
    let type = type ?? (value.kind == .number ? PropertyType.double.rawValue : nil)
    members.leaves.append(
      ForeignLeaf(name: name, type: type, text: form.text, key: key, value: value.span, container: container))
    return true
  }

  /// Copies the details of a place to the attribute that was added last.
  private mutating func completeLast(_ place: Place) {
    members.leaves[members.leaves.count - 1].entry = place.entry
    members.leaves[members.leaves.count - 1].isCustom = place.isCustom
    members.leaves[members.leaves.count - 1].isWhole = place.property?.isWhole ?? false
  }

  private mutating func other(
    _ place: Place, _ value: TextValue, expected: String? = nil, isReadOnly: Bool = false
  ) {
    members.others.append(
      ForeignMembers.Other(name: place.name, value: value.span, expected: expected, isReadOnly: isReadOnly))
  }

  /// Returns the name of a property; nil if an earlier attribute already has the name.
  private func first(_ property: FormatProperty) -> String? {
    members.leaves.contains { $0.name.isExactly(property.name) } ? nil : property.name
  }

  /// Returns a unique name for a value: the given name, with a number appended if it is already taken.
  ///
  /// - Parameter isPlain: true if the name consists of plain keys; set to false if a number is appended.
  private mutating func unused(_ name: String, _ isPlain: inout Bool) -> String {
    if isPlain, names == nil, reserved?[name] == nil {
      plainNames.append(name)
      return name
    }
    var known = names ?? Set(plainNames.map(ExactText.init))
    names = nil
    defer { names = known }
    var (unused, number) = (name, 2)
    while true {
      // The name of a property does not depend on the other values.
      if reserved?[unused] == nil {
        if known.insert(ExactText(unused)).inserted { break }
        namesakes.insert(ExactText(unused))
      }
      isPlain = false
      unused = "\(name)\(number)"
      number += 1
    }
    return unused
  }
}
