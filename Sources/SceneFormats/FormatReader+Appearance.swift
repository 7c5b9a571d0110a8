internal import InspectorKit
internal import JSONText
internal import SceneDocument
internal import Selectors

// Checks of the placements and drawings of classes, which have the same form as those of plugins without code.
extension FormatReader {
  /// Checks the placement and the drawing of a class, and throws the first fault.
  ///
  /// - Parameter component: the class with the properties of its bases; nil if its declaration has a fault that is
  ///   reported later.
  func checkAppearance(of value: TextValue, _ component: ComponentDefinition?) throws(ForeignFault) {
    let name = try string(value, "name", of: "a class")
    for entry in try elements(value, "placement") {
      try checkKeys(entry, "the placement of '\(name)'", PlacementTemplate.keys)
      let template = try read("placement", of: name, entry) { json throws(StatedProblem) in
        try PlacementTemplate(.array([json]))
      }
      try checkNames(template.names, in: "placement", of: name, at: entry)
      try checkNumbers(template.names, in: "placement", of: name, at: entry)
      try checkConditions(template.conditions, in: "placement", of: name, component, at: entry)
    }
    for entry in try elements(value, "drawing") {
      try checkEntry(entry, of: name)
      let template = try read("drawing", of: name, entry) { json throws(StatedProblem) in
        try DrawingTemplate(.array([json]))
      }
      let references = template.references.filter { !DrawingTemplate.sizeNames.contains($0.name) }
      try checkNames(Set(references.map(\.name)), in: "drawing", of: name, at: entry)
      try checkNumbers(Set(references.filter(\.isInNumber).map(\.name)), in: "drawing", of: name, at: entry)
      try checkConditions(template.conditions, in: "drawing", of: name, component, at: entry)
    }
  }

  private func read<Template>(
    _ key: String, of name: String, _ entry: TextValue, _ read: (JSON) throws(StatedProblem) -> Template
  ) throws(ForeignFault) -> Template {
    do throws(StatedProblem) {
      return try read((try? JSON.parse(entry.text)) ?? .null)
    } catch {
      // The entry is read alone, so the first number is that of the entry itself; the others lead through its groups.
      let inner = error.place.dropFirst().reduce(entry) { group, number in
        let entries = group.member("group")?.elements ?? []
        return entries.indices.contains(number - 1) ? entries[number - 1] : group
      }
      throw fault(.appearance(key, of: name, reason: error.words), inner)
    }
  }

  // MARK: names

  /// Throws a fault if a name refers neither to a property nor to a member that cannot be edited. A name of the parent
  /// may refer to a property of any class.
  private func checkNames(
    _ names: Set<String>, in key: String, of className: String, at entry: TextValue
  ) throws(ForeignFault) {
    for name in names.sorted() {
      let nameOfParent = ParentName.name(in: name)
      let known = numbersAndProperties(ofClass: nameOfParent == nil ? className : nil)
      let bare = nameOfParent ?? name
      if isUnedited(Self.path(bare)) || known.contains(where: { $0.isExactly(bare) }) { continue }
      let prefix = String(name.prefix(name.count - bare.count))
      let suggestion = DidYouMean.suggestion(for: name, among: known.map { prefix + $0 }.sorted())
      throw fault(
        .unknownName(name, in: key, of: className, isOfParent: nameOfParent != nil, suggestion: suggestion), entry)
    }
  }

  /// Throws a fault if an expression uses a property whose values are not numbers.
  private func checkNumbers(
    _ names: Set<String>, in key: String, of className: String, at entry: TextValue
  ) throws(ForeignFault) {
    for name in names.sorted() {
      let nameOfParent = ParentName.name(in: name)
      let bare = nameOfParent ?? name
      let types = properties(ofClass: nameOfParent == nil ? className : nil).filter { $0.name.isExactly(bare) }.map(
        \.type)
      let numbers = [PropertyType.int, .double, .bool].map(\.rawValue)
      guard let type = types.first, !types.contains(where: numbers.contains), !isUnedited(Self.path(bare)) else {
        continue
      }
      throw fault(
        .noNumber(name, in: key, of: className, type: type, parts: FormatSpelling.parts(of: type) ?? []), entry)
    }
  }

  /// Throws a fault if a condition cannot be read, or names a property that does not exist.
  private func checkConditions(
    _ conditions: [String], in key: String, of className: String, _ component: ComponentDefinition?, at entry: TextValue
  ) throws(ForeignFault) {
    for text in conditions {
      let place = entry.member("when").map { $0.string?.isExactly(text) == true ? $0 : entry } ?? entry
      if let problem = component?.problem(ofCondition: text, mayNameParent: true) {
        throw fault(.condition(text, in: key, of: className, problem: problem), place)
      }
      let names = (try? Condition(parsing: text))?.predicates.map(\.property) ?? []
      try checkNames(Set(names.filter { ParentName.name(in: $0) != nil }), in: key, of: className, at: place)
    }
  }

  /// Returns the properties of a class, or of all classes if the name is nil.
  private func properties(ofClass className: String?) -> [FormatProperty] {
    contents.classes.flatMap { name, description -> [FormatProperty] in
      if let className, !name.isExactly(className) { return [] }
      return Array(description.properties.values) + Array(description.composed.values)
    }
  }

  /// Returns the names of a class's properties and of the numbers in their values, such as `frame.width`. Includes all
  /// classes if the class name is nil.
  private func numbersAndProperties(ofClass className: String?) -> [String] {
    properties(ofClass: className).flatMap { property in
      [property.name] + (FormatSpelling.parts(of: property.type) ?? []).map { "\(property.name).\($0)" }
    }
  }

  /// Returns true if a key path leads to or into a member that some kind excludes from editing.
  private func isUnedited(_ path: [String]) -> Bool {
    contents.kinds.contains { kind in
      (1...path.count).contains { count in
        let start = Array(path[..<count])
        return kind.isReadOnly(start) || kind.hidden.contains(start) || kind.opaque.contains(start)
      }
    }
  }

  // MARK: keys and constants

  /// Throws a fault if an entry of a drawing, or of a group in it, has an unknown key or a constant that is out of
  /// range.
  private func checkEntry(_ entry: TextValue, of className: String) throws(ForeignFault) {
    let owner = "the drawing of '\(className)'"
    try checkKeys(entry, owner, DrawingTemplate.entryKeys)
    for (key, _, value) in members(entry) {
      if key == "group", value.kind == .array {
        for inner in value.elements { try checkEntry(inner, of: className) }
      } else {
        try checkValue(value, key, owner)
      }
    }
  }

  private func checkValue(_ value: TextValue, _ key: String, _ owner: String) throws(ForeignFault) {
    switch value.kind {
    case .number:
      guard let range = DrawingTemplate.ranges[key], JSONNumber.double(value.text).map(range.contains) != true else {
        return
      }
      let expected = range.upperBound.isFinite ? "a number from 0 to 1" : "a number that is not negative"
      throw fault(.wrong(key, expected: expected, found: String(decoding: value.text, as: UTF8.self)), value)
    case .array: for element in value.elements { try checkValue(element, key, owner) }
    case .object: try checkObject(value, key, "'\(key)' of \(owner)")
    default: return
    }
  }

  private func checkObject(_ value: TextValue, _ key: String, _ owner: String) throws(ForeignFault) {
    let marks = DrawingTemplate.valueKeys.keys.filter { value.member($0) != nil }.sorted()
    guard let mark = marks.first else {
      guard let keys = DrawingTemplate.innerKeys[key] else { return }
      try checkKeys(value, owner, keys)
      for (key, _, member) in members(value) { try checkValue(member, key, owner) }
      return
    }
    guard marks.count == 1 else { throw fault(.bothMarks(marks[0], marks[1], of: owner), value) }
    try checkKeys(value, owner, DrawingTemplate.valueKeys[mark] ?? [])
    if mark != "number" { _ = try string(value, mark, of: owner) }
    for (_, _, member) in try members(value, "map") { try checkValue(member, key, owner) }
    if let other = value.member("else") { try checkValue(other, key, owner) }
  }
}
