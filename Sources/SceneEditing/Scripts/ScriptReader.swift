internal import InspectorKit
internal import SceneDocument

/// Reads the steps of a script from its JSON.
struct ScriptReader {
  /// Exactly one of these keys of a step says what it does; `others` are the keys that may stand beside it.
  package static let verbs: [(key: String, others: [String])] = [
    ("set", ["select", "unset", "reset"]), ("unset", ["select", "set", "reset"]),
    ("reset", ["select", "set", "unset"]), ("insert", ["into", "at"]), ("remove", []),
    ("duplicate", ["as", "into", "at"]), ("move", ["into", "at"]), ("rename", ["to"]), ("setClass", ["to"]),
    ("setName", ["to"]), ("renameProperty", ["select", "to"]), ("palette", []), ("expect", []),
  ]

  package let step: PlacedJSON
  package let number: Int
  package let members: [PlacedJSON.Member]
  package var parts: [EditError.Part: (path: String, offset: Int)] = [:]

  package static func steps(of script: PlacedJSON) throws(ScriptProblem) -> [ScriptStep] {
    guard let members = script.members else {
      throw ScriptProblem(
        offset: script.offset,
        message: "a script is an object, found \(script.words); begin with {\"format\": \"\(EditScript.format)\"")
    }
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
    try refuseUnknown(members, known: ["format", "$schema", "comment", "steps"], in: "the script")
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

  static func refuseUnknown(
    _ members: [PlacedJSON.Member], known: [String], in owner: String
  ) throws(ScriptProblem) {
    for member in members where !known.contains(member.key) {
      let hint = DidYouMean.suffix(for: member.key, among: known)
      let remedy = hint.isEmpty ? "; it may have \(known.map { "'\($0)'" }.joined(separator: ", "))" : hint
      throw ScriptProblem(offset: member.keyOffset, message: "unknown key '\(member.key)' in \(owner)\(remedy)")
    }
  }

  // MARK: the step

  package mutating func read() throws(ScriptProblem) -> EditStep {
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
    default: return try expectation(try needed("expect"))
    }
  }

  package func value(_ key: String) -> PlacedJSON? { members.first { $0.key == key }?.value }

  package func needed(_ key: String) throws(ScriptProblem) -> PlacedJSON {
    guard let value = value(key) else {
      throw ScriptProblem(offset: step.offset, message: "step \(number) has no '\(key)'")
    }
    return value
  }

  package func text(_ value: PlacedJSON, _ key: String) throws(ScriptProblem) -> String {
    guard let text = value.string else {
      throw ScriptProblem(
        offset: value.offset, message: "'\(key)' of step \(number) must be a text, found \(value.words)")
    }
    return text
  }

  mutating func nonempty(
    _ value: PlacedJSON, _ key: String, _ part: EditError.Part
  ) throws(ScriptProblem) -> String {
    let text = try text(value, key)
    guard !text.isEmpty else {
      throw ScriptProblem(offset: value.offset, message: "'\(key)' of step \(number) must not be empty")
    }
    parts[part] = ("/\(key)", value.offset)
    return text
  }

  /// A key as a JSON pointer has it.
  package static func escaped(_ key: String) -> String {
    String(key.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}
