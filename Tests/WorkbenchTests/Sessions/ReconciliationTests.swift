import JSONText
import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of transforming one scene into another, as merges and patches do.
@Suite struct ReconciliationTests {
  private static let library = PluginLibrary(inProcess: [Stage.self])

  private func document(_ text: String) throws -> SceneDocument {
    try SceneDocument(bytes: Array(text.utf8), name: "scene")
  }

  @Test(arguments: 1...150) func anySceneLeadsToAnyOther(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (first, last) = try (document(RandomScene.text(&random)), document(RandomScene.text(&random)))
    try check(from: first, to: last, "seed \(seed)")
  }

  /// Checks that a new object may contain a known one, which in turn contains a new one.
  @Test func newObjectsComeWithinKnownOnesWithinNewOnes() throws {
    let first = try document(#"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box"}]}"#)
    let last = try document(
      #"{"format":"inspector-scene/1","objects":[{"id":"n","class":"Box","children":[{"id":"o","class":"Box"},{"id":"a","class":"Box","children":[{"id":"p","class":"Box","name":"P"}]},{"id":"q","class":"Box"}]}]}"#
    )
    try check(from: first, to: last, "nested")
  }

  @Test func aKeyThatGetsAnotherInItsPlaceIsRenamed() throws {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","attributes":{"#
    let first = try document(text + #""old":2,"title":"x"}}]}"#)
    let last = try document(text + #""width":2,"title":"y"}}]}"#)
    let patch = try PatchSteps(first, Self.library, under: InspectorJob())
    try patch.lead(to: last)
    #expect(patch.document.bytes() == last.bytes())
    #expect(patch.steps.contains(.renameProperty(Selector(ids: ["a"]), from: "old", to: "width")))
  }

  private func check(from first: SceneDocument, to last: SceneDocument, _ name: String) throws {
    let scene = try first.copy()
    let difference = SceneDifference(from: scene, to: last)
    let undo = try scene.store(EditRequest(Reconciliation(of: scene, with: last, in: difference).steps))
    #expect(differenceOutline(SceneDifference(from: scene, to: last)) == [], "\(name)")
    #expect(undo.isEmpty == difference.isEmpty, "\(name)")
    undo.undo(on: scene.model())
    #expect(scene.bytes() == first.bytes(), "\(name)")
    // Beside a change that is ours alone a merge takes all of theirs.
    _ = try scene.applyToPalette([.set(key: "mine", value: Array(##""#123""##.utf8))])
    let merge = SceneMerge(
      base: first, ours: scene, theirs: last, library: PluginLibrary(inProcess: [Stage.self]))
    #expect(merge.conflicts == [], "\(name)")
    _ = try scene.store(merge.edit())
    #expect(
      differenceOutline(SceneDifference(from: scene, to: last)) == [##"colour mine: "#123" → none"##], "\(name)")
    let patch = try PatchSteps(first, Self.library, under: InspectorJob())
    try patch.lead(to: last)
    #expect(differenceOutline(SceneDifference(from: patch.document, to: last)) == [], "\(name)")
  }
}

extension SceneDocument {
  /// Makes an edit as a merge does, without components, and returns its inverse.
  func store(_ request: EditRequest) throws -> InverseEdit {
    let transaction = Transaction(model(), request, judging: .nothing)
    try transaction.perform()
    return transaction.edit
  }

  func model() -> SceneModel {
    SceneModel(document: self, library: PluginLibrary(inProcess: [Stage.self]), under: InspectorJob())
  }
}

/// A generator of scenes with the same few objects, each in a different tree.
enum RandomScene {
  static func text(_ random: inout SeededGenerator) -> String {
    let gap = ["", " ", "\n  ", "\r\n\t"][random.next(4)]
    let comma = [",", "\(gap), "][random.next(2)]
    let colors = ["brand", "ink", "sea"].filter { _ in random.next(2) == 0 }
    var roots: [Int] = []
    var children: [Int: [Int]] = [:]
    let objects = (0..<9).filter { _ in random.next(4) > 0 }.shuffled(using: &random)
    for (count, object) in objects.enumerated() {
      if count > 0, random.next(3) > 0 {
        children[objects[random.next(count)], default: []].append(object)
      } else {
        roots.append(object)
      }
    }
    func text(_ object: Int) -> String {
      var members = [#""id":"o\#(object)""#, #""class":"\#(["Box", "Mirror"][random.next(2)])""#]
      if random.next(3) == 0 { members.append(#""name":"\#(["é", "x"][random.next(2)])""#) }
      var attributes: [String] = []
      if random.next(2) == 0 { attributes.append(#""width":\#(random.next(4)).50"#) }
      if random.next(3) == 0 { attributes.append(#""title":"täxt \#(random.next(2))""#) }
      if let color = colors.first, random.next(3) == 0 { attributes.append(#""tint": "\#(color)""#) }
      if random.next(2) == 0 { attributes.reverse() }
      if !attributes.isEmpty || random.next(4) == 0 {
        members.append("\"attributes\":\(gap){\(attributes.joined(separator: ", "))}")
      }
      let inner = children[object, default: []].map(text)
      if !inner.isEmpty || random.next(4) == 0 { members.append("\"children\":[\(inner.joined(separator: comma))]") }
      return "{\(gap)\(members.joined(separator: ",\(gap)"))\(gap)}"
    }
    let palette = colors.map { "\"\($0)\":\"#\(random.next(2))69\"" }.joined(separator: ", ")
    let head = "\"format\":\"inspector-scene/1\"," + (palette.isEmpty ? "" : "\(gap)\"palette\":{\(palette)},")
    return "{\(gap)\(head)\(gap)\"objects\":[\(roots.map(text).joined(separator: comma))]}\n"
  }
}
