import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneSessions
@testable import Workbench

/// Tests that overrides are compared and merged by inner object and property.
@Suite struct OverridesMergeTests {
  private func scene(_ overrides: String, attributes: String = "") -> String {
    let own = attributes.isEmpty ? "" : #""attributes":\#(attributes),"#
    let member = overrides.isEmpty ? "" : #","overrides":\#(overrides)"#
    return
      #"{"format":"inspector-scene/1","objects":[{"id":"card","class":"Box",\#(own)"ref":"lamp.scene.json"\#(member)}]}"#
  }

  private func document(_ overrides: String) throws -> SceneDocument {
    try SceneDocument(bytes: Array(scene(overrides).utf8), name: "scene")
  }

  static let rows: [(old: String, new: String, lines: [String])] = [
    (#"{"bulb":{"width":2}}"#, #"{ "bulb" : {"width":2} }"#, []),
    (
      #"{"bulb":{"width":2,"title":"a"},"foot":{"width":1}}"#, #"{"foot":{"width":1},"bulb":{"title":"a","width":2}}"#,
      []
    ),
    (#"{"bulb":{"width":2}}"#, #"{"bulb":{"width":2.0}}"#, ["card/bulb.width: 2 → 2.0"]),
    (
      #"{"bulb":{"width":2},"foot":{"title":"x"}}"#, #"{"bulb":{"width":3},"plug":{"width":1}}"#,
      ["card/bulb.width: 2 → 3", "card/plug.width: none → 1", "card/foot.title: \"x\" → none"]
    ),
    ("", #"{"bulb":{"width":null}}"#, ["card/bulb.width: none → null"]),
    (#"{"left/bulb":{"a.b":1}}"#, "", ["card/left/bulb.a.b: 1 → none"]),
    (#"{"bulb":{}}"#, "", [#"card overrides: {"bulb":{}} → none"#]),
    (#"{"bulb":1}"#, #"{"bulb":{"width":3}}"#, [#"card overrides: {"bulb":1} → {"bulb":{"width":3}}"#]),
    ("[]", #"{"bulb":{"width":3}}"#, [#"card overrides: [] → {"bulb":{"width":3}}"#]),
  ]

  @Test("a difference of overrides is one of the inner object's property, without the template", arguments: rows)
  func differences(_ row: (old: String, new: String, lines: [String])) throws {
    let difference = SceneDifference(from: try document(row.old), to: try document(row.new))
    #expect(differenceOutline(difference) == row.lines)
  }

  struct Merge: Sendable {
    var base: String
    var ours: String
    var theirs: String
    var result: String
    var conflicts: [String] = []
    var preferred: String
  }

  static let mergeRows = [
    Merge(
      base: #"{"bulb":{"width":2}}"#, ours: #"{"bulb":{"width":3}}"#, theirs: #"{"bulb":{"width":2,"title":"t"}}"#,
      result: #"{"bulb":{"width":3,"title":"t"}}"#, preferred: #"{"bulb":{"width":3,"title":"t"}}"#),
    Merge(
      base: "", ours: #"{"bulb":{"width":3}}"#, theirs: #"{"foot":{"width":4}}"#,
      result: #"{"bulb":{"width":3},"foot":{"width":4}}"#, preferred: #"{"bulb":{"width":3},"foot":{"width":4}}"#),
    Merge(
      base: #"{"bulb":{"width":2}}"#, ours: #"{"bulb":{"width":3}}"#, theirs: #"{"bulb":{"width":4}}"#,
      result: #"{"bulb":{"width":3}}"#, conflicts: ["'card/bulb.width' is 3 here and 4 there"],
      preferred: #"{"bulb":{"width":4}}"#),
    Merge(
      base: #"{"bulb":{"width":2},"foot":{"width":1}}"#, ours: #"{"foot":{"width":1}}"#,
      theirs: #"{"bulb":{"width":4},"foot":{"width":1}}"#,
      result: #"{"foot":{"width":1}}"#, conflicts: ["'card/bulb.width' is not stored here and 4 there"],
      preferred: #"{"foot":{"width":1},"bulb":{"width":4}}"#),
    Merge(
      base: #"{"bulb":{"width":2},"foot":{"width":1}}"#, ours: #"{"bulb":{"width":2},"foot":{"width":3}}"#,
      theirs: #"{"foot":{"width":1}}"#, result: #"{"foot":{"width":3}}"#, preferred: #"{"foot":{"width":3}}"#),
    Merge(
      base: #"{"bulb":{"width":2}}"#, ours: #"{"bulb":{"width":2},"foot":{"width":3}}"#, theirs: "",
      result: #"{"foot":{"width":3}}"#, preferred: #"{"foot":{"width":3}}"#),
    // Overrides that match no object of our template are kept, too.
    Merge(
      base: "", ours: #"{"bulb":{"width":3}}"#, theirs: #"{"foot":{"width":4},"new":{"width":5}}"#,
      result: #"{"bulb":{"width":3},"foot":{"width":4},"new":{"width":5}}"#,
      preferred: #"{"bulb":{"width":3},"foot":{"width":4},"new":{"width":5}}"#),
    Merge(
      base: #"{"new":{"width":1}}"#, ours: #"{"new":{"width":2}}"#, theirs: #"{"new":{"width":3}}"#,
      result: #"{"new":{"width":2}}"#, conflicts: ["'card/new.width' is 2 here and 3 there"],
      preferred: #"{"new":{"width":3}}"#),
    // A value that is not an object of objects is merged as a whole.
    Merge(
      base: "", ours: #"{"bulb":{"width":3}}"#, theirs: "[]", result: #"{"bulb":{"width":3}}"#,
      conflicts: [#"'overrides' of 'card' is {"bulb":{"width":3}} here and [] there"#], preferred: "[]"),
    Merge(
      base: #"{"bulb":{"width":2}}"#, ours: #"{"bulb":1}"#, theirs: #"{"bulb":{"width":4}}"#,
      result: #"{"bulb":1}"#, conflicts: [#"'overrides' of 'card' is {"bulb":1} here and {"bulb":{"width":4}} there"#],
      preferred: #"{"bulb":{"width":4}}"#),
  ]

  @Test(
    "two sides' overrides of different inner properties are merged; of one property, they conflict",
    arguments: mergeRows)
  func merges(_ row: Merge) throws {
    for prefersTheirs in [false, true] {
      let stage = try JournalStage(text: scene(row.ours))
      try StageTemplates.write(to: stage.folder)
      let session = try stage.open()
      defer { session.closeJournal(discarding: true) }
      let conflicts = try session.merge(
        base: try document(row.base), theirs: try document(row.theirs), named: "merge",
        .init(prefersTheirs: prefersTheirs))
      #expect(conflicts.map(\.message) == (prefersTheirs ? [] : row.conflicts))
      #expect(session.text == scene(prefersTheirs ? row.preferred : row.result))
      // The composed scene equals a new composition of the text.
      let again = try SceneSession.open(bytes: Array(session.text.utf8), name: stage.scene, library: session.library)
      #expect(again.objectOutline == session.objectOutline)
      if session.text != scene(row.ours) { try session.undo() }
      #expect(session.text == scene(row.ours))
      #expect(
        session.objectOutline == (try SceneSession.open(path: stage.scene, library: session.library).objectOutline))
    }
  }

  @Test("a file that others changed is taken in by inner object and property, beside unsaved overrides")
  func takenIn() throws {
    let stage = try JournalStage(text: scene(#"{"bulb":{"width":2}}"#))
    try StageTemplates.write(to: stage.folder)
    let session = try stage.open()
    defer { session.closeJournal(discarding: true) }
    try session.set("#card/bulb", "width", "3")
    try stage.write(scene(#"{"bulb":{"width":2,"title":"t"},"foot":{"width":9}}"#, attributes: #"{"width":8}"#))
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(
      differenceOutline(try session.difference(to: theirs)) == [
        "card.width: none → 8", "card/bulb.title: none → \"t\"", "card/foot.width: none → 9",
      ])
    #expect(try session.takeInFile(theirs) == [])
    #expect(differenceOutline(try session.unsavedDifference()) == ["card/bulb.width: 2 → 3"])
    try stage.write(scene(#"{"bulb":{"width":5,"title":"t"},"foot":{"width":9}}"#, attributes: #"{"width":8}"#))
    guard case .changed(let others) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(others).map(\.message) == ["'card/bulb.width' is 3 here and 5 there"])
    #expect(try session.takeInFile(others, keeping: .theirs) == [])
    #expect(try session.value(of: "card/bulb.width").effective?.text == "5")
    #expect(!session.isModified)
  }

  @Test("components judge merged overrides with the template's values")
  func judged() throws {
    let stage = try JournalStage(text: scene(""))
    try StageTemplates.write(to: stage.folder)
    let session = try stage.open()
    defer { session.closeJournal(discarding: true) }
    try session.set("#card/bulb", "title", "x")
    #expect(throws: Diagnostic.self) {
      try session.merge(base: try document(""), theirs: try document(#"{"bulb":{"width":99}}"#), named: "merge")
    }
    #expect(session.text == scene(#"{"bulb":{"title":"x"}}"#))
    // The file's value is accepted.
    try stage.write(scene(#"{"bulb":{"width":99}}"#))
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs) == [])
    #expect(session.text == scene(#"{"bulb":{"title":"x","width":99}}"#))
  }
}

extension SceneSession {
  /// A line for each object of the composed scene, with its id, class and stored values.
  var objectOutline: [String] {
    withDocument { document in
      document.objects.map { node in
        var line = "\(document.id(node)) \(document.className(node)) \(document.parent(node)?.number ?? -1)"
        document.forEachAttribute(of: node) { key, value in
          line += " \(String(decoding: key, as: UTF8.self))=\(ColumnReader.inOneLine(Array(value)))"
          return true
        }
        return line
      }
    }
  }
}
