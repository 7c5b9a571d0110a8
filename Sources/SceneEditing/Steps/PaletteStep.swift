internal import JSONText

extension EditStep {
  /// Returns a step that changes the scene's palette, and rebuilds the objects that use a changed colour.
  public static func palette(_ changes: [PaletteEdit]) -> EditStep {
    EditStep(PaletteStep(changes: changes))
  }
}

struct PaletteStep: ScriptedStep {
  let changes: [PaletteEdit]

  static let verbs = ["palette"]
  static let help = "changes the palette"

  var effect: StepEffect { .palette }
  func mayRestructure(_ model: SceneModel) -> Bool { model.hasRuntimeAttributes }

  func make(in transaction: Transaction) throws(Diagnostic) -> Int { try transaction.changePalette() }

  var summary: String {
    guard let first = changes.first else { return "palette" }
    let words =
      switch first {
      case .set(let name, let value): "palette set \(name)=\(value)"
      case .extract(let name, let value): "palette extract \(name)=\(value)"
      case .rename(let name, let new): "palette rename \(name) to \(new)"
      case .remove(let name): "palette remove \(name)"
      }
    return changes.count == 1 ? words : "\(words), and \(changes.count - 1) more"
  }

  func emptiness(in model: SceneModel) -> any Refusal {
    switch changes.first {
    case .extract(_, let color)?: EditRefusal.noneHasValue(color, types: ["Color"])
    case .rename(let name, _)?, .remove(let name)?:
      EditRefusal.noColor(name, suggestion: model.suggestedColor(for: name))
    case .set?, nil: EditRefusal.nothingToDo
    }
  }

  var needs: [StepNeed] { [.colors(changes)] }

  // MARK: scripts

  static func read(_ script: inout ScriptReader) throws(ScriptProblem) -> EditStep {
    let members = try script.members(of: try script.needed("palette"), "palette", "an object")
    try ScriptReader.refuseUnknown(
      members, known: ["set", "extract", "rename", "remove"], in: "'palette' of step \(script.number)")
    var changes: [PaletteEdit] = []
    for member in members {
      for (key, value, change) in try colors(member, script) {
        script.parts[.color(changes.count)] = ("/palette/\(member.key)/\(ScriptReader.escaped(key))", value.offset)
        changes.append(change)
      }
    }
    return .palette(changes)
  }

  /// Reads the changes of one kind, each with its key and its value in the script.
  private static func colors(
    _ member: PlacedJSON.Member, _ script: ScriptReader
  ) throws(ScriptProblem) -> [(key: String, value: PlacedJSON, change: PaletteEdit)] {
    if member.key == "remove" {
      return try script.names(member.value, "remove").enumerated().map { place, name in
        ("\(place)", name, .remove(name: name.string ?? ""))
      }
    }
    return try script.members(of: member.value, member.key, "an object of names").map { entry throws(ScriptProblem) in
      let change: PaletteEdit =
        switch member.key {
        case "set": .set(name: entry.key, to: entry.value.string ?? entry.value.raw)
        case "extract": .extract(name: entry.key, of: entry.value.string ?? entry.value.raw)
        default: .rename(name: entry.key, to: try script.text(entry.value, entry.key))
        }
      return (entry.key, entry.value, change)
    }
  }

  /// The steps that a script needs for these changes. In a script's step, each kind of change has one key, and each
  /// name occurs at most once under that key. The changes are applied in the order of the keys.
  var writable: [EditStep] {
    changes.runs { run, next in
      let isLater = run.last.map { $0.verb == next.verb } ?? true
      return run.contains { $0.verb == next.verb && (!isLater || $0.name == next.name) }
    }.map { .palette($0) }
  }

  func write(to script: inout JSONLine) {
    var palette = JSONLine.script
    for run in changes.runs(isNew: { $0.last?.verb != $1.verb }) {
      var colors = JSONLine.script
      for case .set(let name, let value) in run { colors.add(name, value) }
      for case .extract(let name, let value) in run { colors.add(name, value) }
      for case .rename(let name, let new) in run { colors.add(name, new) }
      if colors.isEmpty { palette.add(run[0].verb, run.map(\.name)) } else { palette.add(run[0].verb, colors) }
    }
    script.add("palette", palette)
  }
}

extension PaletteEdit {
  fileprivate var verb: String {
    switch self {
    case .set: "set"
    case .extract: "extract"
    case .rename: "rename"
    case .remove: "remove"
    }
  }

  fileprivate var name: String {
    switch self {
    case .set(let name, _), .extract(let name, _), .rename(let name, _), .remove(let name): name
    }
  }
}
