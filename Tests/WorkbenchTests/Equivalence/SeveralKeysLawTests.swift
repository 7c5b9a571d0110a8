import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that all commands agree on a property's value if a scene stores it under several keys, some of them with
/// invalid values.
///
/// The oracle determines the expected results independently, as simply as possible: see ``Oracle``.
@Suite struct SeveralKeysLawTests {
  @Test(arguments: 1...60) func everyReaderSeesOneValue(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let scene = try pens(RandomPens.objects(&random))
    for node in scene.document.objects {
      for oracle in Oracle.properties(of: node, scene.document) { try checkReaders(oracle, node, scene, seed) }
      try checkObject(node, scene, seed)
    }
    try checkColumns(scene, seed)
  }

  private func checkReaders(_ oracle: Oracle, _ node: NodeIndex, _ scene: SceneSession, _ seed: Int) throws {
    let id = scene.document.id(node)
    let place = "seed \(seed), \(id).\(oracle.property) in \(scene.text)"
    for key in oracle.keys {
      let row = try scene.value(of: "\(id).\(key)")
      #expect(row.storedText == oracle.raw, "\(place), by \(key)")
      #expect(row.effective == oracle.effective, "\(place), by \(key)")
      #expect((row.state == .refused) == oracle.isRefused, "\(place), by \(key)")
      #expect(try scene.isFound(id, "[\(key)]") == (oracle.raw != nil), "\(place)")
      let text = oracle.effective.map { "[\(key)=\"\(Self.typed($0))\"]" }
      if let text { #expect(try scene.isFound(id, text), "\(place): \(text)") }
      if let stored = oracle.stored, let value = stored {
        #expect(try scene.isFound(id, "[stored(\(key))=\"\(Self.typed(value))\"]"), "\(place)")
      }
    }
    let mixed = scene.inspect([node]).sections.flatMap(\.properties).first { $0.name == oracle.property }
    #expect(mixed?.values.common == (oracle.effective.map { .value($0) } ?? .unset), "\(place)")
    #expect(mixed?.stored == (oracle.raw == nil ? 0 : 1), "\(place)")
    #expect((mixed?.modified == 1) == oracle.isModified, "\(place)")
    let why = try scene.why("\(id).\(oracle.property)")
    #expect(why.property.effective == oracle.effective, "\(place)")
    if let raw = oracle.raw {
      #expect(why.reasons.contains { $0.text == "the object stores \(raw)" }, "\(place): \(why.reasons.map(\.text))")
    }
  }

  private static func typed(_ value: PropertyValue) -> String { value.text }

  private func checkObject(_ node: NodeIndex, _ scene: SceneSession, _ seed: Int) throws {
    let (id, oracles) = (scene.document.id(node), Oracle.properties(of: node, scene.document))
    let place = "seed \(seed), \(id) in \(scene.text)"
    #expect(try scene.isFound(id, ":modified") == oracles.contains(where: \.isModified), "\(place)")
    let found = scene.check().filter { $0.object == id }
    #expect(
      Set(found.filter { $0.code == "property.alias" }.compactMap(\.property))
        == Set(oracles.flatMap(\.shadowed)), "\(place)")
    let refused = found.filter { $0.severity == .error && $0.code != "value.required" }.compactMap(\.property)
    #expect(Set(refused) == Set(oracles.filter(\.isRefused).compactMap(\.key)), "\(place)")
    scene.withModel { model in
      let values = model.values(of: node, BuildReply())
      for oracle in oracles {
        let exported = values.properties.first { $0.definition.name == oracle.property }
        #expect(exported?.stored == (oracle.stored.map { .value($0) } ?? .absent), "\(place)")
      }
    }
  }

  private func checkColumns(_ scene: SceneSession, _ seed: Int) throws {
    for (property, keys) in penKeys("Pen").dropLast() {
      let columns = [FindColumn(property), FindColumn(keys[1]), FindColumn("stored(\(property))")]
      var objects: [FoundObject] = []
      _ = try scene.find(Selector(parsing: "*"), columns: columns) { objects.append($0) }
      for (node, object) in zip(scene.document.objects, objects) {
        let oracle = try #require(Oracle.properties(of: node, scene.document).first { $0.property == property })
        let effective = oracle.effective.map { ColumnValue.value($0) } ?? .unset
        #expect(object.values[0] == effective, "seed \(seed): \(object.id).\(property) in \(scene.text)")
        #expect(object.values[1] == effective, "seed \(seed): \(object.id).\(keys[1]) in \(scene.text)")
        if let stored = oracle.stored {
          #expect(object.values[2] == stored.map { .value($0) } ?? .unset, "seed \(seed): \(object.id).\(property)")
        }
      }
    }
  }

  /// Checks that an edit writes only the key that determines the property.
  @Test(arguments: 1...60) func everyWriterWritesThatKey(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let objects = RandomPens.objects(&random)
    let original = try pens(objects)
    for node in original.document.objects {
      for oracle in Oracle.properties(of: node, original.document) {
        let place = "seed \(seed), \(original.document.id(node)).\(oracle.property) in \(original.text)"
        let id = original.document.id(node)
        let before = original.model.attributes(of: node).texts
        func edited(_ assignment: Assignment) throws -> [(key: String, raw: String)] {
          let scene = try pens(objects)
          _ = try scene.set("*#\(id)", assignment)
          let after = scene.model.attributes(of: node).texts
          try patchGives(scene, objects, place)
          try scene.undo()
          #expect(scene.text == original.text, "\(place)")
          return after
        }
        let name = oracle.keys[random.next(oracle.keys.count)]
        let new = oracle.newValue
        let set = try edited(Assignment(name, .exact(new)))
        let key = oracle.key ?? oracle.property
        let wanted = before.map { ($0.key, $0.key == key ? new : $0.raw) } + (oracle.key == nil ? [(key, new)] : [])
        #expect(set.map(\.key) == wanted.map(\.0) && set.map(\.raw) == wanted.map(\.1), "\(place): \(set)")
        // Removing a shadowed key removes only this key; otherwise all keys are removed.
        guard oracle.property != "number" || oracle.shadowed.contains(name) else { continue }
        let reset = try edited(Assignment(name, .reset))
        let isAlone = oracle.shadowed.contains(name)
        #expect(
          reset.map(\.key) == before.map(\.key).filter { isAlone ? $0 != name : !oracle.keys.contains($0) },
          "\(place), reset of \(name)")
      }
    }
  }

  /// Checks that a patch of an edit reproduces the scene's text.
  private func patchGives(_ scene: SceneSession, _ objects: String, _ place: String) throws {
    let text = EditScript.text(of: try scene.patch(of: try pens(objects)).steps)
    let again = try pens(objects)
    _ = try again.perform(EditRequest(try EditScript(Array(text.utf8), name: "patch").steps))
    #expect(again.text == scene.text, "\(place): \(text)")
  }
}

extension SceneSession {
  fileprivate func isFound(_ id: String, _ condition: String) throws -> Bool {
    try !select(Selector(parsing: "*#\(id)\(condition)")).isEmpty
  }
}

/// The expected state of an object's property, determined from its stored keys.
private struct Oracle {
  var property: String

  /// The keys of the property, in order of precedence.
  var keys: [String]

  /// The key that determines the property.
  var key: String?
  var raw: String?
  var shadowed: [String]

  /// The stored value; nil if nothing is stored, or if the value is refused.
  var stored: PropertyValue??
  var effective: PropertyValue?
  var isRefused: Bool { raw != nil && stored == nil }
  var isModified: Bool { raw != nil && (stored == nil || stored != .some(standard)) }
  var standard: PropertyValue?
  var newValue: String

  static func properties(of node: NodeIndex, _ document: SceneDocument) -> [Oracle] {
    let className = document.className(node)
    let texts = document.rawAttributes(of: node)
    return penKeys(className).map { property, keys in
      let present = keys.filter { key in texts.contains { $0.key == key } }
      let raw = present.first.flatMap { key in texts.first { $0.key == key }?.raw }
      var oracle = Oracle(
        property: property, keys: keys, key: present.first, raw: raw, shadowed: Array(present.dropFirst()),
        standard: RandomPens.standard(property), newValue: RandomPens.newValue(property))
      oracle.stored = raw.flatMap { text in RandomPens.values(property).first { $0.json == text }?.value }
      oracle.effective = oracle.stored ?? oracle.standard
      // The hook clamps.
      if className == "Pen", case .double(let width)? = oracle.effective, width > 40 { oracle.effective = .double(40) }
      return oracle
    }
  }
}

/// A generator of objects that store several keys of their properties, with valid and invalid values.
private enum RandomPens {
  static func objects(_ random: inout SeededGenerator) -> String {
    (0..<4).map { number in
      let className = random.next(2) == 0 ? "Pen" : "Nib"
      var attributes = penKeys(className).flatMap { property, keys in
        keys.filter { _ in random.next(5) < 2 }.map { key in
          let values = values(property)
          return "\"\(key)\":\(values[random.next(values.count)].json)"
        }
      }
      attributes.shuffle(using: &random)
      if className == "Pen", !attributes.contains(where: { $0.hasPrefix("\"number\"") || $0.hasPrefix("\"count\"") }) {
        attributes.append("\"count\":4")
      }
      return #"{"id":"o\#(number)","class":"\#(className)","attributes":{\#(attributes.joined(separator: ","))}}"#
    }.joined(separator: ",")
  }

  /// Returns JSON texts with their values; nil if the property refuses the text.
  static func values(_ property: String) -> [(json: String, value: PropertyValue??)] {
    switch property {
    case "lineWidth":
      [
        ("1", .some(.double(1))), ("2.50", .some(.double(2.5))), ("50", .some(.double(50))), ("99", nil),
        ("\"3\"", nil),
      ]
    case "tint":
      [("\"red\"", .some(.color(.red))), ("\"#000\"", .some(.color(.black))), ("\"nocolor\"", nil), ("7", nil)]
    case "title": [("\"x\"", .some(.string("x"))), ("null", .some(nil)), ("5", nil), ("\"yy\"", .some(.string("yy")))]
    case "frame":
      [
        (#"{"x":1,"y":2,"width":3,"height":4}"#, .some(.rect(Rect(x: 1, y: 2, width: 3, height: 4)))),
        (#"{"x":1,"y":2}"#, nil), ("null", nil),
      ]
    default: [("4", .some(.int(4))), ("5", .some(.int(5))), ("1", .some(.int(1)))]
    }
  }

  static func standard(_ property: String) -> PropertyValue? {
    switch property {
    case "lineWidth": .double(1)
    case "tint": .color(.black)
    case "title": nil
    case "frame": .rect(.zero)
    default: .int(1)
    }
  }

  /// Returns a value that differs from all stored ones.
  static func newValue(_ property: String) -> String {
    switch property {
    case "lineWidth": "17"
    case "tint": "\"blue\""
    case "title": "\"new\""
    case "frame": #"{"x":9,"y":9,"width":9,"height":9}"#
    default: "8"
    }
  }
}

extension SceneDocument {
  fileprivate func rawAttributes(of node: NodeIndex) -> [(key: String, raw: String)] {
    var texts: [(key: String, raw: String)] = []
    forEachAttribute(of: node) { key, raw in
      texts.append((JSONString.decode(key), String(decoding: raw, as: UTF8.self)))
      return true
    }
    return texts
  }
}
