internal import InspectorKit
internal import JSONText

/// A reader of the member `lifecycle` of a plugin's reply. It throws an error if the member is malformed.
struct LifecycleReader {
  private let definition: ComponentDefinition
  private var values: [PropertyValue?]

  init(_ definition: ComponentDefinition) {
    self.definition = definition
    values = definition.properties.map(\.defaultValue)
  }

  mutating func read(_ reader: inout JSONReader) throws -> [LifecycleStep] {
    let json = try JSON.parse(Array(try reader.rawValue()))
    guard let list = json.arrayValue else { throw StatedProblem("'lifecycle' is a list of steps") }
    return try list.map { try step($0) }
  }

  private mutating func step(_ json: JSON) throws -> LifecycleStep {
    guard let phase = json["phase"]?.stringValue.flatMap(LifecycleStep.Phase.init), let name = json["step"]?.stringValue
    else {
      throw StatedProblem("a step of 'lifecycle' has a 'phase' and a 'step'")
    }
    let moment = try moment(name, json["set"])
    if moment == .initialization { values = definition.properties.map(\.defaultValue) }
    var step = LifecycleStep(
      phase: phase, moment: moment, duration: .nanoseconds(json["nanoseconds"]?.intValue ?? 0))
    if case .set(let property, let value) = moment { values[try place(property)] = value }
    for member in json["writes"]?.objectValue ?? [] {
      let place = try place(member.key)
      let new = try value(member.value, at: place)
      step.writes.append(.init(property: member.key, old: values[place], new: new))
      values[place] = new
    }
    step.hooks = (json["hooks"]?.arrayValue ?? []).compactMap { hook in
      guard let pair = hook.arrayValue, pair.count == 2, let property = pair[0].stringValue,
        let depth = pair[1].intValue
      else { return nil }
      return .init(property: PluginText.capped(property), depth: depth)
    }
    step.parentReads = Self.texts(json["reads"])
    step.warnings = Self.texts(json["warnings"])
    step.rejection = json["rejected"]?.stringValue.map(PluginText.capped)
    return step
  }

  private func moment(_ name: String, _ set: JSON?) throws -> LifecycleStep.Moment {
    if let set { return .set(property: name, value: try value(set, at: try place(name))) }
    switch name {
    case "init": return .initialization
    case "awake": return .awake
    case "prepareForInspector": return .prepareForInspector
    case "draw": return .draw
    case "hitTest": return .hitTest
    default: throw StatedProblem("there is no step '\(name)'; of a property it has 'set'")
    }
  }

  private func place(_ name: String) throws -> Int {
    guard let place = definition.place(of: name) else {
      throw StatedProblem("'\(definition.name)' has no property '\(name)'")
    }
    return place
  }

  private func value(_ json: JSON, at place: Int) throws -> PropertyValue? {
    if json == .null { return nil }
    return try Array(json.text().utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return try PropertyValue(json: &reader, as: definition.properties[place].type)
    }
  }

  private static func texts(_ json: JSON?) -> [String] {
    PluginText.capped((json?.arrayValue ?? []).compactMap(\.stringValue))
  }
}
