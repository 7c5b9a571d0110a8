import Foundation
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import Workbench

@Suite struct ScriptTests {
  private static let whole = #"""
    {
      "$schema": "edit-script.schema.json",
      "format": "inspector-edit/1",
      "comment": "Every step there is.",
      "steps": [
        { "select": "Box", "set": { "width": 2.50, "tint": { "red": 1, "green": 0, "blue": 0 }, "a~b/c": null, "frame.x": { "add": 1e1 } },
          "unset": ["title"], "reset": ["width"], "comment": "words" },
        { "select": "Box", "reset": ["tint"] },
        { "insert": { "id": "n", "class": "Box" } },
        { "insert": [ { "id": "n", "class": "Box" }, {"id":"m","class":"Box"} ], "into": "#a", "at": 2 },
        { "remove": "#a > Lamp" },
        { "duplicate": "#a" },
        { "duplicate": "#a", "as": "b", "at": { "after": "#c" } },
        { "move": "Lamp", "into": null, "at": "first" },
        { "move": "Lamp", "at": { "before": "#\"a b\"" } },
        { "rename": "#a", "to": "b" },
        { "setClass": "Lamp", "to": "Mirror" },
        { "setName": "#a", "to": "The a" },
        { "setName": "#a", "to": null },
        { "renameProperty": "widht", "to": "width", "select": "*" },
        { "palette": { "set": { "brand": "#F00", "ink": { "white": 0 } }, "rename": { "x": "y" }, "remove": ["z"] } },
        { "expect": { "select": "#a", "count": 1, "values": { "width": 2 }, "absent": ["title"], "effective": { "width": 2 }, "class": "Box", "parent": null } },
        { "expect": { "select": "#b", "parent": "a" } },
        { "expect": { "select": "#b", "name": null, "index": 2, "attributes": { "width": 2 }, "children": ["c", "d"] } },
        { "expect": { "select": "#b", "name": "B", "attributes": {}, "children": [] } },
        { "expect": { "palette": { "brand": "#F00", "ink": null } } },
        { "select": "#a", "set": { "tint": { "exact": { "white" : 0.50 } } } },
        { "select": "#a", "set": { "title": { "typed": "x" }, "width": { "divide": 2 } } }
      ]
    }
    """#

  /// Checks that the schema defines each kind of step with its keys.
  @Test func theSchemaDescribesEveryKindOfStep() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../Schemas/edit-script.schema.json").standardized
    let definitions = try #require(try PlacedJSON(Array(try Data(contentsOf: file)))["$defs"])
    for kind in EditStep.kinds {
      let keys = definitions[kind.verbs[0]]?["properties"]?.members?.map(\.key) ?? []
      #expect(Set(keys) == Set(kind.verbs + kind.otherKeys + ["comment"]), "\(kind)")
    }
    let listed = definitions["step"]?["oneOf"]?.elements?.compactMap { $0["$ref"]?.string }
    #expect(listed == EditStep.kinds.map { "#/$defs/\($0.verbs[0])" })
  }

  @Test func everyStepIsReadAndWritten() throws {
    let script = try EditScript(Array(Self.whole.utf8), name: "script.json")
    #expect(script.steps.count == 22)
    #expect(
      script.steps[0]
        == .set(
          try selector("Box"),
          [
            Assignment("width", .json("2.50")), Assignment("tint", .json(#"{ "red": 1, "green": 0, "blue": 0 }"#)),
            Assignment("a~b/c", .json("null")), Assignment("frame.x", .add("1e1")), Assignment("title", .unset),
            Assignment("width", .reset),
          ]))
    #expect(
      script.steps[3]
        == .insert(
          objects: [#"{ "id": "n", "class": "Box" }"#, #"{"id":"m","class":"Box"}"#],
          at: StepPlace(in: try selector("#a"), .index(2))))
    #expect(script.steps[8] == .move(try selector("Lamp"), to: StepPlace(.before(try selector("#\"a b\"")))))
    let text = EditScript.text(of: script.steps)
    let again = try EditScript(Array(text.utf8), name: "again.json")
    #expect(again.steps == script.steps)
    #expect(EditScript.text(of: again.steps) == text)
  }

  /// Checks that steps without a script notation are written as several steps.
  @Test func stepsThatNoScriptCanSayBecomeSeveral() throws {
    let box = try selector("Box")
    let text = EditScript.text(of: [
      .set(box, [Assignment("width", .reset), Assignment("width", .add("1")), Assignment("width", .add("1"))]),
      .palette([.set(name: "a", to: "red"), .remove(name: "b"), .set(name: "b", to: "red"), .set(name: "b", to: "tan")]
      ),
    ])
    #expect(
      text == """
        {
          "format": "inspector-edit/1",
          "steps": [
            { "select": "Box", "reset": ["width"] },
            { "select": "Box", "set": { "width": { "add": 1 } } },
            { "select": "Box", "set": { "width": { "add": 1 } } },
            { "palette": { "set": { "a": "red" }, "remove": ["b"] } },
            { "palette": { "set": { "b": "red" } } },
            { "palette": { "set": { "b": "tan" } } }
          ]
        }

        """)
    #expect(try EditScript(Array(text.utf8), name: "x").steps.count == 6)
    #expect(try EditScript(Array(EditScript.text(of: []).utf8), name: "x").steps.isEmpty)
  }

  @Test(arguments: [
    (#"{ "select": "Box", "set": [] }"#, "27: 'set' of step 1 must be an object of properties, found an array"),
    (#"{ "select": "Box", "reset": "x" }"#, "29: 'reset' of step 1 must be an array of names, found the string 'x'"),
    (#"{ "select": "Box", "reset": [1] }"#, "30: 'reset' of step 1 must be a text, found 1"),
    (#"{ "set": {} }"#, "1: step 1 has no 'select'"),
    (#"7"#, "1: step 1 must be an object, found 7"),
    (
      #"{}"#,
      "1: step 1 does not say what to do; it needs one of \(EditStep.kinds.flatMap { $0.verbs }.map { "'\($0)'" }.joined(separator: ", "))"
    ),
    (#"{ "remvoe": "x" }"#, "3: unknown key 'remvoe' in step 1; did you mean 'remove'?"),
    (#"{ "remove": "x", "at": 1 }"#, "18: unknown key 'at' in step 1; the known keys are 'remove', 'comment'"),
    (
      #"{ "remove": "" }"#, "14: the selector of 'remove' in step 1: the selector is empty; write a class, '#id' or '*'"
    ),
    (
      #"{ "remove": "\u0042ox[" }"#,
      "13: the selector of 'remove' in step 1: '[' is not closed; end the condition with ']'"
    ),
    (#"{ "remove": 1 }"#, "13: 'remove' of step 1 must be a text, found 1"),
    (#"{ "move": "Box" }"#, "1: step 1 does not say where to move; add 'into', or 'at', or both"),
    (
      ##"{ "move": "Box", "into": "#a", "at": { "before": "#b" } }"##,
      "26: step 1 has 'into' and a place beside an object; leave 'into' out"
    ),
    (
      #"{ "move": "Box", "at": -1 }"#,
      "24: 'at' of step 1 must be an index (0 or more), \"first\", \"last\", {\"before\": \"#id\"} or {\"after\": \"#id\"}, found -1"
    ),
    (#"{ "rename": "Box", "to": "" }"#, "26: 'to' of step 1 must not be empty"),
    (#"{ "rename": "Box" }"#, "1: step 1 has no 'to'"),
    (#"{ "setName": "Box", "to": 1 }"#, "27: 'to' of step 1 must be a text, found 1"),
    (
      #"{ "insert": [{ "id": "x", "class": 1 }] }"#,
      "36: the object to insert in step 1: 'class' must be a string, found '1'"
    ),
    (
      #"{ "palette": { "add": {} } }"#,
      "16: unknown key 'add' in 'palette' of step 1; the known keys are 'set', 'extract', 'rename', 'remove'"
    ),
    (#"{ "palette": { "set": [] } }"#, "23: 'set' of step 1 must be an object of names, found an array"),
    (#"{ "expect": { "values": {} } }"#, "13: 'expect' of step 1 has no 'select'"),
    (
      #"{ "expect": { "select": "Box", "value": {} } }"#,
      "32: unknown key 'value' in 'expect' of step 1; did you mean 'values'?"
    ),
    (
      #"{ "expect": { "select": "Box", "count": 1.0 } }"#,
      "41: 'count' of step 1 must be a whole number, 0 or more, found 1.0"
    ),
    (
      #"{ "expect": { "select": "Box", "effective": 1 } }"#,
      "45: 'effective' of step 1 must be an object of properties, found 1"
    ),
    (#"{ "select": "Box", "set": { "width": { "add": null } } }"#, "47: 'add' of step 1 must be a number, found null"),
  ])
  func badStepsAreRefusedAtTheirPlace(_ step: String, _ message: String) {
    // Columns are counted within the step.
    let text = "{\"format\":\"inspector-edit/1\",\"steps\":[\n\(step)]}"
    let error = #expect(throws: SceneError.self) { try EditScript(Array(text.utf8), name: "s") }
    #expect(error?.line == 2)
    #expect(error.map { "\($0.column ?? 0): \($0.message)" } == message)
  }

  @Test func commentsAndSchemasAreFree() throws {
    let text = """
      { "$schema": "s", "$comment": 1, "format": "inspector-edit/1", "steps": [
        { "$comment": ["why"], "select": "Box", "set": { "width": 2 } } ] }
      """
    #expect(try EditScript(Array(text.utf8), name: "s").steps.count == 1)
  }

  @Test func anErrorOfAnEditHasItsPlace() throws {
    let script = try EditScript(Array(Self.whole.utf8), name: "script.json")
    func place(_ step: Int, _ part: Diagnostic.Part?) -> String {
      var error = Diagnostic(EditRefusal.changesLost, part: part)
      error.step = step
      return script.place(of: error).map { "\($0.step) \($0.path) \($0.line):\($0.column)" } ?? "none"
    }
    #expect(place(0, .assignment(2)) == "1 /steps/0/set/a~0b~1c 6:102")
    #expect(place(0, .assignment(4)) == "1 /steps/0/unset/0 7:17")
    #expect(place(0, .count) == "1 /steps/0 6:5")
    #expect(place(3, .object(1, offset: 6)) == "4 /steps/3/insert/1 10:56")
    #expect(place(6, .sibling) == "7 /steps/6/at/after 13:54")
    #expect(place(15, .effective(0)) == "16 /steps/15/expect/effective/width 22:118")
    #expect(place(99, nil) == "none")
    #expect(script.place(of: Diagnostic(EditRefusal.changesLost)) == nil)
  }
}
