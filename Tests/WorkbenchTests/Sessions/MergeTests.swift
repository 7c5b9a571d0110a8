import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import ComponentModel
@testable import SceneComparing
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Returns a line for each difference.
func differenceOutline(_ difference: SceneDifference) -> [String] {
  var result = EditResult()
  result.structure = difference.structure
  return stepOutline(result)
    + difference.attributes.map { "\($0.object).\($0.property): \($0.old ?? "none") → \($0.new ?? "none")" }
    + difference.colors.map { "colour \($0.name): \($0.old ?? "none") → \($0.new ?? "none")" }
    + difference.members.map { "\($0.object ?? "scene") \($0.key): \($0.old ?? "none") → \($0.new ?? "none")" }
}

private struct Unexpected: Error { var what: String }

@Suite struct MergeTests {
  private static let objects =
    ##"{"id":"a","class":"Box","attributes":{"width":1,"tint":"red"},"children":[{"id":"b","class":"Lamp"},{"id":"c","class":"Lamp"}]},{"id":"d","class":"Box"}"##

  private func document(_ objects: String, head: String = "") throws -> SceneDocument {
    let text = #"{"format":"inspector-scene/1",\#(head)"objects":[\#(objects)]}"#
    return try SceneDocument(bytes: Array(text.utf8), name: "scene")
  }

  @Test func differencesAreToldByObjectAndProperty() throws {
    let old = try document(Self.objects, head: ##""name":"Old","palette":{"ink":"#000","sea":"#00F"},"##)
    let new = try document(
      ##"{"id":"d","class":"Mirror","name":"Dee"},{"id":"a","class":"Box","lost":1,"attributes":{"tint":"red","width":2,"title":"x"},"children":[{"id":"c","class":"Lamp"},{"id":"e","class":"Box","children":[{"id":"f","class":"Box"}]}]}"##,
      head: ##""name":"New","palette":{"ink":"#111","sky":"#00F"},"##)
    #expect(
      differenceOutline(SceneDifference(from: old, to: new)) == [
        "d Mirror: moved scene 1 → scene 0", "d Mirror: class Box → Mirror", "d Mirror: name none → Dee",
        "e Box: inserted at a 1, 2", "b Lamp: removed from a 0, 1", "a.width: 1 → 2", "a.title: none → \"x\"",
        "colour ink: \"#000\" → \"#111\"", "colour sky: none → \"#00F\"", "colour sea: \"#00F\" → none",
        "scene name: \"Old\" → \"New\"", "a lost: none → 1",
      ])
    #expect(SceneDifference(from: new, to: new).isEmpty)
    let laidOut = try document("{ \"class\":\"Box\",\n\"id\":\"d\", \"attributes\": { } }")
    let plain = try document(##"{"id":"d","class":"Box"}"##)
    #expect(SceneDifference(from: laidOut, to: plain).isEmpty)
  }

  @Test func conflictsAreToldInOneLine() {
    let frame = SceneConflict(
      object: "a", subject: .property("frame"), base: nil, ours: "{\n  \"x\": 1,\n  \"y\": 2\n}", theirs: nil)
    #expect(frame.message == #"'a.frame' is {"x":1,"y":2} here and not stored there"#)
    let named = SceneConflict(object: "a", subject: .className, base: "Box", ours: "A Box", theirs: "Lamp")
    #expect(named.message == "the class of 'a' is A Box here and Lamp there")
  }

  /// Checks that ids are compared by bytes: changes of the objects "é" and "e" with a combining accent do not conflict.
  @Test func idsAreTheSameWhereTheirBytesAre() throws {
    func boxes(_ first: Int, _ second: Int) -> String {
      [("\u{E9}", first), ("e\u{301}", second)].map { id, width in
        #"{"id":"\#(id)","class":"Box","attributes":{"width":\#(width)}}"#
      }.joined(separator: ",")
    }
    func merge(prefersTheirs: Bool = false, ours: (Int, Int), theirs: (Int, Int)) throws -> (SceneMerge, String) {
      let merge = SceneMerge(
        base: try document(boxes(1, 1)), ours: try document(boxes(ours.0, ours.1)),
        theirs: try document(boxes(theirs.0, theirs.1)), prefersTheirs: prefersTheirs,
        library: PluginLibrary(inProcess: [Stage.self]))
      _ = try merge.ours.store(merge.edit())
      return (merge, String(decoding: merge.ours.bytes(), as: UTF8.self))
    }
    let (merged, text) = try merge(ours: (2, 1), theirs: (1, 3))
    #expect(merged.conflicts.isEmpty && text.utf8.elementsEqual(scene(boxes(2, 3)).utf8))
    let (crossed, kept) = try merge(ours: (2, 1), theirs: (3, 4))
    #expect(crossed.conflicts.count == 1 && kept.utf8.elementsEqual(scene(boxes(2, 4)).utf8))
  }

  private func scene(_ objects: String) -> String { #"{"format":"inspector-scene/1","objects":[\#(objects)]}"# }

  @Test func aScratchIsCommittedAsOneStep() throws {
    let scene = try stage(Self.objects)
    let before = scene.text
    let scratch = try scene.scratch(named: "try it")
    #expect(!scratch.isModified)
    #expect(!scratch.isEdited)
    try scratch.session.set("#a", "width", "5")
    #expect(scratch.isEdited)
    try scratch.session.undo()
    #expect(!scratch.isEdited)
    try scratch.session.redo()
    try scratch.session.make(.remove(selector("#b")))
    #expect(scene.text == before)
    #expect(differenceOutline(scratch.difference()) == ["b Lamp: removed from a 0, 1", "a.width: 1 → 5"])
    #expect(try scratch.commit() == [])
    #expect(scene.text == scratch.session.text)
    #expect(scene.history.map(\.name) == ["try it"])
    #expect(!scratch.isModified && !scratch.isEdited)
    try scene.undo()
    #expect(scene.text == before)
  }

  @Test func componentsJudgeWhatIsMerged() throws {
    let scene = try stage(#"{"id":"a","class":"Box"},{"id":"b","class":"Box"}"#)
    let scratch = try scene.scratch(named: "a lamp")
    try scratch.session.make(.insert(objects: [#"{"id":"l","class":"Lamp"}"#], at: StepPlace(in: selector("#a"))))
    try scene.set("#a", "tint", "red")
    let (ours, theirs) = (scene.text, scratch.session.text)
    func refusal(_ body: () throws -> Void) -> String {
      do { try body() } catch let error as Diagnostic { return "\(error.code): \(error.message)" } catch {}
      return "no error"
    }
    #expect(refusal { _ = try scratch.commit() } == "hook.rejected: 'l': red light is for darkrooms")
    #expect(refusal { try scratch.refresh() } == "hook.rejected: 'l': red light is for darkrooms")
    #expect(scene.text == ours && scratch.session.text == theirs && scene.history.count == 1)
    // Values are held against their ranges, too, and what was wrong before is no reason.
    let base = try SceneDocument(bytes: Array(ours.utf8), name: "base")
    func file(_ attributes: String) throws -> SceneDocument {
      let text = ours.split(separator: #"{"id":"b","class":"Box"}"#, omittingEmptySubsequences: false)
        .joined(separator: #"{"id":"b","class":"Box","attributes":\#(attributes)}"#)
      return try SceneDocument(bytes: Array(text.utf8), name: "file")
    }
    let wide = try file(#"{"width":99}"#)
    #expect(
      refusal { _ = try scene.merge(base: base, theirs: wide, named: "take in") }.hasPrefix("value.range: 'b': 'width'")
    )
    #expect(scene.text == ours)
    let kept = SceneSession(wide, library: PluginLibrary(inProcess: [Stage.self]))
    let both = try file(#"{"width":99,"title":"t"}"#)
    #expect(try kept.merge(base: try file(#"{"width":99}"#), theirs: both, named: "take in") == [])
  }

  @Test func whatTheFileHasWinsWhereThatIsSaid() throws {
    let scene = try stage(#"{"id":"a","class":"Box"},{"id":"b","class":"Box"}"#)
    let base = try SceneDocument(bytes: Array(scene.text.utf8), name: "base")
    let file = try stage(scene.objects)
    for (session, value) in [(scene, "2"), (file, "3")] {
      try session.set("#a", "width", value)
      try session.make(.setName(selector("#a"), to: value))
    }
    try file.make(.remove(selector("#b")))
    try scene.set("#b", "width", "4")
    let options = SceneSession.MergeOptions(isWhole: true, prefersTheirs: true)
    #expect(try scene.merge(base: base, theirs: file.document, named: "take in", options) == [])
    #expect(scene.text == file.text)
  }

  @Test func anObjectThatIsMovedTakesInAnother() throws {
    let scene = try stage(Self.objects)
    let scratch = try scene.scratch(named: "try it")
    try scratch.session.make(.move(selector("#c"), to: StepPlace()))
    try scratch.session.make(.move(selector("#d"), to: StepPlace(in: selector("#c"))))
    try scene.set("#a", "width", "7")
    #expect(try scratch.commit() == [])
    let document = scene.document
    #expect(document.roots.map { document.id($0) } == ["a", "c"])
    #expect(document.node(id: "c").map { document.children($0).map { document.id($0) } } == ["d"])
  }

  @Test func aScratchTakesInWhatWasChangedMeanwhileAndTellsConflicts() throws {
    let scene = try stage(Self.objects)
    let scratch = try scene.scratch(named: "try it")
    try scratch.session.set("#a", "width", "5")
    try scratch.session.set("#d", "title", "mine")
    try scratch.session.make(.remove(selector("#c")))
    try scene.set("#a", "width", "7")
    try scene.set("#a", "title", "theirs")
    try scene.set("#c", "glow", "red")
    let (mine, theirs) = (scratch.session.text, scene.text)
    let conflicts = try scratch.commit()
    #expect(
      conflicts.map(\.message) == ["'a.width' is 7 here and 5 there", "'c' was changed here and removed there"])
    #expect(scene.text == theirs && scratch.session.text == mine, "a conflict keeps everything out")
    #expect(
      try scratch.refresh().map(\.message) == [
        "'a.width' is 5 here and 7 there", "'c' was removed here and changed there",
      ])
    #expect(
      differenceOutline(scratch.difference()) == [
        "c Lamp: removed from a 1, 1", "a.width: 7 → 5", "d.title: none → \"mine\"",
      ])
    #expect(scratch.isEdited)
    #expect(try scratch.commit() == [])
    #expect(!scratch.isEdited)
    try scene.set("#a", "width", "6")
    #expect(try scratch.refresh() == [])
    #expect(!scratch.isEdited, "what was only taken in is the scene's")
    try scene.undo()
    #expect(
      scene.objects
        == ##"{"id":"a","class":"Box","attributes":{"width":5,"tint":"red","title":"theirs"},"children":[{"id":"b","class":"Lamp"}]},{"id":"d","class":"Box","attributes":{"title":"mine"}}"##
    )
    try scene.undo()
    #expect(scene.text == theirs)
  }

  @Test func changesOfTheFileAreTakenInByProperty() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    guard case .unchanged = session.fileState() else { throw Unexpected(what: "the file is as it was") }
    try session.set("#a", "width", "2")
    try stage.write(JournalStage.text)
    guard case .unchanged = session.fileState() else { throw Unexpected(what: "an equal file is no other") }
    try stage.write(
      ##"{"format":"inspector-scene/1","objects":[{"id":"a","class":"Box","attributes":{"width":9,"title":"t"}},{"id":"new","class":"Box"},{"id":"b","class":"Box"}]}"##
    )
    guard case .changed(let theirs) = session.fileState() else { throw Unexpected(what: "the file is another") }
    #expect(
      try differenceOutline(session.difference(to: theirs)) == [
        "new Box: inserted at scene 1, 1", "a.width: none → 9", "a.title: none → \"t\"",
      ])
    let mine = session.text
    #expect(try session.takeInFile(theirs).map(\.message) == ["'a.width' is 2 here and 9 there"])
    #expect(session.text == mine, "a conflict keeps everything out")
    guard case .changed = session.fileState() else { throw Unexpected(what: "nothing was taken in") }
    #expect(try session.takeInFile(theirs, keeping: .ours).map(\.message) == ["'a.width' is 2 here and 9 there"])
    #expect(
      session.objects
        == ##"{"id":"a","class":"Box","attributes":{"width":2,"title":"t"}},{"id":"new","class":"Box"},{"id":"b","class":"Box"}"##
    )
    #expect(session.isModified)
    #expect(session.history.map(\.name) == ["set #a width=2", "take in changes of the file"])
    let found = try #require(try stage.recoveries().first)
    #expect(found.fit == .file)
    #expect(try found.text() == session.document.bytes())
    #expect(try differenceOutline(session.unsavedDifference()) == ["a.width: 9 → 2"])
    try session.save()
    #expect(stage.fileText == session.text)
    // Where nothing was changed here, the file's text is taken as it is.
    try stage.write(JournalStage.text)
    guard case .changed(let again) = session.fileState() else { throw Unexpected(what: "the file is another") }
    #expect(try session.takeInFile(again) == [])
    #expect(!session.isModified)
    #expect(session.text == JournalStage.text)
    #expect(try stage.recoveries().isEmpty)
    try FileManager.default.removeItem(atPath: stage.scene)
    guard case .missing = session.fileState() else { throw Unexpected(what: "there is no file") }
    try stage.write("{")
    guard case .unreadable = session.fileState() else { throw Unexpected(what: "the file is no scene") }
  }

  @Test func revertingIsAStep() throws {
    let stage = try JournalStage()
    let session = try stage.open()
    try session.set("#a", "width", "2")
    try session.save()
    let saved = session.text
    try session.make(.remove(selector("#b")))
    let last = session.text
    #expect(try session.revert()?.name == "revert")
    #expect(session.text == saved && !session.isModified)
    #expect(try session.revert() == nil)
    try session.undo()
    #expect(session.text == last && session.isModified)
  }

  @Test func whatWasLeftIsMadeAgain() throws {
    let stage = try JournalStage()
    let first = try stage.open()
    try first.make(.remove(selector("#b")))
    try first.set("#a", "width", "2")
    let last = first.text
    first.closeJournal()
    let session = try stage.open()
    let found = try #require(session.journal?.recoveries.first)
    #expect(try found.apply(to: session) == [])
    #expect(session.text == last && session.isModified)
    #expect(session.history.map(\.name) == ["recover 2 edits"])
    // It is in the new journal now, and the old one is gone.
    #expect(try stage.recoveries().map { $0.steps.map(\.name) } == [["recover 2 edits"]])
    #expect(try stage.recoveries().first?.text() == Array(last.utf8))
    try session.undo()
    #expect(session.text == JournalStage.text)
    session.closeJournal(discarding: true)
  }

  /// Checks that edits that were left behind twice, by a process killed during recovery, are applied once.
  @Test func whatWasLeftTwiceIsMadeOnce() throws {
    let stage = try JournalStage()
    for _ in 1...2 {
      let session = try stage.open()
      try session.make(
        .insert(objects: [#"{"id":"n","class":"Box","children":[{"id":"m","class":"Lamp"}]}"#], at: StepPlace()),
        .move(selector("#b"), to: StepPlace(.first)), .remove(selector("#a")))
      session.closeJournal()
    }
    let session = try stage.open()
    let found = try #require(session.journal?.recoveries)
    #expect(found.count == 2)
    for recovery in found { #expect(try recovery.apply(to: session) == []) }
    #expect(
      session.objects == #"{"id":"b","class":"Box"},{"id":"n","class":"Box","children":[{"id":"m","class":"Lamp"}]}"#)
    #expect(session.history.count == 1)
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  @Test func whatWasLeftIsTakenIntoAnotherFileOnlyWhereThatIsAskedFor() throws {
    let stage = try JournalStage()
    let first = try stage.open()
    try first.set("#a", "width", "2")
    first.closeJournal()
    try stage.write(JournalStage.text.replacingOccurrences(of: "{\"id\":\"b\"", with: "{\"id\":\"x\""))
    let session = try stage.open()
    let found = try #require(session.journal?.recoveries.first)
    do {
      try found.apply(to: session)
      Issue.record("it was taken")
    } catch {
      #expect(
        error.message
          == "'\(stage.scene)' is not the file in which these edits were made; recover to another file, and compare"
      )
    }
    #expect(try found.apply(to: session, acrossChanges: true) == [])
    #expect(session.objects == ##"{"id":"a","class":"Box","attributes":{"width":2}},{"id":"x","class":"Box"}"##)
    session.closeJournal(discarding: true)
    #expect(stage.files == [])
  }

  /// Checks three-way merges of random edits: every value is that of the side that changed it.
  @Test(arguments: 1...150)
  func everyValueIsThatOfWhoChangedIt(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = Array(RandomSession.text(&random).utf8)
    let library = PluginLibrary(inProcess: [Stage.self])
    func edited(_ seed: UInt64, _ prefix: String) throws -> SceneSession {
      let session = SceneSession(try SceneDocument(bytes: text, name: "scene"), library: library)
      var edits = RandomSession(session, SeededGenerator(seed: seed), prefix: prefix)
      for _ in 0..<random.next(6) { edits.step() }
      return session
    }
    let base = try SceneDocument(bytes: text, name: "scene")
    let ours = try edited(UInt64(seed) &* 3, "o")
    let theirs = try edited(UInt64(seed) &* 7, "t").document
    if ours.transaction != nil { try ours.commit() }
    let before = try ours.document.copy()
    let conflicts = try ours.merge(base: base, theirs: theirs, named: "merge", .init(asksComponents: false))
    let merged = try ours.document.copy()
    let struck = Set(conflicts.compactMap(\.object))
    for node in merged.objects {
      let id = merged.id(node)
      guard !struck.contains(id), let b = base.node(id: id), let o = before.node(id: id), let t = theirs.node(id: id)
      else { continue }
      for key in ["width", "title", "tint"] {
        let (was, mine, other) = (
          base.attribute(key, of: b), before.attribute(key, of: o), theirs.attribute(key, of: t)
        )
        #expect(merged.attribute(key, of: node) == (mine == was ? other : mine), "seed \(seed), \(id).\(key)")
      }
    }
    for document in [before, theirs] where conflicts.isEmpty {
      for node in document.objects where base.node(id: document.id(node)) == nil {
        #expect(merged.node(id: document.id(node)) != nil, "seed \(seed), \(document.id(node)) is new")
      }
    }
    for node in base.objects where conflicts.isEmpty {
      let id = base.id(node)
      let isGone = before.node(id: id) == nil || theirs.node(id: id) == nil
      #expect((merged.node(id: id) == nil) == isGone, "seed \(seed), \(id)")
    }
    if merged.bytes() != before.bytes() { try ours.undo() }
    #expect(ours.document.bytes() == before.bytes(), "seed \(seed)")
    // A side without changes receives all changes of the other.
    let still = SceneSession(try base.copy(), library: library)
    #expect(try still.merge(base: base, theirs: theirs, named: "all", .init(asksComponents: false)) == [])
    #expect(still.document.bytes() == theirs.bytes())
  }
}
