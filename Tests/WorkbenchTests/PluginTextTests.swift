import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of messages that contain texts and bytes from plugins.
@Suite struct PluginTextTests {
  @Test(
    "a text is taken up to 2000 bytes, whole characters only",
    arguments: [
      ("short", "short"),
      (String(repeating: "a", count: 2000), String(repeating: "a", count: 2000)),
      (String(repeating: "a", count: 2003), String(repeating: "a", count: 1999) + "… (4 bytes more)"),
      (String(repeating: "é", count: 1500), String(repeating: "é", count: 999) + "… (1002 bytes more)"),
    ])
  func capping(text: String, kept: String) { #expect(PluginText.capped(text) == kept) }

  @Test("warnings without end are cut, and so is each of them")
  func warnings() throws {
    let scene = try scene(
      "send({'id': message['id'], 'rows': [{'warnings': [{'message': 'w' * 3000}] + 5000 * [{'message': 'again'}]}]})")
    let found = scene.check().map(\.message)
    #expect(found.count == 101)
    #expect(found.first == "'s': \(String(repeating: "w", count: 1999))… (1001 bytes more)")
    #expect(found.last == "'s': … and 4901 more")
  }

  @Test("a description's words are cut, and its names refused")
  func description() throws {
    let folder = try PluginFolder()
    try folder.add(
      "py",
      script: pythonPlugin(
        """
        if "describe" in message:
            DESCRIPTION["components"][0]["help"] = "h" * 3000
            send({"id": message["id"], "description": DESCRIPTION})
        """))
    let help = folder.library().plugin(named: "Py")?.description?.components.first?.help
    #expect(help == String(repeating: "h", count: 1999) + "… (1001 bytes more)")
    let other = try PluginFolder()
    try other.add(
      "py",
      script: pythonPlugin(
        """
        if "describe" in message:
            DESCRIPTION["components"][0]["properties"][0]["name"] = "n" * 3000
            send({"id": message["id"], "description": DESCRIPTION})
        """))
    #expect(
      other.library().problems.map(\.message) == [
        """
        plugin 'py' is not loaded; its declarations are wrong:
          a property of 'Snake' has a 'name' of 3000 bytes; at most 2000 are taken
        """
      ])
  }

  @Test(
    "a reply that is not JSON or not UTF-8 says so",
    arguments: [
      (#"send(b'{"id": 2, "rows": [{"effective": {"title": "\xff"}}]}')"#, "the value of 'Snake.title': \(notUTF8)"),
      (#"send(b'{"id": 2, "rows": [{"warnings": [{"message": "\xff"}]}]}')"#, notUTF8),
      (
        #"send(b'{"id": 2, "rows": [{"effective": {"title": tru}}]}')"#,
        "the value of 'Snake.title': expected 'true', found 'tru'"
      ),
    ])
  func bytes(answer: String, words: String) throws {
    let properties = #"""
      DESCRIPTION["components"][0]["properties"].append({"name": "title", "label": "Title", "type": "String", "class": "Snake", "default": ""})
      """#
    let scene = try scene("message['id'] == 2 and \(answer)", before: properties)
    #expect(
      scene.check().map(\.message) == [
        "plugin 'Py' gave an invalid answer: \(words), while it built 's' (Snake, version 1.0.0)"
      ])
  }

  private static let notUTF8 = "expected UTF-8, found the byte 0xFF; messages are UTF-8"

  @Test(
    "a description that is not JSON says what was expected, where anything was",
    arguments: [
      (#"b'{"id": 1,}'"#, "at byte 9: expected a key, found '}'; remove the ',' before it"),
      (#"b'{"id": 1, "error": "\xff"}'"#, "at byte 20: expected UTF-8, found the byte 0xFF; messages are UTF-8"),
    ])
  func descriptionBytes(answer: String, words: String) throws {
    let folder = try PluginFolder()
    try folder.add("py", script: pythonPlugin("if 'describe' in message: send(\(answer))"))
    #expect(folder.library().problems.map(\.message) == ["plugin 'py' gave an answer that is not JSON, \(words)"])
  }

  @Test(
    "the step that a plugin ended in is no property",
    arguments: [
      ("init", "'s' (init; Snake, version 1.0.0)"), ("awake", "'s' (awake; Snake, version 1.0.0)"),
      ("length", "'s.length' (Snake, version 1.0.0)"),
    ])
  func steps(step: String, place: String) throws {
    let scene = try scene(
      """
      if message["build"]["trace"]: send({"id": message["id"], "at": [0, "\(step)"]})
      sys.exit(3)
      """)
    let found = scene.check()
    #expect(found.map(\.message) == ["plugin 'Py' ended with exit code 3, while it built \(place)"])
    #expect(found.map(\.property) == [step == "length" ? "length" : nil])
  }

  /// - Parameter before: Python code that runs before each message.
  private func scene(_ answer: String, before: String = "pass") throws -> SceneSession {
    let folder = try PluginFolder()
    let script = pythonPlugin(answer).replacing("while True:", with: "\(before)\nwhile True:")
    try folder.add("py", script: script)
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Snake"}]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: folder.library())
  }
}
