import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of shared palette documents: their search, the colours that remain after a document is lost, and the bytes of
/// edits.
@Suite struct SharedPaletteTests {
  /// A folder that is removed when this object is released.
  private final class Folder {
    let path: String

    init() throws {
      path = try #require(realpath(NSTemporaryDirectory(), nil).map { String(cString: $0) }) + "/palettes-\(UUID())"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws {
      let file = "\(path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    func palette(_ colors: String, _ name: String = "p.json") throws {
      try write(#"{"format":"inspector-palette/1","colors":{\#(colors)}}"#, name)
    }

    func scene(_ palettes: String, _ name: String = "s.json", attributes: String = "") throws -> SceneSession {
      try write(
        #"{"format":"inspector-scene/1","palettes":[\#(palettes)],"objects":[{"id":"a","class":"Lamp","attributes":{\#(attributes)}}]}"#,
        name)
      return try SceneSession.open(path: "\(path)/\(name)", library: PluginLibrary(inProcess: [LampPlugin.self]))
    }
  }

  @Component final class Lamp: View {
    @Inspectable var color = Color.white
  }

  private struct LampPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Lamp.self] }
  }

  private func color(_ session: SceneSession) throws -> String? {
    try session.value(of: "a.color").effective?.text
  }

  @Test("the workspace is the nearest folder with .inspector, else with .git, and never the home; else the scene's own")
  func workspace() throws {
    let folder = try Folder()
    try folder.write("{}", "a/b/c/s.json")
    func workspace(home: String? = nil) -> String {
      String(SourceFolder(ofDocument: "\(folder.path)/a/b/c/s.json", home: home).workspace.dropFirst(folder.path.count))
    }
    #expect(workspace() == "/a/b/c")
    try folder.write("", "a/.git")
    #expect(workspace() == "/a")
    #expect(workspace(home: "\(folder.path)/a") == "/a/b/c")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/.inspector", withIntermediateDirectories: true)
    #expect(workspace() == "")
    try FileManager.default.createDirectory(atPath: "\(folder.path)/a/b/.inspector", withIntermediateDirectories: true)
    #expect(workspace() == "/a/b")
  }

  @Test("a path leaves the workspace neither by its parts nor by a link, and a link inside of it is followed")
  func links() throws {
    let (folder, other) = (try Folder(), try Folder())
    try other.palette(##""c":"red""##, "secret.json")
    try folder.palette(##""c":"red""##, "real.json")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(folder.path)/out.json", withDestinationPath: "\(other.path)/secret.json")
    try files.createSymbolicLink(atPath: "\(folder.path)/dir", withDestinationPath: other.path)
    try files.createSymbolicLink(atPath: "\(folder.path)/in.json", withDestinationPath: "real.json")
    let source = SourceFolder(ofDocument: "\(folder.path)/s.json", home: nil)
    func code(_ name: String) -> String {
      do throws(SourceRefusal) {
        return String(try source.file(name).dropFirst(folder.path.count))
      } catch {
        return error.code.rawValue
      }
    }
    #expect(code("in.json") == "/real.json")
    #expect(code("./x/../real.json") == "ref.missing")
    for name in [
      "out.json", "dir/secret.json", "../\((other.path as NSString).lastPathComponent)/secret.json", "/etc/passwd",
      "../none.json",
    ] {
      #expect(code(name) == "ref.outside", "\(name)")
    }
    for name in ["none.json", "dir2/none.json", "a\0b", "."] { #expect(code(name) == "ref.missing", "\(name)") }
    #expect(
      source.refusal("rael.json")?.message
        == "there is no file 'rael.json' in '\(folder.path)'; did you mean 'real.json'?")
  }

  @Test("an open scene follows its documents, and keeps the colours of one that is lost")
  func live() throws {
    let folder = try Folder()
    try folder.palette(##""c":"#FF0000","d":"#00FF00""##)
    let session = try folder.scene(#""p.json""#, attributes: #""color":"c""#)
    #expect(try color(session) == "#FF0000FF")
    try folder.palette(##""c":"#0000FF""##)
    #expect(try color(session) == "#0000FFFF")
    #expect(session.lostPalettes.isEmpty)
    for text in [nil, "{", #"{"format":"inspector-palette/1","colors":[]}"#] {
      if let text {
        try folder.write(text, "p.json")
      } else {
        try FileManager.default.removeItem(atPath: "\(folder.path)/p.json")
      }
      #expect(try color(session) == "#0000FFFF")
      #expect(session.lostPalettes.map(\.path) == ["p.json"])
    }
    try folder.palette(##""c":"#00FFFF""##)
    #expect(try color(session) == "#00FFFFFF")
    // A scene opened while the document is missing lacks the colour.
    try FileManager.default.removeItem(atPath: "\(folder.path)/p.json")
    let late = try folder.scene(#""p.json""#, "t.json", attributes: #""color":"c""#)
    #expect(try late.value(of: "a.color").state == .refused)
  }

  @Test("the scene's own colour wins, and the document's is back when it is removed or undone")
  func precedence() throws {
    let folder = try Folder()
    try folder.palette(##""c":"#FF0000""##)
    try folder.palette(##""c":"#00FF00","d":"#0000FF""##, "q.json")
    let session = try folder.scene(#""p.json","q.json""#, attributes: #""color":"c""#)
    #expect(try color(session) == "#FF0000FF")
    _ = try session.perform(EditRequest(palette: [.set(name: "c", to: "#123456")]))
    #expect(try color(session) == "#123456FF")
    #expect(session.palette.map { "\($0.name) \($0.source ?? "-")" } == ["c -", "d q.json"])
    _ = try session.undo()
    #expect(try color(session) == "#FF0000FF")
    #expect(session.palette.map { "\($0.name) \($0.source ?? "-")" } == ["c p.json", "d q.json"])
  }

  @Test("a scene without documents reads no file, and one document is read once for many scenes")
  func readOnce() throws {
    let folder = try Folder()
    try folder.palette(##""c":"#FF0000""##)
    let sessions = try (0..<20).map { try folder.scene(#""p.json""#, "s\($0).json", attributes: #""color":"c""#) }
    let palettes = sessions.compactMap { $0.model.palette.sources.first?.palette }
    #expect(palettes.count == 20 && palettes.allSatisfy { $0 === palettes[0] })
  }

  @Test("an edit changes the bytes of its own colours, whatever surrounds them", arguments: 0..<200)
  func bytes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let blanks = ["", " ", "\n  ", "\r\n\t"]
    func blank() -> String { blanks.randomElement(using: &random) ?? "" }
    let texts = [
      "\"#3366FF\"", "\"tomato\"", "{\(blank())\"red\":1,\"green\":0,\"blue\":0\(blank())}", "\"rgb(1 2 3)\"",
    ]
    let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
    var parts: [String: String] = [:]
    for name in names { parts[name] = texts.randomElement(using: &random) }
    let members = names.map { "\(blank())\"\($0)\"\(blank()):\(blank())\(parts[$0] ?? "")\(blank())" }
    let head =
      "\(blank()){\(blank())\"$comment\":\"{\\\"colors\\\"}\",\"format\":\"inspector-palette/1\",\(blank())\"colors\":"
    let text = "\(head){\(members.joined(separator: ","))}\(blank()),\"x\":[1]}\(blank())"
    let document = try MemberDocument(bytes: Array(text.utf8), name: "p.json", as: .palette)
    #expect(document.source.snapshot.bytes() == Array(text.utf8))
    let name = ["a", "b", "e"].randomElement(using: &random) ?? "a"
    let changes = try document.set([(name, "#0A0B0C")])
    #expect(changes.colors.map(\.name) == [name])
    let edited = String(decoding: document.source.snapshot.bytes(), as: UTF8.self)
    #expect(
      edited.hasPrefix(head)
        && edited.hasSuffix("\"x\":[1]}" + text.suffix(from: text.range(of: "[1]}")?.upperBound ?? text.endIndex)))
    let again = try MemberDocument(bytes: Array(edited.utf8), name: "p.json", as: .palette)
    #expect(again.entries.map(\.name) == names + (names.contains(name) ? [] : [name]))
    for entry in again.entries where entry.name != name {
      #expect(String(decoding: entry.value, as: UTF8.self) == parts[entry.name], "\(entry.name)")
    }
    #expect(try ScenePalette.color(again.value(of: name) ?? [], of: name).nearestIn8Bits.text == "#0A0B0CFF")
    if let old = parts[name], names.contains(name) {
      let start = text.components(separatedBy: old)[0]
      #expect(edited.hasPrefix(start.prefix(head.count)))
    }
  }

  @Test("a name that is set twice has its last colour")
  func twice() throws {
    let document = try MemberDocument(
      bytes: Array(#"{"format":"inspector-palette/1","colors":{"a":{"red":1,"green":0,"blue":0}}}"#.utf8), name: "p",
      as: .palette)
    _ = try document.set([("a", "rgb(0 0 0)"), ("a", "rgb(255 0 0)")])
    #expect(try ScenePalette.color(document.value(of: "a") ?? [], of: "a").text == "#FF0000FF")
    _ = try document.set([("a", "tomato"), ("a", "rgb(0 0 0)")])
    #expect(try ScenePalette.color(document.value(of: "a") ?? [], of: "a").text == "#000000FF")
  }

  @Test("what is refused leaves the document as it was")
  func refused() throws {
    let text = #"{"format":"inspector-palette/1","colors":{"a":"red"}}"#
    let document = try MemberDocument(bytes: Array(text.utf8), name: "p.json", as: .palette)
    for (name, color) in [("a", "blurple"), ("9", "red"), ("a", "a"), ("", "red")] {
      #expect(throws: Diagnostic.self) { try document.set([("b", "blue"), (name, color)]) }
      #expect(document.source.snapshot.bytes() == Array(text.utf8))
    }
  }
}

extension SourceFolder {
  fileprivate func refusal(_ name: String) -> SourceRefusal? {
    do throws(SourceRefusal) {
      _ = try file(name)
      return nil
    } catch {
      return error
    }
  }
}
