import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of bundles of composed scenes.
@Suite struct ComposedBundleTests {
  @Component final class Tile: View {
    @Inspectable var size = 1
    @Inspectable var ink: Color?
  }

  private struct TilePlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Tile.self] }
  }

  private let folder = TemporaryFolder()

  private func write(_ name: String, _ objects: String, head: String = "") {
    folder.write(name, #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects)]}"#)
  }

  private func open() throws -> SceneSession {
    try FileManager.default.createDirectory(atPath: "\(folder.path)/.inspector", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: "\(folder.path)/pages", withIntermediateDirectories: true)
    folder.write("brand.palette.json", #"{"format":"inspector-palette/1","colors":{"brand":"tomato"}}"#)
    write(
      "base.json", #"{"id":"t","class":"Tile","children":[{"id":"in","class":"Tile","attributes":{"ink":"brand"}}]}"#,
      head: #""palettes":["brand.palette.json"],"#)
    write("wide.json", #"{"id":"w","class":"Tile","ref":"base.json","overrides":{"in":{"size":3}}}"#)
    write(
      "pages/page.json",
      #"{"id":"a","class":"Tile","ref":"../wide.json","children":[{"id":"own","class":"Tile"}]},{"id":"b","class":"Tile","ref":"../base.json#in"}"#
    )
    return try open("pages/page.json")
  }

  private func open(_ name: String) throws -> SceneSession {
    try SceneSession.open(path: "\(folder.path)/\(name)", library: PluginLibrary(inProcess: [TilePlugin.self]))
  }

  @Test("a bundle names the file and the id of each object that a template supplies, and every file with its hash")
  func sources() throws {
    let session = try open()
    let bundle = try session.bundle()
    let objects = bundle.objects.map { object in
      "\(object.id) \(object.source.map { "\($0.file)#\($0.object)" } ?? "-")"
    }
    #expect(objects == ["a ../base.json#t", "a/in ../base.json#in", "own -", "b ../base.json#in"])
    #expect(
      bundle.sources.map { "\($0.kind) \($0.path)" } == [
        "template ../wide.json", "template ../base.json", "palette ../brand.palette.json",
      ])
    for source in bundle.sources {
      let file = "\(folder.path)/\((source.path as NSString).lastPathComponent)"
      #expect(source.sha256 == SHA256.hex(of: Array(try Data(contentsOf: URL(fileURLWithPath: file)))))
    }
  }

  @Test("what is written of a scene in pieces is what is written of its bundle, and both are loaded as the same")
  func files() throws {
    let session = try open()
    for isEffective in [false, true] {
      let path = "\(folder.path)/page-\(isEffective).bundle"
      try BundleFolder(path: path).write(try session.spooledBundle(effective: isEffective))
      let bundle = try session.bundle(effective: isEffective)
      for (name, bytes) in bundle.files() {
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) == Data(bytes), "\(name)")
      }
      #expect(try RuntimeBundle.load(path: path) == bundle)
      #expect(try session.differences(from: bundle).isEmpty)
    }
  }

  @Test("a source that changed is no difference as long as the objects are the same; a bundle without sources is none")
  func verifying() throws {
    let session = try open()
    var bundle = try session.bundle()
    write(
      "base.json", #"{"id":"t","class":"Tile","children":[{"id":"in","class":"Tile","attributes":{"ink":"tomato"}}]}"#)
    let again = try open("pages/page.json")
    #expect(try again.differences(from: bundle).isEmpty)
    bundle.sources = []
    for index in bundle.objects.indices { bundle.objects[index].source = nil }
    #expect(try again.differences(from: bundle).isEmpty)
    write(
      "base.json", #"{"id":"t","class":"Tile","children":[{"id":"in","class":"Tile","attributes":{"ink":"navy"}}]}"#)
    let changed = try open("pages/page.json").differences(from: bundle)
    #expect(
      changed == [
        "'a/in.ink' is #000080FF, but the bundle says #FF6347FF", "'b.ink' is #000080FF, but the bundle says #FF6347FF",
      ])
  }

  @Test("a scene that is made of its own file alone has no sources, and its bundle the same bytes as ever")
  func plain() throws {
    write("plain.json", #"{"id":"p","class":"Tile"}"#)
    let bundle = try open("plain.json").bundle()
    #expect(bundle.sources.isEmpty && bundle.objects[0].source == nil)
    for (_, bytes) in bundle.files() { #expect(!String(decoding: bytes, as: UTF8.self).contains("source")) }
  }

  @Test(
    "a source without its members is refused with its place",
    arguments: [
      (#"{"file":"a.json"}"#, "'object' of 'source' is missing or is not a text"),
      (#"{"object":"a"}"#, "'file' of 'source' is missing or is not a text"),
      (#"{"file":"a.json","object":"a","line":1}"#, "unknown key 'line' in 'source'"),
      (#""a.json#a""#, "expected"),
    ])
  func refusals(_ source: String, _ message: String) throws {
    let bundle = try open().bundle()
    let path = "\(folder.path)/bad.bundle"
    let text = #"{"objects":[{"id":"x","class":"Tile","attributes":[],"source":\#(source)}]}"#
    var manifest = String(decoding: bundle.files()[1].bytes, as: UTF8.self)
    manifest.replace(SHA256.hex(of: bundle.files()[0].bytes), with: SHA256.hex(of: Array(text.utf8)))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    folder.write("bad.bundle/bundle.json", manifest)
    folder.write("bad.bundle/attributes.json", text)
    let error = try #require(throws: BundleError.self) { try RuntimeBundle.load(path: path) }
    #expect(error.message.contains(message))
    #expect(error.file == "\(path)/attributes.json" && error.line == 1)
  }
}
