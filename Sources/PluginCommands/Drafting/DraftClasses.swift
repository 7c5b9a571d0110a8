internal import InspectorKit
internal import JSONText
internal import Workbench

/// The classes of a draft with their properties.
///
/// Each kind has a base class, which declares the properties that several classes share or that belong to objects
/// without a class. The other classes of the kind extend the base class with their own properties.
struct DraftClasses {
  /// The JSON of the classes, as the format lists them under `classes`.
  private(set) var json: [JSON] = []

  /// The names of the base classes, by the numbers of their kinds.
  private(set) var names: [String] = []
  private(set) var doubts: [DraftDoubt] = []
  private(set) var propertyCount = 0

  /// True if some colors are stored as strings.
  private(set) var hasColorTexts = false
  private(set) var hasColorNumbers = false

  private let objects: DraftObjects

  /// The maximum number of properties that a class declares.
  private static let mostProperties = 120

  /// - Parameter structure: the key paths of each kind's structural members, such as ids and names.
  init(_ draft: DraftKinds, _ objects: DraftObjects, besides structure: [Set<[String]>]) {
    self.objects = objects
    let texts = Set(objects.classes.compactMap { $0.text.map { ExactText($0) } })
    var taken = texts
    for kind in draft.all {
      let wanted = EnglishName.className(of: kind.name)
      var (name, number) = (taken.contains(ExactText(wanted)) ? wanted + "Object" : wanted, 2)
      while taken.contains(ExactText(name)) { (name, number) = ("\(wanted)\(number)", number + 1) }
      taken.insert(ExactText(name))
      names.append(name)
    }
    for kind in draft.all.indices { describe(draft.all[kind], kind, structure[kind]) }
  }

  // MARK: classes

  private mutating func describe(_ kind: DraftKind, _ number: Int, _ structure: Set<[String]>) {
    let classes = objects.classes.indices.filter { objects.classes[$0].kind == number }
    // A class that occurs in several kinds is inspected as the base class of each kind.
    let own = Set(classes.filter { isDescribed($0) })
    var base = DraftClass(name: names[number], objects: classes.reduce(0) { $0 + objects.classes[$1].objects })
    var extending: [Int: DraftClass] = [:]
    for place in own {
      extending[place] = DraftClass(name: objects.classes[place].text ?? "", objects: objects.classes[place].objects)
    }
    var values: [DraftValue] = []
    collect(kind.shape, [], structure, &values)
    for value in values { assign(value, own, &base, &extending) }
    json.append(text(of: &base, nil))
    for place in own.sorted() {
      guard var extended = extending[place], !extended.values.isEmpty else { continue }
      extended.extend(base)
      json.append(text(of: &extended, base.name))
    }
  }

  /// Returns true if the draft declares a class: its name is valid, and only one kind uses it.
  private func isDescribed(_ number: Int) -> Bool {
    guard let text = objects.classes[number].text, PropertyDefinition.isKeyPath(text), !text.holds(".") else {
      return false
    }
    return objects.classes.count { $0.text?.isExactly(text) ?? false } == 1
  }

  // MARK: values

  /// Appends the values of a place and of the objects below it to a list, in the order of their keys.
  private func collect(
    _ shape: DocumentShape, _ path: [String], _ skipped: Set<[String]>, _ values: inout [DraftValue]
  ) {
    var seen: Set<String> = []
    for key in shape.keys where seen.insert(key).inserted {
      let path = path + [key]
      guard let place = shape[key], place.rule == .value, !skipped.contains(path), path.count <= 8,
        FormatFiles.keyPath(path) != nil
      else { continue }
      values.append(DraftValue(path: path, place: place))
      if place.objects > place.scalars { collect(place, path, skipped, &values) }
    }
  }

  /// Adds a value to the class that will declare it.
  private mutating func assign(
    _ value: DraftValue, _ own: Set<Int>, _ base: inout DraftClass, _ extending: inout [Int: DraftClass]
  ) {
    let evidence = value.place.evidence
    guard !evidence.isEmpty else { return }
    if evidence.count == 1, let (number, values) = evidence.first, own.contains(number) {
      extending[number]?.add(value.path, value.place, values, others: value.place.others[number] ?? 0)
      return
    }
    var whole = ValueEvidence()
    for (_, values) in evidence.sorted(by: { $0.key < $1.key }) { whole.merge(values) }
    let others = value.place.others.values.reduce(0, +)
    if type(value.path, value.place, whole) != nil || !evidence.keys.contains(where: own.contains) {
      return base.add(value.path, value.place, whole, others: others)
    }
    // The classes have values of different types under one key.
    for (number, values) in evidence.sorted(by: { $0.key < $1.key }) where own.contains(number) {
      extending[number]?.add(value.path, value.place, values, others: value.place.others[number] ?? 0)
    }
  }

  /// Returns the type of a value; nil if no type fits all occurrences.
  private func type(_ path: [String], _ place: DocumentShape, _ values: ValueEvidence) -> PropertyType? {
    if place.arrays > 0, values.types.isEmpty { return arrayType(path, place) }
    // A value that is mostly an object is read by its members.
    if place.objects > place.scalars { return nil }
    let word = SceneEvidence.lastWord(of: path.last ?? "")
    let isCalledColor = UsualNames.colors.contains(word)
    if isCalledColor, values.isWhole, let bounds = values.bounds, bounds.upperBound > 255, bounds.lowerBound >= 0,
      bounds.upperBound <= 0xFF_FFFF
    {
      return .color
    }
    let isFraction = UsualNames.fractions.contains(word) || objects.fractionWords.contains(word)
    return values.type(isBesideFraction: isFraction, isCalledColor: isCalledColor)
  }

  /// Returns the type of an array of numbers, such as a point; nil for any other value.
  private func arrayType(_ path: [String], _ place: DocumentShape) -> PropertyType? {
    guard place.arrays > 0, place.arrays + place.nulls == place.count, let elements = place.elements,
      elements.holdsNumbersOnly, let lengths = place.lengths, let key = path.last
    else { return nil }
    let word = SceneEvidence.lastWord(of: key)
    if lengths == 2...2 {
      return UsualNames.points.contains(word) ? .point : UsualNames.sizes.contains(word) ? .size : nil
    }
    return lengths == 4...4 && UsualNames.rects.contains(word) ? .rect : nil
  }

  // MARK: properties

  private mutating func text(of description: inout DraftClass, _ base: String?) -> JSON {
    var properties: [JSON] = []
    var left = 0
    for group in description.groups() {
      guard properties.count < Self.mostProperties else {
        left += group.values.count
        continue
      }
      guard let property = property(group, &description) else { continue }
      properties.append(property)
    }
    propertyCount += properties.count
    if left > 0 { doubts.append(DraftDoubt(place: description.name, reason: .left(properties: left))) }
    var members: [JSON.Member] = [.init("name", .string(description.name))]
    if let base { members.append(.init("base", .string(base))) }
    return .object(members + [.init("properties", .array(properties))])
  }

  private mutating func property(_ group: DraftGroup, _ description: inout DraftClass) -> JSON? {
    if let type = group.composed { return Self.property(group, of: type, &description) }
    guard let value = group.values.first, let key = FormatFiles.keyPath(value.path) else { return nil }
    let (place, evidence) = ("\(description.name).\(key)", value.evidence)
    // A value that is mostly an array or object is read by its members.
    let found = type(value.path, value.place, evidence)
    guard let type = found, value.others <= evidence.count || evidence.count == 0 else {
      let types = evidence.types.keys.map(\.rawValue).sorted()
      if types.count > 1 || value.others > 0 && !types.isEmpty {
        doubts.append(DraftDoubt(place: place, reason: .mixed(types + (value.others > 0 ? ["lists or objects"] : []))))
      }
      return nil
    }
    note(type, value, place)
    let name = description.unused(group.name)
    var members: [JSON.Member] = [
      .init("name", .string(name)), .init("key", .string(key)), .init("type", .string(type.rawValue)),
    ]
    if let label = description.label(for: name) { members.append(.init("label", .string(label))) }
    members.append(Self.standard(evidence, type, of: description.objects))
    if type == .string, !evidence.options.isEmpty {
      doubts.append(DraftDoubt(place: place, reason: .options(count: evidence.options.count)))
      let options = evidence.options.map {
        JSON.object([.init("value", $0.value.json), .init("label", .string($0.label))])
      }
      members.append(.init("options", .array(options)))
    }
    return .object(members)
  }

  /// Returns the JSON declaration of a property that is composed of several numbers.
  private static func property(_ group: DraftGroup, of type: PropertyType, _ description: inout DraftClass) -> JSON {
    let name = description.unused(group.name)
    let zero = JSON.object(ComponentValue.names(of: type).map { .init($0, 0) })
    var members: [JSON.Member] = [
      .init("name", .string(name)),
      .init("key", .array(group.values.compactMap { FormatFiles.keyPath($0.path).map(JSON.string) })),
      .init("type", .string(type.rawValue)), .init("default", zero),
    ]
    if let label = description.label(for: name) { members.append(.init("label", .string(label))) }
    return .object(members)
  }

  /// Returns the member `default` with the most frequent value if all objects have a value; otherwise the member
  /// `optional`.
  private static func standard(_ evidence: ValueEvidence, _ type: PropertyType, of objects: Int) -> JSON.Member {
    let isAlways = evidence.count >= objects && evidence.nulls == 0
    let isColorNumber = type == .color && evidence.isWhole
    guard isAlways, !isColorNumber, let standard = evidence.majority(of: objects, as: type) else {
      return .init("optional", true)
    }
    return .init("default", standard.json)
  }

  private mutating func note(_ type: PropertyType, _ value: DraftValue.Counted, _ place: String) {
    if type == .int, value.evidence.count < 10 {
      doubts.append(DraftDoubt(place: place, reason: .whole(count: value.evidence.count)))
    }
    guard type == .color else { return }
    if value.evidence.isWhole { hasColorNumbers = true } else { hasColorTexts = true }
  }
}

/// A value of a kind, by its key path.
struct DraftValue {
  var path: [String]
  var place: DocumentShape

  /// The occurrences of a value in the objects of a class.
  struct Counted {
    var path: [String]
    var place: DocumentShape
    var evidence: ValueEvidence

    /// The number of arrays and objects among the occurrences.
    var others: Int
  }
}

/// The values that form one property: a single value, or the numbers of a point, a size or a rectangle.
struct DraftGroup {
  var values: [DraftValue.Counted]
  var name: String

  /// The type of a property composed of several numbers; nil for a single value.
  var composed: PropertyType?
}

/// A class of a draft whose properties are being collected.
struct DraftClass {
  var name: String
  var objects: Int
  var values: [DraftValue.Counted] = []
  private var labels: Set<String> = []
  private var names: Set<ExactText> = []

  init(name: String, objects: Int) { (self.name, self.objects) = (name, objects) }

  mutating func add(_ path: [String], _ place: DocumentShape, _ evidence: ValueEvidence, others: Int) {
    values.append(DraftValue.Counted(path: path, place: place, evidence: evidence, others: others))
  }

  /// Inherits the property names and labels of a base class.
  mutating func extend(_ base: DraftClass) { (names, labels) = (base.names, base.labels) }

  /// Returns a property name that is unique in the class, by appending a number if necessary.
  mutating func unused(_ name: String) -> String {
    var (unused, number) = (name, 2)
    while !names.insert(ExactText(unused)).inserted { (unused, number) = ("\(name)\(number)", number + 1) }
    return unused
  }

  /// Returns a unique label for a property; nil if the default label is already unique.
  mutating func label(for name: String) -> String? {
    if labels.insert(PropertyName.label(for: name)).inserted { return nil }
    var (label, number) = (name, 2)
    while !labels.insert(label).inserted { (label, number) = ("\(name) \(number)", number + 1) }
    return label
  }

  /// Returns the values grouped into properties.
  func groups() -> [DraftGroup] {
    let numbers = Dictionary(
      grouping: values.filter { $0.place.holdsNumbersOnly && $0.evidence.types.count > 0 },
      by: { $0.path.dropLast() })
    var composed: [[String]: (DraftGroup, isFirst: Bool)] = [:]
    for (container, list) in numbers {
      for group in Self.composed(list, in: Array(container)) {
        for (place, value) in group.values.enumerated() where composed[value.path] == nil {
          composed[value.path] = (group, place == 0)
        }
      }
    }
    var taken = Set<String>()
    var groups: [DraftGroup] = []
    for value in values {
      if let (group, _) = composed[value.path] {
        let key = group.values.map { $0.path.joined(separator: "\u{0}") }.joined(separator: "\u{1}")
        if taken.insert(key).inserted { groups.append(group) }
      } else {
        let name = value.path.map(EnglishName.identifier).joined(separator: ".")
        groups.append(DraftGroup(values: [value], name: name))
      }
    }
    return groups
  }

  /// The keys of numbers that form one property, with its type and name.
  private static let compositions: [(keys: [String], type: PropertyType, name: String)] = [
    (["x", "y", "width", "height"], .rect, "frame"), (["x", "y", "w", "h"], .rect, "frame"),
    (["left", "top", "width", "height"], .rect, "frame"),
    (["x", "y"], .point, "position"), (["width", "height"], .size, "size"), (["w", "h"], .size, "size"),
  ]

  /// Returns the groups of numbers in one object that form properties.
  private static func composed(_ list: [DraftValue.Counted], in container: [String]) -> [DraftGroup] {
    var left: [String: DraftValue.Counted] = [:]
    for value in list { left[value.path.last ?? ""] = value }
    guard left["z"] == nil else { return [] }
    var groups: [DraftGroup] = []
    for (keys, type, name) in compositions {
      let values = keys.compactMap { left[$0] }
      guard values.count == keys.count, let most = values.map(\.evidence.count).max(),
        values.allSatisfy({ $0.evidence.count * 5 >= most * 4 })
      else { continue }
      let path = container.map(EnglishName.identifier)
      let isAlone = list.count == keys.count && !container.isEmpty
      groups.append(
        DraftGroup(
          values: values, name: (isAlone ? path : path + [name]).joined(separator: "."), composed: type))
      for key in keys { left[key] = nil }
    }
    return groups
  }
}
