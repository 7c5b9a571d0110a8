import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of extracting objects to new documents, and of scenes that follow new ids in such documents.
@Suite struct ExtractingTests {
  @Component final class Post: View {
    @Inspectable var power = 1
    @Inspectable(references: "Post") var partner = ""
  }

  private struct PostPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Post.self] }
  }

  /// A workspace in memory, with a folder only for its path.
  private final class Workspace {
    let path: String
    var texts: [String: [UInt8]] = [:]

    init() throws {
      path = try #require(realpath(NSTemporaryDirectory(), nil).map { String(cString: $0) }) + "/extracting-\(UUID())"
      try FileManager.default.createDirectory(atPath: path + "/.inspector", withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: path + "/parts", withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
      texts[name] = bytes
      try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Opens a document. Other documents may have unsaved texts.
    func open(_ name: String, unsaved: [String: DocumentSnapshot] = [:]) throws -> SceneSession {
      let files = Dictionary(uniqueKeysWithValues: unsaved.map { ("\(path)/\($0.key)", $0.value) })
      return try SceneSession.open(
        path: "\(path)/\(name)", library: PluginLibrary(inProcess: [PostPlugin.self]),
        of: TemplateFiles(unsaved: files),
        under: InspectorJob())
    }

    func snapshot(_ session: SceneSession) -> DocumentSnapshot { session.document.written.source.snapshot }
  }

  /// Returns the objects of a scene in order, with their stored values.
  private func content(_ session: SceneSession, ids: Bool = true) -> [String] {
    session.withDocument { document in
      document.objects.map { node in
        var line = "\(ids ? document.id(node) : "") \(document.className(node))"
        var values: [String] = []
        document.forEachAttribute(of: node) { key, value in
          values.append(
            "\(String(decoding: key, as: UTF8.self))=\(String(decoding: value.filter { $0 > 0x20 }, as: UTF8.self))")
          return true
        }
        line += " \(values.filter { ids || !$0.hasPrefix("partner") }.sorted())"
        return line
      }
    }
  }

  /// Returns a scene of random objects that refer to each other by properties and constraints.
  private func scene(_ random: inout SeededGenerator, prefix: String = "o", ref: String? = nil) -> [UInt8] {
    let count = Int.random(in: 2...9, using: &random)
    let ids = (0..<count).map { "\(prefix)\($0)" }
    func object(_ index: Int, _ below: [Int: [Int]], _ random: inout SeededGenerator) -> String {
      var members = [#""id": "\#(ids[index])""#, #""class": "Post""#]
      if let ref, index == count - 1 { members.append(#""ref": "\#(ref)""#) }
      var values: [String] = []
      if Bool.random(using: &random) {
        values.append(#""power": \#(["7", "10", "12", "0"].randomElement(using: &random) ?? "1")"#)
      }
      if Bool.random(using: &random) { values.append(#""partner": "\#(ids.randomElement(using: &random) ?? "")""#) }
      if Bool.random(using: &random) { values.append(#""backgroundColor": "brand""#) }
      if Bool.random(using: &random) { values.append(#""frame": { "x": 1, "y": 2.50, "width": 3, "height": 4 }"#) }
      if !values.isEmpty { members.append(#""attributes": { \#(values.joined(separator: ", ")) }"#) }
      if Bool.random(using: &random) {
        let to = Bool.random(using: &random) ? "parent.left" : "#\(ids.randomElement(using: &random) ?? "").left"
        members.append(#""constraints": [ { "attribute": "left", "to": "\#(to)" } ]"#)
      }
      var children: [String] = []
      for child in below[index] ?? [] { children.append(object(child, below, &random)) }
      if !children.isEmpty { members.append(#""children": [ \#(children.joined(separator: ", ")) ]"#) }
      return "{ \(members.shuffled(using: &random).joined(separator: ", ")) }"
    }
    var below: [Int: [Int]] = [:]
    for index in 1..<count { below[Int.random(in: 0..<index, using: &random), default: []].append(index) }
    let text = object(0, below, &random)
    let line = Bool.random(using: &random) ? "\r\n" : "\n"
    return Array(
      ##"{ "format": "inspector-scene/1",\##(line)  "palette": { "brand": "#3366FF" },\##(line)  "objects": [ \##(text) ] }"##
        .utf8)
  }

  @Test(
    "the scene shows the same objects as before, and unpacking gives the values their bytes back", arguments: 0..<60)
  func extracting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let workspace = try Workspace()
    try workspace.write("lamp.json", scene(&random, prefix: "l"))
    try workspace.write("room.json", scene(&random, ref: "lamp.json#l0"))
    let before = try workspace.open("room.json")
    let candidates = before.withDocument { document in
      document.objects.filter { !document.isInner($0) }.map(document.id)
    }
    let id = try #require(candidates.randomElement(using: &random))
    let file = Bool.random(using: &random) ? "parts/new.json" : "new.json"
    let extraction = try before.extraction(
      of: id, to: "\(workspace.path)/\(file)", id: Bool.random(using: &random) ? nil : "made")
    let template = try SceneSession.open(
      bytes: extraction.newDocument, name: "\(workspace.path)/\(file)",
      library: PluginLibrary(inProcess: [PostPlugin.self]), of: TemplateFiles())
    _ = try template.perform(EditRequest(try extraction.templateSteps(in: template)))
    let room = try workspace.open("room.json", unsaved: [file: workspace.snapshot(template)])
    _ = try room.perform(EditRequest(extraction.sceneSteps))
    try extraction.check(room)
    #expect(content(room, ids: false) == content(before, ids: false), "seed \(seed)")
    try workspace.write(file, workspace.snapshot(template).bytes())
    try workspace.write("room.json", workspace.snapshot(room).bytes())
    let again = try workspace.open("room.json")
    try extraction.check(again)
    // All references are to objects that exist, as before.
    #expect(again.check().filter { $0.code == .referenceDangling }.isEmpty, "seed \(seed)")
    _ = try again.perform(EditRequest([.unpack(Selector(ids: [id]))]))
    #expect(content(again, ids: false) == content(before, ids: false), "seed \(seed)")
  }

  @Test("scenes follow a new id in a template's document, and show the same objects as before", arguments: 0..<60)
  func following(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let workspace = try Workspace()
    try workspace.write("lamp.json", scene(&random, prefix: "l"))
    try workspace.write("parts/pair.json", scene(&random, prefix: "p", ref: "../lamp.json#l0"))
    try workspace.write(
      "room.json", scene(&random, ref: ["lamp.json#l0", "parts/pair.json#p0"].randomElement(using: &random)))
    // Overrides and references reach into the instance.
    let room = try workspace.open("room.json")
    let (inner, own) = room.withDocument { document in
      (
        document.objects.filter(document.isInner).map(document.id),
        document.objects.filter { !document.isInner($0) }.map(document.id)
      )
    }
    for _ in 0..<3 {
      guard let object = inner.randomElement(using: &random), let from = own.randomElement(using: &random) else {
        break
      }
      _ = try room.perform(
        EditRequest([
          .set(Selector(ids: [object]), [Assignment("power", .set("\(Int.random(in: 20...99, using: &random))"))])
        ]))
      _ = try room.perform(EditRequest([.set(Selector(ids: [from]), [Assignment("partner", .set(object))])]))
    }
    try workspace.write("room.json", workspace.snapshot(room).bytes())
    let before = try workspace.open("room.json")
    let old = try #require(
      try workspace.open("lamp.json").withDocument { document in document.objects.map(document.id) }.randomElement(
        using: &random))
    let lamp = try workspace.open("lamp.json")
    let pair = try workspace.open("parts/pair.json")
    let renamed = SceneDocument.RenamedObject(file: "\(workspace.path)/lamp.json", old: old, new: "fresh")
    let (pairFollowing, roomFollowing) = (try pair.following(renamed), try before.following(renamed))
    _ = try lamp.perform(EditRequest([.rename(Selector(ids: [old]), id: "fresh")]))
    var unsaved = ["lamp.json": workspace.snapshot(lamp)]
    let newPair = try workspace.open("parts/pair.json", unsaved: unsaved)
    if !pairFollowing.steps.isEmpty { _ = try newPair.perform(EditRequest(pairFollowing.steps)) }
    try pairFollowing.check(newPair)
    unsaved["parts/pair.json"] = workspace.snapshot(newPair)
    let newRoom = try workspace.open("room.json", unsaved: unsaved)
    if !roomFollowing.steps.isEmpty { _ = try newRoom.perform(EditRequest(roomFollowing.steps)) }
    try roomFollowing.check(newRoom)
    #expect(content(newRoom, ids: false) == content(before, ids: false), "seed \(seed)")
    for (name, text) in [("lamp.json", lamp), ("parts/pair.json", newPair), ("room.json", newRoom)] {
      try workspace.write(name, workspace.snapshot(text).bytes())
    }
    let after = try workspace.open("room.json")
    #expect(content(after) == content(newRoom), "seed \(seed)")
    let findings = after.check().filter { [.referenceDangling, .overrideMissing].contains($0.code) }
    let former = before.check().filter { [.referenceDangling, .overrideMissing].contains($0.code) }
    #expect(findings.count == former.count, "seed \(seed): \(findings)")
  }
}
