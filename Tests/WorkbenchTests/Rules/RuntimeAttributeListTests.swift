import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of partly invalid lists of runtime attributes: repeated key paths, names with another meaning, and unknown
/// members.
@Suite struct RuntimeAttributeListTests {
  private func scene(
    _ list: String, attributes: String = "", className: String = "Plain", extra: String = ""
  ) throws -> SceneSession {
    try session(
      #"{"id":"p","class":"\#(className)","attributes":{\#(attributes)},"runtimeAttributes":[\#(list)]}"#, extra: extra)
  }

  private func element(_ keyPath: String, _ type: String, _ value: String, _ more: String = "") -> String {
    #"{"keyPath":"\#(keyPath)","type":"\#(type)","value":\#(value)\#(more)}"#
  }

  @Test("a command that changes a colour's name changes the attribute that the key path means, and no other element")
  func repeatedColors() throws {
    let (odd, broken) = (element("tint", "Odd", "7"), #"{"keyPath":"tint","type":"Color"}"#)
    let (named, other) = (element("tint", "Color", #""brand""#), element("tint", "Color", #""tomato""#))
    for list in [[odd, named], [broken, named, other], [named, other, odd], [other, named]] {
      let scene = try scene(list.joined(separator: ","), extra: ##""palette":{"brand":"#3366FF"},"##)
      _ = try scene.perform(EditRequest(palette: [.rename(name: "brand", to: "accent")]))
      // The last list means `other`, so `named` is no attribute and stays.
      let expected =
        list == [other, named] ? list : list.map { $0 == named ? $0.replacing("brand", with: "accent") : $0 }
      #expect(scene.text.contains("[\(expected.joined(separator: ","))]"), "\(list)")
    }
  }

  @Test("an attribute of another type keeps the names of colours as texts")
  func stringsAreNoColors() throws {
    let scene = try scene(element("tint", "String", #""brand""#), extra: ##""palette":{"brand":"#3366FF"},"##)
    var request = EditRequest(Selector(ids: ["p"]), [Assignment("tint", .set("x"))])
    request.wantsChanges = true
    #expect(try scene.perform(request).changes.flatMap(\.notes).isEmpty)
    let colored = try self.scene(element("tint", "Color", #""brand""#), extra: ##""palette":{"brand":"#3366FF"},"##)
    request = EditRequest(Selector(ids: ["p"]), [Assignment("tint", .set("red"))])
    request.wantsChanges = true
    let result = try colored.perform(request)
    #expect(result.changes.flatMap(\.notes).map(\.text) == ["no longer the palette's 'brand'"])
    #expect(result.remarks.paletteNames == 1)
  }

  @Test("the colour before the edit of a palette is the one of CSS if the palette had none")
  func colorsOfCSS() throws {
    let scene = try scene(element("tint", "Color", #""tomato""#))
    var request = EditRequest(palette: [.set(name: "tomato", to: "#3366FF")])
    request.wantsChanges = true
    #expect(try scene.perform(request).changes.map(\.effectiveBefore) == [.color(try #require(Color("tomato")))])
  }

  @Test("a part of an attribute is not reset, and no type is given to it")
  func parts() throws {
    let list = element("p", "Point", #"{"x":1,"y":2}"#)
    let scene = try scene(list)
    #expect(
      refusal { try scene.set("Plain", Assignment("p.x", .reset)) }
        == "a component is not a value of its own; unset or reset 'p' as a whole")
    #expect(
      refusal { try scene.set("Plain", Assignment("p.z", .set("1"))) } == "'p' has no component 'z'; a Point has x, y")
    #expect(scene.text.contains(list))
    let stored = try self.scene(element("q", "Int", "1"), attributes: #""pt":{"x":1,"y":2}"#)
    #expect(
      refusal { try stored.set("Plain", Assignment("pt.x:Int", .set("1"))) }
        == "'pt.x' would be a component of 'pt', which is stored in 'attributes'; remove 'pt' first")
  }

  @Test(
    "a reset with a type removes an element that no other name reaches",
    arguments: [
      ("count", "Int", "1", ""), ("a", "Int", "1", #""a":2"#), ("pt.x", "Int", "1", #""pt":{"x":1,"y":2}"#),
      ("offset.x", "Double", "2", ""),
    ])
  func typedResets(keyPath: String, type: String, value: String, attributes: String) throws {
    let kept = element("z", "Int", "9")
    let scene = try scene([element(keyPath, type, value), kept].joined(separator: ","), attributes: attributes)
    let found = scene.check().filter { $0.severity == .error }
    #expect(found.map(\.code) == [.runtimeAttribute])
    #expect(found[0].message.hasSuffix("'reset \(keyPath):\(type)' removes this one"), "\(found[0].message)")
    try scene.set("Plain", Assignment("\(keyPath):\(type)", .reset))
    #expect(scene.text.contains("[\(kept)]") && scene.text.contains("{\(attributes)}"))
    #expect(scene.check().filter { $0.severity == .error }.isEmpty)
  }

  @Test("a reset with a type removes the elements of that type, and no other")
  func typesOfResets() throws {
    let (int, color, other) = (element("c", "Int", "1"), element("c", "Color", #""red""#), element("d", "Int", "2"))
    let scene = try scene([int, color, other].joined(separator: ","))
    let before = scene.text
    #expect(
      scene.check().map(\.message) == [
        "runtime attribute 2 of 'p': the runtime attribute 'c' already exists; 'reset c:Color' removes this one"
      ])
    for name in ["c:Bool", "d:Color", "e:Int"] {
      #expect(refusal { try scene.set("Plain", Assignment(name, .reset)) }.contains("to remove"), "\(name)")
      #expect(scene.text == before, "\(name)")
    }
    try scene.set("Plain", Assignment("c:Color", .reset))
    #expect(scene.text.contains("[\(int),\(other)]"))
    try scene.undo()
    // What remains is the attribute from then on, also in the same step.
    try scene.set("Plain", Assignment("c:Int", .reset), Assignment("c", .set("blue")))
    #expect(scene.text.contains("[\(element("c", "Color", #""blue""#)),\(other)]"))
  }

  @Test("a change of the type alone, and of an element without a value, is reported")
  func reports() throws {
    for (list, assignment) in [
      (element("c", "Color", "null"), Assignment("c:Rect", .unset)),
      (#"{"keyPath":"c","type":"Odd"}"#, Assignment("c", .reset)),
    ] {
      let scene = try scene(list)
      var request = EditRequest(Selector(ids: ["p"]), [assignment])
      request.wantsChanges = true
      let changes = try scene.perform(request).changes
      #expect(changes.count == 1 && changes[0].old == list && changes[0].new != list, "\(changes)")
    }
  }

  @Test("a list keeps its layout if its only element is replaced")
  func onlyElement() throws {
    let scene = try session(
      #"{"id":"p","class":"Plain","runtimeAttributes":[  {"keyPath":"a","type":"Int","value":1}\n ]}"#
        .replacing("\\n", with: "\n"))
    try scene.set("Plain", Assignment("b:Int", .set("2")), Assignment("a", .reset))
    #expect(scene.text.contains("[  {\"keyPath\":\"b\",\"type\":\"Int\",\"value\":2}\n ]"))
  }

  @Test("the palette's commands change no runtime attribute where a plugin that may declare it is missing")
  func closedPalettes() throws {
    for edit in [PaletteEdit.rename(name: "brand", to: "accent"), .extract(name: "dark", of: "#112233")] {
      let list = [element("c", "Color", #""brand""#), element("d", "Color", ##""#112233""##)].joined(separator: ",")
      let scene = try scene(list, extra: ##""plugins":{"Spring":">=1"},"palette":{"brand":"#3366FF"},"##)
      let before = scene.text
      #expect(refusal { _ = try scene.perform(EditRequest(palette: [edit])) }.contains("Spring"))
      #expect(scene.text == before)
    }
  }

  @Test("an assignment that needs a value says whether there is one")
  func signs() throws {
    let scene = try scene(element("a", "Int", "1"))
    #expect(
      refusal { try scene.set("Plain", Assignment("b:Int", .add("1"))) }
        == "there is no runtime attribute 'b' for '+='; 'b:Int=…' adds one")
    #expect(
      refusal { try scene.set("Plain", Assignment("a:Int", .add("1"))) }
        == "'+=' needs a runtime attribute that already exists; name it 'a', without a type")
    #expect(
      refusal { try scene.set("Plain", Assignment("b:Int", .reset)) }
        == "there is no runtime attribute 'b' of the type Int to remove")
  }

  @Test("the other members of an element stay, whatever is set")
  func members() throws {
    let broken = element("a", "Odd", "1", #","note":[1, 2]"#)
    let scene = try scene(broken)
    try scene.set("Plain", Assignment("a:Point", .set("3,4")))
    #expect(scene.text.contains(#"{"keyPath":"a","type":"Point","value":{"x":3,"y":4},"note":[1, 2]}"#))
    let short = try self.scene(#"{"keyPath":"a","note":1}"#)
    try short.set("Plain", Assignment("a:Int", .set("3")))
    #expect(short.text.contains(#"{"keyPath":"a","note":1,"type":"Int","value":3}"#))
  }

  @Test("an attribute precedes a runtime attribute, and a whole name precedes a component, for every reader and edit")
  func precedence() throws {
    let list = [element("a", "Int", "5"), element("pt.x", "Int", "6")].joined(separator: ",")
    let scene = try scene(list, attributes: #""a":1,"pt":{"x":2,"y":3}"#)
    for selector in ["[a=1]", "[pt.x=6]", "[pt.y=3]"] {
      #expect(try scene.select(Selector(parsing: selector)).count == 1, "\(selector)")
    }
    #expect(try scene.model.property("a", of: scene.node(id: "p")).storedText == "1")
    #expect(try scene.model.property("pt.x", of: scene.node(id: "p")).storedText == "6")
    try scene.set("Plain", Assignment("a", .set("7")), Assignment("pt.x", .set("8")), Assignment("pt.y", .set("9")))
    #expect(scene.text.contains(#"{"a":7,"pt":{"x":2,"y":9}}"#))
    #expect(scene.text.contains(element("a", "Int", "5")) && scene.text.contains(element("pt.x", "Int", "8")))
  }

  @Test("an expectation can name a component")
  func expectations() throws {
    let scene = try scene(element("p", "Point", #"{"x":1,"y":2}"#), attributes: #""pt":{"x":3,"y":4}"#)
    func request(_ x: String, absent: [String] = []) -> EditRequest {
      var expectation = ObjectExpectation(Selector(ids: ["p"]))
      expectation.stored = [.init("p.x", x), .init("pt.y", "4")]
      expectation.absent = absent
      return EditRequest([.expect(expectation)])
    }
    _ = try scene.perform(request("1"))
    #expect(refusal { _ = try scene.perform(request("7")) }.contains("p.x"))
    #expect(refusal { _ = try scene.perform(request("1", absent: ["p.y"])) }.contains("p.y"))
  }

  @Test("an object with runtime attributes is not inserted where a plugin that may declare them is missing")
  func inserted() throws {
    let scene = try session(#"{"id":"p","class":"Plain"}"#, extra: #""plugins":{"Spring":">=1"},"#)
    let object = #"{"id":"q","class":"Plain","runtimeAttributes":[{"keyPath":"a","type":"Int","value":1}]}"#
    #expect(
      refusal { _ = try scene.perform(EditRequest([.insert(objects: [object], at: StepPlace())])) }.contains("Spring"))
    _ = try scene.perform(EditRequest([.insert(objects: [#"{"id":"r","class":"Plain"}"#], at: StepPlace())]))
  }

  // MARK: patches and merges

  @Test("a patch tells key paths apart that differ only in their normalisation")
  func normalisation() throws {
    let (composed, split) = ("caf\u{E9}", "cafe\u{301}")
    let scene = try scene([element(composed, "Int", "1"), element(split, "Int", "2")].joined(separator: ","))
    try scene.set("Plain", Assignment(split, .set("5")))
    let patch = try scene.patch()
    let copy = try self.scene([element(composed, "Int", "1"), element(split, "Int", "2")].joined(separator: ","))
    _ = try copy.perform(EditRequest(patch.steps))
    #expect(patch.isExact && copy.text == scene.text)
  }

  @Test("a patch leaves alone what is invalid on both sides, and is refused where steps cannot make a member")
  func invalidElements() throws {
    let list = [element("a", "Int", "1"), #"{"keyPath":"bad"}"#].joined(separator: ",")
    let scene = try scene(list)
    try scene.set("Plain", Assignment("a", .set("2")))
    let patch = try scene.patch()
    let copy = try self.scene(list)
    _ = try copy.perform(EditRequest(patch.steps))
    #expect(patch.isExact && copy.text == scene.text)
  }

  /// Merges three scenes whose object has these lists and attributes.
  private func merged(
    _ base: String, _ ours: String, _ theirs: String, attributes: String = ""
  ) throws -> (text: String, conflicts: [SceneConflict]) {
    let (former, scene, other) = (try scene(base), try scene(ours), try scene(theirs, attributes: attributes))
    let document = try SceneDocument(bytes: Array(former.text.utf8), name: "base.json")
    let there = try SceneDocument(bytes: Array(other.text.utf8), name: "theirs.json")
    let conflicts = try scene.merge(base: document, theirs: there, named: "take in")
    return (scene.text, conflicts)
  }

  @Test("a merge keeps the members of elements that either side changed")
  func mergedMembers() throws {
    let (a, b) = (element("a", "Int", "1"), element("b", "Int", "1"))
    let noted = element("b", "Int", "1", #","note":"new""#)
    let result = try merged("\(a),\(b)", "\(element("a", "Int", "2")),\(b)", "\(a),\(noted)")
    #expect(result.conflicts.isEmpty && result.text.contains("[\(element("a", "Int", "2")),\(noted)]"))
    // Both sides change the same element: one its value, one a further member.
    let other = try merged(b, element("b", "Int", "2"), noted)
    #expect(other.conflicts.map(\.subject) == [.property("b")] && other.text.contains(element("b", "Int", "2")))
    // A type that differs is shown with the whole elements.
    let typed = try merged(b, element("b", "Double", "2"), element("b", "Int", "2"))
    #expect(typed.conflicts.map(\.ours) == [element("b", "Double", "2")])
  }

  @Test("an order that the other side changed is taken, or is a conflict")
  func mergedOrder() throws {
    let (a, b, c) = (element("a", "Int", "1"), element("b", "Int", "1"), element("c", "Int", "1"))
    let taken = try merged("\(a),\(b)", "\(a),\(b)", "\(b),\(a)")
    #expect(taken.conflicts.isEmpty && taken.text.contains("[\(b),\(a)]"))
    let conflict = try merged("\(a),\(b)", "\(a),\(b),\(c)", "\(b),\(a)")
    #expect(conflict.conflicts.map(\.subject) == [.member("runtimeAttributes")])
    #expect(conflict.text.contains("[\(a),\(b),\(c)]"))
    let own = try merged("\(a),\(b)", "\(b),\(a)", "\(a),\(b),\(c)")
    #expect(own.conflicts.isEmpty && own.text.contains("[\(b),\(a),\(c)]"))
  }

  @Test("a merge is refused if one side adds an attribute and the other a runtime attribute of the same name")
  func mergedNames() throws {
    for (keyPath, attributes) in [("glow", #""glow":3"#), ("pt.x", #""pt":{"x":1,"y":2}"#)] {
      let ours = element(keyPath, "Int", "2")
      #expect(refusal { _ = try merged("", ours, "", attributes: attributes) }.contains("'\(keyPath)'"), "\(keyPath)")
    }
  }
}
