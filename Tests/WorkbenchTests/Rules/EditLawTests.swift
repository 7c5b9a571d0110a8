import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of the laws of edits, on scenes with invalid values, several keys of one property, and values that hooks
/// change.
@Suite struct EditLawTests {
  private func gadgets(_ text: String) throws -> SceneSession {
    SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: PluginLibrary(inProcess: [Gadgets.self]))
  }

  private typealias Edit = (id: String, property: String, component: String?, operation: Assignment.Operation)

  @Test("an edit changes nothing that it does not name, and undoing it gives the text back", arguments: 0..<60)
  func locality(seed: Int) throws {
    var random = DamagedScene(seed: seed, objects: 6)
    let start = random.text
    let scene = try gadgets(start)
    var (made, refused) = (0, 0)
    for _ in 0..<60 {
      let edit = self.edit(&random, of: scene)
      guard let node = scene.document.node(id: edit.id), scene.document.className(node) == "Gadget" else { continue }
      let before = (text: scene.text, attributes: scene.model.attributes(of: node).texts)
      let row = try scene.value(of: "\(edit.id).\(edit.property)")
      let name = [edit.property, edit.component].compactMap(\.self).joined(separator: ".")
      let comment = Comment(rawValue: "\(edit) in \(before.text)")
      let request = EditRequest(try selector("#\(edit.id)"), [Assignment(name, edit.operation)])
      do throws(Diagnostic) {
        _ = try scene.perform(request)
      } catch {
        #expect(scene.text == before.text, comment)
        refused += 1
        continue
      }
      made += 1
      #expect(try scene.value(of: "\(edit.id).\(edit.property)").state != .refused, comment)
      if edit.operation.isRelative { #expect(row.state != .refused, "a refused value is no start: \(edit)") }
      if scene.text == before.text { continue }
      try checkLocality(of: edit, before.text, before.attributes, scene, node, comment)
      // Some edits are kept, so that others start from edited objects.
      if random.roll(0...1) == 0 {
        _ = try scene.undo()
        #expect(scene.text == before.text, comment)
      }
    }
    #expect(made > 5 && refused > 5, "\(made) made, \(refused) refused")
    while try scene.undo() != nil {}
    #expect(scene.text == start)
  }

  private func edit(_ random: inout DamagedScene, of scene: SceneSession) -> Edit {
    let id = "g\(random.roll(0...5))"
    let property = random.pick(DamagedScene.values.keys.filter { $0 != "stray" }.sorted())
    let component = DamagedScene.components[property].flatMap { random.roll(0...2) > 0 ? random.pick($0) : nil }
    let number = random.pick(["0", "1", "0.5", "2.50", "8", "0.1"])
    switch random.roll(0...7) {
    case 0: return (id, property, component, .add(number))
    case 1: return (id, property, component, .multiply(number))
    case 2: return (id, property, component, .subtract(number))
    default: break
    }
    if component != nil { return (id, property, component, .set(number)) }
    return (id, property, nil, .json(random.pick(DamagedScene.values[property] ?? ["1"])))
  }

  private func checkLocality(
    of edit: Edit, _ old: String, _ former: [(key: String, raw: String)], _ scene: SceneSession, _ node: NodeIndex,
    _ comment: Comment
  ) throws {
    let attributes = scene.model.attributes(of: node).texts
    let keys = [edit.property] + (DamagedScene.otherKeys[edit.property] ?? [])
    guard attributes.count == former.count else {
      // A new member is appended.
      #expect(attributes.count == former.count + 1 && attributes.last?.key == edit.property, comment)
      #expect(attributes.dropLast().elementsEqual(former) { $0 == $1 }, comment)
      try checkNewValue(attributes.last?.raw ?? "", edit, comment)
      return
    }
    let changed = attributes.indices.filter { attributes[$0] != former[$0] }
    #expect(changed.count == 1 && changed.allSatisfy { attributes[$0].key == former[$0].key }, comment)
    guard let place = changed.first else { return }
    #expect(keys.contains(attributes[place].key), comment)
    // All bytes around the value are unchanged.
    let (oldRaw, newRaw) = (former[place].raw, attributes[place].raw)
    let (oldBytes, newBytes) = (Array(old.utf8), Array(scene.text.utf8))
    let head = zip(oldBytes, newBytes).prefix { $0 == $1 }.count
    let tail = zip(oldBytes.reversed(), newBytes.reversed()).prefix { $0 == $1 }.count
    #expect(oldBytes.count - head - tail <= oldRaw.utf8.count, comment)
    #expect(oldBytes.count - oldRaw.utf8.count == newBytes.count - newRaw.utf8.count, comment)
    guard let component = edit.component, oldRaw.first == "{" else { return }
    let (oldMembers, newMembers) = (JSONMembers.texts(Array(oldRaw.utf8)), JSONMembers.texts(Array(newRaw.utf8)))
    if oldMembers?["white"] != nil, component != "alpha" { return }
    for (name, text) in oldMembers ?? [:] where name != component { #expect(newMembers?[name] == text, comment) }
  }

  /// Checks that the other components of a new value are the default's, whatever a hook changes.
  private func checkNewValue(_ raw: String, _ edit: Edit, _ comment: Comment) throws {
    guard let component = edit.component else { return }
    let defaults = ["origin": [1.0, 2], "area": [1, 2, 30, 40], "extent": [3, 4], "tint": [0.2, 0.4, 1, 1]]
    let names = DamagedScene.components[edit.property] ?? []
    let text = raw.hasPrefix("\"") ? String(raw.dropFirst().dropLast()) : raw
    let types: [String: PropertyType] = ["origin": .point, "spot": .point, "extent": .size, "area": .rect]
    let type = types[edit.property] ?? .color
    let value = try PropertyValue(parsing: text, as: type)
    for (name, number) in zip(names, defaults[edit.property] ?? []) where name != component {
      #expect(ComponentValue.number(name, of: value) == number, comment)
    }
  }

  @Test("rule 79: a computed value that is equal changes no byte", arguments: 100..<130)
  func equalValues(seed: Int) throws {
    let text = DamagedScene(seed: seed, objects: 12).text
    let scene = try gadgets(text)
    var (numbers, refused) = (0, 0)
    for (property, components) in DamagedScene.values.keys.map({ ($0, DamagedScene.components[$0]) }) {
      for number in 0..<12 {
        let row = try? scene.value(of: "g\(number).\(property)")
        guard let row, row.definition != nil else { continue }
        for name in components.map({ $0.map { "\(property).\($0)" } }) ?? [property] {
          var operations: [Assignment.Operation] = [.add("0"), .multiply("1"), .subtract("0.0"), .divide("1.0")]
          if name != property, row.state == .stored, let part = try scene.value(of: "g\(number).\(name)").storedText {
            operations.append(.set(part))
          }
          for operation in operations {
            let request = EditRequest(try selector("#g\(number)"), [Assignment(name, operation)])
            do throws(Diagnostic) {
              let result = try scene.perform(request)
              #expect(result.changed == 0 && scene.text == text, "\(name) \(operation) of g\(number) in \(text)")
              numbers += 1
            } catch {
              refused += 1
              #expect(scene.text == text)
              let isNumber = name != property || [.int, .double].contains(row.type)
              if row.state == .stored, isNumber, row.effective != nil {
                Issue.record("\(name) \(operation) of g\(number) is refused: \(error.message)")
              }
            }
          }
        }
      }
    }
    #expect(numbers > 100 && refused > 10, "\(numbers) computed, \(refused) refused")
  }

  @Test("giving a value again as its JSON text changes no byte", arguments: 200..<260)
  func sameTexts(seed: Int) throws {
    let counts = try IdentityEdits(gadgets(DamagedScene(seed: seed, objects: 12).text)).check()
    #expect(counts.values > 20 && counts.numbers > 20, "\(counts)")
  }

  @Test("giving a value of random cards again changes no byte", arguments: 0..<20)
  func sameCards(seed: Int) throws {
    // Others than those that accept a value when they are loaded and reject it when they are edited.
    let classes = RandomCards.classes.filter { !["Moody", "Picky"].contains($0) }
    var random = RandomCards(seed: seed, classes: classes)
    let counts = try IdentityEdits(session(text: random.scene(objects: 30))).check()
    #expect(counts.values > 10, "\(counts)")
  }

  @Test(
    "where a hook changes a value, its other numbers keep their bytes, and arithmetic starts from the effective one")
  func hooks() throws {
    let stored = #"{"id":"g","class":"Gadget","attributes":{"origin":{"x":-5.50,"y":2}}}"#
    func outcome(_ assignments: Assignment...) throws -> String {
      let scene = try gadgets(#"{"format":"inspector-scene/1","objects":[\#(stored)]}"#)
      _ = try scene.perform(EditRequest(try selector("#g"), assignments))
      return scene.model.attributes(of: 0).texts[0].raw
    }
    #expect(try outcome(Assignment("origin.y", .set("7"))) == #"{"x":-5.50,"y":7}"#)
    #expect(try outcome(Assignment("origin.y", .add("5"))) == #"{"x":-5.50,"y":7}"#)
    #expect(try outcome(Assignment("origin.x", .add("1"))) == #"{"x":1,"y":2}"#)
    #expect(try outcome(Assignment("origin.x", .add("0"))) == #"{"x":-5.50,"y":2}"#)
    // In either order each starts from what is in effect.
    #expect(
      try outcome(Assignment("origin.x", .add("1")), Assignment("origin.y", .add("5"))) == #"{"x":1,"y":7}"#)
    #expect(
      try outcome(Assignment("origin.y", .add("5")), Assignment("origin.x", .add("1"))) == #"{"x":1,"y":7}"#)
    #expect(
      try outcome(Assignment("origin.x", .set("3")), Assignment("origin.x", .multiply("2"))) == #"{"x":6,"y":2}"#)
  }

  @Test(
    "rule 80: a value that is refused is replaced as a whole, and completed where that is all it lacks",
    arguments: [
      ("area", #"{"x":10,"y":20,"width":100}"#, "area.height", "50", #"{"x":10,"y":20,"width":100,"height":50}"#),
      (
        "area", #"{"x":1.0,"y":2,"width":3,"height":"400"}"#, "area.height", "5.0",
        #"{"x":1.0,"y":2,"width":3,"height":5.0}"#
      ),
      (
        "area", #"{"x":1.0,"y":2,"width":3,"height":4,"z":1}"#, "area", "1,2 3x4.0",
        #"{"x":1,"y":2,"width":3,"height":4.0}"#
      ),
      (
        "area", #"{"x":1.0, "y":2,"width":3,"height":4}"#, "area", "1,2.50 3x4",
        #"{"x":1, "y":2.50,"width":3,"height":4}"#
      ),
      ("count", "{}", "count", "1", "1"), ("pen", #"{"a":1}"#, "count", "1", "1"),
      ("share", "{}", "share", "0.50", "0.50"),
      ("tint", #"{"x":1}"#, "tint", "red", #""red""#), ("tint", #"{"x":1}"#, "tint", "#123456", ##""#123456""##),
      (
        "tint", #"{"red":1,"green":0,"blue":0,"x":1}"#, "tint", #"{"red":0.50,"green":0,"blue":0}"#,
        #"{"red":0.50,"green":0,"blue":0,"alpha":1}"#
      ),
      ("tint", #"{"white":0.5,"red":1}"#, "tint", "blue", #""blue""#),
      ("tint", #"{"red":1,"green":0}"#, "tint.blue", "0.50", #"{"red":1,"green":0,"blue":0.50}"#),
      ("shade", #""nil""#, "shade", "red", #""red""#),
    ] as [(String, String, String, String, String)])
  func repaired(key: String, stored: String, name: String, typed: String, result: String) throws {
    let scene = try gadgets(
      #"{"format":"inspector-scene/1","objects":[{"id":"g","class":"Gadget","attributes":{"\#(key)":\#(stored)}}]}"#)
    let edited = try scene.perform(EditRequest(try selector("#g"), [Assignment(name, .set(typed))]))
    #expect(edited.changed == 1)
    let attributes = scene.model.attributes(of: 0).texts
    #expect(attributes.map(\.key) == [key] && attributes.map(\.raw) == [result])
    #expect(scene.check().isEmpty)
  }

  @Test(
    "what a refused value lacks is said, and it is no start of arithmetic",
    arguments: [
      (
        "area", #"{"x":10}"#, "area.x", .set("1"),
        "'area.x' cannot be changed alone because the value would still be refused: 'area': 'y' is missing; a Rect has x, y, width and height"
      ),
      (
        "area", #""none""#, "area.x", .set("1"),
        "'area.x' cannot be changed alone because the value would still be refused: 'area': expected a Rect, found the string 'none'; write an object such as {\"x\": 10, \"y\": 20, \"width\": 100, \"height\": 50}"
      ),
      (
        "area", #"{"x":1,"y":2,"width":3,"height":"400"}"#, "area.x", .add("8"),
        "'area.x' has no value to start from, since what is stored is refused: 'area': expected a number for 'height' of a Rect, found the string '400'"
      ),
      (
        "share", "1.2", "share", .subtract("0.3"),
        "'share' has no value to start from, since what is stored is refused: 'share' cannot be 1.2; its range is 0.05…0.95"
      ),
      (
        "count", "3.0", "count", .add("1"),
        "'count' has no value to start from, since what is stored is refused: 'count': expected an Int, found '3.0'; write 3"
      ),
      (
        "shade", #""brnad""#, "shade.alpha", .multiply("0.5"),
        "'shade.alpha' has no value to start from, since what is stored is refused: 'shade': unknown colour 'brnad'; write a CSS name or '#RRGGBB', such as '#3366FF'"
      ),
      (
        "shade", "null", "shade.alpha", .multiply("0.5"),
        "'shade' is unset, so there is nothing to change; set it as a whole first"
      ),
    ] as [(String, String, String, Assignment.Operation, String)])
  func refused(key: String, stored: String, name: String, operation: Assignment.Operation, words: String) throws {
    let scene = try gadgets(
      #"{"format":"inspector-scene/1","objects":[{"id":"g","class":"Gadget","attributes":{"\#(key)":\#(stored)}}]}"#)
    #expect(refusal { try scene.set("#g", Assignment(name, operation)) } == words)
  }

  @Test("rule 81: a computed colour that is equal keeps its palette name, and a note tells of one that is taken away")
  func paletteNames() throws {
    func scene(_ color: String) throws -> SceneSession {
      try gadgets(
        ##"{"format":"inspector-scene/1","palette":{"brand":"#3366FF"},"objects":[{"id":"g","class":"Gadget","attributes":{"tint":\##(color)}}]}"##
      )
    }
    for color in [#""brand""#, ##""#36f""##, #""blue""#, #"{"white":0.50}"#, #"{"red":1.0,"green":0,"blue":0}"#] {
      let session = try scene(color)
      let text = session.text
      let equal = [
        Assignment("tint.alpha", .set("1")), Assignment("tint.alpha", .add("0")),
        Assignment("tint.red", .subtract("0")),
        Assignment("tint.blue", .multiply("1.0")),
      ]
      #expect(try session.perform(EditRequest(try selector("#g"), equal)).changed == 0)
      #expect(session.text == text)
    }
    for typed in ["#3366FF", "red", "{\"white\":1}"] {
      let session = try scene(#""brand""#)
      let result = try session.perform(EditRequest(try selector("#g"), [Assignment("tint", .set(typed))]))
      #expect(result.changed == 1 && result.remarks.first.map(\.text) == ["g.tint: no longer the palette's 'brand'"])
      #expect(
        try scene(#""brand""#).set("#g", Assignment("tint", .set(typed)), dryRun: true).changes.first?.notes.map(\.text)
          == ["no longer the palette's 'brand'"])
    }
    let literal = try scene(##""#3366FF""##)
    #expect(try literal.set("#g", Assignment("tint", .set("brand"))).changed == 1)
    #expect(literal.text.contains(#""tint":"brand""#))
  }

  @Test("rule 82: a real edit counts the values that took effect otherwise, of each property what the last step leaves")
  func remarks() throws {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Gadget"},{"id":"b","class":"Gadget"}]}"#
    let gadget = try selector("Gadget")
    let one = try gadgets(text).perform(
      EditRequest(gadget, [Assignment("level", .set("500")), Assignment("count", .set("4"))]))
    #expect(one.remarks.overruled == 2)
    #expect(
      one.remarks.first.map(\.text) == ["a.level: 500 given, 100 effective", "b.level: 500 given, 100 effective"])
    let steps: [EditStep] = [
      .set(gadget, [Assignment("level", .set("500"))]), .set(try selector("#a"), [Assignment("level", .set("50"))]),
      .set(gadget, [Assignment("count", .set("4"))]), .rename(try selector("#b"), id: "c"),
    ]
    #expect(
      try gadgets(text).perform(EditRequest(steps)).remarks.first.map(\.text) == ["c.level: 500 given, 100 effective"])
    // An extension's setter overrules what is given beneath it.
    let tall = try gadgets(
      text.replacing(#""b","class":"Gadget""#, with: #""b","class":"Gadget","attributes":{"isTall":true}"#))
    let beneath = try tall.perform(EditRequest(gadget, [Assignment("level", .set("7"))]))
    #expect(beneath.remarks.first.map(\.text) == ["b.level: 7 given, 80 effective"])
    // Values that were already stored are not set again.
    #expect(try tall.perform(EditRequest(gadget, [Assignment("level", .set("7"))])).remarks.count == 0)
  }

  private func session(text: String) throws -> SceneSession {
    SceneSession(
      try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: PluginLibrary(inProcess: [Rules.self]))
  }
}

/// Edits that set a scene's values again: as their JSON text, and by arithmetic that changes nothing.
struct IdentityEdits {
  private let scene: SceneSession

  init(_ scene: SceneSession) { self.scene = scene }

  /// Makes the edits object by object, and expects unchanged bytes.
  ///
  /// - Returns: the numbers of values set again and of numbers computed.
  func check() throws -> (values: Int, numbers: Int) {
    let bytes = scene.document.bytes()
    var (values, numbers) = (0, 0)
    for node in scene.document.objects {
      let id = scene.document.id(node)
      // Only edits of one kind are made together, since others would start from their results.
      var edits: [String: [Assignment]] = [:]
      for row in try scene.inspect(id: id).sections.flatMap(\.properties) {
        guard let definition = row.definition, !definition.isReadOnly, let text = row.storedText,
          [.stored, .unset, .inactive].contains(row.state), row.stored != .absent
        else { continue }
        values += 1
        edits["json", default: []].append(Assignment(row.name, .json(text)))
        if row.stored == .value(nil) { continue }
        edits["exact", default: []].append(Assignment(row.name, .exact(text)))
        if definition.type != .color || text.hasPrefix("{") {
          edits["typed", default: []].append(Assignment(row.name, .set(text)))
        }
        guard row.effective != nil else { continue }
        let isNumber = [.int, .double].contains(definition.type)
        let parts = isNumber ? [row.name] : ComponentValue.names(of: definition.type).map { "\(row.name).\($0)" }
        numbers += parts.count
        edits["added", default: []] += parts.map { Assignment($0, .add("0")) }
        edits["multiplied", default: []] += parts.map { Assignment($0, .multiply("1")) }
      }
      let selector = try Selector(parsing: Selector.text(ofID: id))
      for (kind, assignments) in edits {
        let changed = try scene.perform(EditRequest(selector, assignments)).changed
        if changed != 0 { Issue.record("values that are \(kind) change '\(id)'") }
      }
    }
    #expect(scene.document.bytes() == bytes)
    return (values, numbers)
  }
}
