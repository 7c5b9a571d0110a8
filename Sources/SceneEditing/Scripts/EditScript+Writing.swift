internal import JSONText

extension EditScript {
  /// The text of a script with these steps, a step a line.
  ///
  /// Read again it gives the same steps; one that does in turns what a script's step has one key for becomes several.
  public static func text(of steps: [EditStep]) -> String {
    let lines = steps.flatMap(\.writable).map { "    \(ScriptObject($0).text)" }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    return "{\n  \"format\": \"\(format)\",\n  \"steps\": \(list)\n}\n"
  }
}

extension EditStep {
  /// The step as those that a script can say: each name is set once, then come those that are unset, then the reset ones.
  fileprivate var writable: [EditStep] {
    switch self {
    case .set(let selector, let assignments):
      guard !assignments.isEmpty else { return [self] }
      return Self.runs(
        of: assignments,
        isNew: { run, next in
          let isSet = next.phase == 0 && run.contains { $0.name == next.name }
          return isSet || next.phase < (run.last?.phase ?? 0)
        }
      ).map { .set(selector, $0) }
    case .palette(let changes):
      return Self.runs(
        of: changes,
        isNew: { run, next in
          let isLater = run.last.map { $0.phase == next.phase } ?? true
          return run.contains { $0.phase == next.phase && (!isLater || $0.name == next.name) }
        }
      ).map { .palette($0) }
    default: return [self]
    }
  }

  private static func runs<Element>(
    of elements: [Element], isNew: ([Element], Element) -> Bool
  ) -> [[Element]] {
    var runs: [[Element]] = []
    for element in elements {
      if let last = runs.last, !isNew(last, element) {
        runs[runs.count - 1].append(element)
      } else {
        runs.append([element])
      }
    }
    return runs
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
}

extension PaletteRequest.Change {
  fileprivate var phase: Int {
    switch self {
    case .set: 0
    case .rename: 1
    case .remove: 2
    }
  }

  fileprivate var name: String {
    switch self {
    case .set(let name, _), .rename(let name, _), .remove(let name): name
    }
  }
}

/// A JSON object as text, its values being JSON text.
private struct ScriptObject {
  private var members: [String] = []

  var text: String { members.isEmpty ? "{}" : "{ \(members.joined(separator: ", ")) }" }

  private init() {}

  private mutating func add(_ key: String, raw: String) { members.append("\(Self.quoted(key)): \(raw)") }

  private mutating func add(_ key: String, _ text: String) { add(key, raw: Self.quoted(text)) }

  private mutating func add(_ key: String, _ selector: Selector) { add(key, selector.text) }

  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONString.append(text, quotedTo: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func object(_ members: [(key: String, raw: String)]) -> String {
    var object = ScriptObject()
    for member in members { object.add(member.key, raw: member.raw) }
    return object.text
  }

  private static func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ", "))]" }

  init(_ step: EditStep) {
    switch step {
    case .set(let selector, let assignments):
      add("select", selector)
      add(assignments)
    case .insert(let objects, let place):
      add("insert", raw: objects.count == 1 ? objects[0] : Self.list(objects))
      add(place)
    case .remove(let selector): add("remove", selector)
    case .duplicate(let selector, let id, let place):
      add("duplicate", selector)
      if let id { add("as", id) }
      if let place { add(place) }
    case .move(let selector, let place):
      add("move", selector)
      add(place)
    case .rename(let selector, let id):
      add("rename", selector)
      add("to", id)
    case .setClass(let selector, let name):
      add("setClass", selector)
      add("to", name)
    case .setName(let selector, let name):
      add("setName", selector)
      add("to", raw: name.map(Self.quoted) ?? "null")
    case .renameProperty(let selector, let old, let new):
      add("renameProperty", old)
      add("to", new)
      add("select", selector)
    case .palette(let changes): add("palette", raw: Self.palette(changes))
    case .expect(let expectation): add("expect", raw: Self.expectation(expectation))
    case .expectPalette(let colors):
      let members = colors.map { (key: $0.name, raw: $0.json ?? "null") }
      add("expect", raw: Self.object([("palette", Self.object(members))]))
    }
  }

  private mutating func add(_ assignments: [Assignment]) {
    var set: [(key: String, raw: String)] = []
    var (unset, reset): ([String], [String]) = ([], [])
    for assignment in assignments {
      switch assignment.operation {
      case .json(let raw): set.append((assignment.name, raw))
      case .exact(let raw): set.append((assignment.name, Self.object([("exact", raw)])))
      case .set(let text): set.append((assignment.name, Self.object([("typed", Self.quoted(text))])))
      case .add(let number): set.append((assignment.name, Self.object([("add", number)])))
      case .subtract(let number): set.append((assignment.name, Self.object([("subtract", number)])))
      case .multiply(let number): set.append((assignment.name, Self.object([("multiply", number)])))
      case .divide(let number): set.append((assignment.name, Self.object([("divide", number)])))
      case .unset: unset.append(Self.quoted(assignment.name))
      case .reset: reset.append(Self.quoted(assignment.name))
      }
    }
    if !set.isEmpty || (unset.isEmpty && reset.isEmpty) { add("set", raw: Self.object(set)) }
    if !unset.isEmpty { add("unset", raw: Self.list(unset)) }
    if !reset.isEmpty { add("reset", raw: Self.list(reset)) }
  }

  private mutating func add(_ place: StepPlace) {
    switch place.position {
    case .before(let sibling): add("at", raw: Self.object([("before", Self.quoted(sibling.text))]))
    case .after(let sibling): add("at", raw: Self.object([("after", Self.quoted(sibling.text))]))
    case .first, .last, .index:
      add("into", raw: place.parent.map { Self.quoted($0.text) } ?? "null")
      if case .first = place.position { add("at", "first") }
      if case .index(let index) = place.position { add("at", raw: "\(index)") }
    }
  }

  private static func palette(_ changes: [PaletteRequest.Change]) -> String {
    // Changes of one sort side by side; the order of a script's keys is the order of the changes.
    var members: [(key: String, raws: [String])] = []
    func add(_ key: String, _ raw: String) {
      if members.last?.key == key {
        members[members.count - 1].raws.append(raw)
      } else {
        members.append((key, [raw]))
      }
    }
    for change in changes {
      switch change {
      case .set(let name, let color): add("set", "\(quoted(name)): \(quoted(color))")
      case .rename(let name, let new): add("rename", "\(quoted(name)): \(quoted(new))")
      case .remove(let name): add("remove", quoted(name))
      }
    }
    return object(
      members.map { key, raws in
        (key, key == "remove" ? list(raws) : "{ \(raws.joined(separator: ", ")) }")
      })
  }

  private static func expectation(_ expectation: ObjectExpectation) -> String {
    var object = ScriptObject()
    object.add("select", expectation.selector)
    if let count = expectation.count { object.add("count", raw: "\(count)") }
    if let name = expectation.className { object.add("class", name) }
    switch expectation.parent {
    case .scene?: object.add("parent", raw: "null")
    case .object(let id)?: object.add("parent", id)
    case nil: break
    }
    switch expectation.objectName {
    case .text(let name)?: object.add("name", name)
    case ObjectExpectation.Name.none?: object.add("name", raw: "null")
    case nil: break
    }
    if let index = expectation.index { object.add("index", raw: "\(index)") }
    if !expectation.stored.isEmpty {
      object.add("values", raw: Self.object(expectation.stored.map { ($0.name, $0.json) }))
    }
    if !expectation.absent.isEmpty { object.add("absent", raw: list(expectation.absent.map(quoted))) }
    if let attributes = expectation.attributes {
      object.add("attributes", raw: Self.object(attributes.map { ($0.name, $0.json) }))
    }
    if let children = expectation.children { object.add("children", raw: list(children.map(quoted))) }
    if !expectation.effective.isEmpty {
      object.add("effective", raw: Self.object(expectation.effective.map { ($0.name, $0.json) }))
    }
    return object.text
  }
}
