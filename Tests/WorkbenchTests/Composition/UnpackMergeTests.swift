import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests of merges in which one side unpacks a placeholder, and the other side edits its content.
@Suite struct UnpackMergeTests {
  /// A folder with templates, and a scene with a placeholder for the lamp.
  private struct Folder {
    let folder = try? PluginFolder()
    let library = PluginLibrary(inProcess: [Stage.self])
    let base: String

    init(_ reference: String = "lamp.scene.json", members: String = "") throws {
      base =
        #"{"format":"inspector-scene/1","objects":[{"id":"card","class":"Box","ref":"\#(reference)"\#(members)},{"id":"b","class":"Box"}]}"#
      try StageTemplates.write(to: try #require(folder).path)
    }

    func open(_ text: String? = nil) throws -> SceneSession {
      let name = try #require(folder).path + "/scene.json"
      return try SceneSession.open(bytes: Array((text ?? base).utf8), name: name, library: library)
    }

    /// Makes edits on both sides, and returns the merged scene and the conflicts.
    func merge(
      _ ours: [EditStep], _ theirs: [EditStep], prefersTheirs: Bool = false
    ) throws -> (scene: SceneSession, conflicts: [String]) {
      let (mine, other) = (try open(), try open())
      for (session, steps) in [(mine, ours), (other, theirs)] {
        for step in steps { _ = try session.perform(EditRequest([step])) }
      }
      let before = mine.text
      let conflicts = try mine.merge(
        base: try open().document, theirs: other.document, named: "merge", .init(prefersTheirs: prefersTheirs))
      let merged = mine.text
      if merged != before {
        try mine.undo()
        #expect(mine.text == before)
        try mine.redo()
      }
      #expect(mine.text == merged)
      #expect(try open(merged).objectOutline == mine.objectOutline)
      return (mine, conflicts.map(\.message))
    }
  }

  private static func set(_ id: String, _ name: String, _ value: String) -> EditStep {
    .set(Selector(ids: [id]), [Assignment(name, .set(value))])
  }

  private let unpack = EditStep.unpack(Selector(ids: ["card"]))

  private func width(_ scene: SceneSession, _ id: String) -> String? { value(scene, "width", id) }

  private func value(_ scene: SceneSession, _ key: String, _ id: String) -> String? {
    let document = scene.document
    guard let node = document.node(id: id), let text = document.attribute(key, of: node) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("an edit of an inner object meets the object that the other side has unpacked", arguments: [false, true])
  func valuesMeetUnpackedObjects(_ isOurs: Bool) throws {
    let folder = try Folder(members: #","overrides":{"foot":{"width":8}}"#)
    let edits = [
      Self.set("card/bulb", "width", "3"), Self.set("card", "width", "9"), Self.set("b", "near", "card/bulb"),
    ]
    let (scene, conflicts) = try folder.merge(isOurs ? [unpack] : edits, isOurs ? edits : [unpack])
    #expect(conflicts == [])
    #expect(width(scene, "bulb") == "3" && width(scene, "card") == "9" && width(scene, "foot") == "8")
    #expect(value(scene, "near", "b") == #""bulb""#)
    #expect(!scene.text.contains("overrides") && !scene.text.contains(#""ref""#), "\(scene.text)")
    #expect(scene.document.objectCount == 5)
  }

  @Test func twoValuesOfOneObjectAreAConflict() throws {
    let folder = try Folder()
    let both = (
      [unpack, Self.set("bulb", "width", "5")], [Self.set("card/bulb", "width", "3")]
    )
    let (scene, conflicts) = try folder.merge(both.0, both.1)
    #expect(conflicts == ["'bulb.width' is 5 here and 3 there"] && width(scene, "bulb") == "5")
    let (other, more) = try folder.merge(both.1, both.0)
    #expect(more == ["'bulb.width' is 3 here and 5 there"] && width(other, "bulb") == "3")
    let (removed, lost) = try folder.merge([unpack, .remove(Selector(ids: ["bulb"]))], both.1)
    #expect(lost == ["'bulb' was removed here and changed there"])
    #expect(!removed.text.contains("overrides"), "\(removed.text)")
    let (kept, found) = try folder.merge(both.1, [unpack, .remove(Selector(ids: ["bulb"]))])
    #expect(found == ["'bulb' was changed here and removed there"] && width(kept, "bulb") == "3")
  }

  @Test("overrides of a template that the other side replaced are a conflict", arguments: [false, true])
  func replacedTemplates(_ isOurs: Bool) throws {
    let folder = try Folder()
    let edited = try folder.open()
    try edited.set("#card/bulb", "width", "3")
    let replaced = try folder.open(
      folder.base.replacingOccurrences(of: #""lamp.scene.json""#, with: #""corner.scene.json#corner""#))
    let scene = isOurs ? replaced : edited
    // Beside a change of the placeholder there is another one.
    try scene.set("#b", "width", "4")
    let (ours, theirs) = (scene.text, isOurs ? edited.document : replaced.document)
    let conflicts = try scene.merge(base: try folder.open().document, theirs: theirs, named: "merge").map(\.message)
    #expect(
      conflicts == [
        isOurs ? "'card/bulb' was removed here and changed there" : "'card/bulb' was changed here and removed there"
      ])
    #expect(scene.text == ours)
    if !isOurs {
      let options = SceneSession.MergeOptions(prefersTheirs: true)
      #expect(try scene.merge(base: try folder.open().document, theirs: theirs, named: "merge", options) == [])
      #expect(scene.text.contains("corner") && !scene.text.contains("overrides"), "\(scene.text)")
    }
  }

  @Test("without the template, an edit of an unpacked placeholder is a conflict")
  func missingTemplates() throws {
    let folder = try Folder("missing.scene.json")
    let scene = try folder.open(folder.base.replacingOccurrences(of: #","ref":"missing.scene.json""#, with: ""))
    let theirs = try folder.open(
      folder.base.replacingOccurrences(
        of: #""missing.scene.json""#, with: #""missing.scene.json","overrides":{"bulb":{"width":3}}"#))
    try scene.set("#b", "width", "4")
    let ours = scene.text
    let conflicts = try scene.merge(base: try folder.open().document, theirs: theirs.document, named: "merge")
    #expect(conflicts.map(\.message) == ["'card/bulb' was removed here and changed there"] && scene.text == ours)
  }

  /// Checks that merging with an unpacked placeholder equals merging without and unpacking afterwards. No value equals
  /// the template's, since an override with the template's value is no change after unpacking.
  @Test(arguments: 1...60, [false, true])
  func unpackingAndMergingCommute(_ seed: Int, isOurs: Bool) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try Folder(StageTemplates.names[random.next(3)])
    let objects = Self.ids(of: try folder.open().document)
    func edits() -> [EditStep] {
      (0..<random.next(4) + 1).map { _ in
        Self.set(
          objects[random.next(objects.count)], ["width", "title"][random.next(2)], "\(random.next(3) + 7)")
      }
    }
    let (ours, theirs) = (edits(), edits())
    let (plain, conflicts) = try folder.merge(ours, theirs)
    _ = try plain.perform(EditRequest([unpack]))
    let (scene, found) = try folder.merge(ours + (isOurs ? [unpack] : []), theirs + (isOurs ? [] : [unpack]))
    #expect(scene.objectOutline.map(Self.sorted) == plain.objectOutline.map(Self.sorted), "seed \(seed)")
    #expect(found.count == conflicts.count, "seed \(seed): \(found)")
  }

  private static func ids(of document: SceneDocument) -> [String] { document.objects.map { document.id($0) } }

  /// Returns a line of an outline with its values sorted by name.
  private static func sorted(_ line: String) -> [Substring] {
    let words = line.split(separator: " ")
    return Array(words.prefix(3)) + words.dropFirst(3).sorted()
  }
}
