import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of runtime attributes: typed values of an object under undeclared key paths.
@Suite struct RuntimeAttributeTests {
  /// Opens a scene with one object, whose class has the properties `count` and `offset`.
  private func scene(_ list: String? = nil, attributes: String = "") throws -> SceneSession {
    let member = list.map { #","runtimeAttributes":\#($0)"# } ?? ""
    return try session(#"{"id":"p","class":"Plain","attributes":{\#(attributes)}\#(member)}"#)
  }

  private static let one = #"[{"keyPath":"a.b","type":"Double","value":4}]"#

  @Test(
    "rule 94: a name with a type adds a runtime attribute, and afterwards the name alone changes it",
    arguments: [
      (nil, "a.b:Double", Assignment.Operation.set("4"), #"[{"keyPath":"a.b","type":"Double","value":4}]"#),
      (nil, "a:String", .set("4"), #"[{"keyPath":"a","type":"String","value":"4"}]"#),
      (nil, "a:Bool", .set("yes"), #"[{"keyPath":"a","type":"Bool","value":true}]"#),
      (nil, "a:Color", .set("tomato"), #"[{"keyPath":"a","type":"Color","value":"tomato"}]"#),
      (nil, "a:Size", .set("10x20"), #"[{"keyPath":"a","type":"Size","value":{"width":10,"height":20}}]"#),
      (nil, "a:Int", .json("7"), #"[{"keyPath":"a","type":"Int","value":7}]"#),
      (nil, "a:Int", .unset, #"[{"keyPath":"a","type":"Int","value":null}]"#),
      (one, "a.b", .set("4.50"), #"[{"keyPath":"a.b","type":"Double","value":4.50}]"#),
      (one, "a.b", .add("1"), #"[{"keyPath":"a.b","type":"Double","value":5}]"#),
      (one, "a.b", .unset, #"[{"keyPath":"a.b","type":"Double","value":null}]"#),
      (one, "a.b:Int", .set("5"), #"[{"keyPath":"a.b","type":"Int","value":5}]"#),
      (
        one, "c:Int", .set("1"),
        #"[{"keyPath":"a.b","type":"Double","value":4},{"keyPath":"c","type":"Int","value":1}]"#
      ),
      (
        #"[{"value" : {"x": 1, "y":2},"keyPath" : "a","type" : "Point","note":1}]"#, "a.x", .set("7"),
        #"[{"value" : {"x": 7, "y":2},"keyPath" : "a","type" : "Point","note":1}]"#
      ),
    ])
  func values(list: String?, name: String, operation: Assignment.Operation, expected: String) throws {
    let scene = try scene(list)
    let before = scene.text
    let result = try scene.set("Plain", Assignment(name, operation))
    #expect(result.changed == 1)
    let (old, new) = list.map { ($0, expected) } ?? ("{}}", #"{},"runtimeAttributes":\#(expected)}"#)
    #expect(scene.text == before.replacing(old, with: new))
    try scene.undo()
    #expect(scene.text == before)
    try scene.redo()
    #expect(scene.text.contains(expected))
  }

  @Test("a reset removes an attribute with one comma, and with the last one the member")
  func resets() throws {
    let scene = try scene()
    let before = scene.text
    try scene.set("Plain", Assignment("a:Int", .set("1")), Assignment("b:Int", .set("2")))
    let both = scene.text
    #expect(both.contains(#"[{"keyPath":"a","type":"Int","value":1},{"keyPath":"b","type":"Int","value":2}]"#))
    try scene.set("Plain", Assignment("a", .reset))
    #expect(scene.text.contains(#""runtimeAttributes":[{"keyPath":"b","type":"Int","value":2}]"#))
    try scene.set("Plain", Assignment("b", .reset))
    #expect(scene.text == before)
    try scene.undo()
    try scene.undo()
    #expect(scene.text == both)
  }

  @Test("a change is reported by its key path; a dry run and an edit that sets the same change nothing")
  func reports() throws {
    let scene = try scene(Self.one)
    let before = scene.text
    let dry = try scene.set("Plain", Assignment("a.b", .set("6")), Assignment("count", .set("2")), dryRun: true)
    #expect(dry.changed == 1 && scene.text == before)
    #expect(dry.changes.map(\.property).sorted() == ["a.b", "count"])
    #expect(try scene.set("Plain", Assignment("a.b", .set("4"))).changed == 0)
    #expect(scene.text == before && scene.history.isEmpty)
    let result = try scene.set("Plain", Assignment("a.b", .set("6")))
    #expect(result.changes.map(\.old) == ["4"] && result.changes.map(\.new) == ["6"])
    #expect(result.changes.map(\.effective) == [.double(6)] && result.warnings.isEmpty)
  }

  @Test("attributes and runtime attributes are set in one step, or neither")
  func together() throws {
    let scene = try scene(Self.one)
    let before = scene.text
    _ = refusal { try scene.set("Plain", Assignment("a.b", .set("5")), Assignment("count", .set("many"))) }
    _ = refusal { try scene.set("Plain", Assignment("a.b", .set("many")), Assignment("count", .set("5"))) }
    #expect(scene.text == before)
    try scene.set("Plain", Assignment("count", .set("5")), Assignment("a.b", .set("5")))
    #expect(scene.text.contains(#""attributes":{"count":5}"#) && scene.text.contains(#""value":5}"#))
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test("a refused value is left out where the step skips it, and others are set")
  func skips() throws {
    let scene = try session(
      #"{"id":"p","class":"Plain","runtimeAttributes":[{"keyPath":"n","type":"Int","value":1}]},{"id":"q","class":"Plain","runtimeAttributes":[{"keyPath":"n","type":"Int","value":9223372036854775807}]}"#
    )
    var request = EditRequest(try Selector(parsing: "Plain"), [Assignment("n", .add("1"))])
    request.skipsRefused = true
    let result = try scene.perform(request)
    #expect(result.changed == 1 && result.skipped.map(\.object) == ["q"])
    #expect(scene.text.contains(#""value":2}"#))
  }

  @Test(
    "what cannot be a runtime attribute is refused, and nothing is changed",
    arguments: [
      ("count:Int", "'count' is a property of 'Plain' and cannot be a runtime attribute; set 'count' without a type"),
      (
        "offset.x:Int",
        "'offset.x' is a property of 'Plain' and cannot be a runtime attribute; set 'offset.x' without a type"
      ),
      ("old:Int", "'old' is stored in 'attributes' and cannot also be a runtime attribute; set 'old' without a type"),
      ("a b:Int", "'a b' is not a key path, such as 'layer.zPosition'"),
      ("a:", "the type after ':' is missing; the types are Int, String, Double, Bool, Color, Point, Size, Rect"),
      (":Int", "the key path is missing; write, for example, 'layer.zPosition:Double=4'"),
      ("a:foo", "'foo' is not a type; the types are Int, String, Double, Bool, Color, Point, Size, Rect"),
      (
        "a:double",
        "'double' is not a type; did you mean 'Double'?"
      ),
      ("a:Int", "'a': 'many' is not an Int; write a whole number, such as 12"),
      (
        "a",
        "unknown property 'a' on 'Plain'; to store it as a runtime attribute, give its type, as in 'a:String=many'; or declare it in an extension of the class (see 'inspector help plugins')"
      ),
    ])
  func refusals(name: String, expected: String) throws {
    let scene = try scene(attributes: #""old":1"#)
    let before = scene.text
    #expect(refusal { try scene.set("Plain", Assignment(name, .set("many"))) } == expected)
    #expect(scene.text == before)
  }

  @Test("a number of an attribute is no attribute of its own")
  func parts() throws {
    let scene = try scene(#"[{"keyPath":"a","type":"Point","value":{"x":1,"y":2}}]"#)
    #expect(
      refusal { try scene.set("Plain", Assignment("a.x:Double", .set("1"))) }
        == "'a.x' is a component of the runtime attribute 'a'; set 'a.x' without a type")
    let other = try self.scene(#"[{"keyPath":"a.x","type":"Double","value":1}]"#)
    #expect(
      refusal { try other.set("Plain", Assignment("a:Point", .set("1,2"))) }
        == "'a.x' is already a runtime attribute and would be a component of 'a'; remove 'a.x' first")
  }

  @Test(
    "the assignments of one step are made one after the other",
    arguments: [
      ([("q:Int", Assignment.Operation.set("1")), ("q", .add("1"))], #"{"keyPath":"q","type":"Int","value":2}"#),
      ([("a.b", .reset), ("a.b", .reset), ("q:Int", .set("1"))], #"{"keyPath":"q","type":"Int","value":1}"#),
      ([("p:Point", .set("1,2")), ("p.x", .set("5"))], #"{"keyPath":"p","type":"Point","value":{"x":5,"y":2}}"#),
      ([("a.b", .reset), ("a.b", .set("9"))], #"{"keyPath":"a.b","type":"Double","value":9}"#),
    ])
  func sequence(assignments: [(String, Assignment.Operation)], last: String) throws {
    let scene = try scene(Self.one)
    _ = try scene.perform(EditRequest(Selector(parsing: "Plain"), assignments.map { Assignment($0, $1) }))
    #expect(scene.text.contains(last + "]"))
  }

  @Test(
    "an edit of an invalid element replaces or removes the element, and adds none beside it",
    arguments: [
      (
        #"[{"keyPath":"a","type":"Int"}]"#, "a:Double", Assignment.Operation.set("2"),
        #"[{"keyPath":"a","type":"Double","value":2}]"#
      ),
      (#"[7, {"keyPath":"a","value":1}]"#, "a", .reset, "[7]"),
      (
        #"[{"keyPath":"a","type":"Int","value":1},{"keyPath":"b","type":"Int","value":1},{"keyPath":"a","type":"Int","value":2}]"#,
        "a", .reset, #"[{"keyPath":"b","type":"Int","value":1}]"#
      ),
      (
        #"[{"keyPath":"a","type":"Int","value":1},{"keyPath":"a","type":"Int","value":2}]"#, "a", .set("3"),
        #"[{"keyPath":"a","type":"Int","value":3},{"keyPath":"a","type":"Int","value":2}]"#
      ),
    ])
  func invalidElements(list: String, name: String, operation: Assignment.Operation, expected: String) throws {
    let scene = try scene(list)
    try scene.set("Plain", Assignment(name, operation))
    #expect(scene.text.contains(#""runtimeAttributes":"# + expected + "}"))
  }

  @Test("an object is neither inserted with invalid runtime attributes nor given a class that declares one of them")
  func structure() throws {
    let scene = try scene(#"[{"keyPath":"value","type":"Int","value":1},{"keyPath":"bad"}]"#)
    let before = scene.text
    #expect(
      refusal { _ = try scene.perform(EditRequest([.setClass(Selector(ids: ["p"]), to: "Slider")])) }.contains(
        "'value' is a property of 'Slider'"))
    let object = #"{"id":"q","class":"Plain","runtimeAttributes":[{"keyPath":"bad","type":"Int"}]}"#
    #expect(
      refusal { _ = try scene.perform(EditRequest([.insert(objects: [object], at: StepPlace())])) }.contains(
        "'value' is missing"))
    #expect(scene.text == before)
    // An error that existed before the edit is no reason to refuse it.
    _ = try scene.perform(EditRequest([.setClass(Selector(ids: ["p"]), to: "Rating")]))
    #expect(scene.text.contains("Rating"))
  }

  @Test("a new object has the runtime attributes that its values name with a type")
  func newObjects() throws {
    let scene = try scene()
    let object = try scene.newObject(
      ofClass: "Plain", id: "q", [Assignment("z:Int", .set("4")), Assignment("count", .set("3"))])
    #expect(
      object
        == #"{"id":"q","class":"Plain","attributes":{"count":3},"runtimeAttributes":[{"keyPath":"z","type":"Int","value":4}]}"#
    )
  }

  @Test("an undeclared value of a known class is not edited where a plugin of the scene is missing")
  func missingPlugins() throws {
    let object =
      #"{"id":"p","class":"Plain","attributes":{"odd":1},"runtimeAttributes":[{"keyPath":"a","type":"Int","value":1}]}"#
    let scene = try session(object, extra: #""plugins":{"Spring":">=1"},"#)
    let before = scene.text
    for name in ["odd", "a", "b:Int"] {
      #expect(refusal { try scene.set("Plain", Assignment(name, .set("2"))) }.contains("Spring"), "\(name)")
    }
    #expect(scene.text == before)
    try scene.set("Plain", Assignment("count", .set("2")))
  }

  @Test("a class that no plugin knows may have them, unless a plugin of the scene is missing")
  func unknownClasses() throws {
    let object = #"{"id":"s","class":"SpringView"}"#
    let scene = try session(object)
    try scene.set("SpringView", Assignment("force:Double", .set("1")))
    #expect(try scene.effective("s.force") == .double(1))
    let list = #","runtimeAttributes":[{"keyPath":"force","type":"Double","value":1}]}"#
    let other = try session(object.dropLast() + list, extra: #""plugins":{"Spring":">=1"},"#)
    let before = other.text
    #expect(refusal { try other.set("SpringView", Assignment("delay:Double", .set("1"))) }.contains("Spring"))
    #expect(refusal { try other.set("SpringView", Assignment("force", .set("2"))) }.contains("Spring"))
    #expect(other.text == before)
  }

  @Test("they are read by name, shown in a section, and compared in their types")
  func reading() throws {
    let scene = try scene(
      #"[{"keyPath":"a.b","type":"Double","value":4},{"keyPath":"anchor","type":"Point","value":{"x":1,"y":2}},{"keyPath":"tint","type":"Color","value":"tomato"}]"#
    )
    #expect(try scene.effective("p.a.b") == .double(4))
    #expect(try scene.effective("p.anchor.y") == .double(2))
    let sections = try scene.inspect(id: "p").sections
    #expect(sections.last?.title == "Runtime Attributes")
    #expect(sections.last?.properties.map(\.name) == ["a.b", "anchor", "tint"])
    #expect(sections.last?.properties.map(\.type) == [.double, .point, .color])
    for selector in [
      "[a.b]", "[a.b=4]", "[a.b>3.5]", "[stored(a.b)=4]", "[anchor.x=1]", "[tint='#FF6347']", ":modified",
    ] {
      #expect(try scene.select(Selector(parsing: selector)).count == 1, "\(selector)")
    }
    for selector in ["[a.b>4]", "[tint=red]"] {
      #expect(try scene.select(Selector(parsing: selector)).isEmpty, "\(selector)")
    }
  }

  @Test(
    "a check reports what is not as the format has it",
    arguments: [
      (
        "7",
        #"the runtime attributes of 'p': a list is expected, such as [{ "keyPath": "layer.zPosition", "type": "Double", "value": 4 }], not 7"#
      ),
      (
        #"[{"keyPath":"a","type":"Int"}]"#,
        #"runtime attribute 1 of 'p': 'value' is missing; write { "keyPath": "layer.zPosition", "type": "Double", "value": 4 }"#
      ),
      (
        #"[{"keyPath":"a","type":"Transform","value":1}]"#,
        "runtime attribute 1 of 'p': 'Transform' is not a type; the types are Int, String, Double, Bool, Color, Point, Size, Rect"
      ),
      (
        #"[{"keyPath":"a","type":"Int","value":1},{"keyPath":"a","type":"Int","value":2}]"#,
        "runtime attribute 2 of 'p': the runtime attribute 'a' already exists; remove one of them in the file"
      ),
      (
        #"[{"keyPath":"count","type":"Int","value":1}]"#,
        "runtime attribute 1 of 'p': 'count' is a property of 'Plain' and cannot be a runtime attribute; 'reset count:Int' removes this one"
      ),
    ])
  func check(list: String, expected: String) throws {
    let found = try scene(list).check()
    #expect(found.map(\.message) == [expected])
    #expect(found.map(\.code) == [.runtimeAttribute] && found.map(\.severity) == [.error])
  }

  @Test("a value of another type is an error of a check, and is not exported")
  func wrongValue() throws {
    let scene = try scene(#"[{"keyPath":"a","type":"Int","value":"x"},{"keyPath":"b","type":"Int","value":2}]"#)
    #expect(scene.check().map(\.property) == ["a"])
    let bundle = try scene.bundle()
    #expect(bundle.objects.first?.attributes.map(\.keyPath) == ["b"])
    #expect(bundle.notCarried.map(\.property) == ["a"])
  }

  @Test("a bundle carries them, and an applier leaves them to the program")
  func bundles() throws {
    let scene = try scene(Self.one, attributes: #""count":3"#)
    let bundle = try scene.bundle()
    let attributes = try #require(bundle.objects.first?.attributes)
    #expect(attributes.map(\.keyPath) == ["count", "a.b"] && attributes.map(\.isRuntime) == [false, true])
    #expect(try scene.bundle(effective: true).objects == bundle.objects)
    let applied = try #require(try BundleApplier([Plain.self]).components(of: bundle).first)
    #expect((applied.component as? Plain)?.count == 3)
    #expect(applied.runtimeAttributes == [attributes[1]])
    #expect(try scene.spooledBundle().attributeCount == 2)
  }

  @Test("a patch makes the same edits elsewhere, and is refused where the values differ")
  func patches() throws {
    let scene = try scene(Self.one)
    try scene.set("Plain", Assignment("a.b", .set("5")), Assignment("c:Color", .set("tomato")))
    let patch = try scene.patch()
    let other = try self.scene(Self.one)
    _ = try other.perform(EditRequest(patch.steps))
    #expect(patch.isExact && other.text == scene.text)
    let different = try self.scene(#"[{"keyPath":"a.b","type":"Double","value":3}]"#)
    #expect(refusal { _ = try different.perform(EditRequest(patch.steps)) }.contains("a.b"))
    let script = try EditScript(Array(EditScript.text(of: patch.steps).utf8), name: "patch.json")
    #expect(EditScript.text(of: script.steps) == EditScript.text(of: patch.steps))
  }

  @Test(
    "changes of both sides are merged by key path",
    arguments: [
      ("a=1 b=2", "a=5 b=2", "a=1 b=6", "a=5 b=6", []), ("a=1", "a=1 b=2", "a=1 c=3", "a=1 b=2 c=3", []),
      ("a=1 b=2", "a=1", "a=1 b=2 c=3", "a=1 c=3", []), ("a=1 b=2", "a=1 b=3", "b=2", "b=3", []),
      ("a=1", "a=2", "a=3", "a=2", ["a"]), ("a=1", "", "a=3", nil, ["a"]), ("a=1", "a=2", "a=2 b=1", "a=2 b=1", []),
    ])
  func merges(base: String, ours: String, theirs: String, expected: String?, conflicts: [String]) throws {
    func list(_ values: String) -> String? {
      let elements = values.split(separator: " ").map { $0.split(separator: "=") }.map {
        #"{"keyPath":"\#($0[0])","type":"Int","value":\#($0[1])}"#
      }
      return elements.isEmpty ? nil : "[\(elements.joined(separator: ","))]"
    }
    let merge = try #require(
      RuntimeAttributeMerge(base: list(base), ours: list(ours), theirs: list(theirs), prefersTheirs: false))
    #expect(merge.text == expected.flatMap(list) && merge.conflicts.map(\.keyPath) == conflicts)
  }

  @Test("a merge is refused if one side gives a class that declares what the other side adds")
  func mergedClasses() throws {
    func text(_ className: String, _ more: String = "") -> String {
      #"{"format":"inspector-scene/1","objects":[{"id":"p","class":"\#(className)"\#(more)}]}"#
    }
    let list = #","runtimeAttributes":[{"keyPath":"value","type":"Int","value":1}]"#
    let scene = try session(#"{"id":"p","class":"Slider"}"#)
    let before = scene.text
    let base = try SceneDocument(bytes: Array(text("Plain").utf8), name: "base.json")
    let theirs = try SceneDocument(bytes: Array(text("Plain", list).utf8), name: "theirs.json")
    let options = SceneSession.MergeOptions(prefersTheirs: false, asksComponents: true)
    #expect(
      refusal { _ = try scene.merge(base: base, theirs: theirs, named: "take in", options) }.contains(
        "'value' is a property of 'Slider'"))
    #expect(scene.text == before)
  }

  @Test("a palette's colour is renamed, changed and extracted in them, too, and is not removed")
  func palettes() throws {
    let scene = try session(
      #"{"id":"p","class":"Plain","runtimeAttributes":[{"keyPath":"tint","type":"Color","value":"brand"}]}"#,
      extra: ##""palette":{"brand":"#3366FF"},"##)
    #expect(try scene.effective("p.tint") == .color(try #require(Color("#3366FF"))))
    #expect(try scene.select(Selector(parsing: "[tint=brand]")).count == 1)
    #expect(
      refusal { _ = try scene.perform(EditRequest(palette: [.remove(name: "brand")])) }
        == "'p.tint' uses 'brand'; change the colour there first")
    var request = EditRequest(palette: [.set(name: "brand", to: "tomato")])
    request.wantsChanges = true
    let set = try scene.perform(request)
    #expect(set.colors.map(\.uses) == [1] && set.matched == 1)
    #expect(set.changes.map(\.effective) == [.color(try #require(Color("tomato")))])
    let renamed = try scene.perform(EditRequest(palette: [.rename(name: "brand", to: "accent")]))
    #expect(renamed.colors.map(\.uses) == [1] && scene.text.contains(#""value":"accent""#))
    let patch = try scene.patch()
    #expect(patch.isExact)
    _ = try scene.perform(EditRequest([.replace("tomato", with: "#112233")]))
    #expect(scene.text.contains(##""value":"#112233""##))
    let extracted = try scene.perform(EditRequest(palette: [.extract(name: "dark", of: "#112233")]))
    #expect(extracted.colors.map(\.uses) == [1] && scene.text.contains(#""value":"dark""#))
  }

  @Test(
    "a new element has the layout of the last one",
    arguments: [
      (#"[]"#, #"[{ "keyPath": "z", "type": "Int", "value": 1 }]"#),
      (
        #"[{"keyPath":"a","type":"Int","value":2}]"#,
        #"[{"keyPath":"a","type":"Int","value":2},{"keyPath":"z","type":"Int","value":1}]"#
      ),
      (
        #"[{ "keyPath": "a", "type": "Int", "value": 2 }]"#,
        #"[{ "keyPath": "a", "type": "Int", "value": 2 }, { "keyPath": "z", "type": "Int", "value": 1 }]"#
      ),
      (
        "[\n  {\n    \"keyPath\": \"a\",\n    \"type\": \"Int\",\n    \"value\": 2\n  }\n]",
        "[\n  {\n    \"keyPath\": \"a\",\n    \"type\": \"Int\",\n    \"value\": 2\n  },\n  {\n    \"keyPath\": \"z\",\n    \"type\": \"Int\",\n    \"value\": 1\n  }\n]"
      ),
      (#"[7]"#, #"[7, { "keyPath": "z", "type": "Int", "value": 1 }]"#),
    ])
  func layout(list: String, expected: String) {
    var draft = RuntimeAttributeDraft(RuntimeAttributeList(Array(list.utf8)))
    draft.set("z", .int, to: Array("1".utf8))
    #expect(draft.text(hasBlanks: true).map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
