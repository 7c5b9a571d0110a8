internal import InspectorKit
internal import SceneDocument

/// Reads the steps of a script from its JSON.
struct ScriptReader {
  /// What a step does is said by one of these keys, and told more of by the others.
  private static let verbs: [(key: String, others: [String])] = [
    ("set", ["select", "unset", "reset"]), ("unset", ["select", "set", "reset"]),
    ("reset", ["select", "set", "unset"]), ("insert", ["into", "at"]), ("remove", []),
    ("duplicate", ["as", "into", "at"]), ("move", ["into", "at"]), ("rename", ["to"]), ("setClass", ["to"]),
    ("setName", ["to"]), ("renameProperty", ["select", "to"]), ("palette", []), ("expect", []),
  ]

  private let step: PlacedJSON
  private let number: Int
  private let members: [PlacedJSON.Member]
  private var parts: [EditStep.Part: (path: String, offset: Int)] = [:]

  static func steps(of script: PlacedJSON) throws(ScriptProblem) -> [ScriptStep] {
    guard let members = script.members else {
      throw ScriptProblem(
        offset: script.offset,
        message: "a script is an object, found \(script.words); begin with {\"format\": \"\(EditScript.format)\"")
    }
    try refuseUnknown(members, known: ["format", "$schema", "comment", "steps"], in: "the script")
    guard let format = members.first(where: { $0.key == "format" })?.value else {
      throw ScriptProblem(
        offset: script.offset, message: "the script has no 'format'; add \"format\": \"\(EditScript.format)\"")
    }
    guard format.string == EditScript.format else {
      throw ScriptProblem(
        offset: format.offset,
        message:
          "the format \(format.string.map { "'\($0)'" } ?? format.words) is not supported; this program reads '\(EditScript.format)'"
      )
    }
    guard let steps = members.first(where: { $0.key == "steps" })?.value else {
      throw ScriptProblem(offset: script.offset, message: "the script has no 'steps'; add \"steps\": [ … ]")
    }
    guard let elements = steps.elements else {
      throw ScriptProblem(offset: steps.offset, message: "'steps' must be an array, found \(steps.words)")
    }
    var read: [ScriptStep] = []
    for (number, element) in elements.enumerated() {
      var reader = try ScriptReader(element, number: number + 1)
      let step = try reader.read()
      read.append(ScriptStep(step: step, offset: element.offset, parts: reader.parts))
    }
    return read
  }

  private init(_ step: PlacedJSON, number: Int) throws(ScriptProblem) {
    guard let members = step.members else {
      throw ScriptProblem(offset: step.offset, message: "step \(number) must be an object, found \(step.words)")
    }
    (self.step, self.number, self.members) = (step, number, members)
  }

  private static func refuseUnknown(
    _ members: [PlacedJSON.Member], known: [String], in owner: String
  ) throws(ScriptProblem) {
    for member in members where !known.contains(member.key) {
      let hint = DidYouMean.suffix(for: member.key, among: known)
      let remedy = hint.isEmpty ? "; it may have \(known.map { "'\($0)'" }.joined(separator: ", "))" : hint
      throw ScriptProblem(offset: member.keyOffset, message: "unknown key '\(member.key)' in \(owner)\(remedy)")
    }
  }

  // MARK: the step

  private mutating func read() throws(ScriptProblem) -> EditStep {
    let verbs = Self.verbs.map(\.key)
    guard let verb = Self.verbs.first(where: { verb in members.contains { $0.key == verb.key } }) else {
      for member in members where member.key != "comment" && member.key != "select" {
        let hint = DidYouMean.suffix(for: member.key, among: verbs + ["select"])
        guard !hint.isEmpty else { continue }
        throw ScriptProblem(offset: member.keyOffset, message: "unknown key '\(member.key)' in step \(number)\(hint)")
      }
      throw ScriptProblem(
        offset: step.offset,
        message:
          "step \(number) says not what to do; it needs one of \(verbs.map { "'\($0)'" }.joined(separator: ", "))")
    }
    for member in members where verbs.contains(member.key) && member.key != verb.key {
      guard !verb.others.contains(member.key) else { continue }
      throw ScriptProblem(
        offset: member.keyOffset,
        message: "step \(number) has '\(verb.key)' and '\(member.key)'; write two steps")
    }
    try Self.refuseUnknown(members, known: [verb.key] + verb.others + ["comment"], in: "step \(number)")
    if let comment = value("comment") { _ = try text(comment, "comment") }
    switch verb.key {
    case "set", "unset", "reset": return .set(try selector("select", .selector), try assignments())
    case "insert": return .insert(objects: try objects(), at: try place() ?? StepPlace())
    case "remove": return .remove(try selector("remove", .selector))
    case "duplicate":
      let id = try value("as").map { id throws(ScriptProblem) in try nonempty(id, "as", .name) }
      return .duplicate(try selector("duplicate", .selector), id: id, at: try place())
    case "move": return try move()
    case "rename": return .rename(try selector("rename", .selector), id: try nonempty(try needed("to"), "to", .name))
    case "setClass":
      return .setClass(try selector("setClass", .selector), to: try nonempty(try needed("to"), "to", .name))
    case "setName":
      let name = try needed("to")
      return .setName(try selector("setName", .selector), to: name.isNull ? nil : try text(name, "to"))
    case "renameProperty":
      let old = try nonempty(try needed("renameProperty"), "renameProperty", .oldName)
      let new = try nonempty(try needed("to"), "to", .name)
      return .renameProperty(try selector("select", .selector), from: old, to: new)
    case "palette": return .palette(try colors(try needed("palette")))
    default: return .expect(try expectation(try needed("expect")))
    }
  }

  private func value(_ key: String) -> PlacedJSON? { members.first { $0.key == key }?.value }

  private func needed(_ key: String) throws(ScriptProblem) -> PlacedJSON {
    guard let value = value(key) else {
      throw ScriptProblem(offset: step.offset, message: "step \(number) has no '\(key)'")
    }
    return value
  }

  private func text(_ value: PlacedJSON, _ key: String) throws(ScriptProblem) -> String {
    guard let text = value.string else {
      throw ScriptProblem(
        offset: value.offset, message: "'\(key)' of step \(number) must be a text, found \(value.words)")
    }
    return text
  }

  private mutating func nonempty(
    _ value: PlacedJSON, _ key: String, _ part: EditStep.Part
  ) throws(ScriptProblem) -> String {
    let text = try text(value, key)
    guard !text.isEmpty else {
      throw ScriptProblem(offset: value.offset, message: "'\(key)' of step \(number) must not be empty")
    }
    parts[part] = ("/\(key)", value.offset)
    return text
  }

  // MARK: selectors and places

  private mutating func selector(_ key: String, _ part: EditStep.Part) throws(ScriptProblem) -> Selector {
    try selector(try needed(key), "/\(key)", part)
  }

  private mutating func selector(
    _ value: PlacedJSON, _ path: String, _ part: EditStep.Part
  ) throws(ScriptProblem) -> Selector {
    let key = String(path.split(separator: "/").last ?? "")
    let text = try text(value, key)
    parts[part] = (path, value.offset)
    do throws(SelectorError) {
      return try Selector(parsing: text)
    } catch {
      // With escapes in it the text is longer than the selector.
      let offset = value.raw.contains("\\") ? value.offset : value.offset + 1 + error.offset
      throw ScriptProblem(offset: offset, message: "the selector of '\(key)' in step \(number): \(error.message)")
    }
  }

  private mutating func move() throws(ScriptProblem) -> EditStep {
    let selector = try selector("move", .selector)
    guard let place = try place() else {
      throw ScriptProblem(
        offset: step.offset, message: "step \(number) says not where to move; add 'into', or 'at', or both")
    }
    return .move(selector, to: place)
  }

  private mutating func place() throws(ScriptProblem) -> StepPlace? {
    let (into, at) = (value("into"), value("at"))
    guard into != nil || at != nil else { return nil }
    var place = StepPlace()
    if let into, !into.isNull { place.parent = try selector(into, "/into", .parent) }
    guard let at else { return place }
    parts[.index] = ("/at", at.offset)
    switch at.kind {
    case .string("first"): place.position = .first
    case .string("last"): place.position = .last
    case .number:
      guard let index = at.integer, index >= 0 else { throw noPlace(at) }
      place.position = .index(index)
    case .object(let members):
      guard members.count == 1, ["before", "after"].contains(members[0].key) else { throw noPlace(at) }
      if let into {
        throw ScriptProblem(
          offset: into.offset, message: "step \(number) has 'into' and a place beside an object; leave 'into' out")
      }
      let sibling = try selector(members[0].value, "/at/\(members[0].key)", .sibling)
      place.position = members[0].key == "before" ? .before(sibling) : .after(sibling)
    default: throw noPlace(at)
    }
    return place
  }

  private func noPlace(_ at: PlacedJSON) -> ScriptProblem {
    ScriptProblem(
      offset: at.offset,
      message:
        "'at' of step \(number) is a number from 0, \"first\", \"last\", {\"before\": \"#id\"} or {\"after\": \"#id\"}, found \(at.words)"
    )
  }

  private mutating func objects() throws(ScriptProblem) -> [String] {
    let value = try needed("insert")
    let objects = value.elements ?? [value]
    for (number, object) in objects.enumerated() {
      let path = value.elements == nil ? "/insert" : "/insert/\(number)"
      parts[.object(number, offset: 0)] = (path, object.offset)
      guard let fault = SceneDocument.fault(ofObject: Array(object.raw.utf8)) else { continue }
      throw ScriptProblem(
        offset: object.offset + fault.offset, message: "the object to insert in step \(self.number): \(fault.message)")
    }
    return objects.map(\.raw)
  }

  // MARK: values

  private static let arithmetic = ["add", "subtract", "multiply", "divide"]

  private mutating func assignments() throws(ScriptProblem) -> [Assignment] {
    var assignments: [Assignment] = []
    if let set = value("set") {
      guard let members = set.members else {
        throw ScriptProblem(
          offset: set.offset, message: "'set' of step \(number) must be an object of properties, found \(set.words)")
      }
      for member in members {
        parts[.assignment(assignments.count)] = ("/set/\(Self.escaped(member.key))", member.value.offset)
        assignments.append(Assignment(member.key, try operation(member)))
      }
    }
    for (key, operation) in [("unset", Assignment.Operation.unset), ("reset", .reset)] {
      for (place, name) in try names(key).enumerated() {
        parts[.assignment(assignments.count)] = ("/\(key)/\(place)", name.offset)
        assignments.append(Assignment(name.string ?? "", operation))
      }
    }
    return assignments
  }

  /// A list of names.
  private func names(_ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let list = value(key) else { return [] }
    return try names(list, key)
  }

  private func names(_ list: PlacedJSON, _ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let names = list.elements else {
      throw ScriptProblem(
        offset: list.offset, message: "'\(key)' of step \(number) must be an array of names, found \(list.words)")
    }
    for name in names { _ = try text(name, key) }
    return names
  }

  private func operation(_ member: PlacedJSON.Member) throws(ScriptProblem) -> Assignment.Operation {
    guard let members = member.value.members, members.count == 1,
      Self.arithmetic.contains(members[0].key) || members[0].key == "typed"
    else { return .json(member.value.raw) }
    let (key, value) = (members[0].key, members[0].value)
    if key == "typed" { return .set(try text(value, "typed")) }
    guard value.isNumber else {
      throw ScriptProblem(
        offset: value.offset, message: "'\(key)' of step \(number) must be a number, found \(value.words)")
    }
    return switch key {
    case "add": .add(value.raw)
    case "subtract": .subtract(value.raw)
    case "multiply": .multiply(value.raw)
    default: .divide(value.raw)
    }
  }

  private mutating func colors(_ palette: PlacedJSON) throws(ScriptProblem) -> [PaletteRequest.Change] {
    guard let members = palette.members else {
      throw ScriptProblem(
        offset: palette.offset, message: "'palette' of step \(number) must be an object, found \(palette.words)")
    }
    try Self.refuseUnknown(members, known: ["set", "rename", "remove"], in: "'palette' of step \(number)")
    var changes: [PaletteRequest.Change] = []
    for member in members {
      if member.key == "remove" {
        changes += try names(member.value, "remove").map { .remove(name: $0.string ?? "") }
        continue
      }
      guard let entries = member.value.members else {
        throw ScriptProblem(
          offset: member.value.offset,
          message: "'\(member.key)' of step \(number) must be an object of names, found \(member.value.words)")
      }
      for entry in entries {
        if member.key == "set" {
          changes.append(.set(name: entry.key, to: entry.value.string ?? entry.value.raw))
        } else {
          changes.append(.rename(name: entry.key, to: try text(entry.value, entry.key)))
        }
      }
    }
    return changes
  }

  // MARK: expectations

  private mutating func expectation(_ value: PlacedJSON) throws(ScriptProblem) -> ObjectExpectation {
    let known = ["select", "count", "values", "absent", "effective", "class", "parent"]
    guard let members = value.members else {
      throw ScriptProblem(
        offset: value.offset, message: "'expect' of step \(number) must be an object, found \(value.words)")
    }
    try Self.refuseUnknown(members, known: known, in: "'expect' of step \(number)")
    guard let select = members.first(where: { $0.key == "select" })?.value else {
      throw ScriptProblem(offset: value.offset, message: "'expect' of step \(number) has no 'select'")
    }
    var expectation = ObjectExpectation(try selector(select, "/expect/select", .selector))
    for member in members {
      let (key, value) = (member.key, member.value)
      switch key {
      case "count":
        guard let count = value.integer, count >= 0 else {
          throw ScriptProblem(
            offset: value.offset, message: "'count' of step \(number) must be a number from 0, found \(value.words)")
        }
        parts[.count] = ("/expect/count", value.offset)
        expectation.count = count
      case "values": expectation.stored = try values(value, key) { .stored($0) }
      case "effective": expectation.effective = try values(value, key) { .effective($0) }
      case "absent":
        for (place, name) in try names(value, key).enumerated() {
          parts[.absent(place)] = ("/expect/absent/\(place)", name.offset)
          expectation.absent.append(name.string ?? "")
        }
      case "class":
        expectation.className = try text(value, key)
        parts[.name] = ("/expect/class", value.offset)
      case "parent":
        parts[.parentOfExpected] = ("/expect/parent", value.offset)
        expectation.parent = value.isNull ? .scene : .object(try text(value, key))
      default: break
      }
    }
    return expectation
  }

  private mutating func values(
    _ value: PlacedJSON, _ key: String, _ part: (Int) -> EditStep.Part
  ) throws(ScriptProblem) -> [ObjectExpectation.Value] {
    guard let members = value.members else {
      throw ScriptProblem(
        offset: value.offset,
        message: "'\(key)' of step \(number) must be an object of properties, found \(value.words)")
    }
    for (place, member) in members.enumerated() {
      parts[part(place)] = ("/expect/\(key)/\(Self.escaped(member.key))", member.value.offset)
    }
    return members.map { ObjectExpectation.Value($0.key, $0.value.raw) }
  }

  /// A key as a JSON pointer has it.
  private static func escaped(_ key: String) -> String {
    String(key.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}
