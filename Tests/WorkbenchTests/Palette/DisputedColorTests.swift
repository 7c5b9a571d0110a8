import Foundation
import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of colour names defined by several documents of a scene: which definition applies, and that none does if
/// templates disagree.
@Suite struct DisputedColorTests {
  @Component final class Wall: View {
    @Inspectable var paint = Color.white {
      didSet { if paint == Color("black") { reject("a wall is not black") } }
    }
  }

  private struct WallPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Wall.self] }
  }

  private let folder = TemporaryFolder()

  /// Writes a document with a wall whose colour `tomato` is also a CSS name.
  private func template(_ name: String, _ head: String, inside: String = "") {
    folder.write(
      name,
      ##"{"format":"inspector-scene/1",\##(head)"objects":[{"id":"wall","class":"Wall","attributes":{"paint":"tomato"},"children":[\##(inside)]}]}"##
    )
  }

  /// Opens a scene with its own `tomato` wall, and with one instance of each document.
  private func scene(_ head: String, of templates: [String]) throws -> SceneSession {
    let instances = templates.enumerated().map { #",{"id":"i\#($0)","class":"Wall","ref":"\#($1)#wall"}"# }.joined()
    let path = folder.write(
      "page.json",
      ##"{"format":"inspector-scene/1",\##(head)"objects":[{"id":"own","class":"Wall","attributes":{"paint":"tomato"}}\##(instances)]}"##
    )
    return try SceneSession.open(path: path, library: PluginLibrary(inProcess: [WallPlugin.self]))
  }

  private func disagreeing(_ head: String = "") throws -> SceneSession {
    template("red.json", ##""palette":{"tomato":"#FF0000"},"##)
    template("blue.json", ##""palette":{"tomato":"#0000FF"},"##)
    return try scene(head, of: ["red.json", "blue.json"])
  }

  private func paint(_ session: SceneSession, _ id: String = "own") throws -> String {
    let value = try session.value(of: "\(id).paint")
    return value.state == .refused ? "refused" : value.effective?.text ?? "unset"
  }

  private func text(_ session: SceneSession) -> String {
    String(decoding: session.withDocument { $0.written.source.snapshot.bytes() }, as: UTF8.self)
  }

  private func code(_ body: () throws -> Void) -> DiagnosticCode? {
    do { try body() } catch { return (error as? Diagnostic)?.code }
    return nil
  }

  private func places(_ session: SceneSession) -> [String] {
    session.check().filter { $0.code == .paletteDisputed }.map {
      "\((($0.file ?? "") as NSString).lastPathComponent):\($0.line ?? 0)"
    }
  }

  @Test("a name on which two templates disagree has no colour, not even CSS's, and the error names both places")
  func refused() throws {
    let session = try disagreeing()
    for id in ["own", "i0", "i1"] { #expect(try paint(session, id) == "refused") }
    #expect(places(session) == ["page.json:1", "red.json:1", "blue.json:1"])
    let words = try #require(session.check().first { $0.code == .paletteDisputed }).message
    #expect(
      words
        == "'paint': 'tomato' is one colour at \(folder.path)/red.json:1:51 and another at \(folder.path)/blue.json:1:51; add 'tomato' to the scene's own palette to say which it is"
    )
    let before = text(session)
    #expect(code { _ = try session.perform(edit("tomato")) } == .paletteDisputed)
    #expect(code { _ = try session.perform(EditRequest([.replace("tomato", with: "red")])) } == .paletteDisputed)
    #expect(
      code { _ = try session.perform(EditRequest(palette: [.rename(name: "tomato", to: "b")])) } == .paletteDisputed)
    #expect(code { _ = try session.perform(EditRequest(palette: [.remove(name: "tomato")])) } == .paletteDisputed)
    #expect(code { _ = try session.select(try Selector(parsing: "[paint=tomato]")) } == .paletteDisputed)
    #expect(text(session) == before)
    #expect(session.palette.map(\.color) == [nil] && session.palette[0].problem?.hasPrefix("'tomato' is one") == true)
    // The object's other colours are free.
    _ = try session.perform(edit("red"))
    #expect(try paint(session) == "#FF0000FF")
  }

  private func edit(_ color: String) -> EditRequest {
    EditRequest(Selector(ids: ["own"]), [Assignment("paint", .set(color))])
  }

  @Test("the scene settles it in its own palette, and undoing that opens it again")
  func settled() throws {
    let session = try disagreeing()
    _ = try session.perform(EditRequest(palette: [.set(name: "tomato", to: "#00FF00")]))
    for id in ["own", "i0", "i1"] { #expect(try paint(session, id) == "#00FF00FF") }
    #expect(places(session).isEmpty)
    _ = try session.undo()
    #expect(try paint(session, "i0") == "refused")
    _ = try session.redo()
    #expect(code { _ = try session.perform(EditRequest(palette: [.remove(name: "tomato")])) } == .paletteUsed)
  }

  @Test("a template that is no longer used disagrees with none")
  func removed() throws {
    let session = try disagreeing()
    _ = try session.perform(EditRequest([.remove(Selector(ids: ["i1"]))]))
    for id in ["own", "i0"] { #expect(try paint(session, id) == "#FF0000FF") }
    _ = try session.undo()
    #expect(try paint(session) == "refused")
  }

  @Test("the scene's palette documents settle it, and come before the colours of templates in any case")
  func documents() throws {
    folder.write("p.json", ##"{"format":"inspector-palette/1","colors":{"tomato":"#00FFFF"}}"##)
    let session = try disagreeing(#""palettes":["p.json"],"#)
    for id in ["own", "i0", "i1"] { #expect(try paint(session, id) == "#00FFFFFF") }
    #expect(session.palette.map(\.source) == ["p.json"])
    let other = try scene(#""palettes":["p.json"],"#, of: ["red.json"])
    #expect(try paint(other, "i0") == "#00FFFFFF")
    // The same applies to the next outer document.
    template("both.json", #""palettes":["p.json"],"#, inside: #"{"id":"deep","class":"Wall","ref":"red.json"}"#)
    let outer = try scene("", of: ["both.json"])
    for id in ["own", "i0", "i0/deep"] { #expect(try paint(outer, id) == "#00FFFFFF") }
    #expect(outer.palette.map { $0.source?.hasSuffix("/p.json") } == [true])
  }

  @Test("two notations of one colour are no disagreement; a third colour is")
  func notations() throws {
    template("red.json", ##""palette":{"tomato":"#FF0000"},"##)
    template("same.json", ##""palette":{"tomato":{"red":1,"green":0,"blue":0}},"##)
    template("blue.json", ##""palette":{"tomato":"blue"},"##)
    let two = try scene("", of: ["red.json", "same.json"])
    #expect(try paint(two) == "#FF0000FF" && places(two).isEmpty)
    let three = try scene("", of: ["red.json", "same.json", "blue.json"])
    #expect(try paint(three) == "refused")
    #expect(three.check().first { $0.code == .paletteDisputed }?.message.contains("blue.json:1:") == true)
  }

  @Test("a disagreement inside a template holds in the scenes that use it, until one of the documents settles it")
  func nested() throws {
    template("red.json", ##""palette":{"tomato":"#FF0000"},"##)
    template("blue.json", ##""palette":{"tomato":"#0000FF"},"##)
    let inside = #"{"id":"r","class":"Wall","ref":"red.json"},{"id":"b","class":"Wall","ref":"blue.json"}"#
    template("pair.json", "", inside: inside)
    let open = try scene("", of: ["pair.json"])
    for id in ["own", "i0", "i0/r", "i0/b"] { #expect(try paint(open, id) == "refused") }
    // A third document does not resolve the conflict for the others.
    template("green.json", ##""palette":{"tomato":"#00FF00"},"##)
    #expect(try paint(try scene("", of: ["green.json", "pair.json"]), "i0") == "refused")
    let settled = try scene(##""palette":{"tomato":"#123456"},"##, of: ["pair.json"])
    for id in ["own", "i0", "i0/r"] { #expect(try paint(settled, id) == "#123456FF") }
    template("pair.json", ##""palette":{"tomato":"#ABCDEF"},"##, inside: inside)
    let inner = try scene("", of: ["pair.json"])
    for id in ["own", "i0", "i0/r"] { #expect(try paint(inner, id) == "#ABCDEFFF") }
  }

  @Test("unpacking keeps the colours that a palette document gives, and those that templates write in different ways")
  func unpacking() throws {
    func unpack(_ session: SceneSession, _ ids: [String]) throws -> [String] {
      _ = try session.perform(EditRequest([.unpack(Selector(ids: ids))]))
      return session.withDocument { $0.written.palette.map(\.name) }
    }
    folder.write("p.json", ##"{"format":"inspector-palette/1","colors":{"tomato":"#00FFFF"}}"##)
    let shared = try disagreeing(#""palettes":["p.json"],"#)
    #expect(try unpack(shared, ["i0"]).isEmpty)
    #expect(try unpack(shared, ["i1"]).isEmpty)
    for id in ["own", "i0", "i1"] { #expect(try paint(shared, id) == "#00FFFFFF") }
    template("same.json", ##""palette":{"tomato":{"red":1,"green":0,"blue":0}},"##)
    let two = try scene("", of: ["red.json", "same.json"])
    #expect(try unpack(two, ["i0"]).isEmpty)
    #expect(try unpack(two, ["i1"]) == ["tomato"])
    for id in ["own", "i0", "i1"] { #expect(try paint(two, id) == "#FF0000FF") }
    let both = try scene("", of: ["red.json", "same.json"])
    #expect(try unpack(both, ["i0", "i1"]) == ["tomato"])
    for id in ["own", "i0", "i1"] { #expect(try paint(both, id) == "#FF0000FF") }
    // A real disagreement is settled first.
    #expect(code { _ = try unpack(try disagreeing(), ["i0"]) } == .editInstance)
  }

  @Test("a name that is removed has the colour of another document, if a component does not refuse that")
  func removedName() throws {
    func remove(_ other: String) throws -> (SceneSession, EditResult) {
      folder.write("p.json", ##"{"format":"inspector-palette/1","colors":{"tomato":"\##(other)"}}"##)
      let session = try scene(##""palettes":["p.json"],"palette":{"tomato":"#111111"},"##, of: [])
      return (session, try session.perform(EditRequest(palette: [.remove(name: "tomato")])))
    }
    let (session, done) = try remove("#222222")
    #expect(try paint(session) == "#222222FF")
    #expect(done.colors.map(\.name) == ["tomato"] && done.colors[0].new == nil && done.colors[0].uses == 1)
    #expect(
      done.warnings.map(\.message) == [
        "without this entry, 'tomato' is the colour of 'p.json'; 1 attribute uses it"
      ])
    _ = try session.undo()
    #expect(try paint(session) == "#111111FF")
    #expect(code { _ = try remove("black") } == .hookRejected)
    // The same with a template.
    template("red.json", ##""palette":{"tomato":"#FF0000"},"##)
    let composed = try scene(##""palette":{"tomato":"#111111"},"##, of: ["red.json"])
    _ = try composed.perform(EditRequest(palette: [.remove(name: "tomato")]))
    for id in ["own", "i0"] { #expect(try paint(composed, id) == "#FF0000FF") }
    #expect(code { _ = try composed.perform(EditRequest(palette: [.remove(name: "tomato")])) } == .unknownColor)
  }
}
