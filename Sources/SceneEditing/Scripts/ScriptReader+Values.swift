internal import InspectorKit
internal import SceneDocument

/// What a step gives to properties, and to colours of the palette.
extension ScriptReader {
  package static let arithmetic = ["add", "subtract", "multiply", "divide"]

  package mutating func assignments() throws(ScriptProblem) -> [Assignment] {
    var assignments: [Assignment] = []
    if let set = value("set") {
      guard let members = set.members else {
        throw ScriptProblem(
          offset: set.offset, message: "'set' of step \(number) must be an object of properties, found \(set.words)")
      }
      for member in members {
        parts[.assignment(assignments.count)] = ("/set/\(Self.escaped(member.key))", member.value.offset)
        assignments.append(Assignment(inScript: member.key, try operation(member)))
      }
    }
    for (key, operation) in [("unset", Assignment.Operation.unset), ("reset", .reset)] {
      for (place, name) in try names(key).enumerated() {
        parts[.assignment(assignments.count)] = ("/\(key)/\(place)", name.offset)
        assignments.append(Assignment(inScript: name.string ?? "", operation))
      }
    }
    return assignments
  }

  /// A list of names.
  package func names(_ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let list = value(key) else { return [] }
    return try names(list, key)
  }

  package func names(_ list: PlacedJSON, _ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let names = list.elements else {
      throw ScriptProblem(
        offset: list.offset, message: "'\(key)' of step \(number) must be an array of names, found \(list.words)")
    }
    for name in names { _ = try text(name, key) }
    return names
  }

  package func operation(_ member: PlacedJSON.Member) throws(ScriptProblem) -> Assignment.Operation {
    guard let members = member.value.members, members.count == 1,
      Self.arithmetic.contains(members[0].key) || ["typed", "exact"].contains(members[0].key)
    else { return .json(member.value.raw) }
    let (key, value) = (members[0].key, members[0].value)
    if key == "typed" { return .set(try text(value, "typed")) }
    if key == "exact" { return .exact(value.raw) }
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

  package mutating func colors(_ palette: PlacedJSON) throws(ScriptProblem) -> [PaletteRequest.Change] {
    guard let members = palette.members else {
      throw ScriptProblem(
        offset: palette.offset, message: "'palette' of step \(number) must be an object, found \(palette.words)")
    }
    try Self.refuseUnknown(members, known: ["set", "rename", "remove"], in: "'palette' of step \(number)")
    var changes: [PaletteRequest.Change] = []
    for member in members {
      for (key, value, change) in try colors(member) {
        parts[.color(changes.count)] = ("/palette/\(member.key)/\(Self.escaped(key))", value.offset)
        changes.append(change)
      }
    }
    return changes
  }

  /// The changes of one sort, each with its key and its value in the script.
  private func colors(
    _ member: PlacedJSON.Member
  ) throws(ScriptProblem) -> [(key: String, value: PlacedJSON, change: PaletteRequest.Change)] {
    if member.key == "remove" {
      return try names(member.value, "remove").enumerated().map { place, name in
        ("\(place)", name, .remove(name: name.string ?? ""))
      }
    }
    guard let entries = member.value.members else {
      throw ScriptProblem(
        offset: member.value.offset,
        message: "'\(member.key)' of step \(number) must be an object of names, found \(member.value.words)")
    }
    return try entries.map { entry throws(ScriptProblem) in
      let change: PaletteRequest.Change =
        member.key == "set"
        ? .set(name: entry.key, to: entry.value.string ?? entry.value.raw)
        : .rename(name: entry.key, to: try text(entry.value, entry.key))
      return (entry.key, entry.value, change)
    }
  }
}
