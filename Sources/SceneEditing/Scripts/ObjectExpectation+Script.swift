internal import JSONText
internal import SceneDocument

/// The parsing and writing of object expectations in scripts.
extension ObjectExpectation {
  static let keys = [
    "select", "count", "class", "name", "parent", "index", "values", "absent", "attributes", "children", "effective",
    "bindings",
  ]

  /// Parses the members of an `expect` object. Throws an error if a key is unknown, a value is wrong or `select` is
  /// missing.
  init(
    _ value: PlacedJSON, _ members: [PlacedJSON.Member], _ script: inout ScriptReader
  ) throws(ScriptProblem) {
    try ScriptReader.refuseUnknown(members, known: Self.keys, in: "'expect' of step \(script.number)")
    guard let select = value["select"] else {
      throw ScriptProblem(at: value.offset, .missing("select", in: "'expect' of step \(script.number)"))
    }
    self.init(try script.selector(select, "/expect/select", .selector))
    for member in members { try take(member, from: &script) }
  }

  private mutating func take(
    _ member: PlacedJSON.Member, from script: inout ScriptReader
  ) throws(ScriptProblem) {
    let (key, value) = (member.key, member.value)
    switch key {
    case "count": count = try script.count(value, key, .count)
    case "class":
      className = try script.text(value, key)
      script.parts[.name] = ("/expect/class", value.offset)
    case "name":
      script.parts[.nameOfExpected] = ("/expect/name", value.offset)
      objectName = value.isNull ? Name.none : .text(try script.text(value, key))
    case "parent":
      script.parts[.parentOfExpected] = ("/expect/parent", value.offset)
      parent = value.isNull ? .scene : .object(try script.text(value, key))
    case "index": index = try script.count(value, key, .indexOfExpected)
    case "values": stored = try script.values(value, key) { .stored($0) }
    case "effective": effective = try script.values(value, key) { .effective($0) }
    case "bindings":
      for (place, member) in try script.members(of: value, key, "an object of properties").enumerated() {
        script.parts[.binding(place)] = ("/expect/bindings/\(ScriptReader.escaped(member.key))", member.value.offset)
        let setting = member.value.isNull ? nil : try script.text(member.value, "bindings")
        bindings.append(.init(member.key, setting))
      }
    case "attributes":
      script.parts[.attributes] = ("/expect/attributes", value.offset)
      attributes = try script.values(value, key) { .attribute($0) }
    case "absent":
      for (place, name) in try script.names(value, key).enumerated() {
        script.parts[.absent(place)] = ("/expect/absent/\(place)", name.offset)
        absent.append(name.string ?? "")
      }
    case "children":
      script.parts[.children] = ("/expect/children", value.offset)
      children = try script.names(value, key).map { $0.string ?? "" }
    default: break
    }
  }

  /// The JSON object that represents the expectation in the `expect` key of a script's step.
  var script: JSONLine {
    var object = JSONLine.script
    object.add("select", selector)
    if let count { object.add("count", raw: "\(count)") }
    if let className { object.add("class", className) }
    switch parent {
    case .scene?: object.add("parent", raw: "null")
    case .object(let id)?: object.add("parent", id)
    case nil: break
    }
    switch objectName {
    case .text(let name)?: object.add("name", name)
    case Name.none?: object.add("name", raw: "null")
    case nil: break
    }
    if let index { object.add("index", raw: "\(index)") }
    if !stored.isEmpty { object.add("values", .script(stored)) }
    if !absent.isEmpty { object.add("absent", absent) }
    if let attributes { object.add("attributes", .script(attributes)) }
    if let children { object.add("children", children) }
    if !bindings.isEmpty {
      var settings = JSONLine.script
      for binding in bindings { settings.add(binding.property, raw: binding.setting.map(JSONLine.quoted) ?? "null") }
      object.add("bindings", settings)
    }
    if !effective.isEmpty { object.add("effective", .script(effective)) }
    return object
  }
}

extension JSONLine {
  fileprivate static func script(_ values: [ObjectExpectation.Value]) -> JSONLine {
    var object = script
    for value in values { object.add(value.name, raw: value.json) }
    return object
  }
}

extension ScriptReader {
  fileprivate mutating func count(
    _ value: PlacedJSON, _ key: String, _ part: Diagnostic.Part
  ) throws(ScriptProblem) -> Int {
    guard let count = value.integer, count >= 0 else { throw wrong(value, key, "a whole number, 0 or more") }
    parts[part] = ("/expect/\(key)", value.offset)
    return count
  }

  fileprivate mutating func values(
    _ value: PlacedJSON, _ key: String, _ part: (Int) -> Diagnostic.Part
  ) throws(ScriptProblem) -> [ObjectExpectation.Value] {
    let members = try members(of: value, key, "an object of properties")
    for (place, member) in members.enumerated() {
      parts[part(place)] = ("/expect/\(key)/\(Self.escaped(member.key))", member.value.offset)
    }
    return members.map { ObjectExpectation.Value($0.key, $0.value.raw) }
  }
}
