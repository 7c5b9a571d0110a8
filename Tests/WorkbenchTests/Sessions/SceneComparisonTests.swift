import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneQuery
@testable import Workbench

@Suite struct SceneComparisonTests {
  private func document(_ objects: [String], head: String = "") throws -> SceneDocument {
    let text = #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects.joined(separator: ","))]}"#
    return try SceneDocument(bytes: Array(text.utf8), name: "scene")
  }

  private func box(_ id: Int, _ attributes: String = #""width":1"#) -> String {
    #"{"id":"b\#(id)","class":"Box","attributes":{\#(attributes)}}"#
  }

  @Test func aSnapshotIsADocumentOfItsOwn() throws {
    let scene = try document((0..<9).map { box($0) }, head: ##""palette":{"ink":"#000"},"##)
    _ = try scene.apply([.set(key: "width", value: Array("2".utf8))], to: 3)
    _ = try scene.applyToPalette([.set(key: "ink", value: Array(##""#111""##.utf8))])
    let (snapshot, text) = (scene.source.snapshot, scene.bytes())
    let other = try scene.document(of: snapshot)
    #expect(other.sharesIndex(with: scene))
    _ = try scene.apply([.set(key: "width", value: Array("30".utf8))], to: 3)
    _ = try scene.apply([.set(key: "height", value: Array("4".utf8))], to: 1)
    _ = try scene.applyToPalette([.remove(key: "ink")])
    #expect(other.bytes() == text)
    #expect(other.attribute("width", of: 3) == Array("2".utf8))
    let difference = SceneDifference(from: other, to: scene)
    #expect(
      differenceOutline(difference) == ["b1.height: none → 4", "b3.width: 2 → 30", ##"colour ink: "#111" → none"##])
    // Without a common index the same is found.
    #expect(difference == SceneDifference(from: try other.copy(), to: scene))
    let mine = scene.bytes()
    _ = try other.apply([.remove(key: "width")], to: 0)
    _ = try other.restructure([.remove(5)])
    #expect(scene.bytes() == mine)
    #expect(other.objectCount == 8)
    _ = try scene.restructure([.remove(0)])
    let late = try scene.document(of: snapshot)
    #expect(!late.sharesIndex(with: scene) && late.bytes() == text)
    #expect(snapshot.isSame(as: late.source.snapshot) && late.source.snapshot.isSame(as: snapshot))
    #expect(!snapshot.isSame(as: scene.source.snapshot))
  }

  @Test func unsavedEditsAreFoundWithoutACopyOfTheScene() throws {
    let scene = try JournalStage(
      text: #"{"format":"inspector-scene/1","objects":[\#(box(0)),\#(box(1))]}"#
    ).open()
    try scene.set("#b1", "width", "5")
    let comparison = try scene.unsavedComparison()
    #expect(comparison.matching.isIdentity && !comparison.isEmpty)
    #expect(differenceOutline(SceneDifference(comparison)) == ["b1.width: 1 → 5"])
    try scene.undo()
    #expect(try scene.unsavedComparison().isEmpty)
    let scratch = try scene.scratch(named: "try")
    #expect(try scratch.comparison().matching.isIdentity)
  }

  @Test(arguments: [
    ("1", "1.0", true), ("1", "2", true), ("1e2", "100.0", false), ("-0", "0", true), ("0.10", "0.1", false),
    (#""a""#, #""b""#, true), (#""a""#, #""\u0061""#, false), (#""1""#, "1", true), ("true", "false", true),
    (#"{"x":1,"y":2}"#, #"{ "x": 1, "y": 2 }"#, false), (#"{"x":1}"#, #"{"x":2}"#, true), ("null", "0", true),
  ])
  func valuesAreTheSameHoweverTheyAreWritten(old: String, new: String, isDifferent: Bool) throws {
    let scenes = try [old, new].map { try document([box(0, #""width":1,"title":\#($0)"#)]) }
    let difference = SceneDifference(from: scenes[0], to: scenes[1])
    #expect(differenceOutline(difference) == (isDifferent ? ["b0.title: \(old) → \(new)"] : []))
  }

  @Test(arguments: [false, true]) func cancellingEndsAComparisonSoon(isShared: Bool) throws {
    let scene = try document((0..<30_000).map { box($0) })
    let old = try isShared ? scene.document(of: scene.source.snapshot) : scene.copy()
    for node in scene.objects { _ = try scene.apply([.set(key: "width", value: Array("2".utf8))], to: node) }
    let job = InspectorJob()
    let comparison = SceneComparison(from: old, to: scene, under: job)
    var told = 0
    comparison.forEachAttribute { _ in
      told += 1
      if told == 10_000 { job.cancel() }
    }
    #expect((10_000..<10_000 + 4096).contains(told))
  }
}
