internal import InspectorKit
internal import SceneDocument

/// What a step expects.
extension ScriptReader {
  mutating func expectation(_ value: PlacedJSON) throws(ScriptProblem) -> ObjectExpectation {
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

  mutating func values(
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
}
