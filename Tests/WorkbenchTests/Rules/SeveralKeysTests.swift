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

/// Opens a scene of ``Pens`` whose objects are given as JSON.
func pens(_ objects: String) throws -> SceneSession {
  let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
  let document = try SceneDocument(bytes: Array(text.utf8), name: "pens.json")
  return SceneSession(document, library: PluginLibrary(inProcess: [Pens.self]))
}

private func pen(_ attributes: String, className: String = "Nib") throws -> SceneSession {
  try pens(#"{"id":"a","class":"\#(className)","attributes":{\#(attributes)}}"#)
}

extension SceneSession {
  /// Returns the patch from a scene's original state to the present one.
  func patch(of original: SceneSession) throws -> ScenePatch {
    try patch(from: original.document, to: document, made: steps.done.flatMap(\.made))
  }
}

/// Tests of which stored key determines a property if a scene stores several of its keys.
@Suite struct SeveralKeysTests {
  // MARK: reading

  /// Checks in every command that the declared order of keys decides, and not their order in the file.
  @Test("rule 75: the first declared key carries the property", arguments: ["Nib", "Pen"])
  func theFirstDeclaredKeyCarriesTheProperty(className: String) throws {
    let number = className == "Pen" ? #","number":1"# : ""
    let scene = try pen(#""pen":2,"strokeWidth":3\#(number)"#, className: className)
    #expect(try scene.value(of: "a.lineWidth").storedText == "3")
    #expect(try scene.effective("a.pen") == .double(3))
    #expect(try scene.found("[lineWidth=3]") == "a")
    #expect(try scene.found("[stored(pen)=3]") == "a")
    #expect(try scene.why("a.lineWidth").reasons.contains { $0.text == "the object stores 3" })
    let mixed = scene.inspect([0]).sections.flatMap(\.properties).first { $0.name == "lineWidth" }
    #expect(mixed?.values.common == .value(.double(3)))
    let result = try scene.set("#a", Assignment("lineWidth", .set("5")))
    #expect(scene.text.contains(#""pen":2,"strokeWidth":5"#))
    #expect(result.changes.map(\.old) == ["3"])
  }

  /// Checks that an extension's name for a property is one of its keys, as is a former name of this name.
  @Test func namesOfExtensionsCarryTheProperty() throws {
    let scene = try pen(#""thickness":7,"number":1"#, className: "Pen")
    #expect(try scene.effective("a.lineWidth") == .double(7))
    #expect(try scene.effective("a.Stroke Breadth") == .double(7))
    let both = try pen(#""thickness":7,"breadth":8,"number":1"#, className: "Pen")
    #expect(try both.effective("a.lineWidth") == .double(8))
  }

  @Test func shadowedKeysModifyNothing() throws {
    #expect(try pen(#""lineWidth":1,"pen":2"#).found(":modified") == "")
    #expect(try pen(#""lineWidth":2,"pen":1"#).found(":modified") == "a")
    let mixed = try pen(#""lineWidth":1,"pen":2"#).inspect([0]).sections.flatMap(\.properties)
    #expect(mixed.map(\.modified) == [0, 0, 0, 0])
    #expect(mixed.first?.values.common == .value(.double(1)))
  }

  @Test func shadowedTextIsNotFound() throws {
    #expect(try pen(#""title":"one","words":"two""#).found(":text(two)") == "")
    #expect(try pen(#""title":"one","words":"two""#).found(":text(one)") == "a")
  }

  // MARK: advice

  private func advice(_ attributes: String) throws -> [String] {
    try pen(attributes).check().filter { $0.code == "property.alias" }.map(\.message)
  }

  @Test func checkNamesTheKeyThatWins() throws {
    #expect(
      try advice(#""pen":2,"lineWidth":3"#) == [
        "'pen' is a former name of 'lineWidth', which is also stored and wins; remove 'pen'"
      ])
    #expect(
      try advice(#""pen":2,"strokeWidth":3"#) == [
        "'pen' is a former name of 'lineWidth'; 'strokeWidth' is also stored and wins; remove 'pen'"
      ])
    #expect(
      try advice(#""pen":2,"lineWidth":"3""#) == [
        "'pen' is a former name of 'lineWidth', which is also stored and wins, though its value is refused; remove 'lineWidth' from the file, since a reset removes both"
      ])
  }

  // MARK: removing

  private func reset(_ name: String, of attributes: String, className: String = "Nib") throws -> String {
    let scene = try pen(attributes, className: className)
    let before = scene.text
    _ = try scene.set("#a", Assignment(name, .reset))
    let attributes = scene.model.attributes(of: 0).texts
    try scene.undo()
    #expect(scene.text == before)
    return attributes.map { "\"\($0.key)\":\($0.raw)" }.joined(separator: ",")
  }

  @Test("rule 76: a reset removes all keys of a property")
  func aResetRemovesAllKeysOfTheProperty() throws {
    for name in ["lineWidth", "Line Width", "strokeWidth"] {
      #expect(try reset(name, of: #""pen":2,"strokeWidth":3"#) == "", "\(name)")
    }
    #expect(try reset("lineWidth", of: #""pen":2,"title":"x","lineWidth":3"#) == #""title":"x""#)
    #expect(try reset("thickness", of: #""lineWidth":2,"number":1"#, className: "Pen") == #""number":1"#)
  }

  @Test func aShadowedKeyIsRemovedAlone() throws {
    #expect(try reset("pen", of: #""pen":2,"strokeWidth":3"#) == #""strokeWidth":3"#)
    #expect(try reset("strokeWidth", of: #""pen":2,"strokeWidth":3,"lineWidth":4"#) == #""pen":2,"lineWidth":4"#)
    #expect(
      try reset("hue", of: ##""tint":"red","hue":"blue","number":1"##, className: "Pen")
        == ##""tint":"red","number":1"##)
  }

  /// Checks that the determining key of a required property cannot be removed, but its other keys can.
  @Test func aShadowedKeyOfARequiredPropertyIsRemoved() throws {
    #expect(try reset("count", of: #""number":2,"count":3"#, className: "Pen") == #""number":2"#)
    for name in ["number", "count"] {
      let text = name == "number" ? #""number":2,"count":3"# : #""count":3"#
      #expect(
        refusal { _ = try pen(text, className: "Pen").set("#a", Assignment(name, .reset)) }.contains("required"),
        "\(name)")
    }
  }

  /// Checks that the removal of a key that does not determine the value is reported under this key.
  @Test func aShadowedKeyIsReportedByItself() throws {
    let scene = try pen(#""pen":2,"lineWidth":3,"number":1"#, className: "Pen")
    let result = try scene.set("#a", Assignment("pen", .reset))
    #expect(result.changed == 1)
    #expect(result.changes.map(\.property) == ["pen"])
    #expect(result.changes.map(\.old) == ["2"])
    #expect(result.changes.map(\.new) == [nil])
    #expect(try scene.effective("a.lineWidth") == .double(3))
  }

  /// Checks that in an edit of several objects, each object's own keys decide, and hooks validate each result.
  @Test(arguments: ["Nib", "Pen"]) func eachObjectDecides(className: String) throws {
    let objects = [#""pen":2,"lineWidth":3"#, #""pen":2"#, #""lineWidth":3"#, #""lineWidth":3,"pen":2"#]
    let number = className == "Pen" ? #","number":1"# : ""
    let scene = try pens(
      objects.enumerated().map {
        #"{"id":"o\#($0.offset)","class":"\#(className)","attributes":{\#($0.element)\#(number)}}"#
      }.joined(separator: ","))
    var request = EditRequest(
      try Selector(parsing: "*"), [Assignment("pen", .reset), Assignment("frame.x", .add("1"))])
    request.wantsChanges = true
    let result = try scene.perform(request)
    #expect(result.changed == 4)
    #expect(
      (0..<4).map { scene.model.attributes(of: $0).texts.map(\.key).filter { $0 != "number" } } == [
        ["lineWidth", "frame"], ["frame"], ["frame"], ["lineWidth", "frame"],
      ])
    try scene.undo()
    #expect(scene.model.attributes(of: 0).texts.map(\.key).filter { $0 != "number" } == ["pen", "lineWidth"])
  }

  // MARK: lists of keys

  @Test("rule 77: expectations list what the file holds")
  func expectationsListWhatTheFileHolds() throws {
    let scene = try pen(#""pen":2,"lineWidth":3"#)
    func expect(_ list: String) -> String {
      refusal {
        let script = ##"{"format":"inspector-edit/1","steps":[{"expect":{"select":"#a","attributes":{\##(list)}}}]}"##
        _ = try scene.perform(EditRequest(try EditScript(Array(script.utf8), name: "script").steps))
      }
    }
    #expect(expect(#""pen":2,"lineWidth":3"#) == "no error")
    #expect(expect(#""Line Width":3,"pen":2.0"#) == "no error")
    #expect(expect(#""lineWidth":3"#) == "'a.pen' is expected to be left out, but is 2")
    #expect(expect(#""pen":3,"lineWidth":3"#) == "'a.pen' is expected to be 3, but is 2")
  }

  @Test(
    arguments: [
      ##"{"select":"#a","reset":["pen"]}"##, ##"{"select":"#a","reset":["lineWidth"]}"##,
      ##"{"select":"#a","set":{"pen":9}}"##, ##"{"remove":"#a"}"##, ##"{"duplicate":"#a","as":"c"}"##,
      ##"{"duplicate":"#a"}"##, ##"{"select":"#b","renameProperty":"pen","to":"lineWidth"}"##,
    ])
  func patchesSayWhatTheFileHeld(step: String) throws {
    let objects =
      #"{"id":"a","class":"Nib","attributes":{"pen":2,"lineWidth":3}},{"id":"b","class":"Nib","attributes":{"pen":2}}"#
    let scene = try pens(objects)
    func script(_ step: String) throws -> [EditStep] {
      try EditScript(Array(#"{"format":"inspector-edit/1","steps":[\#(step)]}"#.utf8), name: "script").steps
    }
    _ = try scene.perform(EditRequest(try script(step)))
    let patch = try scene.patch(of: try pens(objects))
    let again = try pens(objects)
    let text = EditScript.text(of: patch.steps)
    _ = try again.perform(EditRequest(try EditScript(Array(text.utf8), name: "patch").steps))
    #expect(again.text == scene.text, "\(text)")
  }

  /// Checks that a patch is refused if no edit step can produce it.
  @Test func aPatchThatNoStepsGiveIsRefused() throws {
    let scene = try pen(#""pen":2,"lineWidth":3"#)
    let other = scene.text.replacing(#""pen":2"#, with: #""pen":4"#)
    try scene.replaceText(with: Array(other.utf8), named: "text")
    #expect(
      refusal { _ = try scene.patch(of: try pen(#""pen":2,"lineWidth":3"#)) }
        == "no edit script can change 'pen' of 'a'; change it by hand")
  }
}
