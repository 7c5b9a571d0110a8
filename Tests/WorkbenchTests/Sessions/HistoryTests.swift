import InspectorKit
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// A component that warns during undo, and rejects one value then.
@Component final class Clerk: Component {
  @Inspectable var level = 0 {
    didSet {
      guard cause == .undo else { return }
      if level == 1 { reject("not again") } else { warn("back to \(level)") }
    }
  }
}

private enum Clerks: InspectorPlugin {
  static var components: [Component.Type] { [Clerk.self] }
}

@Suite struct HistoryTests {
  private static let room = ##"{"id":"a","class":"Box","attributes":{"width":1}},{"id":"b","class":"Box"}"##

  private func set(_ scene: SceneSession, _ text: String, _ value: String, key: String? = nil) throws {
    _ = try scene.perform(EditRequest(selector(text), [Assignment("width", .set(value))]), mergeKey: key)
  }

  /// Returns a scene whose clock stands still.
  private func stillStage() throws -> SceneSession {
    let scene = try stage(Self.room)
    let now = ContinuousClock.now
    scene.steps.now = { now }
    return scene
  }

  /// Returns the steps, with `+` for a step in effect, and `-` for an undone step.
  private func outline(_ scene: SceneSession) -> [String] {
    scene.history.map { "\($0.number)\($0.isUndone ? "-" : "+") \($0.name)\($0.edits == 1 ? "" : " ×\($0.edits)")" }
  }

  private func refusal(_ body: () throws(Diagnostic) -> Void) -> String {
    do throws(Diagnostic) {
      try body()
      return "no error"
    } catch { return "\(error.code): \(error.message)" }
  }

  @Test func stepsHaveTheWordsOfTheirCommands() throws {
    let scene = try stage(Self.room)
    try set(scene, "#a", "2")
    try scene.make(.remove(selector("#b")), .setName(selector("#a"), to: "Ann"))
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "red")]))
    _ = try scene.perform(EditRequest(selector("Box"), [Assignment("width", .add("1")), Assignment("title", .unset)]))
    #expect(try scene.undo()?.name == "set Box width+=1 --unset title")
    #expect(
      outline(scene) == [
        "1+ set #a width=2", "2+ remove #b, and 1 more", "3+ palette set brand=red",
        "4- set Box width+=1 --unset title",
      ])
    #expect(try scene.undo()?.number == 3)
    #expect(try scene.redo()?.name == "palette set brand=red")
    try scene.make(.insert(objects: [#"{"id":"c","class":"Box"}"#], at: StepPlace()))
    #expect(outline(scene).last == "4+ insert an object")
    _ = try scene.perform(EditRequest(selector("#c"), [Assignment("width", .set("4"))]), named: "widen")
    #expect(outline(scene).last == "5+ widen")
  }

  @Test func repeatedSetsWithOneKeyBecomeOneStep() throws {
    let scene = try stillStage()
    let original = scene.text
    for value in ["2", "3", "4"] { try set(scene, "#a", value, key: "width") }
    #expect(outline(scene) == ["1+ set #a width=4 ×3"])
    #expect(scene.version == 3)
    let last = scene.text
    try scene.undo()
    #expect(scene.text == original)
    try scene.redo()
    #expect(scene.text == last)
    // New edits do not merge with steps that were undone or saved in between.
    try set(scene, "#a", "5", key: "width")
    #expect(outline(scene).count == 2)
  }

  @Test func setsOfOtherObjectsOrPropertiesOrWithoutKeyAreStepsOfTheirOwn() throws {
    let scene = try stage(Self.room)
    try set(scene, "#a", "2", key: "k")
    try set(scene, "#b", "2", key: "k")
    _ = try scene.perform(EditRequest(selector("#b"), [Assignment("title", .set("x"))]), mergeKey: "k")
    try set(scene, "#b", "3")
    try set(scene, "#b", "4")
    #expect(scene.history.count == 5)
  }

  @Test func hooksKnowThatAnEditIsUndoneAndCannotPreventIt() throws {
    let text = #"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Clerk"}]}"#
    let document = try SceneDocument(bytes: Array(text.utf8), name: "scene.json")
    let scene = SceneSession(document, library: PluginLibrary(inProcess: [Clerks.self]))
    for value in ["1", "2"] { _ = try scene.perform(EditRequest(selector("#a"), [Assignment("level", .set(value))])) }
    nonisolated(unsafe) var traced: [Lifecycle] = []
    scene.traceLifecycles { traced.append($0) }
    #expect(
      try scene.undo()?.warnings.map(\.text) == [
        "scene.json: warning: 'Clerk' refuses 'a.level', so its default is used: not again"
      ])
    #expect(traced.map(\.cause) == [.undo] && traced[0].steps.allSatisfy { $0.phase == .undo })
    #expect(scene.text.contains(#""level":1"#))
    #expect(try scene.redo()?.warnings.map(\.message) == ["'a.level': back to 2"])
    #expect(scene.history.allSatisfy { $0.warnings.isEmpty })
    // A cancelled undo has no effect.
    scene.traceLifecycles { _ in scene.job.cancel() }
    let last = scene.text
    #expect(throws: Diagnostic.self) { try scene.undo() }
    scene.job.reset()
    #expect(scene.text == last && scene.history.count { $0.isUndone } == 0)
  }

  @Test func aDragEndsWhenItsCallerSaysSo() throws {
    let scene = try stillStage()
    try set(scene, "#a", "2", key: "drag")
    try set(scene, "#a", "3", key: "drag")
    scene.endMerging()
    try set(scene, "#a", "4", key: "drag")
    try set(scene, "#a", "5", key: "drag")
    #expect(outline(scene) == ["1+ set #a width=3 ×2", "2+ set #a width=5 ×2"])
  }

  @Test func aDragEndsAfterASecondWithoutAnEdit() throws {
    let scene = try stage(Self.room)
    var now = ContinuousClock.now
    scene.steps.now = { now }
    try set(scene, "#a", "2", key: "drag")
    for value in ["3", "4", "5"] {
      now += .seconds(1)
      try set(scene, "#a", value, key: "drag")
    }
    now += .milliseconds(1001)
    try set(scene, "#a", "6", key: "drag")
    #expect(outline(scene) == ["1+ set #a width=5 ×4", "2+ set #a width=6"])
  }

  @Test func aMergeTakesInObjectsThatHadTheValueAlready() throws {
    let scene = try stillStage()
    let original = scene.text
    // The first changes only `b`, the second both.
    try set(scene, "Box", "1", key: "k")
    try set(scene, "Box", "2", key: "k")
    #expect(outline(scene) == ["1+ set Box width=2 ×2"])
    try scene.undo()
    #expect(scene.text == original)
  }

  @Test func aTransactionIsOneStep() throws {
    let scene = try stage(Self.room)
    try set(scene, "#a", "9")
    let start = scene.text
    try scene.begin(named: "rebuild")
    #expect(scene.transaction == "rebuild")
    try set(scene, "Box", "2")
    try scene.make(.move(selector("#b"), to: StepPlace(in: selector("#a"))), .rename(selector("#a"), id: "top"))
    try set(scene, "#top", "3")
    _ = try scene.perform(EditRequest(palette: [.set(name: "brand", to: "red")]))
    try scene.make(.remove(selector("#b")))
    let end = scene.text
    let step = try scene.commit()
    #expect(step?.name == "rebuild" && step?.edits == 5 && step?.number == 2)
    #expect(outline(scene) == ["1+ set #a width=9", "2+ rebuild ×5"])
    #expect(scene.transaction == nil)
    for _ in 0..<3 {
      try scene.undo()
      #expect(scene.text == start)
      try scene.redo()
      #expect(scene.text == end)
    }
  }

  @Test func aRollbackLeavesNothingAndWhatCouldBeRedoneBeforeCanBeAgain() throws {
    let scene = try stage(Self.room)
    try set(scene, "#a", "2")
    try set(scene, "#a", "3")
    try scene.undo()
    let start = scene.text
    try scene.begin(named: "try")
    #expect(try scene.redo() == nil)
    try set(scene, "#b", "7")
    try scene.make(.remove(selector("#a")))
    try scene.undo()
    try scene.make(.remove(selector("#b")))
    nonisolated(unsafe) var causes: [SceneChange.Cause] = []
    _ = scene.observe { causes.append($0.cause) }
    #expect(try scene.rollback() == 2)
    // A single change, which a journal contains completely or not at all.
    #expect(causes == [.rollback])
    #expect(scene.text == start)
    #expect(outline(scene) == ["1+ set #a width=2", "2- set #a width=3"])
    #expect(try scene.redo()?.name == "set #a width=3")
  }

  @Test func aRollbackOverATakeInLeavesNoSavedState() throws {
    let scene = try stage(Self.room)
    try scene.begin(named: "try")
    try set(scene, "#b", "7")
    // The file changed, and its changes were merged.
    scene.steps.mark(isSaved: false)
    try scene.rollback()
    #expect(scene.steps.isAwayFromSaved)
  }

  @Test func anEmptyTransactionIsNoStep() throws {
    let scene = try stage(Self.room)
    try set(scene, "#a", "2")
    try scene.undo()
    try scene.begin(named: "nothing")
    #expect(try scene.commit() == nil)
    #expect(outline(scene) == ["1- set #a width=2"])
  }

  @Test func transactionsAreRefusedWithWords() throws {
    let scene = try stage(Self.room)
    #expect(
      refusal { () throws(Diagnostic) in try scene.commit() }
        == "edit.transaction: there is no transaction to commit; begin one first")
    #expect(
      refusal { () throws(Diagnostic) in try scene.rollback() }
        == "edit.transaction: there is no transaction to roll back; begin one first")
    try set(scene, "#a", "2")
    try scene.begin(named: "one")
    #expect(
      refusal { () throws(Diagnostic) in try scene.begin(named: "two") }
        == "edit.transaction: the transaction 'one' is open; commit it or roll it back before you begin another")
    #expect(
      refusal { () throws(Diagnostic) in try scene.undo() }
        == "edit.transaction: nothing is left to undo in the transaction 'one'; commit it or roll it back first")
    #expect(try scene.rollback() == 0)
    #expect(try scene.undo()?.name == "set #a width=2")
  }

  /// Checks `isModified` in every state against the saved text.
  @Test(arguments: 1...60)
  func modifiedIsWhatDiffersFromTheSavedPosition(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let scene = try stage(Self.room)
    var saved = scene.text
    for number in 0..<60 {
      switch random.next(9) {
      case 0...2: try set(scene, "#a", "0.\(number + 10)")
      case 3: try set(scene, "#a", "0.\(number + 10)", key: "k")
      case 4: if scene.transaction == nil { try scene.begin(named: "t") } else { try scene.commit() }
      case 5: if scene.transaction != nil { try scene.rollback() }
      case 6: _ = try? scene.undo()
      case 7: _ = try scene.redo()
      default:
        scene.steps.beginSaving()
        scene.steps.endSaving()
        (saved, scene.savedText) = (scene.text, scene.document.source.snapshot)
      }
      // Each state has a different text, so only the saved position has the saved text. A forgotten position may make
      // the session count as modified, but never the reverse.
      if !scene.isModified { #expect(scene.text == saved) }
      if scene.text != saved { #expect(scene.isModified) }
    }
  }
}

extension SeededGenerator {
  /// Returns a number from 0 up to `count`, exclusive.
  mutating func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
