import Testing

@testable import SceneDocument

/// Tests of many edited objects that are all read.
@Suite struct ManyEditedTests {
  private static let count = 2000

  private static func edited() throws -> SceneDocument {
    let objects = (0..<count).map { number in
      #"{"id":"o\#(number)","class":"b","attributes":{"x":\#(number),"text":"\#(String(repeating: "w", count: 200))"}}"#
    }
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects.joined(separator: ","))]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    for node in 0..<count {
      _ = try document.apply([.set(key: "x", value: Array("\(-node - 1)".utf8))], to: NodeIndex(node))
    }
    return document
  }

  @Test func lookingAtThemKeepsNothing() throws {
    let document = try Self.edited()
    let before = document.overlay.textBytes
    #expect(before >= 24 * Self.count)
    for node in 0..<Self.count {
      #expect(document.attribute("x", of: NodeIndex(node)) == Array("\(-node - 1)".utf8))
      #expect(document.attribute("text", of: NodeIndex(node))?.count == 202)
    }
    #expect(document.overlay.textBytes == before)
  }

  /// Checks that a span stays valid until a certain number of other spans have been requested.
  @Test func spansLastForAWhile() throws {
    let document = try Self.edited()
    var spans: [(node: Int, value: UnsafeRawBufferPointer)] = []
    for node in 0..<Self.count {
      document.forEachAttribute(of: NodeIndex(node)) { _, value in
        spans.append((node, value))
        return false
      }
      for (node, value) in spans.suffix(RecentAttributes.count) {
        #expect(value.elementsEqual("\(-node - 1)".utf8))
      }
    }
  }

  /// Checks that an object's attributes before and after an edit can be read at the same time.
  @Test func formerAttributesStandBesidePresentOnes() throws {
    let document = try Self.edited()
    for node in 0..<Self.count {
      let restore = try document.apply([.set(key: "x", value: Array("\(node * 2)".utf8))], to: NodeIndex(node))
      #expect(restore.node.number == node && restore.isChange)
      #expect(document.attribute("x", before: restore) == Array("\(-node - 1)".utf8))
      #expect(document.attribute("x", of: NodeIndex(node)) == Array("\(node * 2)".utf8))
      #expect(document.attribute("x", before: restore) == Array("\(-node - 1)".utf8))
    }
  }

  /// Checks that temporary changes of each object keep no memory, even if they exceed a memory block.
  @Test(arguments: [0, 100, 100_000]) func momentaryChangesKeepNothing(size: Int) throws {
    let document = try Self.edited()
    let before = (bytes: document.overlay.textBytes, text: document.bytes())
    for node in 0..<Self.count {
      let value = Array("\"\(node)\(String(repeating: "v", count: size))\"".utf8)
      let bytes = try document.trying([.set(key: "text", value: value)], on: NodeIndex(node)) { undo in
        #expect(undo.isChange && document.attribute("text", of: NodeIndex(node)) == value)
        #expect(document.attribute("x", before: undo) == Array("\(-node - 1)".utf8))
        return document.overlay.textBytes
      }
      #expect(bytes > before.bytes + size && document.overlay.textBytes == before.bytes)
    }
    #expect(document.bytes() == before.text)
    #expect(throws: SceneError.self) { try document.trying([.set(key: "x", value: [])], on: 0) { _ in } }
    #expect(document.overlay.textBytes == before.bytes)
  }

  @Test("readers keep a text while the document, or its successor, is edited further")
  func readers() throws {
    let document = try Self.edited()
    let before = document.bytes()
    document.hideChanges()
    let undo = try document.apply([.set(key: "x", value: Array("7".utf8))], to: 70)
    let hidden = document.reader()
    document.showChanges()
    #expect(hidden.bytes() == before && hidden.attribute("x", of: 70) == Array("-71".utf8))
    #expect(document.reader().bytes() == document.bytes())
    #expect(document.reader().isEdited(70))
    let (after, next) = (document.bytes(), document.successor())
    _ = try next.apply([.set(key: "x", value: Array("8".utf8))], to: 70)
    _ = try next.apply([.set(key: "x", value: Array("9".utf8))], to: 1999)
    #expect(document.bytes() == after && next.bytes() != after)
    // Undo records of the one restore the other.
    _ = next.restore(undo)
    #expect(next.attribute("x", of: 70) == Array("-71".utf8))
    let removal = try next.restructure([.remove(0)])
    #expect(document.attribute("x", of: 0) == Array("-1".utf8) && document.bytes() == after)
    _ = try next.restore(removal)
    #expect(next.attribute("x", of: 1999) == Array("9".utf8))
  }
}
