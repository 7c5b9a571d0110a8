internal import JSONText
internal import SceneDocument

extension EditStep {
  /// Returns a step that sets properties of objects, as `inspector set` does.
  public static func set(_ selector: Selector, _ assignments: [Assignment]) -> EditStep {
    EditStep(SetStep(selector: selector, assignments: assignments))
  }

  /// The selector and the assignments of a `set` step; nil for a step of a different kind.
  package var setting: (selector: Selector, assignments: [Assignment])? {
    (kind as? SetStep).map { ($0.selector, $0.assignments) }
  }
}

struct SetStep: SelectingStep {
  let selector: Selector
  let assignments: [Assignment]

  static let verbs = ["set", "unset", "reset"]
  static let help = "sets, unsets or resets properties of the selected objects"
  static let otherKeys = ["select"]

  var effect: StepEffect { .attributes }
  var judges: Selector? { selector }
  func mayRestructure(_ model: SceneModel) -> Bool { model.mayMeanRuntimeAttributes(assignments) }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int {
    if try transaction.revertUnreached(selector, assignments) { return 1 }
    let nodes = try transaction.select(selector, setting: assignments.map(\.name))
    for part in transaction.withoutInherited(nodes, assignments) { try transaction.set(part.nodes, part.assignments) }
    return 1
  }

  func join(_ group: inout StepGroup, as number: Int) -> StepGroup.Turn? {
    group.giveValues(to: selector, assignments.map(\.name), isSet: true)
  }

  /// Returns the first assignment to the refused property, under any of the property's names; nil if there is none.
  func part(concernedBy error: Diagnostic, in model: SceneModel) -> Diagnostic.Part? {
    guard let refusal = error.details.first, let name = refusal.property else { return nil }
    let node = refusal.object.flatMap { model.document.node(id: $0) }
    let runtime = assignments.firstIndex { ($0.typedName?.keyPath ?? $0.name).isExactly(name) }
    guard let definition = node.flatMap({ model.binding(of: $0) })?.definition,
      let place = definition.place(ofTyped: name)
    else { return runtime.map { .assignment($0) } }
    return assignments.firstIndex { PropertyPath($0.name, of: definition)?.place == place }.map { .assignment($0) }
      ?? runtime.map { .assignment($0) }
  }

  var summary: String { "set \(selector.text) \(assignments.map(\.summary).joined(separator: " "))" }

  // MARK: scripts

  private static let arithmetic = ["add", "subtract", "multiply", "divide"]

  /// The keys of numbers in values that are JSON objects, such as points and colours.
  private static let valueKeys: Set<String> = [
    "x", "y", "width", "height", "red", "green", "blue", "alpha", "white",
  ]

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    .set(try script.selector("select", .selector), try assignments(&script))
  }

  private static func assignments(_ script: inout ScriptReader) throws(ScriptProblem) -> [Assignment] {
    var assignments: [Assignment] = []
    if let set = script.value("set") {
      for member in try script.members(of: set, "set", "an object of properties") {
        script.parts[.assignment(assignments.count)] = ("/set/\(ScriptReader.escaped(member.key))", member.value.offset)
        assignments.append(Assignment(inScript: member.key, try operation(member, script)))
      }
    }
    for (key, operation) in [("unset", Assignment.Operation.unset), ("reset", .reset)] {
      for (place, name) in try script.names(key).enumerated() {
        script.parts[.assignment(assignments.count)] = ("/\(key)/\(place)", name.offset)
        assignments.append(Assignment(inScript: name.string ?? "", operation))
      }
    }
    return assignments
  }

  private static func operation(
    _ member: PlacedJSON.Member, _ script: ScriptReader
  ) throws(ScriptProblem) -> Assignment.Operation {
    guard let members = member.value.members, members.count == 1 else { return .json(member.value.raw) }
    guard arithmetic.contains(members[0].key) || ["typed", "exact"].contains(members[0].key) else {
      // A number under a key that no value has is meant as arithmetic.
      guard members[0].value.isNumber, !valueKeys.contains(members[0].key) else { return .json(member.value.raw) }
      throw ScriptProblem(
        at: members[0].value.offset,
        .unknownKey(members[0].key, in: "'\(member.key)' of step \(script.number)", known: arithmetic))
    }
    let (key, value) = (members[0].key, members[0].value)
    if key == "typed" { return .set(try script.text(value, "typed")) }
    if key == "exact" { return .exact(value.raw) }
    // Names of flags are texts.
    let names = value.string.flatMap { ["add", "subtract"].contains(key) ? $0 : nil }
    guard value.isNumber || names != nil else { throw script.wrong(value, key, "a number") }
    return switch key {
    case "add": .add(names ?? value.raw)
    case "subtract": .subtract(names ?? value.raw)
    case "multiply": .multiply(value.raw)
    default: .divide(value.raw)
    }
  }

  /// Returns the script form of an arithmetic operand: a plain number as JSON; a number with a unit, or names of flags,
  /// as a string.
  private static func arithmetic(_ verb: String, _ operand: String) -> String {
    let isNumber: Bool
    switch try? JSON.parse(Array(operand.utf8)) {
    case .int, .double: isNumber = true
    default: isNumber = false
    }
    return JSONLine.script(verb, raw: isNumber ? operand : JSONLine.quoted(operand))
  }

  /// The steps that a script needs for these assignments. A script's step sets each name once, then unsets names, then
  /// resets names.
  var writable: [EditStep] {
    guard !assignments.isEmpty else { return [EditStep(self)] }
    return assignments.runs { run, next in
      let isSet = next.phase == 0 && run.contains { $0.name == next.name }
      return isSet || next.phase < (run.last?.phase ?? 0)
    }.map { .set(selector, $0) }
  }

  func write(to script: inout JSONLine) {
    script.add("select", selector)
    var set = JSONLine.script
    var (unset, reset): ([String], [String]) = ([], [])
    for assignment in assignments {
      switch assignment.operation {
      case .json(let raw): set.add(assignment.name, raw: raw)
      case .exact(let raw): set.add(assignment.name, raw: JSONLine.script("exact", raw: raw))
      case .set(let text): set.add(assignment.name, raw: JSONLine.script("typed", raw: JSONLine.quoted(text)))
      case .add(let operand): set.add(assignment.name, raw: Self.arithmetic("add", operand))
      case .subtract(let operand): set.add(assignment.name, raw: Self.arithmetic("subtract", operand))
      case .multiply(let operand): set.add(assignment.name, raw: Self.arithmetic("multiply", operand))
      case .divide(let operand): set.add(assignment.name, raw: Self.arithmetic("divide", operand))
      case .unset: unset.append(assignment.name)
      case .reset: reset.append(assignment.name)
      }
    }
    if !set.isEmpty || (unset.isEmpty && reset.isEmpty) { script.add("set", set) }
    if !unset.isEmpty { script.add("unset", unset) }
    if !reset.isEmpty { script.add("reset", reset) }
  }
}

extension Assignment {
  fileprivate var phase: Int {
    switch operation {
    case .unset: 1
    case .reset: 2
    default: 0
    }
  }

  fileprivate var summary: String {
    switch operation {
    case .set(let text), .json(let text), .exact(let text): "\(name)=\(text)"
    case .add(let text): "\(name)+=\(text)"
    case .subtract(let text): "\(name)-=\(text)"
    case .multiply(let text): "\(name)*=\(text)"
    case .divide(let text): "\(name)/=\(text)"
    case .unset: "--unset \(name)"
    case .reset: "--reset \(name)"
    }
  }
}
