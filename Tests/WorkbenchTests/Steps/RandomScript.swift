import InspectorKit
import SceneDocument
import TestSupport

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// A reproducible generator of random scenes of ``Stage``, and of random steps, many of which are refused.
struct RandomScript {
  private var generator: SeededGenerator
  private var count = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func roll(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func pick(_ texts: [String]) -> String { texts[roll(texts.count)] }

  private mutating func maybe(_ odds: Int = 2) -> Bool { roll(odds) == 0 }

  // MARK: scenes

  /// The layout of a scene's text: its line breaks and indentation.
  private enum Layout: CaseIterable {
    case compact, blanks, two, four, tabs, crlf
  }

  mutating func scene() -> String {
    let layout = Layout.allCases[roll(Layout.allCases.count)]
    let (line, unit) =
      switch layout {
      case .compact: ("", "")
      case .blanks: (" ", "")
      case .two: ("\n", "  ")
      case .four: ("\n", "    ")
      case .tabs: ("\n", "\t")
      case .crlf: ("\r\n", "  ")
      }
    let colon = layout == .compact ? ":" : ": "
    func indent(_ depth: Int) -> String { line + String(repeating: unit, count: depth) }
    func list(_ elements: [String], _ open: String, _ close: String, _ depth: Int) -> String {
      guard !elements.isEmpty else { return open + close }
      let separator = "," + indent(depth + 1)
      return open + indent(depth + 1) + elements.joined(separator: separator) + indent(depth) + close
    }
    func object(_ parts: inout RandomScript, _ depth: Int) -> String {
      parts.count += 1
      let name = parts.pick(["Box", "Box", "Lamp", "Mirror", "Sign", "Unknown"])
      var members = ["\"id\"\(colon)\"o\(parts.count)\"", "\"class\"\(colon)\"\(name)\""]
      if parts.maybe(4) { members.append("\"name\"\(colon)\"Name \(parts.count)\"") }
      let attributes = parts.attributes(of: name, colon)
      if !attributes.isEmpty || parts.maybe(3) {
        members.append("\"attributes\"\(colon)" + list(attributes, "{", "}", depth + 1))
      }
      if parts.maybe(4) {
        let constraints = (0..<1 + parts.roll(2)).map { _ in parts.constraintText(colon) }
        members.append("\"constraints\"\(colon)" + list(constraints, "[", "]", depth + 1))
      }
      if parts.maybe(4) {
        let bindings =
          [parts.bindingText(colon, isShort: parts.maybe())] + (parts.maybe(4) ? ["\"title\"\(colon)5"] : [])
        members.append("\"bindings\"\(colon)" + list(bindings, "{", "}", depth + 1))
      }
      if depth < 7, parts.maybe() {
        var children: [String] = []
        for _ in 0..<parts.roll(4) where parts.count < 25 { children.append(object(&parts, depth + 2)) }
        members.append("\"children\"\(colon)" + list(children, "[", "]", depth + 1))
      }
      return list(members, "{", "}", depth)
    }
    var objects: [String] = []
    for _ in 0..<1 + roll(4) { objects.append(object(&self, 2)) }
    let members = [
      "\"format\"\(colon)\"inspector-scene/1\"", "\"palette\"\(colon){\"brand\"\(colon)\"#00FF00\"}",
      "\"objects\"\(colon)" + list(objects, "[", "]", 1),
    ]
    return list(members, "{", "}", 0) + line
  }

  /// Returns a constraint, mostly to another object, which may be missing.
  private mutating func constraintText(_ colon: String) -> String {
    let target = maybe(4) ? "parent.width" : "#o\(1 + roll(maybe(8) ? 25 : 6)).width"
    return "{\"attribute\"\(colon)\"width\", \"to\"\(colon)\"\(target)\"}"
  }

  /// Returns a binding of a number or a colour, mostly to a setting with a value of this type.
  private mutating func bindingText(_ colon: String, isShort: Bool) -> String {
    let (name, key) = binding()
    return "\"\(name)\"\(colon)" + (isShort ? "\"\(key)\"" : "{\"setting\"\(colon)\"\(key)\"}")
  }

  private mutating func binding() -> (name: String, key: String) {
    let isWrong = maybe(6)
    return maybe()
      ? (pick(["width", "breadth"]), isWrong ? "user.tint" : pick(["user.width", "user.none"]))
      : ("tint", isWrong ? "user.width" : pick(["user.tint", "user.red"]))
  }

  /// The settings to which the objects are bound.
  static let settings: SettingValues = {
    func value(_ value: PropertyValue) -> SettingValues.Value {
      SettingValues.Value(value: value, place: "the settings of the test", isPersonal: false)
    }
    return SettingValues(
      ["user.width": value(.int(4)), "user.tint": value(.string("brand")), "user.red": value(.string("red"))])
  }()

  private mutating func attributes(of name: String, _ colon: String) -> [String] {
    var found: [String] = []
    func add(_ key: String, _ value: String) { found.append("\"\(key)\"\(colon)\(value)") }
    if name == "Sign" { add("text", pick(["\"a\"", "\"b\\u0021c\""])) }
    if maybe() { add(maybe(4) ? "breadth" : "width", pick(["1", "2.50", "3e0"])) }
    if name != "Sign", maybe() {
      add("tint", pick(["\"brand\"", "\"#0000FF\"", "\"white\"", "{\"white\"\(colon)0.5}"]))
    }
    if name != "Sign", maybe(3) { add("title", pick(["\"T\"", "null"])) }
    if name != "Sign", maybe(4) { add("near", "\"o\(1 + roll(maybe(8) ? 25 : 6))\"") }
    if maybe(5) { add("custom", "[1,  {\"a\"\(colon)null}]") }
    return found
  }

  // MARK: steps

  mutating func steps(_ scene: SceneSession) throws -> [EditStep] {
    var steps: [EditStep] = []
    for _ in 0..<1 + roll(4) { steps.append(try step(scene)) }
    return steps
  }

  /// Returns steps of one kind, interleaved with steps that set values, names, ids and classes, all of which refer to
  /// objects by id.
  mutating func series(_ scene: SceneSession) throws -> [EditStep] {
    var steps: [EditStep] = []
    var ids = scene.document.objects.map { scene.document.id($0) }
    let (kind, parent) = (roll(10), try one(scene))
    for _ in 0..<3 + roll(5) {
      let object = try Selector(id: maybe() ? ids[roll(ids.count)] : ids[ids.count - 1])
      switch kind {
      case 0: steps.append(.remove(object))
      case 1:
        ids.append(freshID())
        steps.append(.rename(object, id: ids[ids.count - 1]))
      case 2: steps.append(.setName(object, to: maybe() ? nil : "N"))
      case 3: steps.append(.setClass(object, to: pick(["Box", "Lamp"])))
      case 4:
        let other = try Selector(id: ids[roll(ids.count)])
        let places = [
          StepPlace(in: parent), StepPlace(in: other, .first), StepPlace(.after(other)),
          StepPlace(in: other, .index(1)),
        ]
        steps.append(.move(object, to: places[roll(4)]))
      case 5:
        ids.append(freshID())
        steps.append(.duplicate(object, id: ids.last, at: nil))
      default:
        ids.append(freshID())
        let name = pick(["Box", "Lamp"])
        let values = maybe() ? attributes(of: name, ":").filter { !$0.hasPrefix("\"custom\"") } : []
        let attributes = values.isEmpty ? "" : ",\"attributes\":{\(values.joined(separator: ","))}"
        let constraints = maybe(6) ? ",\"constraints\":[\(constraintText(":"))]" : ""
        let text = "{\"id\":\"\(ids[ids.count - 1])\",\"class\":\"\(name)\"\(attributes)\(constraints)}"
        let places = [
          StepPlace(.before(object)), StepPlace(.after(object)), StepPlace(in: object, .first),
          StepPlace(in: object, .index(1)),
        ]
        steps.append(
          .insert(objects: [text], at: maybe(4) ? places[roll(4)] : StepPlace(in: maybe() ? object : parent)))
      }
      guard !maybe(3) else { continue }
      if maybe(3) {
        let place = maybe() ? roll(ids.count) : ids.count - 1
        let object = try Selector(id: ids[place])
        switch roll(5) {
        case 0: steps.append(.setClass(object, to: pick(["Box", "Lamp"])))
        case 1, 2:
          ids[place] = freshID()
          steps.append(.rename(object, id: ids[place]))
        default: steps.append(.setName(object, to: "M"))
        }
        if maybe() { continue }
      }
      let values =
        maybe(4) ? try assignments() : [Assignment(pick(["width", "width", "tint.red"]), .json(pick(["1", "0.5"])))]
      steps.append(.set(try Selector(id: ids[roll(ids.count)]), values))
    }
    return steps
  }

  private mutating func id(_ scene: SceneSession) -> String {
    let count = scene.document.objectCount
    return count > 0 && !maybe(12) ? scene.document.id(NodeIndex(roll(count))) : "o\(roll(30))"
  }

  private mutating func one(_ scene: SceneSession) throws -> Selector { try Selector(id: id(scene)) }

  private mutating func some(_ scene: SceneSession) throws -> Selector {
    if maybe() { return try one(scene) }
    return try Selector(
      parsing: pick([
        "Box", "Lamp", "Mirror", "Box > Lamp", "[width>1]", "Sign, Mirror", "*", "Box:has(Lamp)", "Unknown",
      ]))
  }

  private mutating func place(_ scene: SceneSession) throws -> StepPlace {
    let parent = maybe(4) ? nil : try one(scene)
    switch roll(5) {
    case 0: return StepPlace(in: parent, .first)
    case 1: return StepPlace(in: parent, .index(roll(3)))
    case 2: return StepPlace(.before(try one(scene)))
    case 3: return StepPlace(.after(try one(scene)))
    default: return StepPlace(in: parent)
    }
  }

  private mutating func freshID() -> String {
    count += 1
    // No constraint refers to such an id, which would follow the object from there on.
    return pick(["n", "näme ", "x-"]) + "\(count)"
  }

  private mutating func object(_ depth: Int) -> String {
    let name = pick(["Box", "Lamp", "Mirror", "Sign"])
    let attributes = attributes(of: name, ":").filter { !$0.hasPrefix("\"custom\"") }.joined(separator: " ,\n")
    let constraints = maybe(6) ? ", \"constraints\": [\(constraintText(": "))]" : ""
    let children = depth > 0 && maybe() ? ",\"children\":[\(object(depth - 1))]" : ""
    return "{\"id\": \"\(freshID())\",\"class\":\"\(name)\", \"attributes\":{\(attributes)}\(constraints)\(children)}"
  }

  private mutating func constraint() -> LayoutConstraint {
    let targets: [LayoutConstraint.Target] = [.none, .parent(.width), .object("o\(1 + roll(25))", .width)]
    return LayoutConstraint(
      [.width, .height][roll(2)], maybe() ? .equal : .atMost, to: targets[roll(3)],
      constant: Double(roll(50)), priority: 1 + roll(1000), id: maybe() ? "c\(roll(3))" : nil)
  }

  private mutating func step(_ scene: SceneSession) throws -> EditStep {
    switch roll(24) {
    case 22:
      let (name, key) = binding()
      return .bind(try some(scene), maybe(8) ? "width.x" : name, to: key)
    case 23: return .unbind(try maybe(3) ? some(scene) : Selector(parsing: "*"), maybe() ? "width" : "tint")
    case 21:
      return .replace(
        pick(["#00FF00", "red", "2", "brand"]), with: pick(["#123456", "brand", "3", "12"]),
        in: maybe() ? nil : try some(scene), type: maybe(4) ? .color : nil, properties: maybe(4) ? ["width"] : [])
    case 20: return .upgrade(try some(scene))
    case 17: return .setConstraint(try some(scene), to: constraint())
    case 18: return .removeConstraint(try some(scene), maybe() ? nil : pick(["width", "c1", "none"]))
    case 19: return .updateFrames(try some(scene))
    case 0, 1: return .insert(objects: (0..<1 + roll(2)).map { _ in object(1) }, at: try place(scene))
    case 2: return .remove(try maybe(3) ? some(scene) : one(scene))
    case 3: return .duplicate(try some(scene), id: nil, at: maybe() ? nil : try place(scene))
    case 4: return .duplicate(try one(scene), id: freshID(), at: nil)
    case 5, 6: return .move(try some(scene), to: try place(scene))
    case 7: return .rename(try one(scene), id: maybe(4) ? id(scene) : freshID())
    case 8: return .setClass(try one(scene), to: pick(["Box", "Lamp", "Mirror", "Sign"]))
    case 9: return .setName(try some(scene), to: maybe() ? nil : "N\"\n")
    case 10:
      return .renameProperty(
        try some(scene), from: pick(["breadth", "width", "custom"]), to: pick(["width", "title"]))
    case 11: return .palette([color()] + (maybe(4) ? [.remove(name: "ink")] : []))
    case 12 where maybe(4): return .expectPalette([ColorExpectation("brand", maybe() ? "\"#0F0\"" : nil)])
    case 12: return .expect(try expectation(scene))
    case 13: return .run(try some(scene), action: pick(["widen", "Widen", "lower", "shout", "jump"]))
    default: return .set(try some(scene), try assignments())
    }
  }

  private mutating func color() -> PaletteEdit {
    switch roll(5) {
    case 4: .extract(name: pick(["brand", "ink"]), of: pick(["red", "#123456"]))
    case 0: .rename(name: pick(["brand", "ink"]), to: pick(["brand", "ink", "trademark"]))
    case 1: .remove(name: pick(["brand", "trademark"]))
    default: .set(name: pick(["brand", "ink"]), to: pick(["red", "#123456"]))
    }
  }

  /// Returns an expectation that is mostly met.
  private mutating func expectation(_ scene: SceneSession) throws -> ObjectExpectation {
    let document = scene.document
    guard document.objectCount > 0 else { return ObjectExpectation(try one(scene)) }
    let node = NodeIndex(roll(document.objectCount))
    var expectation = ObjectExpectation(try Selector(id: document.id(node)))
    if maybe() { expectation.count = 1 }
    if maybe() { expectation.className = maybe(8) ? "Box" : document.className(node) }
    if maybe() { expectation.parent = document.parent(node).map { .object(document.id($0)) } ?? .scene }
    if maybe() { expectation.children = document.children(node).map { document.id($0) } }
    if maybe() { expectation.objectName = document.objectName(node).map { .text($0) } ?? ObjectExpectation.Name.none }
    if maybe(8) { expectation.index = roll(2) }
    if maybe(6) {
      expectation.bindings = [.init(pick(["width", "tint"]), maybe() ? nil : pick(["user.width", "user.tint"]))]
    }
    if maybe(4) { expectation.attributes = maybe() ? [] : [.init("width", "1")] }
    for name in ["width", "title", "custom"] where maybe() {
      if let raw = document.attribute(name, of: node) {
        expectation.stored.append(.init(name, String(decoding: raw, as: UTF8.self)))
      } else if name != "width" {
        expectation.absent.append(name)
      }
    }
    if maybe(6) { expectation.effective.append(.init("width", pick(["1", "3"]))) }
    return expectation
  }

  /// Returns assignments in the order of scripts: values, then unset, then reset.
  private mutating func assignments() throws -> [Assignment] {
    var assignments = [assignment()]
    if maybe(3) { assignments += [Assignment("title", .unset)] }
    if maybe(3) { assignments += [Assignment(pick(["width", "tint", "title"]), .reset)] }
    return assignments
  }

  private mutating func assignment() -> Assignment {
    switch roll(10) {
    case 9: Assignment("tint", .exact(pick(["\"brand\"", "{ \"white\" : 0.50 }", "\"#abc\""])))
    case 0: Assignment("width", .json(pick(["3", "4.00", "1e0", "99"])))
    case 1: Assignment("width", .add("0.5"))
    case 2:
      Assignment("tint", .json(pick(["\"brand\"", "\"red\"", "{\"red\":0,\"green\":1,\"blue\":0.1}", "\"#ABC\""])))
    case 3: Assignment("tint.red", .json("0.25"))
    case 4: Assignment("title", .json(pick(["null", "\"\\u00e9\""])))
    case 5: Assignment("Width", .set(pick(["2.50", "many"])))
    case 6: Assignment("width", pick(["*", "/"]) == "*" ? .multiply("2e0") : .divide("4"))
    case 7: Assignment("width", .subtract("1"))
    default: Assignment("text", .json("\"words\""))
    }
  }

  // MARK: steps that another takes back

  /// Returns a structural step and its inverse; nil if no step is the inverse.
  mutating func invertibleStep(_ scene: SceneSession) throws -> (EditStep, EditStep)? {
    let document = scene.document
    let node = NodeIndex(roll(document.objectCount))
    let (id, fresh) = (document.id(node), freshID())
    let (object, new) = (try Selector(id: id), try Selector(id: fresh))
    switch roll(6) {
    case 0: return (.rename(object, id: fresh), .rename(new, id: id))
    case 1:
      // No step changes an object's class to an unknown one.
      guard document.className(node) != "Unknown" else { return nil }
      return (.setClass(object, to: pick(["Box", "Mirror"])), .setClass(object, to: document.className(node)))
    case 2: return (.setName(object, to: fresh), .setName(object, to: document.objectName(node)))
    case 3:
      let text = "{\"id\": \"\(fresh)\",\"class\":\"Box\"}"
      return (
        .insert(objects: [text], at: StepPlace(pick(["<", ">"]) == "<" ? .before(object) : .after(object))),
        .remove(new)
      )
    case 4: return (.duplicate(object, id: fresh, at: nil), .remove(new))
    default:
      // From beside a sibling to beside another object, and back.
      let other = NodeIndex(roll(document.objectCount))
      guard other != node, let sibling = document.nextSibling(node) else { return nil }
      let back = StepPlace(.before(try Selector(id: document.id(sibling))))
      return (.move(object, to: StepPlace(.after(try Selector(id: document.id(other))))), .move(object, to: back))
    }
  }
}

extension Selector {
  fileprivate init(id: String) throws { try self.init(parsing: "#\"\(id)\"") }
}
