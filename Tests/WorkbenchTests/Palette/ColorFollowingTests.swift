import Foundation
import InspectorKit
import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import Workbench

/// Tests of scenes that follow a colour renamed in a palette document or a template.
@Suite struct ColorFollowingTests {
  @Component final class Panel: View {
    @Inspectable var ink = Color.white
    @Inspectable var caption = ""
  }

  private struct PanelPlugin: InspectorPlugin {
    static let version = "1.0.0"
    static var components: [Component.Type] { [Panel.self] }
  }

  private let folder = TemporaryFolder()

  init() {
    folder.write("first.json", ##"{"format":"inspector-palette/1","colors":{"early":"#111111"}}"##)
    folder.write("brand.json", ##"{"format":"inspector-palette/1","colors":{"brand":"#3366FF","early":"#222222"}}"##)
    write("button.json", #""palettes":["brand.json"],"#, #"{"id":"b","class":"Panel","attributes":{"ink":"brand"}}"#)
    write("own.json", ##""palette":{"brand":"#00FF00"},"##, #"{"id":"b","class":"Panel","attributes":{"ink":"brand"}}"#)
  }

  @discardableResult private func write(_ name: String, _ head: String, _ objects: String) -> String {
    folder.write(name, #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects)]}"#)
  }

  private func open(_ head: String, _ objects: String) throws -> SceneSession {
    try SceneSession.open(
      path: write("page.json", head, objects), library: PluginLibrary(inProcess: [PanelPlugin.self]))
  }

  private func text(_ session: SceneSession) -> String {
    String(decoding: session.withDocument { $0.written.source.snapshot.bytes() }, as: UTF8.self)
  }

  /// Returns a scene's text after it has followed the new name, or the code of the refusal. A scene with nothing to
  /// follow is unchanged.
  private func followed(
    _ session: SceneSession, _ name: String = "brand", to new: String = "accent", of document: String = "brand.json"
  ) throws -> String {
    let file = try #require(realpath("\(folder.path)/\(document)"))
    let before = text(session)
    var request = EditRequest(palette: [.rename(name: name, to: new)])
    request.colorDocument = file
    do throws(Diagnostic) {
      let edit = try session.edit(following: file, renaming: name, to: new)
      if edit != nil { #expect(edit == .rename(name: name, to: new)) }
      _ = try session.perform(request)
      #expect((edit != nil) == (text(session) != before))
      return text(session)
    } catch {
      #expect(throws: Diagnostic.self) { try session.perform(request) }
      #expect(text(session) == before)
      return error.code.rawValue
    }
  }

  private func panel(_ ink: String, _ id: String = "p", more: String = "") -> String {
    #"{"id":"\#(id)","class":"Panel","attributes":{"ink":"\#(ink)","caption":"brand"}\#(more)}"#
  }

  private static let direct = #""palettes":["brand.json"],"#

  @Test("attributes and runtime attributes that use the colour get the new name, and only their bytes change")
  func uses() throws {
    let ink =
      #","runtimeAttributes":[{"keyPath":"x","type":"Color","value":"brand"},{"keyPath":"y","type":"String","value":"brand"}]"#
    let session = try open(Self.direct, panel("brand", more: ink) + "," + panel("#3366FF", "q"))
    let expected = text(session).replacingOccurrences(of: #""ink":"brand""#, with: #""ink":"accent""#)
      .replacingOccurrences(of: #""Color","value":"brand""#, with: #""Color","value":"accent""#)
    #expect(try followed(session) == expected)
    #expect(text(session) != expected.replacingOccurrences(of: "accent", with: "brand"))
  }

  @Test("overrides follow, and what the template itself stores stays in the template")
  func instances() throws {
    let objects =
      #"{"id":"i","class":"Panel","ref":"button.json"},{"id":"j","class":"Panel","ref":"button.json","attributes":{"ink":"brand"}},"#
      + panel("brand")
    let session = try open("", objects)
    let expected = text(session).replacingOccurrences(of: #""ink":"brand""#, with: #""ink":"accent""#)
    #expect(try followed(session) == expected)
  }

  @Test("a template's own colour is followed in the same way")
  func ownPaletteOfTemplate() throws {
    let session = try open("", #"{"id":"i","class":"Panel","ref":"own.json"},"# + panel("brand"))
    let expected = text(session).replacingOccurrences(of: #""ink":"brand""#, with: #""ink":"accent""#)
    #expect(try followed(session, of: "own.json") == expected)
    let other = try open(
      #""palettes":["brand.json"],"#, #"{"id":"i","class":"Panel","ref":"own.json"},"# + panel("brand"))
    #expect(try followed(other, of: "own.json") == text(other))
  }

  @Test("a scene that has the colour from elsewhere stays as it is")
  func others() throws {
    for head in [
      ##""palette":{"brand":"red"},"palettes":["brand.json"],"##, #""palettes":["first.json"],"#, "",
    ] {
      let session = try open(head, panel("brand"))
      #expect(try followed(session) == text(session), "\(head)")
    }
    let early = try open(#""palettes":["first.json","brand.json"],"#, panel("early"))
    #expect(try followed(early, "early") == text(early))
    let late = try open(#""palettes":["brand.json","first.json"],"#, panel("early"))
    #expect(try followed(late, "early").contains(#""ink":"accent""#))
  }

  @Test("a new name that already has a meaning in the scene is refused, if the scene would show another colour")
  func taken() throws {
    let own = ##""palette":{"accent":"red"},"palettes":["brand.json"],"##
    #expect(try followed(try open(own, panel("brand"))) == "palette.taken")
    let unused = try open(own, panel("accent"))
    #expect(try followed(unused) == text(unused))
    #expect(try followed(try open(Self.direct, panel("tomato")), to: "tomato") == "palette.taken")
    #expect(try followed(try open(Self.direct, panel("brand")), to: "early") == "palette.taken")
    #expect(try followed(try open(Self.direct, panel("brand")), to: "tomato").contains(#""ink":"tomato""#))
  }

  @Test("a palette document renames a colour in its place, and refuses what it cannot rename")
  func document() throws {
    let text = #"{"format":"inspector-palette/1","colors":{ "a" : "red", "b":{"white":1} }}"#
    let document = try MemberDocument(bytes: Array(text.utf8), name: "p.json", as: .palette)
    for (name, new, code) in [
      ("c", "d", DiagnosticCode.unknownColor), ("a", "b", .paletteTaken), ("a", "9", .valueColor),
    ] {
      do throws(Diagnostic) {
        _ = try document.rename(name, to: new)
        Issue.record("\(name) \(new)")
      } catch {
        #expect(error.code == code)
      }
      #expect(document.source.snapshot.bytes() == Array(text.utf8))
    }
    #expect(try document.rename("a", to: "a").colors.map(\.isChanged) == [false])
    #expect(try document.rename("a", to: "z").colors.map(\.newName) == ["z"])
    #expect(
      String(decoding: document.source.snapshot.bytes(), as: UTF8.self)
        == text.replacingOccurrences(of: #""a" :"#, with: #""z" :"#))
  }
}
