internal import InspectorKit
internal import SceneDocument

/// A parser of one step of a script; ``steps(of:)`` parses a whole script.
struct ScriptReader {
  let step: PlacedJSON
  let number: Int
  let members: [PlacedJSON.Member]
  var parts: [Diagnostic.Part: (path: String, offset: Int)] = [:]

  /// Returns the steps of a script, and true if they are for the documents of templates.
  static func steps(of script: PlacedJSON) throws(ScriptProblem) -> (steps: [ScriptStep], areForTemplates: Bool) {
    guard let members = script.members else {
      throw ScriptProblem(at: script.offset, .notAScript(found: script.words))
    }
    guard let format = script["format"] else { throw ScriptProblem(at: script.offset, .noFormat) }
    guard format.string == EditScript.format else {
      throw ScriptProblem(at: format.offset, .unknownFormat(format.string.map { "'\($0)'" } ?? format.words))
    }
    try refuseUnknown(members, known: ["format", "$schema", "comment", "in", "steps"], in: "the script")
    let target = script["in"]
    if let target, target.string != "template" {
      throw ScriptProblem(at: target.offset, .unknownTarget(target.string.map { "'\($0)'" } ?? target.words))
    }
    guard let steps = script["steps"] else { throw ScriptProblem(at: script.offset, .noSteps) }
    guard let elements = steps.elements else {
      throw ScriptProblem(at: steps.offset, .stepsAreNoArray(found: steps.words))
    }
    var read: [ScriptStep] = []
    for (number, element) in elements.enumerated() {
      var reader = try ScriptReader(element, number: number + 1)
      let step = try reader.read()
      read.append(ScriptStep(step: step, offset: element.offset, parts: reader.parts))
    }
    return (read, target != nil)
  }

  private init(_ step: PlacedJSON, number: Int) throws(ScriptProblem) {
    guard let members = step.members else {
      throw ScriptProblem(at: step.offset, .stepIsNoObject(number, found: step.words))
    }
    (self.step, self.number, self.members) = (step, number, members)
  }

  static func refuseUnknown(
    _ members: [PlacedJSON.Member], known: [String], in owner: String
  ) throws(ScriptProblem) {
    // Comments and references to schemas are allowed in every object.
    for member in members where !known.contains(member.key) && !["$comment", "$schema"].contains(member.key) {
      throw ScriptProblem(at: member.keyOffset, .unknownKey(member.key, in: owner, known: known))
    }
  }

  // MARK: the step

  mutating func read() throws(ScriptProblem) -> EditStep {
    let verbs = EditStep.kinds.flatMap { $0.verbs }
    guard let verb = verbs.first(where: { verb in members.contains { $0.key == verb } }),
      let kind = EditStep.kinds.first(where: { $0.verbs.contains(verb) })
    else { throw noVerb(among: verbs) }
    let known = [verb] + kind.otherKeys + kind.verbs.filter { $0 != verb } + ["comment"]
    for member in members where verbs.contains(member.key) && !known.contains(member.key) {
      throw ScriptProblem(at: member.keyOffset, .twoSteps("step \(number)", verb, member.key))
    }
    try Self.refuseUnknown(members, known: known, in: "step \(number)")
    if let comment = value("comment") { _ = try text(comment, "comment") }
    return try kind.read(&self)
  }

  /// Returns the problem of a step without a verb, with a suggestion if a key resembles a known one.
  private func noVerb(among verbs: [String]) -> ScriptProblem {
    for member in members where member.key != "comment" && member.key != "select" {
      guard let near = DidYouMean.suggestion(for: member.key, among: verbs + ["select"]) else { continue }
      return ScriptProblem(at: member.keyOffset, .mistypedKey(member.key, in: "step \(number)", suggestion: near))
    }
    return ScriptProblem(at: step.offset, .noVerb(step: number, verbs: verbs))
  }

  func value(_ key: String) -> PlacedJSON? { step[key] }

  func needed(_ key: String) throws(ScriptProblem) -> PlacedJSON {
    guard let value = value(key) else { throw ScriptProblem(at: step.offset, .missing(key, in: "step \(number)")) }
    return value
  }

  func text(_ value: PlacedJSON, _ key: String) throws(ScriptProblem) -> String {
    guard let text = value.string else { throw wrong(value, key, "a text") }
    return text
  }

  func members(of value: PlacedJSON, _ key: String, _ what: String) throws(ScriptProblem) -> [PlacedJSON.Member] {
    guard let members = value.members else { throw wrong(value, key, what) }
    return members
  }

  /// Reads the list of names under a key; empty if the key is absent. Throws an error if it is not an array of strings.
  func names(_ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let list = value(key) else { return [] }
    return try names(list, key)
  }

  func names(_ list: PlacedJSON, _ key: String) throws(ScriptProblem) -> [PlacedJSON] {
    guard let names = list.elements else { throw wrong(list, key, "an array of names") }
    for name in names { _ = try text(name, key) }
    return names
  }

  /// Returns the problem to throw for a value of the wrong form.
  func wrong(_ value: PlacedJSON, _ key: String, _ what: String) -> ScriptProblem {
    ScriptProblem(at: value.offset, .wrong(key, step: number, expected: what, found: value.words))
  }

  /// Reads a string and records its location. Throws an error if the key is absent or the string is empty.
  ///
  /// - Parameter part: the part of the step that the string becomes, for later errors about it.
  mutating func nonempty(_ key: String, _ part: Diagnostic.Part) throws(ScriptProblem) -> String {
    let value = try needed(key)
    let text = try text(value, key)
    guard !text.isEmpty else { throw ScriptProblem(at: value.offset, .empty(key, step: number)) }
    parts[part] = ("/\(key)", value.offset)
    return text
  }

  /// Escapes a key for use in a JSON pointer.
  static func escaped(_ key: String) -> String {
    String(key.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}
