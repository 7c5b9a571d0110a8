import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel

/// Tests of finding a document's uses in the references of scenes.
@Suite struct DocumentUseTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/.inspector", withIntermediateDirectories: true)
    write(
      "buttons.json", #"{"id":"primary","class":"A","children":[{"id":"icon","class":"A"}]},{"id":"plain","class":"A"}"#
    )
    write("variants.json", #"{"id":"danger","class":"A","ref":"buttons.json#primary"}"#)
    write("card.json", #"{"id":"card","class":"A","children":[{"id":"ok","class":"A","ref":"variants.json"}]}"#)
    write("page.json", #"{"id":"a","class":"A","ref":"card.json"},{"id":"b","class":"A","ref":"buttons.json#plain"}"#)
  }

  private func write(_ name: String, _ objects: String, head: String = "") {
    folder.write(name, #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects)]}"#)
  }

  /// Returns the uses of a document in a scene as texts: the placeholder, and the intermediate document.
  private func uses(_ name: String, _ ids: [String]? = nil, in scene: String) throws -> [String] {
    let document = try #require(UsedDocument(path: "\(folder.path)/\(name)", ids: ids))
    return document.uses(in: try SceneDocument.load(path: "\(folder.path)/\(scene)")).map { use in
      (use.object ?? "palette \(use.position)")
        + (use.through.map { " through \(($0 as NSString).lastPathComponent)" } ?? "")
    }
  }

  @Test(
    "a placeholder uses a document if it shows any of the wanted objects, however many documents lie between",
    arguments: [
      ("buttons.json", nil, ["a through card.json", "b"]),
      ("buttons.json", ["primary"], ["a through card.json"]),
      ("buttons.json", ["icon"], ["a through card.json"]),
      ("buttons.json", ["plain"], ["b"]),
      ("buttons.json", ["nobody", "plain"], ["b"]),
      ("buttons.json", ["nobody"], []),
      ("variants.json", nil, ["a through card.json"]),
      ("variants.json", ["danger/icon"], ["a through card.json"]),
      ("card.json", ["card"], ["a"]),
      ("card.json", ["ok"], ["a"]),
      ("page.json", nil, []),
    ] as [(String, [String]?, [String])])
  func ways(_ name: String, _ ids: [String]?, _ expected: [String]) throws {
    #expect(try uses(name, ids, in: "page.json") == expected)
  }

  @Test("only the part of a document that a placeholder shows counts")
  func parts() throws {
    write("part.json", #"{"id":"i","class":"A","ref":"card.json#ok/icon"},{"id":"w","class":"A","ref":"card.json#ok"}"#)
    #expect(try uses("buttons.json", ["primary"], in: "part.json") == ["w through card.json"])
    #expect(try uses("buttons.json", ["icon"], in: "part.json") == ["i through card.json", "w through card.json"])
    #expect(try uses("card.json", ["card"], in: "part.json").isEmpty)
  }

  @Test("a reference counts that names a missing object or closes a ring; one that leaves the workspace does not")
  func unresolved() throws {
    write(
      "broken.json", #"{"id":"a","class":"A","ref":"buttons.json#nobody"},{"id":"b","class":"A","ref":"none.json"}"#)
    #expect(try uses("buttons.json", in: "broken.json") == ["a"])
    #expect(try uses("buttons.json", ["nobody"], in: "broken.json") == ["a"])
    #expect(try uses("buttons.json", ["icon"], in: "broken.json").isEmpty)
    write("one.json", #"{"id":"one","class":"A","ref":"two.json"}"#)
    write("two.json", #"{"id":"two","class":"A","ref":"one.json"}"#)
    #expect(try uses("one.json", in: "two.json") == ["two"])
    let outside = TemporaryFolder()
    let path = outside.write("far.json", folder.read("buttons.json"))
    write(
      "far.json", #"{"id":"a","class":"A","ref":"../\#((outside.path as NSString).lastPathComponent)/far.json#plain"}"#)
    let far = try #require(UsedDocument(path: path, ids: nil))
    #expect(far.uses(in: try SceneDocument.load(path: "\(folder.path)/far.json")).isEmpty)
  }

  @Test("a document is one file, whatever path names it")
  func links() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link.json", withDestinationPath: "\(folder.path)/buttons.json")
    write(
      "linked.json",
      #"{"id":"a","class":"A","ref":"./link.json#plain"},{"id":"b","class":"A","ref":"b%75ttons.json#plain"}"#)
    #expect(try uses("buttons.json", ["plain"], in: "linked.json") == ["a", "b"])
    #expect(try uses("link.json", ["plain"], in: "page.json") == ["b"])
    #expect(UsedDocument(path: "\(folder.path)/none.json", ids: nil) == nil)
  }

  @Test("a palette document is used by the scenes that name it, and by those that show objects of such documents")
  func palettes() throws {
    folder.write("brand.json", #"{"format":"inspector-palette/1","colors":{"ink":"tomato"}}"#)
    write("painted.json", #"{"id":"p","class":"A"}"#, head: #""palettes":["brand.json"],"#)
    write("shows.json", #"{"id":"s","class":"A","ref":"painted.json"}"#)
    #expect(try uses("brand.json", in: "painted.json") == ["palette 1:43"])
    #expect(try uses("brand.json", in: "shows.json") == ["s through painted.json"])
    #expect(try uses("brand.json", in: "page.json").isEmpty)
    #expect(try uses("brand.json", ["p"], in: "painted.json").isEmpty)
  }
}
