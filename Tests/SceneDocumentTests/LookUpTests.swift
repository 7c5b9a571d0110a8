import Testing

@testable import SceneDocument

/// Tests of looking up objects by id, with and without the table of ids.
@Suite struct LookUpTests {
  @Test("every object is found and no other, however often is asked")
  func all() throws {
    let ids = (0..<500).map { "n\($0 % 7)-\($0)" }
    let objects = ids.map { #"{"id":"\#($0)","class":"View"}"# }.joined(separator: ",")
    let text = #"{"format":"inspector-scene/1","objects":[\#(objects)]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    #expect(document.node(id: "n0-1") == nil)
    for (node, id) in zip(document.objects, ids) { #expect(document.node(id: id) == node) }
    #expect(document.index.idTable != nil)
    #expect(document.node(id: "n0-1") == nil)
    #expect(document.node(id: "") == nil)
  }
}
