import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import PluginHost
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of values that a map's objects inherit from tiles, templates and the project, and of the classes these define.
@Suite struct ForeignInheritanceTests {
  private static let library = PluginLibrary(
    search: PluginSearch(
      paths: [URL(fileURLWithPath: #filePath).appending(path: "../../../../Plugins/Tiled").standardized.path],
      executableFolder: nil, environment: [:]))

  /// A folder with a map, a tileset, a template and a project.
  private struct Game {
    let folder = TemporaryFolder()
    let path: String

    static let map =
      #"{"type":"map","tilewidth":1,"nextobjectid":9,"layers":[{"id":1,"type":"objectgroup","objects":[{"id":1,"gid":11,"x":1},{"id":2,"gid":2147483659,"properties":[{"name":"power","type":"float","value":4}]},{"id":3,"template":"../parts/big.tj","x":7},{"id":4,"gid":13},{"id":5,"type":"Torch"},{"id":6,"gid":3}]}],"tilesets":[{"firstgid":1,"tiles":[{"id":2,"type":"Stone","properties":[{"name":"hard","type":"bool","value":true}]}]},{"firstgid":10,"source":"../parts/t.tsj"}]}"#

    init() {
      for name in ["maps", "parts", ".inspector"] {
        try? FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
      }
      path = folder.write("maps/a.tmj", Self.map)
      write(
        "parts/t.tsj",
        #"{"type":"tileset","tilewidth":1,"tiles":[{"id":1,"type":"Torch","properties":[{"name":"power","type":"float","value":3},{"name":"smoke","type":"bool","value":true}]},{"id":3,"class":"Chest"}]}"#
      )
      write(
        "parts/big.tj",
        #"{"type":"template","tileset":{"firstgid":1,"source":"t.tsj"},"object":{"gid":2,"width":24,"height":32,"properties":[{"name":"power","type":"float","value":6}]}}"#
      )
      write(
        "game.tiled-project",
        #"{"propertyTypes":[{"name":"Mood","type":"enum","values":["calm","wild"]},{"name":"Torch","type":"class","members":[{"name":"power","type":"float","value":1.5},{"name":"mood","type":"string","propertyType":"Mood","value":"calm"}]}]}"#
      )
    }

    func write(_ name: String, _ text: String) { _ = folder.write(name, text) }

    func open() throws -> SceneSession { try SceneSession.open(path: path, library: ForeignInheritanceTests.library) }
  }

  private func row(_ session: SceneSession, _ id: String, _ name: String) throws -> InspectedProperty {
    let node = try #require(session.document.node(id: id))
    return try #require(
      session.model.inspect(node).sections.flatMap(\.properties).first { $0.name == name }, "\(id).\(name)")
  }

  private func set(_ session: SceneSession, _ id: String, _ assignment: Assignment) throws {
    _ = try session.perform(EditRequest([.set(Selector(ids: [id]), [assignment])]))
  }

  private func text(_ session: SceneSession) -> String { String(decoding: session.document.bytes(), as: UTF8.self) }

  @Test(arguments: [
    ("object-1", "Torch"), ("object-2", "Torch"), ("object-3", "Torch"), ("object-4", "Chest"), ("object-5", "Torch"),
    ("object-6", "Stone"),
  ])
  func classesOfTilesAndTemplates(_ id: String, _ className: String) throws {
    let session = try Game().open()
    #expect(session.document.className(try #require(session.document.node(id: id))) == className)
  }

  private static let rows: [(String, String, String, PropertyState, String?)] = [
    // The tile's value, the object's, the template's, and the default of the project.
    ("object-1", "power", "3", PropertyState.inherited, "from ../parts/t.tsj:1:"),
    ("object-2", "power", "4", .stored, nil), ("object-3", "power", "6", .inherited, "from ../parts/big.tj:1:"),
    ("object-5", "power", "1.5", .default, nil), ("object-1", "mood", "\"calm\"", .default, nil),
    // A template's tile has values, too, and those of a tileset in the map itself are found.
    ("object-3", "smoke", "true", .inherited, "from ../parts/t.tsj:1:"),
    ("object-6", "hard", "true", .inherited, "from a.tmj:1:"),
    ("object-3", "frame", "{\"x\":7,\"y\":0,\"width\":24,\"height\":32}", .stored, nil),
    ("object-3", "gid", "2", .inherited, "from ../parts/big.tj:1:"),
  ]

  @Test(arguments: rows)
  func values(_ id: String, _ name: String, _ text: String, _ state: PropertyState, _ note: String?) throws {
    let row = try row(try Game().open(), id, name)
    #expect(String(decoding: row.effective?.jsonText ?? [], as: UTF8.self).filter { $0 != " " } == text)
    #expect(row.state == state)
    #expect(row.notes.first?.text.hasPrefix(note ?? "-") ?? (note == nil), "\(row.notes)")
  }

  /// Checks that an edit stores the value in the object, that a reset restores the tile's value, and that other files
  /// stay unchanged.
  @Test func editsStayInTheMap() throws {
    let game = Game()
    let session = try game.open()
    try set(session, "object-1", Assignment("power", .set("5")))
    #expect(
      text(session).contains(#"{"id":1,"gid":11,"x":1,"properties":[{"name":"power","type":"float","value":5}]}"#))
    #expect(try row(session, "object-1", "power").state == .stored)
    try set(session, "object-1", Assignment("power", .reset))
    #expect(try row(session, "object-1", "power").effective == .double(3))
    try set(session, "object-3", Assignment("frame.width", .set("30")))
    #expect(text(session).contains(#"{"id":3,"template":"../parts/big.tj","x":7,"width":30,"height":32}"#))
    try session.undo()
    try session.undo()
    try session.undo()
    #expect(text(session) == Game.map)
    #expect(throws: (any Error).self) { try self.set(session, "object-1", Assignment("mood", .set("merry"))) }
    #expect(session.check(strict: true).isEmpty, "\(session.check(strict: true))")
  }

  private static let broken: [(String, String, String?)] = [
    ("parts/t.tsj", "<tileset/>", "it is XML"),
    ("parts/t.tsj", "{", "'../parts/t.tsj' cannot be read"),
    ("parts/big.tj", "[]", nil), ("game.tiled-project", "{", "game.tiled-project' cannot be read"),
    ("game.tiled-project", "[1]", "'propertyTypes' must be an array"),
    ("game.tiled-project", #"{"propertyTypes":5}"#, "'propertyTypes' must be an array"),
    ("game.tiled-project", "{}", nil),
  ]

  @Test(arguments: broken)
  func filesThatCannotBeRead(_ name: String, _ contents: String, _ words: String?) throws {
    let game = Game()
    game.write(name, contents)
    let session = try game.open()
    #expect(text(session) == Game.map)
    let found = session.check(strict: false)
    #expect(found.allSatisfy { $0.code == .formatSource && $0.severity == .warning }, "\(found)")
    #expect(words == nil ? found.isEmpty : found.contains { $0.message.contains(words ?? "") }, "\(found)")
  }

  /// Checks that no file outside the workspace is read through a path or a link.
  @Test func filesOutsideOfTheWorkspace() throws {
    let (game, other) = (Game(), TemporaryFolder())
    let secret = other.write("t.tsj", #"{"tiles":[{"id":1,"type":"Secret"}]}"#)
    try FileManager.default.removeItem(atPath: "\(game.folder.path)/parts/t.tsj")
    try FileManager.default.createSymbolicLink(atPath: "\(game.folder.path)/parts/t.tsj", withDestinationPath: secret)
    for path in ["../parts/t.tsj", secret, "../../../../../../..\(secret)"] {
      _ = game.folder.write("maps/a.tmj", Game.map.replacingOccurrences(of: "../parts/t.tsj", with: path))
      let session = try game.open()
      #expect(session.document.className(try #require(session.document.node(id: "object-1"))) == "Object", "\(path)")
      #expect(session.check(strict: false).contains { $0.code == .formatSource }, "\(path)")
    }
  }

  /// Checks that a class with an invalid name does not affect the other classes.
  @Test(arguments: ["my torch", "9lives", "", "a..b", "-"])
  func namesOfClassesThatAreNone(_ name: String) throws {
    let game = Game()
    let torch =
      #"{"name":"Torch","type":"class","members":[{"name":"power","type":"float","value":1.5},{"name":"1 st","type":"int","value":7}]}"#
    game.write("game.tiled-project", #"{"propertyTypes":[{"name":"\#(name)","type":"class","members":[]},\#(torch)]}"#)
    let session = try game.open()
    #expect(try row(session, "object-5", "power").effective == .double(1.5))
    #expect(try row(session, "object-5", "_1St").effective == .int(7))
  }

  /// Checks that circular references between templates and tiles terminate.
  @Test func circles() throws {
    let game = Game()
    game.write(
      "parts/big.tj",
      #"{"type":"template","object":{"template":"big.tj","gid":1},"tileset":{"firstgid":1,"source":"big.tj"}}"#)
    #expect(text(try game.open()) == Game.map)
  }

  /// Checks that resetting a frame removes only the members that the template also has.
  @Test func resetsKeepThePlaceOfAnInstance() throws {
    let session = try Game().open()
    try set(session, "object-3", Assignment("frame.width", .set("30")))
    try set(session, "object-3", Assignment("frame.x", .set("9")))
    #expect(text(session).contains(#"{"id":3,"template":"../parts/big.tj","x":9,"width":30,"height":32}"#))
    try set(session, "object-3", Assignment("frame", .reset))
    #expect(text(session).contains(#"{"id":3,"template":"../parts/big.tj","x":9}"#), "\(text(session))")
    #expect(try row(session, "object-3", "frame").effective == .rect(Rect(x: 9, y: 0, width: 24, height: 32)))
    for _ in 0..<3 { try session.undo() }
    #expect(text(session) == Game.map)
  }
}
