import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneSessions
@testable import Workbench

/// Tests of plugins whose processes describe themselves differently, for example because of random defaults.
@Suite struct SteadinessTests {
  private func folder(_ change: String) throws -> PluginFolder {
    let folder = try PluginFolder()
    try folder.add(
      "py",
      script: pythonPlugin(
        """
        import random
        if 'describe' in message:
            snake = DESCRIPTION['components'][0]
            \(change)
            send({'id': message['id'], 'description': DESCRIPTION})
        else: send({'id': message['id'], 'rows': [{} for row in message['build']['rows']]})
        """))
    return folder
  }

  private func scene(_ library: PluginLibrary) throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"s","class":"Snake"},{"id":"t","class":"Snake"}]}"#
    return SceneSession(try SceneDocument(bytes: Array(text.utf8), name: "scene.json"), library: library)
  }

  @Test("a default that each process draws anew is named, and the work goes on with the one that was read first")
  func randomDefault() throws {
    let folder = try folder("snake['properties'][0]['default'] = random.randrange(10**9)")
    let first = folder.library()
    let value = try scene(first).effective("s.length")
    #expect(first.lateProblems.isEmpty)
    first.shutDown()
    for _ in 0..<2 {
      let library = folder.library()
      let session = try scene(library)
      #expect(try session.effective("s.length") == value)
      #expect(try session.set("#t", Assignment("length", .set("4"))).changed == 1)
      let words = library.lateProblems.map { "\($0.severity) \($0.code.rawValue) \($0.message)" }
      #expect(words.count == 1)
      #expect(
        words.first?.hasPrefix(
          "warning plugin.default plugin 'Py' describes itself differently in each of its processes (Snake.length default "
        ) == true, "\(words)")
      #expect(
        words.first?.hasSuffix("); give each default a fixed value, independent of chance and time") == true
      )
      library.shutDown()
    }
  }

  @Test("a name or a type that differs by process is named as such, since no answer would fit")
  func randomName() throws {
    let folder = try folder("snake['properties'][0]['name'] = 'p%d' % random.randrange(10**9)")
    folder.library().shutDown()
    let library = folder.library()
    let found = try scene(library).check()
    #expect(found.map(\.code.rawValue) == ["plugin.changed"])
    #expect(found.first?.message.contains("describes itself differently in each of its processes (Snake.p") == true)
    library.shutDown()
  }
}
