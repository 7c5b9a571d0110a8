import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Opens a scene with the plugin ``Stage``.
func stage(_ objects: String) throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Stage.self]))
}

func selector(_ text: String) throws -> Selector { try Selector(parsing: text) }

extension SceneSession {
  /// The text between the brackets of `objects`.
  var objects: String { String(text.dropFirst(#"{"format":"inspector-scene/1","objects":["#.count).dropLast(2)) }

  @discardableResult
  func make(_ steps: EditStep..., on base: Int? = nil, dryRun: Bool = false) throws -> EditResult {
    var request = EditRequest(steps)
    request.wantsChanges = true
    request.isDryRun = dryRun
    return try perform(request, madeOn: base)
  }
}

/// Returns a line for each difference, change, effect and warning.
func stepOutline(_ result: EditResult) -> [String] {
  func site(_ site: StructureDifference.Site) -> String { "\(site.parent ?? "scene") \(site.index)" }
  func text(_ effect: ObjectChange.Effect) -> String {
    "  \(effect.object).\(effect.property): \(effect.old?.text ?? "unset") → \(effect.new?.text ?? "unset")"
  }
  let structure = result.structure.flatMap { difference in
    let words =
      switch difference.kind {
      case .inserted(let place): "inserted at \(site(place)), \(difference.count)"
      case .removed(let place): "removed from \(site(place)), \(difference.count)"
      case .moved(let from, let to): "moved \(site(from)) → \(site(to))"
      case .id(let old): "id \(old) → \(difference.object)"
      case .className(let old): "class \(old) → \(difference.className)"
      case .name(let old, let new): "name \(old ?? "none") → \(new ?? "none")"
      case .constraints(let old, let new): "constraints \(old ?? "none") → \(new ?? "none")"
      case .bindings(let old, let new): "bindings \(old ?? "none") → \(new ?? "none")"
      }
    return ["\(difference.object) \(difference.className): \(words)"] + difference.effects.map(text)
  }
  let changes = result.changes.flatMap { change in
    [
      "\(change.object).\(change.renamedFrom.map { "\($0) → " } ?? "")\(change.property): \(change.old ?? "none") → \(change.new ?? "none")"
    ] + change.effects.map(text) + change.notes.map { "  note: \($0.text)" }
  }
  return structure + changes + result.warnings.map { "warning: \($0.text)" }
}

/// Returns the message of a refused edit with its step and part, and checks that nothing changed.
private func refused(_ session: SceneSession, _ steps: EditStep...) -> String {
  let (before, version) = (session.text, session.version)
  do {
    _ = try session.perform(EditRequest(steps))
    return "no error"
  } catch {
    if session.text != before { return "the text is another" }
    if session.version != version { return "the version is another" }
    return
      "step \(error.step.map { "\($0 + 1)" } ?? "?") \(error.part.map { "\($0)" } ?? "whole"): \(error.code): \(error.message)"
  }
}

@Suite struct StepTests {
  private static let room = ##"""
    {"id":"room","class":"Box","attributes":{"tint":"#0000FF"},"children":[{"id":"lamp","class":"Lamp"},{"id":"mirror","class":"Mirror","children":[{"id":"inner","class":"Lamp"}]}]},{"id":"red","class":"Box","attributes":{"tint":"red"}},{"id":"hall","class":"Box"}
    """##

  @Test func aMovedObjectIsBuiltWhereItComesToStandAndSoIsWhatReadsIt() throws {
    let scene = try stage(Self.room)
    let before = scene.text
    nonisolated(unsafe) var seen: [SceneChange] = []
    _ = scene.observe { seen.append($0) }
    let result = try scene.make(.move(selector("#mirror"), to: StepPlace(in: selector("#hall"))))
    #expect(
      stepOutline(result) == [
        "mirror Mirror: moved room 1 → hall 0", "  mirror.tint: #0000FFFF → #FFFFFFFF",
        "  inner.glow: #0000FFFF → #FFFFFFFF",
      ])
    #expect(
      scene.objects
        == ##"{"id":"room","class":"Box","attributes":{"tint":"#0000FF"},"children":[{"id":"lamp","class":"Lamp"}]},{"id":"red","class":"Box","attributes":{"tint":"red"}},{"id":"hall","class":"Box","children":[{"id":"mirror","class":"Mirror","children":[{"id":"inner","class":"Lamp"}]}]}"##
    )
    #expect(scene.version == 1)
    #expect(scene.isModified)
    #expect(seen.count == 1)
    #expect(seen[0].structure == [4: [.place]])
    #expect((0..<6).map { seen[0].map?.new($0) } == [0, 1, 4, 5, 2, 3])
    try scene.undo()
    #expect(scene.text == before)
    #expect(!scene.isModified)
    #expect(seen[1].structure == [2: [.place]])
    #expect((0..<6).map { seen[1].map?.new($0) } == [0, 1, 4, 5, 2, 3])
    try scene.redo()
    #expect(scene.document.parent(4) == 3)
  }

  @Test func aRefusalUndoesTheWholeEdit() throws {
    let scene = try stage(Self.room)
    #expect(
      refused(
        scene, .set(try selector("#hall"), [Assignment("width", .set("3"))]),
        .move(try selector("#lamp"), to: StepPlace(in: try selector("#red"))))
        == "step 2 whole: hook.rejected: 'Lamp' refuses the edit of 'lamp': red light is for darkrooms")
    #expect(
      refused(scene, .move(try selector("#mirror"), to: StepPlace(in: try selector("#red"))))
        == "step 1 whole: hook.rejected: 'inner', which reads its parent, refuses the edit: red light is for darkrooms")
    #expect(try scene.select(selector("Lamp")) == [1, 3])
  }

  @Test func stepsSeeWhatThoseBeforeThemDid() throws {
    let scene = try stage(#"{"id":"a","class":"Box"},{"id":"b","class":"Box","attributes":{"width":2}}"#)
    let before = scene.text
    let result = try scene.make(
      .duplicate(selector("#b"), id: "c", at: nil),
      .set(selector("Box"), [Assignment("width", .add("1"))]),
      .move(selector("#c"), to: StepPlace(in: selector("#a"), .first)),
      .rename(selector("#a > Box"), id: "d"),
      .set(selector("#d"), [Assignment("width", .multiply("2")), Assignment("title", .json("\"D\\u0021\""))]),
      .setName(selector("#a"), to: "The a"),
      .remove(selector("#b")))
    #expect(
      scene.objects
        == #"{"id":"a","class":"Box","name":"The a","attributes":{"width":2},"children":[{"id":"d","class":"Box","attributes":{"width":6,"title":"D\u0021"}}]}"#
    )
    #expect(
      stepOutline(result) == [
        "b Box: removed from scene 1, 1", "a Box: name none → The a", "d Box: inserted at a 0, 1",
        "a.width: none → 2", "d.width: 2 → 6", #"d.title: none → "D\u0021""#,
      ])
    #expect(result.matched == 2)
    // New objects are reported as new.
    #expect(result.changed == 1)
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test func whatComesAndGoesAgainIsNotTold() throws {
    let scene = try stage(#"{"id":"a","class":"Box"}"#)
    let result = try scene.make(
      .insert(objects: [#"{"id":"b","class":"Box"}"#], at: StepPlace()), .remove(selector("#b")),
      .setClass(selector("#a"), to: "Box"), .move(selector("#a"), to: StepPlace(.first)))
    #expect(stepOutline(result) == [])
  }

  @Test func anObjectThatIsInsertedIsCheckedAsAWhole() throws {
    let scene = try stage(Self.room)
    let place = StepPlace(in: try selector("#hall"))
    let result = try scene.make(
      .insert(
        objects: [
          #"{"id":"m","class":"Mirror","attributes":{"width":7},"children":[{"id":"l","class":"Lamp"}]}"#,
          #"{"id":"s","class":"Sign","attributes":{"text":"quiet"}}"#,
        ], at: place))
    #expect(
      stepOutline(result) == [
        "m Mirror: inserted at hall 0, 2", "s Sign: inserted at hall 1, 1",
        "warning: scene.json: warning: 'm': a mirror is at most 5 wide",
      ])
    func insert(_ object: String, in parent: String = "#hall") throws -> String {
      refused(try stage(Self.room), .insert(objects: [object], at: StepPlace(in: try selector(parent))))
    }
    #expect(
      try insert(#"{"id":"x","class":"Bx"}"#)
        == "step 1 object(0, offset: 0): unknown.class: 'x': no plugin knows the class 'Bx'; 'inspector plugin list --json' lists the known classes"
    )
    #expect(
      try insert(#"{"id":"x","class":"Box","attributes":{"widht":1}}"#)
        == "step 1 object(0, offset: 38): unknown.property: 'x': unknown property 'widht' on 'Box'; did you mean 'width'?"
    )
    #expect(
      try insert(#"{"id":"x","class":"Box","attributes":{"width":"1"}}"#)
        == "step 1 object(0, offset: 38): type.mismatch: 'x': 'width': expected a Double, found the string '1'; write 1 without quotes"
    )
    #expect(
      try insert(#"{"id":"x","class":"Box","attributes":{"width":11}}"#)
        == "step 1 object(0, offset: 38): value.range: 'x': 'width' cannot be 11; its range is 0…10")
    #expect(
      try insert(#"{"id":"x","class":"Sign"}"#)
        == "step 1 object(0, offset: 0): value.required: 'x.text' is required and has no value; set one")
    #expect(
      try insert(#"{"id":"x","class":"Sign","attributes":{"text":"Hey!"}}"#)
        == "step 1 object(0, offset: 39): hook.rejected: 'x.text': no shouting")
    #expect(
      try insert(#"{"id":"x","class":"Lamp"}"#, in: "#red")
        == "step 1 object(0, offset: 0): hook.rejected: 'x': red light is for darkrooms")
    #expect(
      try insert(#"{"id":"room","class":"Box"}"#)
        == "step 1 object(0, offset: 0): scene.duplicate-id: the id 'room' is already taken; choose another"
    )
    #expect(
      try insert(#"{"id":"x" "class":"Box"}"#)
        == "step 1 object(0, offset: 10): json.syntax: the object to insert: expected ',' or '}', found a string"
    )
  }

  @Test func copiesMayHaveWhatTheirOriginalsHave() throws {
    // The lamp is refused where it is; a copy beside it is no worse, one elsewhere is no copy of that.
    let scene = try stage(
      ##"{"id":"red","class":"Box","attributes":{"tint":"red"},"children":[{"id":"l","class":"Lamp"}]},{"id":"red2","class":"Box","attributes":{"tint":"red"}},{"id":"ok","class":"Lamp"},{"id":"u","class":"Unknown","attributes":{"a":1}}"##
    )
    #expect(
      stepOutline(try scene.make(.duplicate(selector("#l"), id: nil, at: nil))) == ["l-2 Lamp: inserted at red 1, 1"])
    #expect(
      stepOutline(try scene.make(.duplicate(selector("#u"), id: "v", at: nil))) == ["v Unknown: inserted at scene 4, 1"]
    )
    try scene.undo()
    try scene.undo()
    let other = try stage(scene.objects)
    #expect(
      refused(other, .duplicate(try selector("#ok"), id: nil, at: StepPlace(in: try selector("#red2"))))
        == "step 1 whole: hook.rejected: 'ok-2': red light is for darkrooms")
  }

  @Test func anotherClassMustBeAbleToHaveTheAttributes() throws {
    let scene = try stage(
      ##"{"id":"b","class":"Box","attributes":{"tint":"#00FF00","width":4},"children":[{"id":"l","class":"Lamp"}]},{"id":"u","class":"Unknown","attributes":{"text":"x"}}"##
    )
    let result = try scene.make(.setClass(selector("#b"), to: "Mirror"), .setClass(selector("#u"), to: "Sign"))
    #expect(stepOutline(result) == ["b Mirror: class Box → Mirror", "u Sign: class Unknown → Sign"])
    try scene.undo()
    #expect(
      refused(try stage(scene.objects), .setClass(try selector("#b"), to: "Sign"))
        == "step 1 name: value.required: 'b.text' is required and has no value; set one")
    let kept = try stage(#"{"id":"s","class":"Sign","attributes":{"text":"x","width":"wide"}}"#)
    #expect(
      refused(kept, .setClass(try selector("#s"), to: "Box"))
        == "step 1 name: type.mismatch: 's': 'width': expected a Double, found the string 'wide'; write a number, such as 12.5"
    )
    #expect(
      stepOutline(
        try kept.make(
          .set(selector("#s"), [Assignment("width", .reset)]), .setClass(selector("#s"), to: "Box"))) == [
          "s Box: class Sign → Box", "  s.width: 3 → 1", "s.width: \"wide\" → none",
          "warning: scene.json: warning: 's': unknown property 'text' on 'Box'",
        ])
  }

  @Test func whatCancelsOutIsNoStep() throws {
    let scene = try stage(
      ##"{"id":"a","class":"Box","attributes":{"tint":"red"}},{"id":"b","class":"Box"},{"id":"c","class":"Box"}"##)
    _ = try scene.perform(EditRequest(selector("#a"), [Assignment("width", .set("2"))]))
    try scene.undo()
    let text = scene.text
    let moves: [[EditStep]] = try [
      [.move(selector("#b"), to: StepPlace(.after(selector("#a"))))], [.move(selector("#c"), to: StepPlace())],
      [.move(selector("Box"), to: StepPlace(.first))],
      [.rename(selector("#a"), id: "z"), .rename(selector("#z"), id: "a")],
      [.move(selector("#c"), to: StepPlace(.first)), .move(selector("#c"), to: StepPlace())],
    ]
    for steps in moves {
      let result = try scene.perform(EditRequest(steps))
      #expect(result.structure.isEmpty && result.changed == 0)
      #expect(scene.text == text && !scene.isModified && scene.history.map(\.isUndone) == [true])
    }
    try scene.begin(named: "nothing")
    _ = try scene.perform(EditRequest(selector("#a"), [Assignment("width", .set("3"))]))
    try scene.make(.move(selector("#a"), to: StepPlace()))
    try scene.make(.move(selector("#a"), to: StepPlace(.first)))
    _ = try scene.perform(EditRequest(selector("#a"), [Assignment("width", .reset)]))
    #expect(try scene.commit() == nil)
    #expect(scene.text == text && !scene.isModified && scene.transaction == nil)
    #expect(try scene.redo()?.name == "set #a width=2")
  }

  @Test func aClassIsJudgedWithTheValuesThatComeWithIt() throws {
    let scene = try stage(#"{"id":"a","class":"Box"}"#)
    let before = scene.text
    #expect(refused(scene, .setClass(try selector("#a"), to: "Sign")).contains("'a.text' is required"))
    let values = [Assignment("text", .set("Hello"))]
    let result = try scene.make(.setClass(selector("#a"), to: "Sign"), .set(selector("#a"), values))
    #expect(stepOutline(result) == ["a Sign: class Box → Sign", "  a.width: 1 → 3", #"a.text: none → "Hello""#])
    #expect(scene.objects == #"{"id":"a","class":"Sign","attributes":{"text":"Hello"}}"#)
    try scene.undo()
    #expect(scene.text == before && scene.history.count == 1)
    let scratch = try scene.scratch(named: "sign")
    try scratch.session.make(.setClass(selector("#a"), to: "Sign"), .set(selector("#a"), values))
    _ = try scene.perform(EditRequest(try scratch.patch().steps))
    #expect(scene.objects == #"{"id":"a","class":"Sign","attributes":{"text":"Hello"}}"#)
    try scene.undo()
    let shout = refused(
      scene, .setClass(try selector("#a"), to: "Sign"), .set(try selector("#a"), [Assignment("text", .set("No!"))]))
    #expect(shout.contains("no shouting"), "\(shout)")
    let sign = try scene.newObject(ofClass: "Sign", id: "s", values + [Assignment("width", .add("2"))])
    try scene.make(.insert(objects: [sign], at: StepPlace()))
    #expect(scene.objects.hasSuffix(#"{"id":"s","class":"Sign","attributes":{"text":"Hello","width":5}}"#))
  }

  @Test func propertiesGetOtherKeys() throws {
    let scene = try stage(
      #"{"id":"a","class":"Box","attributes":{"widht":2.50,"tint":"red"}},{"id":"b","class":"Box"},{"id":"c","class":"Box","attributes":{"breadth":3}}"#
    )
    let before = scene.text
    let result = try scene.make(.renameProperty(selector("Box"), from: "widht", to: "width"))
    #expect(stepOutline(result) == ["a.widht → width: 2.50 → 2.50"])
    #expect(
      stepOutline(try scene.make(.renameProperty(selector("Box"), from: "breadth", to: "width")))
        == ["c.breadth → width: 3 → 3"])
    #expect(
      scene.objects
        == #"{"id":"a","class":"Box","attributes":{"width":2.50,"tint":"red"}},{"id":"b","class":"Box"},{"id":"c","class":"Box","attributes":{"width":3}}"#
    )
    while try scene.undo() != nil {}
    #expect(scene.text == before)
    let both = try scene.make(
      .renameProperty(selector("#a"), from: "widht", to: "width"),
      .set(selector("#a"), [Assignment("width", .set("3"))]))
    #expect(stepOutline(both) == ["a.widht → width: 2.50 → 3"])
    try scene.undo()
    #expect(
      refused(try stage(scene.objects), .renameProperty(try selector("Box"), from: "widht", to: "wdith"))
        == "step 1 name: unknown.property: unknown property 'wdith' on 'Box'; did you mean 'width'?")
    #expect(
      refused(try stage(scene.objects), .renameProperty(try selector("Box"), from: "wide", to: "width"))
        == "step 1 oldName: selector.empty: no object that matches 'Box' stores 'wide'")
    #expect(
      refused(try stage(scene.objects), .renameProperty(try selector("Box"), from: "tint", to: "width"))
        == "step 1 name: type.mismatch: 'a.tint' cannot become 'width': 'width': expected a Double, found the string 'red'; write a number, such as 12.5"
    )
  }

  @Test func whatIsSetAndSetBackIsNotCounted() throws {
    let objects =
      #"{"id":"a","class":"Box","attributes":{"width":2.0}},{"id":"b","class":"Box","attributes":{"width":2}}"#
    let scene = try stage(objects)
    func set(_ text: String, _ value: String) throws -> EditStep {
      .set(try selector(text), [Assignment("width", .json(value))])
    }
    let result = try scene.make(
      try set("Box", "3"), .duplicate(try selector("#b"), id: "c", at: nil), .move(try selector("#a"), to: StepPlace()),
      try set("#a", "2.0"), try set("#c", "4"))
    #expect(result.changed == 1, "only b: a has its value again, and c is new")
    #expect(
      try scene.make(try set("*", "5"), try set("#a", "2.0"), try set("#b", "3"), try set("#c", "4")).changed == 0)
    let text = scene.text
    #expect(try scene.make(try set("#a", "9"), try set("#a", "2.0")).changed == 0)
    #expect(scene.text == text && scene.version == 1 && scene.history.count == 1, "there is nothing to undo")
    #expect(try scene.make(try set("#a", "5"), try set("#a", "6")).changed == 1)
  }

  @Test func expectationsTellAllThatIsDifferent() throws {
    let objects =
      #"{"id":"a","class":"Box","attributes":{"width":2.0,"tint":"red","custom":[1]},"children":[{"id":"m","class":"Mirror","attributes":{"width":9}}]},{"id":"u","class":"Unknown","attributes":{"x":{"y":1}}}"#
    let scene = try stage(objects)
    var good = ObjectExpectation(try selector("#a"))
    good.count = 1
    good.stored = [.init("Width", "2"), .init("tint", ##""#F00""##), .init("tint.red", "1"), .init("custom", "[1.0]")]
    good.absent = ["title"]
    good.effective = [.init("width", "2.00"), .init("title", "null")]
    good.className = "Box"
    good.parent = .scene
    var mirror = ObjectExpectation(try selector("#m"))
    mirror.parent = .object("a")
    mirror.effective = [.init("width", "5")]
    var unknown = ObjectExpectation(try selector("#u"))
    unknown.stored = [.init("x", #"{ "y" : 1 }"#)]
    var none = ObjectExpectation(try selector("Sign"))
    none.count = 0
    #expect(stepOutline(try scene.make(.expect(good), .expect(mirror), .expect(unknown), .expect(none))) == [])
    #expect(scene.version == 0)

    var bad = ObjectExpectation(try selector("Box, Mirror"))
    bad.stored = [.init("width", "3")]
    bad.absent = ["tint"]
    bad.effective = [.init("width", "9")]
    bad.className = "Box"
    bad.parent = .object("u")
    let error = #expect(throws: Diagnostic.self) { try scene.make(.expect(bad)) }
    #expect(error?.code == "edit.expected")
    #expect(
      error?.details.map(\.message) == [
        "'a' is expected to be in 'u', but is at the top of the scene",
        "'a.width' is expected to be 3, but is 2.0",
        "'a.tint' is expected to be left out, but is \"red\"",
        "'m' is expected to be a 'Box', but is a 'Mirror'",
        "'m' is expected to be in 'u', but is in 'a'",
        "'m.width' is expected to be 3, but is 9",
        "'a.width' is expected to be effectively 9, but is 2",
        "'m.width' is expected to be effectively 9, but is 5",
      ])
    #expect(
      error?.message
        == "8 expectations do not hold; the first: 'a' is expected to be in 'u', but is at the top of the scene")
    #expect(error?.part == .parentOfExpected)
    func refusal(_ change: (inout ObjectExpectation) -> Void) throws -> String {
      var expectation = ObjectExpectation(try selector("#a"))
      change(&expectation)
      return refused(try stage(objects), .expect(expectation))
    }
    #expect(
      try refusal { $0.objectName = .text("A") }
        == "step 1 nameOfExpected: edit.expected: 'a' is expected to have the name 'A', but has none")
    #expect(
      try refusal { $0.index = 3 }
        == "step 1 indexOfExpected: edit.expected: 'a' is expected to be at index 3, but is at 0")
    #expect(
      try refusal { $0.children = ["x", "y"] }
        == "step 1 children: edit.expected: 'a' is expected to hold 'x', 'y', but holds 'm'")
    #expect(
      try refusal { $0.attributes = [.init("width", "2.00"), .init("custom", "[1]")] }
        == "step 1 attributes: edit.expected: 'a.tint' is expected to be left out, but is \"red\"")
    let color = ColorExpectation("brand", ##""#F00""##)
    #expect(
      refused(try stage(objects), .expectPalette([color, ColorExpectation("ink", nil)]))
        == "step 1 color(0): edit.expected: the palette colour 'brand' is expected to be \"#F00\", but is missing")
    #expect(
      try refusal { $0.count = 2 }
        == "step 1 count: edit.expected: '#a' is expected to match 2 objects, but matches 1")
    #expect(
      try refusal { $0.stored = [.init("title", "1")] }
        == "step 1 stored(0): edit.expected: 'a.title' is expected to be 1, but is not stored")
    #expect(
      try refusal { $0.stored = [.init("width", "2"), .init("width", "\"2\"")] }
        == "step 1 stored(1): type.mismatch: 'width': expected a Double, found the string '2'; write 2 without quotes")
    #expect(
      try refusal { $0.effective = [.init("widht", "2")] }
        == "step 1 effective(0): unknown.property: unknown property 'widht' on 'Box'; did you mean 'width'?")
    #expect(
      refused(scene, .expect(ObjectExpectation(try selector("Lamp"))))
        == "step 1 selector: selector.empty: the selector 'Lamp' is expected to match at least one object, but matches none"
    )
  }

  @Test func placesMeanOneObject() throws {
    let objects = #"{"id":"a","class":"Box","children":[{"id":"b","class":"Box"}]},{"id":"c","class":"Box"}"#
    func refusal(_ step: EditStep) throws -> String { refused(try stage(objects), step) }
    #expect(
      try refusal(.move(selector("#b"), to: StepPlace(in: selector("Box"))))
        == "step 1 parent: selector.many: 'into' needs exactly one object, but the selector 'Box' matches 3")
    #expect(
      try refusal(.move(selector("#b"), to: StepPlace(.before(selector("#d")))))
        == "step 1 sibling: selector.empty: the selector '#d' matches nothing")
    #expect(
      try refusal(.rename(selector("Box"), id: "d"))
        == "step 1 selector: selector.many: 'rename' needs exactly one object, but the selector 'Box' matches 3")
    #expect(
      try refusal(.duplicate(selector("Box"), id: "d", at: nil))
        == "step 1 selector: selector.many: a copy with a given id needs exactly one object, but the selector 'Box' matches 3"
    )
    #expect(
      try refusal(.move(selector("#a"), to: StepPlace(in: selector("#b"))))
        == "step 1 parent: edit.structure: 'a' cannot be moved into 'b', which it contains")
    #expect(
      try refusal(.move(selector("#a"), to: StepPlace(.index(5))))
        == "step 1 index: edit.structure: the index 5 is out of range; for the scene's top-level objects it must be from 0 to 1"
    )
    #expect(
      try refusal(.setClass(selector("#a"), to: "Bok"))
        == "step 1 name: unknown.class: no plugin knows the class 'Bok'; did you mean 'Box'?")
    #expect(
      try refusal(.set(selector("Box"), [Assignment("width", .json("1")), Assignment("tint", .json("[]"))]))
        == "step 1 assignment(1): type.mismatch: 'tint': expected a Color, found an array; write a text such as \"#3366FF\", or an object with red, green, blue and alpha"
    )
  }

  @Test func conflictsAreByObjectAndAspect() throws {
    let scene = try stage(
      #"{"id":"a","class":"Box","children":[{"id":"b","class":"Box"}]},{"id":"c","class":"Box"},{"id":"d","class":"Box"}"#
    )
    // Version 1: 'd' goes first, so that all numbers are others. Version 2: a property of 'b'. Version 3: another class.
    try scene.make(.move(selector("#d"), to: StepPlace(.first)))
    try scene.make(.set(selector("#b"), [Assignment("width", .set("2"))]))
    try scene.make(.setClass(selector("#c"), to: "Mirror"), .rename(selector("#a"), id: "A"))
    func refusal(_ step: EditStep, on base: Int) -> String {
      refusalOf { _ = try scene.make(step, on: base, dryRun: true) }
    }
    #expect(
      try refusal(.set(selector("#b"), [Assignment("width", .set("3"))]), on: 0)
        == "'b.width' was changed in version 2, but this edit is based on version 0")
    #expect(try refusal(.set(selector("#b"), [Assignment("title", .set("x"))]), on: 0) == "no error")
    #expect(try refusal(.set(selector("#b"), [Assignment("width", .set("3"))]), on: 2) == "no error")
    #expect(
      try refusal(.set(selector("#c"), [Assignment("title", .set("x"))]), on: 1)
        == "'c.title' was changed in version 3, but this edit is based on version 1")
    #expect(
      try refusal(.move(selector("#d"), to: StepPlace()), on: 0)
        == "the place of 'd' was changed in version 1, but this edit is based on version 0")
    #expect(try refusal(.move(selector("#d"), to: StepPlace()), on: 1) == "no error")
    #expect(try refusal(.move(selector("#c"), to: StepPlace(.first)), on: 0) == "no error")
    #expect(
      try refusal(.rename(selector("#A"), id: "z"), on: 0)
        == "the id of 'A' was changed in version 3, but this edit is based on version 0")
    #expect(
      try refusal(.setClass(selector("#b"), to: "Lamp"), on: 1)
        == "the class of 'b' was changed in version 2, but this edit is based on version 1")
    #expect(
      try refusal(.remove(selector("#A")), on: 2) == "'A' was changed in version 3, but this edit is based on version 2"
    )
    #expect(
      try refusal(.remove(selector("#A")), on: 1) == "'b' was changed in version 2, but this edit is based on version 1"
    )
    #expect(try refusal(.remove(selector("#d")), on: 1) == "no error")
  }

  private func refusalOf(_ body: () throws -> Void) -> String { refusal(body) }

  @Test func aDryRunChangesNothing() throws {
    let scene = try stage(Self.room)
    let before = scene.text
    let result = try scene.make(
      .move(selector("#lamp"), to: StepPlace(in: selector("#hall"))), .remove(selector("#room")), dryRun: true)
    #expect(
      stepOutline(result) == [
        "room Box: removed from scene 0, 3", "lamp Lamp: moved room 0 → hall 0", "  lamp.glow: #0000FFFF → #FFFFFFFF",
      ])
    #expect(scene.text == before)
    #expect(scene.document.generation == 0)
    #expect(scene.version == 0)
  }

  /// Checks that objects of unknown classes, which have no hooks to query, move unchanged.
  @Test func unknownClassesMove() throws {
    let scene = try stage(#"{"id":"u","class":"Unknown","attributes":{"x":1}},{"id":"a","class":"Box"}"#)
    let result = try scene.make(.move(selector("#u"), to: StepPlace(in: selector("#a"))))
    #expect(stepOutline(result) == ["u Unknown: moved scene 0 → a 0"])
    #expect(
      scene.objects == #"{"id":"a","class":"Box","children":[{"id":"u","class":"Unknown","attributes":{"x":1}}]}"#)
  }
}
