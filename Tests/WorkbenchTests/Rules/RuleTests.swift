import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Opens a scene whose objects are given as JSON.
func session(_ objects: String, extra: String = "") throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1",\#(extra)"objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Rules.self]))
}

extension SceneSession {
  var text: String { withDocument { String(decoding: $0.bytes(), as: UTF8.self) } }

  /// Sets properties, given as `NAME=VALUE`, and returns all changes.
  @discardableResult
  func set(_ selector: String, _ assignments: Assignment..., dryRun: Bool = false) throws -> EditResult {
    var request = EditRequest(try Selector(parsing: selector), assignments)
    request.wantsChanges = true
    request.isDryRun = dryRun
    return try perform(request)
  }

  func effective(_ reference: String) throws -> PropertyValue? { try value(of: reference).effective }
}

/// Returns the message of the thrown error.
func refusal(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let error as Diagnostic {
    return error.message
  } catch {
    return "\(error)"
  }
}

/// Tests of the rules in `Sources/Workbench/Documentation.docc/RulesOfEditing.md`, by number.
@Suite struct RuleTests {
  @Test("rules 1, 2: only what the person set is stored, what hooks write is not")
  func stored() throws {
    let scene = try session(#"{"id":"d","class":"Derived","attributes":{"source":4}}"#)
    try scene.set("Derived", Assignment("source", .set("5")))
    #expect(scene.text.contains(#""attributes":{"source":5}"#))
    #expect(try scene.effective("d.double") == .int(10))
    #expect(
      refusal { try scene.set("Derived", Assignment("source", .set("5.0"))) }
        == "'source': '5.0' is not an Int; did you mean '5'?")
  }

  @Test("rules 3, 4: effective is the recreated component's answer; effects are differences, descendants included")
  func effects() throws {
    let scene = try session(
      ##"{"id":"v","class":"View","attributes":{"backgroundColor":"#111111"},"children":[{"id":"t","class":"Tinted","attributes":{"inherits":true}}]}"##
    )
    let result = try scene.set("#v", Assignment("backgroundColor", .set("#222222")))
    let old = PropertyValue.color(Color("#111111") ?? .clear)
    let new = PropertyValue.color(Color("#222222") ?? .clear)
    #expect(result.changes.first?.effects == [.init(object: "t", property: "backgroundColor", old: old, new: new)])
    let derived = try session(#"{"id":"d","class":"Derived"}"#).set("#d", Assignment("source", .set("9")))
    #expect(derived.changes.first?.effects == [.init(object: "d", property: "double", old: .int(2), new: .int(18))])
  }

  @Test("rules 5 to 7: base class first, declaration order, each after what it depends on")
  func order() throws {
    // Applied in the order of the file, the value would be clamped to the default maximum first.
    let scene = try session(#"{"id":"s","class":"Slider","attributes":{"value":7,"maximumValue":10}}"#)
    #expect(try scene.effective("s.value") == .double(7))
    let diary = try session(#"{"id":"d","class":"Diary","attributes":{"second":1,"first":1}}"#)
    #expect(try diary.effective("d.pages") == .string("first:load second:load awake:load prepare:load "))
    let sequel = try session(#"{"id":"d","class":"Sequel","attributes":{"third":1,"second":1}}"#)
    #expect(try sequel.effective("d.pages") == .string("second:load third:load awake:load prepare:load "))
  }

  @Test("rules 8, 9: warnings come at every build; where stored and effective differ the host says so")
  func notes() throws {
    let scene = try session(#"{"id":"t","class":"Translucent","attributes":{"isTranslucent":false}}"#)
    let row = try scene.value(of: "t.isTranslucent")
    #expect(row.stored == .value(.bool(false)))
    #expect(row.effective == .bool(true))
    #expect(
      row.notes.map(\.text) == [
        "warning: this bar stays translucent", "'Translucent' makes it true, not the stored false",
      ])
    #expect(scene.check().map(\.message) == ["'t.isTranslucent': this bar stays translucent"])
    let clamped = try session(#"{"id":"s","class":"Slider","attributes":{"value":7}}"#).value(of: "s.value")
    #expect(clamped.notes.map(\.text) == ["'Slider' makes it 1, not the stored 7"])
  }

  @Test("rules 10, 11: range and options are the host's; a hook's limit shows in the effective value only")
  func ranges() throws {
    let scene = try session(#"{"id":"r","class":"Rating"},{"id":"s","class":"Slider"}"#)
    #expect(
      refusal { try scene.set("#r", Assignment("scale", .set("11"))) } == "'scale' cannot be 11; its range is 0…10")
    #expect(
      refusal { try scene.set("#r", Assignment("fillMode", .set("2"))) }
        == "'fillMode' cannot be '2'; its options are 0 (Full), 1 (Half)")
    try scene.set("#s", Assignment("value", .set("3")))
    #expect(scene.text.contains(#""value":3"#))
    #expect(try scene.effective("s.value") == .double(1))
  }

  @Test(
    "rules 14, 15, 17: what is refused at load is skipped, kept in the file and can be repaired; a rejection at recreate rejects the edit"
  )
  func repairs() throws {
    let scene = try session(#"{"id":"r","class":"Rating","attributes":{"stars":0,"scale":"x","tag":4}}"#)
    #expect(try scene.effective("r.stars") == .int(3))
    #expect(try scene.effective("r.scale") == .int(5))
    #expect(try scene.effective("r.tag") == .int(4))
    #expect(scene.check().map(\.code) == ["hook.rejected", "type.mismatch"])
    try scene.set("#r", Assignment("tag", .set("5")))
    try scene.set("#r", Assignment("stars", .set("2")))
    #expect(scene.text.contains(#"{"stars":2,"scale":"x","tag":5}"#))
    let moody = try session(#"{"id":"m","class":"Moody"}"#)
    let before = moody.text
    #expect(
      refusal { try moody.set("#m", Assignment("mood", .set("13"))) }
        == "'Moody' refuses the edit of 'm.mood': not again")
    #expect(moody.text == before)
  }

  @Test("rules 18 to 20: one refused edit leaves the file untouched, unless refused ones are to be skipped")
  func allOrNothing() throws {
    let scene = try session(
      #"{"id":"a","class":"Rating"},{"id":"b","class":"Rating","attributes":{"stars":1}},{"id":"c","class":"Plain"}"#)
    let before = scene.text
    #expect(
      refusal { try scene.set("Rating", Assignment("stars", .subtract("1"))) }
        == "'Rating' refuses the edit of 'b.stars': a rating needs at least one star")
    #expect(scene.text == before)
    var request = EditRequest(try Selector(parsing: "Rating"), [Assignment("stars", .subtract("1"))])
    request.skipsRefused = true
    let result = try scene.perform(request)
    #expect(result.matched == 2)
    #expect(result.changed == 1)
    #expect(result.skipped.map(\.object) == ["b"])
    #expect(try scene.effective("a.stars") == .int(2))
    #expect(
      refusal { try scene.set("*", Assignment("stars", .set("4"))) }
        == "unknown property 'stars' on 'Plain'; '--skip-missing' leaves such objects out")
    request = EditRequest(try Selector(parsing: "*"), [Assignment("stars", .set("4"))])
    request.skipsMissing = true
    #expect(try scene.perform(request).changed == 2)
    let strange = try session(#"{"id":"a","class":"Rating"},{"id":"u","class":"Ufo"}"#)
    #expect(try strange.perform(request).changed == 1)
  }

  @Test("rules 22 to 26, 28, 30: a typed number is written as typed, a computed one in its shortest form")
  func numbers() throws {
    let scene = try session(#"{"id":"p","class":"Plain"},{"id":"s","class":"Slider"},{"id":"n","class":"Narrow"}"#)
    try scene.set("#s", Assignment("maximumValue", .set("10.50")))
    #expect(scene.text.contains(#""maximumValue":10.50"#))
    try scene.set("#s", Assignment("maximumValue", .subtract("0.5")))
    #expect(scene.text.contains(#""maximumValue":10"#))
    let limited = try session(#"{"id":"s","class":"Slider","attributes":{"value":7}}"#)
    try limited.set("#s", Assignment("value", .subtract("0.25")))
    #expect(limited.text.contains(#""value":0.75}"#), "1 is in effect, not the 7 that is stored")
    #expect(try scene.effective("n.single") == .double(0.1))
    #expect(
      refusal { try scene.set("#n", Assignment("small", .set("128"))) }
        == "'small' cannot be 128; its range is -128…127")
    #expect(
      refusal { try scene.set("#n", Assignment("maybe", .add("1"))) }
        == "'maybe' is unset, so there is nothing to change; set it as a whole first")
    #expect(refusal { try scene.set("#p", Assignment("count", .divide("0"))) } == "'count' cannot be divided by 0")
    #expect(
      refusal { try scene.set("#p", Assignment("count", .divide("2"))) }
        == "'count' would become 0.5, but an Int has no fraction")
    #expect(
      refusal { try scene.set("#p", Assignment("count", .multiply("1.5"))) }
        == "'count' would become 1.5, but an Int has no fraction")
    #expect(
      refusal { try scene.set("#p", Assignment("count", .add("9223372036854775807"))) }
        == "'count' would become 9223372036854775808, beyond the 64 bits of an Int")
    #expect(
      refusal { try scene.set("#s", Assignment("maximumValue", .multiply("1e308"))) }
        == "'maximumValue' would become infinite")
  }

  @Test(
    "rules 27, 28: arithmetic on an Int is exact or refused, whatever form the operand has",
    arguments: [
      (9_007_199_254_740_993, .add("1.0"), 9_007_199_254_740_994),
      (9_007_199_254_740_993, .subtract("3e0"), 9_007_199_254_740_990),
      (9_007_199_254_740_993, .multiply("2.0"), 18_014_398_509_481_986),
      (9_007_199_254_740_993, .multiply("1.0"), 9_007_199_254_740_993),
      (9_007_199_254_740_993, .divide("3.00"), 3_002_399_751_580_331), (8, .multiply("0.5"), 4),
      (8, .divide("0.5"), 16), (-7, .divide("0.07"), -100), (0, .multiply("1e400"), 0), (0, .multiply("0.1"), 0),
      (.min, .multiply("1.0"), .min), (.max, .subtract("1.8446744073709551615e19"), .min),
      (1_000_000_000_000_000_000, .multiply("1e-18"), 1),
      (1_125_899_906_842_624, .multiply("8.8817841970012523233890533447265625e-16"), 1),
    ] as [(Int, Assignment.Operation, Int)])
  func exact(count: Int, operation: Assignment.Operation, result: Int) throws {
    let scene = try session(#"{"id":"p","class":"Plain","attributes":{"count":\#(count)}}"#)
    try scene.set("#p", Assignment("count", operation))
    #expect(scene.text.contains(#""count":\#(result)}"#))
  }

  @Test(
    "rule 28: what an Int cannot be is refused with the exact number",
    arguments: [
      (9_007_199_254_740_993, .add("0.5"), "9007199254740993.5, but an Int has no fraction"),
      (9_007_199_254_740_993, .divide("2"), "4503599627370496.5, but an Int has no fraction"),
      (10, .divide("3"), "10 / 3, but an Int has no fraction"),
      (10, .divide("0.3"), "10 / 0.3, but an Int has no fraction"),
      (5, .add("1e-60"), "5 + 1e-60, but an Int has no fraction"),
      (.max, .add("0.5"), "9223372036854775807.5, but an Int has no fraction"),
      (.max, .multiply("2.0"), "18446744073709551614, beyond the 64 bits of an Int"),
      (.min, .divide("-1"), "9223372036854775808, beyond the 64 bits of an Int"),
      (.max, .multiply("1e400"), "9.223372036854775807e+418, beyond the 64 bits of an Int"),
      (.max, .add("1e400"), "9223372036854775807 + 1e400, beyond the 64 bits of an Int"),
    ] as [(Int, Assignment.Operation, String)])
  func inexact(count: Int, operation: Assignment.Operation, words: String) throws {
    let scene = try session(#"{"id":"p","class":"Plain","attributes":{"count":\#(count)}}"#)
    #expect(refusal { try scene.set("#p", Assignment("count", operation)) } == "'count' would become \(words)")
    #expect(scene.text.contains(#""count":\#(count)}"#))
  }

  @Test(
    "rule 29: arithmetic on a Double is that of its decimal digits",
    arguments: [
      ("0.1", .add("0.2"), "0.3"), ("1.1", .multiply("1.1"), "1.21"), ("0.3", .subtract("0.1"), "0.2"),
      ("0.3", .subtract("0.3"), "0"), ("-0.1", .add("0.1"), "0"), ("100", .multiply("1.1"), "110"),
      ("4.35", .multiply("100"), "435"), ("1e20", .add("0.5"), "1e20"),
      ("1e20", .add("1e20"), "2e+20"), ("1", .divide("3"), "0.3333333333333333"),
      // Too many digits, or exponents too far apart: as doubles have it.
      ("0.30000000000000004", .add("0.1"), "0.4"), ("0.1", .add("0.2000000000000000"), "0.3"),
      ("0.1", .add("0.2000000000000001"), "0.3000000000000001"), ("1e-20", .multiply("3"), "2.9999999999999997e-20"),
    ] as [(String, Assignment.Operation, String)])
  func decimal(value: String, operation: Assignment.Operation, result: String) throws {
    let scene = try session(#"{"id":"s","class":"Slider","attributes":{"maximumValue":\#(value)}}"#)
    try scene.set("#s", Assignment("maximumValue", operation))
    #expect(scene.text.contains(#""maximumValue":\#(result)}"#))
    let view = try session(
      ##"{"id":"v","class":"View","attributes":{"frame":{"x":0,"y":\##(value),"width":1,"height":1}}}"##)
    try view.set("#v", Assignment("frame.y", operation))
    #expect(view.text.contains(##""y":\##(result),"##))
  }

  @Test("rules 31, 32: a component edit splices its number only, and stores the whole value where nothing is stored")
  func components() throws {
    let scene = try session(
      #"{"id":"v","class":"View","attributes":{"frame":{ "x": 1.0, "y":2e0 ,"width":3,"height":4}}},{"id":"p","class":"Plain"}"#
    )
    try scene.set("#v", Assignment("frame.x", .set("8")))
    #expect(scene.text.contains(#"{"frame":{ "x": 8, "y":2e0 ,"width":3,"height":4}}"#))
    #expect(try scene.set("#v", Assignment("frame.x", .set("8"))).changed == 0)
    try scene.set("#v", Assignment("frame.y", .add("0.5")))
    #expect(scene.text.contains(#"{"frame":{ "x": 8, "y":2.5 ,"width":3,"height":4}}"#))
    try scene.set("#p", Assignment("offset.y", .set("5")))
    #expect(scene.text.contains(#""attributes":{"offset":{"x":0,"y":5}}"#))
    #expect(
      refusal { try scene.set("#v", Assignment("frame.z", .set("5"))) }
        == "'frame' has no component 'z'; a Rect has x, y, width, height")
  }

  @Test("rules 33 to 35: new members go last and look like their siblings; removing takes one comma")
  func members() throws {
    let scene = try session("{\"id\": \"p\", \"class\": \"Plain\", \"attributes\": {\n  \"count\": 2\n}}")
    try scene.set("#p", Assignment("offset", .set("1,2")))
    #expect(scene.text.contains("{\n  \"count\": 2,\n  \"offset\": {\"x\":1,\"y\":2}\n}"))
    try scene.set("#p", Assignment("count", .reset))
    #expect(scene.text.contains("{\n  \"offset\": {\"x\":1,\"y\":2}\n}"))
    let bare = try session(#"{"id":"p","class":"Plain"}"#)
    try bare.set("#p", Assignment("count", .set("3")))
    #expect(bare.text.contains(#"{"id":"p","class":"Plain","attributes":{"count":3}}"#))
    let turned = try session(#"{"class":"Plain","id":"p"}"#)
    try turned.set("#p", Assignment("count", .set("3")))
    #expect(turned.text.contains(#"{"class":"Plain","attributes":{"count":3},"id":"p"}"#))
  }

  @Test("rules 37 to 40: declared reads of the parent work, others fail; parents are built first, dependents again")
  func parents() throws {
    let scene = try session(
      #"{"id":"a","class":"View","attributes":{"backgroundColor":"red"},"children":[{"id":"b","class":"Tinted","attributes":{"inherits":true},"children":[{"id":"c","class":"Tinted","attributes":{"inherits":true}}]}]}"#
    )
    #expect(try scene.effective("c.backgroundColor") == .color(Color("red") ?? .clear))
    let result = try scene.set("#a", Assignment("backgroundColor", .set("blue")))
    #expect(result.changes.first?.effects.map(\.object) == ["b", "c"])
    #expect(try scene.effective("c.backgroundColor") == .color(Color("blue") ?? .clear))
    let nosy = try session(#"{"id":"v","class":"View","children":[{"id":"n","class":"Nosy"}]}"#)
    #expect(
      refusal { try nosy.set("#n", Assignment("looks", .set("true"))) }
        == "'Nosy' refuses the edit of 'n.looks': the hook reads 'tag' of the parent without declaring it; add it to 'readsParent'"
    )
    let undeclared = try session(
      #"{"id":"v","class":"View","attributes":{"tag":1},"children":[{"id":"k","class":"Picky"}]}"#)
    #expect(
      refusal { try undeclared.set("#v", Assignment("tag", .set("7"))) }
        == "'k', which reads its parent, refuses the edit: 7 is not to be borne")
    #expect(undeclared.text.contains(#""tag":1"#))
  }

  @Test("rule 43: inert classes are those without observers, accessors and lifecycle of their own")
  func inert() throws {
    let library = PluginLibrary(inProcess: [Rules.self])
    let inert = library.plugins[0].description?.components.filter(\.isInert).map(\.name)
    #expect(inert == ["Narrow", "Plain"])
  }

  @Test("rules 44 to 47: palette names stay names; they are looked up before CSS and never refer to another")
  func palette() throws {
    let scene = try session(
      #"{"id":"v","class":"View"}"#, extra: ##""palette":{"brand":"#3366FF","red":"#00FF00","other":"brand"},"##)
    try scene.set("#v", Assignment("backgroundColor", .set("brand")))
    #expect(scene.text.contains(#""backgroundColor":"brand""#))
    #expect(try scene.effective("v.backgroundColor") == .color(Color("#3366FF") ?? .clear))
    try scene.set("#v", Assignment("backgroundColor", .set("red")))
    #expect(try scene.effective("v.backgroundColor") == .color(Color("#00FF00") ?? .clear))
    #expect(scene.check().map(\.code) == ["value.color"])
    #expect(
      refusal { try scene.set("#v", Assignment("backgroundColor", .set("Brand"))) }
        == "'backgroundColor': unknown colour 'Brand'; did you mean 'brand' of the palette?")
  }

  @Test("rules 48, 49, 51: class names match exactly; a comparison with unset is false")
  func selectors() throws {
    let scene = try session(
      #"{"id":"n","class":"Narrow"},{"id":"m","class":"Narrow","attributes":{"maybe":3}},{"id":"s","class":"Slider","attributes":{"value":9}}"#
    )
    #expect(try scene.select(Selector(parsing: "Narrow[maybe>=0]")) == [1])
    #expect(try scene.select(Selector(parsing: "Narrow[maybe!=3]")) == [])
    #expect(try scene.select(Selector(parsing: "Slider[value=1]")) == [2])
    #expect(try scene.select(Selector(parsing: "Slider[stored(value)>5]")) == [2])
    #expect(try scene.select(Selector(parsing: "*[maybe]")) == [1])
    #expect(try scene.select(Selector(parsing: "View")) == [], "a Slider is a View, and not of that class")
    #expect(
      refusal { _ = try scene.select(Selector(parsing: "Slidr")) }
        == "unknown class 'Slidr'; did you mean 'Slider'?\n    Slidr\n    ^")
  }

  @Test("rules 52, 53, 55, 56: versions, inverses, conflicts by property, modified, observers")
  func versions() throws {
    let scene = try session(#"{"id":"p","class":"Plain"},{"id":"q","class":"Plain"}"#)
    let original = scene.text
    nonisolated(unsafe) var seen: [Int] = []
    let number = scene.observe { seen.append($0.version) }
    #expect(scene.isModified == false)
    try scene.set("#p", Assignment("count", .set("2")))
    try scene.set("*", Assignment("count", .add("1")))
    #expect(scene.isModified)
    let request = EditRequest(try Selector(parsing: "#q"), [Assignment("count", .set("9"))])
    #expect(
      refusal { _ = try scene.perform(request, madeOn: 1) }
        == "'q.count' was changed in version 2, but this edit is based on version 1")
    let other = EditRequest(try Selector(parsing: "#q"), [Assignment("offset", .set("1,1"))])
    #expect(refusal { _ = try scene.perform(other, madeOn: 1) } == "no error")
    while try scene.undo() != nil {}
    #expect(scene.text == original)
    #expect(scene.isModified == false)
    #expect(try scene.redo() != nil)
    #expect(scene.text.contains(#""count":2"#))
    scene.stopObserving(number)
    try scene.undo()
    #expect(seen == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test(
    "rule 54: a conflict is found whatever the property is called",
    arguments: ["frame", "Frame", "frame.x", "frame.X", "Frame.x", "FRAME.X"])
  func conflicts(name: String) throws {
    let scene = try session(#"{"id":"p","class":"Slider"}"#)
    try scene.set("#p", Assignment("value", .set("1")))
    try scene.set("#p", Assignment("frame.x", .set("2")))
    let value = name.lowercased() == "frame" ? "0,0 1x1" : "9"
    let request = EditRequest(try Selector(parsing: "#p"), [Assignment(name, .set(value))])
    #expect(
      refusal { _ = try scene.perform(request, madeOn: 1) }
        == "'p.frame' was changed in version 2, but this edit is based on version 1")
  }

  @Test("rule 21: a dry run runs the hooks, tells the changes and changes nothing")
  func dryRun() throws {
    let scene = try session(#"{"id":"s","class":"Slider","attributes":{"value":0.2}}"#)
    let before = scene.text
    let result = try scene.set("Slider", Assignment("value", .set("4")), dryRun: true)
    #expect(scene.text == before)
    #expect(scene.version == 0)
    let change = result.changes.first
    #expect(change?.old == "0.2")
    #expect(change?.new == "4")
    #expect(change?.effective == .double(1))
    #expect(change?.notes.map(\.text) == ["'Slider' makes it 1, not 4"])
  }

  @Test("rule 36: edits keep the form that a colour had where it can hold the value")
  func colorForms() throws {
    let scene = try session(
      ##"{"id":"h","class":"View","attributes":{"backgroundColor":"#112233"}},{"id":"c","class":"View","attributes":{"backgroundColor":{"red":0.5, "green":0,"blue":0}}},{"id":"w","class":"View","attributes":{"backgroundColor":{"white":0.5,"alpha":1}}}"##
    )
    try scene.set("*", Assignment("backgroundColor", .set("#36F")))
    #expect(scene.text.contains(##""id":"h","class":"View","attributes":{"backgroundColor":"#36F"}"##))
    #expect(scene.text.contains(#"{"backgroundColor":{"red":0.2, "green":0.4,"blue":1}}"#))
    #expect(
      scene.text.contains(
        #""id":"w","class":"View","attributes":{"backgroundColor":{"red":0.2,"green":0.4,"blue":1,"alpha":1}}"#))
    try scene.set("#h", Assignment("backgroundColor.red", .set("1")))
    #expect(
      scene.text.contains(##"{"backgroundColor":"#FF66FFFF"}"##)
        || scene.text.contains(##"{"backgroundColor":"#FF33FFFF"}"##) || scene.text.contains("\"red\":1"))
    try scene.set("#h, #c", Assignment("backgroundColor", .set(" hsl(225 100% 60%) ")))
    #expect(scene.text.contains(##""id":"h","class":"View","attributes":{"backgroundColor":"#3366FFFF"}"##))
    #expect(scene.text.contains(#"{"backgroundColor":{"red":0.2, "green":0.4,"blue":1}}"#))
    try scene.set("#h", Assignment("backgroundColor", .set("rgb(51 102 255 / 42%)")))
    #expect(scene.text.contains(#"{"backgroundColor":"rgb(51 102 255 / 42%)"}"#))
    #expect(
      try scene.effective("h.backgroundColor") == .color(Color(red: 0.2, green: 0.4, blue: 1, alpha: 0.42)))
    #expect(try scene.select(Selector(parsing: "[backgroundColor=rgb(51 102 255 / 0.42)]")) == [0])
    #expect(scene.check().isEmpty)
  }
}
