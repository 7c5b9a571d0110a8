import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of structural edits of foreign documents, with the resulting texts.
struct FormatStructureTests {
  static let style =
    #"{"version":8,"sources":{"s":{"type":"vector"}},"layers":[{"id":"a"}, {"id":"b","source":"s"}, {"id":7}]}"#

  private static func scene(_ text: String = style) throws -> SceneDocument {
    let format = try #require(ShippedFormat.all.first { $0.name == "maplibre" })
    return try FormatMaterial.document(Array(text.utf8), try format.mapping)
  }

  private static func expect(
    on text: String = style, _ changes: (SceneDocument) throws -> [StructureChange], _ expected: String,
    ids: [String]? = nil
  ) throws {
    let scene = try scene(text)
    let undo = try scene.restructure(changes(scene))
    #expect(scene.bytes().asText == expected)
    if let ids { #expect(scene.objects.map { scene.id($0) } == ids) }
    let redo = try scene.restore(undo)
    #expect(scene.bytes().asText == text)
    _ = try scene.restore(redo)
    #expect(scene.bytes().asText == expected)
  }

  private static func node(_ id: String, _ scene: SceneDocument) throws -> NodeIndex {
    try #require(scene.node(id: id))
  }

  /// Checks the joint removal of a layer and a source, whose order in the scene is the reverse of that in the text.
  @Test func objectsOfSeveralListsAreRemovedTogether() throws {
    try Self.expect(
      { [.remove(try Self.node("b", $0)), .remove(try Self.node("source-s", $0))] },
      #"{"version":8,"sources":{},"layers":[{"id":"a"}, {"id":7}]}"#, ids: ["style", "a", "7"])
  }

  @Test func theLastLayerIsCopied() throws {
    try Self.expect(
      { [.duplicate(try Self.node("7", $0), id: nil, at: nil)] },
      #"{"version":8,"sources":{"s":{"type":"vector"}},"layers":[{"id":"a"}, {"id":"b","source":"s"}, {"id":7}, {"id":8}]}"#,
      ids: ["style", "a", "b", "7", "8", "source-s"])
  }

  @Test func aSourceIsCopiedUnderANewKey() throws {
    try Self.expect(
      { [.duplicate(try Self.node("source-s", $0), id: nil, at: nil)] },
      #"{"version":8,"sources":{"s":{"type":"vector"},"s-2":{"type":"vector"}},"layers":[{"id":"a"}, {"id":"b","source":"s"}, {"id":7}]}"#
    )
  }

  @Test func renamingASourceRenamesItsReferences() throws {
    try Self.expect(
      on: #"{"version":8,"sources":{"s":{}},"layers":[{"id":"b","source":"\u0073"}],"terrain":{"source":"s"}}"#,
      { [.setID("source-t\"", of: try Self.node("source-s", $0))] },
      #"{"version":8,"sources":{"t\"":{}},"layers":[{"id":"b","source":"t\""}],"terrain":{"source":"t\""}}"#)
  }

  @Test func layersChangePlaces() throws {
    try Self.expect(
      { [.move(try Self.node("7", $0), to: .at(0, in: NodeIndex(0)))] },
      #"{"version":8,"sources":{"s":{"type":"vector"}},"layers":[{"id":7}, {"id":"a"}, {"id":"b","source":"s"}]}"#,
      ids: ["style", "7", "a", "b", "source-s"])
    // The only source follows the layers in the scene, though not in the text.
    try Self.expect(
      { [.move(try Self.node("source-s", $0), to: .at(3, in: NodeIndex(0)))] }, Self.style)
  }

  @Test func namesAreSetInsertedAndRemoved() throws {
    let named = #"{"name":"N","version":8,"sources":{},"layers":[]}"#
    try Self.expect(
      on: named, { _ in [.setName("é\"", of: NodeIndex(0))] }, #"{"name":"é\"","version":8,"sources":{},"layers":[]}"#)
    try Self.expect(on: named, { _ in [.setName(nil, of: NodeIndex(0))] }, #"{"version":8,"sources":{},"layers":[]}"#)
    try Self.expect(
      on: #"{"version":8,"sources":{},"layers":[]}"#, { _ in [.setName("N", of: NodeIndex(0))] },
      #"{"version":8,"sources":{},"layers":[],"name":"N"}"#)
  }

  /// Checks copies of objects with extreme numeric ids, which have no successor.
  @Test func idsOfCopiesDoNotOverflow() throws {
    for id in ["9223372036854775807", "\"a-9223372036854775807\"", "\"a-2147483647\"", "\"-5\"", "-1"] {
      let scene = try Self.scene("{\"version\":8,\"sources\":{},\"layers\":[{\"id\":\(id)}]}")
      for _ in 0..<3 { _ = try scene.restructure([.duplicate(NodeIndex(1), id: nil, at: nil)]) }
      #expect(try reloaded(scene, #require(scene.foreignFormat as? FormatMapping)).objectCount == 5)
    }
  }

  /// Checks that a source whose id a layer already uses is identified by its path, and cannot be copied.
  @Test func aKeyWithoutAnIDIsNotCopied() throws {
    let scene = try Self.scene(#"{"version":8,"sources":{"s":{}},"layers":[{"id":"source-s"}]}"#)
    #expect(scene.objects.map { scene.id($0) } == ["style", "source-s", "/sources/s"])
    #expect(throws: SceneError.self) { try scene.restructure([.duplicate(NodeIndex(2), id: nil, at: nil)]) }
  }

  @Test func madeUpIDsGiveWay() throws {
    let scene = try Self.scene(#"{"version":8,"sources":{},"layers":[{"id":"/layers/1"},{},{"id":"style"}]}"#)
    #expect(scene.objects.map { scene.id($0) } == ["/", "/layers/1", "/layers/1~", "style"])
  }

  static let refused: [(String, @Sendable (SceneDocument) throws -> StructureChange)] = [
    ("the document itself", { _ in .remove(NodeIndex(0)) }),
    ("the document itself", { _ in .move(NodeIndex(0), to: .first(in: nil)) }),
    ("the document itself", { _ in .duplicate(NodeIndex(0), id: nil, at: nil) }),
    ("cannot be placed there", { .move(try node("a", $0), to: .after(try node("source-s", $0))) }),
    ("cannot be placed there", { .move(try node("a", $0), to: .first(in: try node("b", $0))) }),
    ("cannot be placed there", { .move(try node("a", $0), to: .last(in: nil)) }),
    ("cannot be placed there", { .move(try node("a", $0), to: .at(9, in: NodeIndex(0))) }),
    ("already", { .setID("b", of: try node("a", $0)) }),
    ("cannot be an id there", { .setID("x", of: try node("7", $0)) }),
    ("cannot be an id there", { .setID("x", of: try node("source-s", $0)) }),
    ("cannot be an id there", { .setID("source-", of: try node("source-s", $0)) }),
    ("no id of its own", { _ in .setID("x", of: NodeIndex(0)) }),
    ("have no names", { .setName("x", of: try node("a", $0)) }),
    ("class of an object", { .setClass("FillLayer", of: try node("a", $0)) }),
    ("no constraints", { .setConstraints(nil, of: try node("a", $0)) }),
    ("other members of scenes", { .setMember("base", nil, of: try node("a", $0)) }),
    ("has no new object '' for 'style'", { _ in .insert(object: Array("{}".utf8), at: .first(in: NodeIndex(0))) }),
  ]

  @Test(arguments: refused)
  func refusedEditsChangeNothing(
    _ words: String, _ change: @escaping @Sendable (SceneDocument) throws -> StructureChange
  ) throws {
    let scene = try Self.scene()
    #expect {
      _ = try scene.restructure([.setID("new", of: try Self.node("a", scene)), change(scene)].reversed())
    } throws: { "\($0)".contains(words) }
    #expect(scene.bytes().asText == Self.style && !scene.isEdited)
  }
}
