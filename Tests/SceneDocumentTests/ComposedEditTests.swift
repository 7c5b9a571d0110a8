import JSONText
import Testing

@testable import SceneDocument

/// Tests of edits of composed scenes that random tests rarely cover.
@Suite struct ComposedEditTests {
  private struct Finder: TemplateFinder {
    var files: [String: FileIdentity?] { [:] }

    func renewed() -> any TemplateFinder { self }

    func template(_ reference: String) -> Result<SceneTemplate, AnyRefusal> {
      let text =
        ##"{"format":"inspector-scene/1","palette":{"brand":"#123"},"objects":[{"id":"t","class":"A","children":[{"id":"i","class":"A","attributes":{"k":1}}]}]}"##
      guard let document = try? SceneDocument(bytes: Array(text.utf8), name: reference) else {
        return .failure(AnyRefusal(CompositionRefusal.noReference(found: reference)))
      }
      return .success(
        SceneTemplate(
          document, NodeIndex(0), colors: document.palette.map { TemplateColor(name: $0.name, text: $0.value) }))
    }
  }

  private var finder: Finder { Finder() }

  private func scene(_ objects: String) throws -> SceneDocument {
    try SceneDocument(bytes: Array(#"{"format":"inspector-scene/1","objects":[\#(objects)]}"#.utf8), name: "scene")
      .composed(by: finder)
  }

  private func objects(_ scene: SceneDocument) -> [String] { scene.objects.map { scene.id($0) } }

  @Test("an entry without attributes stays as it is if an edit changes nothing in it")
  func emptyEntry() throws {
    let scene = try scene(#"{"id":"a","class":"A","ref":"t","overrides":{"i":{}}}"#)
    let (text, inner) = (scene.bytes(), NodeIndex(1))
    #expect(try !scene.apply([.remove(key: "k")], to: inner).isChange)
    #expect(try !scene.apply([.rename(key: "k", to: "m")], to: inner).isChange)
    #expect(scene.bytes() == text)
    let undo = try scene.apply([.set(key: "k", value: Array("2".utf8))], to: inner)
    #expect(String(decoding: scene.bytes(), as: UTF8.self).contains(#""overrides":{"i":{"k":2}}"#))
    _ = scene.restore(undo)
    #expect(scene.bytes() == text)
  }

  @Test("overrides without entries stay as they are once edits are undone", arguments: ["{}", "{ }", "{\n  }"])
  func emptyOverrides(_ overrides: String) throws {
    let scene = try scene(#"{"id":"a","class":"A","ref":"t","overrides":\#(overrides)}"#)
    let text = scene.bytes()
    let undo = try scene.apply([.set(key: "k", value: Array("2".utf8))], to: NodeIndex(1))
    #expect(scene.bytes() != text)
    let redo = scene.restore(undo)
    #expect(scene.bytes() == text && !scene.isEdited)
    _ = scene.restore(redo)
    #expect(String(decoding: scene.bytes(), as: UTF8.self).contains(#"{"k":2}"#))
  }

  @Test("a placeholder whose objects have taken ids shows its template once the ids are free")
  func freedIDs() throws {
    let scene = try scene(#"{"id":"a/i","class":"A"},{"id":"a","class":"A","ref":"t"}"#)
    #expect(objects(scene) == ["a/i", "a"])
    #expect(scene.palette.isEmpty)
    let undo = try scene.restructure([.setID("b", of: NodeIndex(0))])
    #expect(objects(scene) == ["b", "a", "a/i"])
    #expect(scene.palette.map(\.name) == ["brand"])
    // An undo of the edit in a text that is composed anew gives the same as one in the first text.
    let anew = try self.scene(#"{"id":"a/i","class":"A"},{"id":"a","class":"A","ref":"t"}"#)
    let edit = try anew.restructure([.setID("b", of: NodeIndex(0))])
    let made = try #require(try anew.recomposed(by: finder)).document
    let redo = try made.restore(edit)
    #expect(objects(made) == ["a/i", "a"])
    _ = try made.restore(redo)
    #expect(objects(made) == ["b", "a", "a/i"])
    // The object's id must not be used again.
    #expect(throws: SceneError.self) { try scene.restructure([.setID("a/i", of: NodeIndex(0))]) }
    _ = try scene.restore(undo)
    #expect(objects(scene) == ["a/i", "a"])
    // Changes that do not affect the ids leave the placeholder unchanged.
    _ = try scene.restructure([.setName("x", of: NodeIndex(1))])
    #expect(objects(scene) == ["a/i", "a"])
  }
}
