import JSONText
import TestSupport
import Testing

@testable import SceneDocument
@testable import SceneFormats

/// Tests of foreign documents apart from edits: errors, readers, copies and journals.
struct ForeignDocumentTests {
  private static func mapping() throws -> FormatMapping {
    try #require(ShippedFormat.all.first { $0.name == "maplibre" }).mapping
  }

  private static func scene(_ text: String) throws -> SceneDocument {
    try FormatMaterial.document(Array(text.utf8), try mapping())
  }

  private static func error(_ text: String) throws -> SceneError? {
    do {
      _ = try scene(text)
      return nil
    } catch let error as SceneError {
      return error
    }
  }

  // MARK: errors

  @Test func doubleIDsNameBothPlaces() throws {
    let error = try #require(
      try Self.error(
        "{\"version\": 8, \"sources\": {},\n\"layers\": [{\"id\": \"a\"},\n {\"id\": \"b\"}, {\"id\": \"\\u0061\"}]}"))
    #expect(error.code == .sceneDuplicateID)
    #expect("\(error.position.map { "\($0)" } ?? "-") \(error.related.map { "\($0)" } ?? "-")" == "3:22 2:19")
  }

  @Test func idsOfBothFormsAreOneID() throws {
    let error = try Self.error(#"{"version": 8, "sources": {}, "layers": [{"id": "1"}, {"id": 1}]}"#)
    #expect(error?.code == .sceneDuplicateID)
  }

  @Test(arguments: [
    (
      "{\"version\": 8, \"sources\": {},\n \"layers\": 5}",
      "2:12: 'layers' must be an array, found a number"
    ),
    (
      "{\"version\": 8, \"sources\": {},\n \"layers\": [{}, 5]}",
      "2:17: 'layers' must be made of objects, found a number"
    ),
    ("{\"version\": 8, \"sources\": {\"a\": \"x\"},\n \"layers\": []}", "1:33: 'sources' must be made of objects"),
  ])
  func wrongFormsAreLocated(_ text: String, _ words: String) throws {
    #expect(try #require(try Self.error(text)).headline.contains(words))
  }

  /// Checks that an error is reported at its position in the document.
  @Test(arguments: [
    ("{\"version\": 8, \"sources\": {},\n \"layers\": [}", "2:13", "json.syntax"),
    ("{\"version\": 8, \"sources\": {},\n \"layers\": [{\"a\": 1, \"a\": 2}]}", "2:22", "json.duplicate-key"),
  ])
  func faultsOfTheText(_ text: String, _ place: String, _ code: DiagnosticCode) throws {
    let error = try #require(try Self.error(text))
    #expect("\(error.position.map { "\($0)" } ?? "-") \(error.code)" == "\(place) \(code)")
  }

  /// Checks that deeply nested values are refused or shown, without a stack overflow.
  @Test(
    arguments: ["[", "{\"a\":", "{\"stops\":[[0,", "{\"stops\":[[0,1],[2,", "[\"step\",[\"zoom\"],"],
    [100, 5_000, 100_000])
  func deepValues(_ opening: String, _ levels: Int) throws {
    let closing = String(opening.compactMap { $0 == "[" ? "]" : $0 == "{" ? "}" : nil }.reversed())
    // `[["zoom"],` closes one of its brackets.
    let balance = opening.filter { $0 == "]" }.count
    let end = String(closing.dropLast(balance))
    let value = String(repeating: opening, count: levels) + "1" + String(repeating: end, count: levels)
    for (key, inner) in [("x", value), ("minzoom", value), ("filter", value)].prefix(levels < 10_000 ? 3 : 1) {
      let text = "{\"version\":8,\"sources\":{},\"layers\":[{\"type\":\"fill\",\"\(key)\":\(inner)}]}"
      guard let scene = try? Self.scene(text) else { continue }
      #expect(scene.bytes().count == text.utf8.count)
      // Unoptimised code takes seconds for the largest of them.
      guard levels < 10_000 else { continue }
      _ = try? scene.apply([.set(key: "maxzoom", value: Array("1".utf8))], to: NodeIndex(1))
      _ = try? scene.restructure([.duplicate(NodeIndex(1), id: nil, at: nil)])
    }
    let layers = "{\"version\":8,\"sources\":{},\"layers\":\(value)}"
    #expect(throws: SceneError.self) { try Self.scene(layers) }
  }

  // MARK: readers and copies

  static let style =
    #"{"version":8,"sources":{"s":{}},"layers":[{"id":"a","type":"fill","minzoom":1},{"id":"b","type":"line"}]}"#

  private static func set(_ value: String) -> [AttributeChange] { [.set(key: "minzoom", value: Array(value.utf8))] }

  /// Checks that a reader keeps the text and positions of its time despite later edits.
  @Test func readersSeeOneState() throws {
    let scene = try Self.scene(Self.style)
    _ = try scene.apply(Self.set("2"), to: NodeIndex(1))
    let (bytes, shape) = (scene.bytes(), SceneShape(scene))
    let early = scene.reader()
    scene.hideChanges()
    _ = try scene.apply(Self.set("3"), to: NodeIndex(1))
    _ = try scene.restructure([.remove(NodeIndex(1))])
    _ = try scene.apply(Self.set("4.5"), to: NodeIndex(1))
    for reader in [early, scene.reader()] {
      #expect(reader.bytes() == bytes)
      #expect(SceneShape(reader) == shape)
      #expect(reader.offsets(ofAttribute: "minzoom", of: NodeIndex(1))?.value == 76)
      #expect(reader.place(ofAttribute: "minzoom", of: NodeIndex(1)) == SourcePosition(line: 1, column: 77))
    }
    #expect(scene.shownText.bytes() == bytes)
    scene.showChanges()
    #expect(scene.reader().bytes() == scene.bytes())
    #expect(SceneShape(scene.reader()) == SceneShape(scene))
    // A reader can be edited on its own.
    let reader = scene.reader()
    let after = scene.bytes()
    _ = try reader.apply(Self.set("6"), to: NodeIndex(1))
    #expect(reader.bytes() != after && scene.bytes() == after)
    #expect(try Self.scene(reader.bytes().asText).attribute("minzoom", of: NodeIndex(1)) == Array("6".utf8))
  }

  @Test func readersOnOtherThreads() async throws {
    let scene = try Self.scene(Self.style)
    for round in 0..<30 {
      _ = try scene.apply(Self.set("\(round)"), to: NodeIndex(1))
      struct Handed: @unchecked Sendable { let document: SceneDocument }
      let (handed, bytes) = (Handed(document: scene.reader()), scene.bytes())
      let mapping = try Self.mapping()
      let reading = Task {
        let text = handed.document.bytes()
        let again = try FormatMaterial.document(text, mapping)
        return (text, SceneShape(again) == SceneShape(handed.document))
      }
      let undo = try scene.restructure([
        .setID("c\(round)", of: NodeIndex(2)), .duplicate(NodeIndex(1), id: nil, at: nil),
      ])
      _ = try scene.restore(undo)
      let (text, isSame) = try await reading.value
      #expect(text == bytes && isSame)
    }
  }

  @Test func copiesSnapshotsAndJournals() throws {
    let scene = try Self.scene(Self.style)
    let read = scene.source.snapshot
    scene.source.recorder = TextRecorder()
    _ = try scene.apply(Self.set("2"), to: NodeIndex(1))
    let snapshot = scene.source.snapshot
    let (bytes, shape) = (scene.bytes(), SceneShape(scene))
    _ = try scene.restructure([.duplicate(NodeIndex(1), id: nil, at: nil), .remove(NodeIndex(2))])
    _ = try scene.apply(Self.set("5"), to: NodeIndex(2))
    let copy = try scene.copy()
    #expect(copy.bytes() == scene.bytes() && SceneShape(copy) == SceneShape(scene) && copy.foreignFormat != nil)
    let former = try scene.document(of: snapshot)
    #expect(former.bytes() == bytes && SceneShape(former) == shape && former.foreignFormat != nil)
    for record in [scene.changes(from: read), scene.source.recorder?.bytes ?? []] {
      var replay = TextReplay(base: Array(Self.style.utf8))
      try replay.apply(record[...])
      #expect(try replay.text() == scene.bytes())
    }
    var replay = try TextReplay(saved: scene.bytes(), mark: scene.source.snapshot.mark()[...])
    scene.source.recorder?.clear()
    _ = try scene.apply(Self.set("7"), to: NodeIndex(2))
    try replay.apply((scene.source.recorder?.bytes ?? [])[...])
    #expect(try replay.text() == scene.bytes())
  }

  @Test func tryingAnEditLeavesNothing() throws {
    let scene = try Self.scene(Self.style)
    _ = try scene.apply(Self.set("2"), to: NodeIndex(1))
    let before = scene.bytes()
    let tried = try scene.trying(Self.set("3"), on: NodeIndex(1)) { _ in scene.bytes() }
    #expect(tried != before && scene.bytes() == before)
    let next = scene.successor()
    _ = try next.apply(Self.set("4"), to: NodeIndex(1))
    #expect(next.bytes().asText.contains(#""minzoom":4"#))
    #expect(try Self.scene(next.bytes().asText).attribute("minzoom", of: NodeIndex(1)) == Array("4".utf8))
  }

  @Test func theWholeTextIsReplaced() throws {
    let scene = try Self.scene(Self.style)
    let undo = try scene.replaceText(with: Array(#"{"version":8,"sources":{},"layers":[{"id":"b","minzoom":2}]}"#.utf8))
    #expect(scene.objects.map { scene.id($0) } == ["style", "b"])
    #expect(undo.map.old(NodeIndex(1)) == NodeIndex(2))
    for text in ["{", #"{"version":8,"sources":{},"layers":[{"id":"b"},{"id":"b"}]}"#, "[]"] {
      let before = scene.bytes()
      #expect(throws: SceneError.self) { try scene.replaceText(with: Array(text.utf8)) }
      #expect(scene.bytes() == before)
    }
    _ = try scene.restore(undo)
    #expect(scene.bytes().asText == Self.style && !scene.isEdited)
    _ = try scene.apply(Self.set("9"), to: NodeIndex(1))
    #expect(scene.bytes().asText.contains(#""minzoom":9"#))
  }
}
