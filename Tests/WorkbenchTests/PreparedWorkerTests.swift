import Foundation
import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests that a worker starts before the scene is read if it will be needed, and otherwise not at all.
@Suite struct PreparedWorkerTests {
  private static let snake = #"{"id":"s","class":"Snake","attributes":{"length":3}}"#
  private static let answer = #"send({"id": message["id"], "rows": [{} for row in message["build"]["rows"]]})"#

  private func text(_ objects: String) -> [UInt8] {
    Array(#"{"format":"inspector-scene/1","objects":[\#(objects)]}"#.utf8)
  }

  /// Returns a library without running workers, whose plugin was described by another library, and the folder.
  private func library(_ answer: String = answer) throws -> (library: PluginLibrary, folder: PluginFolder) {
    let folder = try PluginFolder()
    try folder.add("py", script: pythonPlugin(answer))
    folder.library().shutDown()
    return (folder.library(), folder)
  }

  private func prepare(_ library: PluginLibrary, _ selector: String, isSearch: Bool = false) throws {
    let selector = try Selector(parsing: selector)
    if isSearch { library.prepare(for: selector) } else { library.prepare(for: EditRequest(selector, [])) }
  }

  @Test(arguments: ["Snake", "Py.Snake", "#s, Snake", "Other > Snake", "Snake[length>7]"])
  func startsForAClassThatIsNamed(selector: String) throws {
    let (library, _) = try library()
    let plugin = try #require(library.plugins.first)
    #expect(!plugin.isRunning)
    try prepare(library, selector)
    #expect(plugin.isRunning)
    library.shutDown()
    #expect(!plugin.isRunning)
  }

  @Test func startsNoOtherWorker() throws {
    let (library, _) = try library()
    let plugin = try #require(library.plugins.first)
    for selector in ["Other", "#s", "Snake > Other"] {
      try prepare(library, selector)
      #expect(!plugin.isRunning, "\(selector)")
    }
    try prepare(library, "Snake[stored(length)>1]", isSearch: true)
    #expect(!plugin.isRunning)
    let session = try SceneSession.open(bytes: text(Self.snake), name: "scene", library: library)
    _ = session.check(hooks: false)
    #expect(!plugin.isRunning)
    _ = session.check(hooks: true)
    #expect(plugin.isRunning)
  }

  @Test func aRefusedSceneLeavesTheWorkerUsable() throws {
    let (library, _) = try library()
    let plugin = try #require(library.plugins.first)
    try prepare(library, "Snake")
    #expect(throws: SceneError.self) {
      try SceneSession.open(bytes: text(Self.snake).dropLast(), name: "cut", library: library)
    }
    let session = try SceneSession.open(bytes: text(Self.snake), name: "scene", library: library)
    try session.set("Snake", Assignment("length", .set("5")))
    #expect(try session.effective("s.length") == .int(5))
    library.shutDown()
    #expect(!plugin.isRunning)
  }

  /// Checks that the message about a worker that ends at its start does not depend on when it was started.
  @Test func aWorkerThatEndsAtItsStartIsToldOf() throws {
    let (library, folder) = try library(
      """
      if os.path.exists(__file__ + '.ends'): sys.exit(7)
      if "describe" in message: send({"id": message["id"], "description": DESCRIPTION})
      else: \(Self.answer)
      """)
    let marker = "\(folder.path)/inspector-plugin-py.ends"
    #expect(FileManager.default.createFile(atPath: marker, contents: nil))
    try prepare(library, "Snake")
    let early = try SceneSession.open(bytes: text(Self.snake), name: "scene", library: library)
    let refused = refusal { try early.set("Snake", Assignment("length", .set("5"))) }
    library.shutDown()
    let late = try SceneSession.open(bytes: text(Self.snake), name: "scene", library: library)
    #expect(refused == refusal { try late.set("Snake", Assignment("length", .set("5"))) })
    #expect(refused == "plugin 'Py' ended with exit code 7, while it built 's' (Snake, version 1.0.0)")
    try FileManager.default.removeItem(atPath: marker)
    try late.set("Snake", Assignment("length", .set("5")))
    #expect(try late.effective("s.length") == .int(5))
  }
}
