internal import InspectorKit
internal import SceneDocument

/// What a step expects.
extension ScriptReader {
  private static let objectKeys = [
    "select", "count", "class", "name", "parent", "index", "values", "absent", "attributes", "children", "effective",
  ]

  /// What is expected of objects or of the palette.
  package mutating func expectation(_ value: PlacedJSON) throws(ScriptProblem) -> EditStep {
    guard let members = value.members else {
      throw ScriptProblem(
        offset: value.offset, message: "'expect' of step \(number) must be an object, found \(value.words)")
    }
    if let palette = members.first(where: { $0.key == "palette" }) {
      if let other = members.first(where: { Self.objectKeys.contains($0.key) }) {
        throw ScriptProblem(
          offset: other.keyOffset,
          message: "'expect' of step \(number) has 'palette' and '\(other.key)'; write two steps")
      }
      try Self.refuseUnknown(members, known: ["palette"], in: "'expect' of step \(number)")
      return .expectPalette(try expectedColors(palette.value))
    }
    try Self.refuseUnknown(members, known: Self.objectKeys, in: "'expect' of step \(number)")
    guard let select = members.first(where: { $0.key == "select" })?.value else {
      throw ScriptProblem(offset: value.offset, message: "'expect' of step \(number) has no 'select'")
    }
    var expectation = ObjectExpectation(try selector(select, "/expect/select", .selector))
    for member in members { try take(member, into: &expectation) }
    return .expect(expectation)
  }

  private mutating func take(
    _ member: PlacedJSON.Member, into expectation: inout ObjectExpectation
  ) throws(ScriptProblem) {
    let (key, value) = (member.key, member.value)
    switch key {
    case "count": expectation.count = try count(value, key, .count)
    case "class":
      expectation.className = try text(value, key)
      parts[.name] = ("/expect/class", value.offset)
    case "name":
      parts[.nameOfExpected] = ("/expect/name", value.offset)
      expectation.objectName = value.isNull ? ObjectExpectation.Name.none : .text(try text(value, key))
    case "parent":
      parts[.parentOfExpected] = ("/expect/parent", value.offset)
      expectation.parent = value.isNull ? .scene : .object(try text(value, key))
    case "index": expectation.index = try count(value, key, .indexOfExpected)
    case "values": expectation.stored = try values(value, key) { .stored($0) }
    case "effective": expectation.effective = try values(value, key) { .effective($0) }
    case "attributes":
      parts[.attributes] = ("/expect/attributes", value.offset)
      expectation.attributes = try values(value, key) { .attribute($0) }
    case "absent":
      for (place, name) in try names(value, key).enumerated() {
        parts[.absent(place)] = ("/expect/absent/\(place)", name.offset)
        expectation.absent.append(name.string ?? "")
      }
    case "children":
      parts[.children] = ("/expect/children", value.offset)
      expectation.children = try names(value, key).map { $0.string ?? "" }
    default: break
    }
  }

  private mutating func count(
    _ value: PlacedJSON, _ key: String, _ part: EditError.Part
  ) throws(ScriptProblem) -> Int {
    guard let count = value.integer, count >= 0 else {
      throw ScriptProblem(
        offset: value.offset, message: "'\(key)' of step \(number) must be a number from 0, found \(value.words)")
    }
    parts[part] = ("/expect/\(key)", value.offset)
    return count
  }

  private mutating func values(
    _ value: PlacedJSON, _ key: String, _ part: (Int) -> EditError.Part
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

  private mutating func expectedColors(_ value: PlacedJSON) throws(ScriptProblem) -> [ColorExpectation] {
    guard let members = value.members else {
      throw ScriptProblem(
        offset: value.offset, message: "'palette' of step \(number) must be an object of names, found \(value.words)")
    }
    for (place, member) in members.enumerated() {
      parts[.color(place)] = ("/expect/palette/\(Self.escaped(member.key))", member.value.offset)
    }
    return members.map { ColorExpectation($0.key, $0.value.isNull ? nil : $0.value.raw) }
  }
}
