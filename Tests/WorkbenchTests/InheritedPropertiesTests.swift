import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of classes in other languages whose descriptions name a base and leave inherited properties to the host.
@Suite struct InheritedPropertiesTests {
  private static let snake = #"""
    {"format": "inspector-plugin/1", "name": "Py", "version": "1.0.0", "protocol": [1, 1], "bases": [], "components": [
        {"name": "Snake", "base": "View", "label": "Snake", "inert": False, "properties": [
            {"name": "length", "type": "Int", "default": 1, "observed": True}]}]}
    """#

  /// A Python function that replies with the stored values and, for the length, with twice its value.
  private static let answer = #"""
    build = message['build']
    rows = []
    for row in build['rows']:
        cells = dict(zip(build['properties'] + build.get('edits', []) + build.get('writes', []), row))
        assert set(cells) <= {'length'}, 'unknown ' + str(cells)
        rows.append({'effective': {'length': 2 * cells['length']}} if cells.get('length', []) != [] else {})
    send({'id': message['id'], 'rows': rows})
    """#

  private func session(_ attributes: String) throws -> SceneSession {
    let folder = try PluginFolder()
    try folder.add("basics", executable: "inspector-plugin-basics")
    try folder.add("layers", executable: "inspector-plugin-layers")
    try folder.add("py", script: pythonPlugin(Self.answer, description: Self.snake))
    let text =
      #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Snake","attributes":{\#(attributes)}}]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: folder.library())
  }

  @Test("a class in Python with the base 'View' has its properties, their types and defaults, and is of its kind")
  func inherits() throws {
    let session = try session(#""length": 3, "frame": {"x": 1, "y": 2, "width": 30, "height": 40}"#)
    #expect(session.check().map(\.message) == [])
    #expect(try session.effective("s.length") == .int(6))
    #expect(try session.effective("s.frame") == .rect(Rect(x: 1, y: 2, width: 30, height: 40)))
    #expect(try session.effective("s.alpha") == .double(1))
    #expect(try session.set(":kind(View)", Assignment("alpha", .set("0.5"))).changed == 1)
    #expect(try session.effective("s.alpha") == .double(0.5))
    #expect(try session.set("#s", Assignment("frame.x", .set("8"))).changed == 1)
    #expect(refusal { try session.set("#s", Assignment("tag", .set("many"))) }.contains("Int"))
    #expect(session.text.contains(#""frame": {"x": 8, "y": 2, "width": 30, "height": 40}"#))
  }

  @Test("extensions of the base apply to it, and what they write to inherited properties is effective")
  func extended() throws {
    let session = try session(#""length": 3"#)
    #expect(try session.set("#s", Assignment("borderWidth", .set("2"))).changed == 1)
    #expect(try session.effective("s.layer.borderWidth") == .double(2))
    #expect(try session.set("#s", Assignment("bigBorder", .set("yes"))).changed == 1)
    let width = try session.effective("s.layer.borderWidth")
    #expect(width != .double(2), "\(String(describing: width))")
    #expect(try session.effective("s.length") == .int(6))
  }
}
