import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that a merge recognises renamed objects.
@Suite struct RenameMergeTests {
  private static let library = PluginLibrary(inProcess: [Stage.self])

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var base = RenameMergeTests.scene
    var ours: String
    var theirs: String
    var merged: String
    var conflicts: [String] = []
    /// The merged objects if the other side wins.
    var preferred: String?

    var testDescription: String { name }
  }

  private static let scene = card(badge: "badge", width: 7)

  /// Returns a card with two objects, the second of which refers to the first.
  private static func card(badge: String, width: Int = 7, near: String? = nil, inside: String = "", title: String = "t")
    -> String
  {
    let children = inside.isEmpty ? "" : #","children":[\#(inside)]"#
    return
      #"{"id":"card","class":"Box","children":[{"id":"\#(badge)","class":"Box","attributes":{"width":\#(width),"tint":"red"}\#(children)},{"id":"label","class":"Box","attributes":{"title":"\#(title)","near":"\#(near ?? badge)"}}]}"#
  }

  static let rows: [Row] = [
    Row(
      name: "a value", ours: card(badge: "badge", width: 9), theirs: card(badge: "logo"),
      merged: card(badge: "logo", width: 9)),
    Row(
      name: "a value, ours renamed", ours: card(badge: "logo"), theirs: card(badge: "badge", width: 9),
      merged: card(badge: "logo", width: 9)),
    Row(
      name: "a child", ours: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#), theirs: card(badge: "logo"),
      merged: card(badge: "logo", inside: #"{"id":"dot","class":"Lamp"}"#)),
    Row(
      name: "a child, ours renamed", ours: card(badge: "logo"),
      theirs: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      merged: card(badge: "logo", inside: #"{"id":"dot","class":"Lamp"}"#)),
    Row(
      name: "both, and both changed values", ours: card(badge: "logo", title: "o"),
      theirs: card(badge: "logo", width: 8), merged: card(badge: "logo", width: 8, title: "o")),
    Row(
      name: "to different ids", ours: card(badge: "mine", title: "o"), theirs: card(badge: "new"),
      merged: card(badge: "mine", title: "o"), conflicts: ["'badge' was renamed to 'mine' here and to 'new' there"],
      preferred: card(badge: "new", title: "o")),
    Row(
      name: "renamed and removed",
      ours: #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"o"}}]}"#,
      theirs: card(badge: "logo"),
      merged: #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"o"}}]}"#,
      conflicts: ["'badge' was removed here and changed there"]),
    Row(
      name: "removed and renamed here", ours: card(badge: "logo", title: "o"),
      theirs: #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"t"}}]}"#,
      merged:
        #"{"id":"card","class":"Box","children":[{"id":"logo","class":"Box","attributes":{"width":7,"tint":"red"}},{"id":"label","class":"Box","attributes":{"title":"o"}}]}"#,
      conflicts: ["'logo' was changed here and removed there"],
      preferred: #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"o"}}]}"#),
    Row(
      name: "the id is another object's here",
      ours: card(badge: "badge", title: "o") + #",{"id":"logo","class":"Lamp"}"#,
      theirs: card(badge: "logo", width: 7),
      merged: card(badge: "badge", title: "o") + #",{"id":"logo","class":"Lamp"}"#,
      conflicts: ["'badge' was renamed to 'logo' there, which another object has here"]),
    Row(
      name: "with further values", base: #"{"id":"badge","class":"Box","attributes":{"width":7}}"#,
      ours: #"{"id":"badge","class":"Box","attributes":{"width":9}}"#,
      theirs: #"{"id":"logo","class":"Box","attributes":{"width":7,"title":"n","tint":"red"}}"#,
      merged: #"{"id":"logo","class":"Box","attributes":{"width":9,"title":"n","tint":"red"}}"#),
    Row(
      name: "another object", ours: card(badge: "badge", width: 9),
      theirs:
        #"{"id":"card","class":"Box","children":[{"id":"logo","class":"Lamp","attributes":{"glow":"blue"}},{"id":"label","class":"Box","attributes":{"title":"t","near":"badge"}}]}"#,
      merged:
        #"{"id":"card","class":"Box","children":[{"id":"logo","class":"Lamp","attributes":{"glow":"blue"}},{"id":"badge","class":"Box","attributes":{"width":9,"tint":"red"}},{"id":"label","class":"Box","attributes":{"title":"t","near":"badge"}}]}"#,
      conflicts: ["'badge' was changed here and removed there"]),
    Row(
      name: "a parent with what is in it", base: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      ours: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp","attributes":{"width":2}}"#),
      theirs: card(badge: "logo", width: 3, inside: #"{"id":"dot","class":"Lamp"}"#),
      merged: card(badge: "logo", width: 3, inside: #"{"id":"dot","class":"Lamp","attributes":{"width":2}}"#)),
    Row(
      name: "a parent and its child", base: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      ours: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp","attributes":{"width":2}}"#),
      theirs: card(badge: "logo", inside: #"{"id":"point","class":"Lamp"}"#),
      merged: card(badge: "logo", inside: #"{"id":"point","class":"Lamp","attributes":{"width":2}}"#)),
    Row(
      name: "a new reference", base: scene + #",{"id":"b","class":"Box"}"#,
      ours: scene + #",{"id":"b","class":"Box","attributes":{"near":"badge"}}"#,
      theirs: card(badge: "logo") + #",{"id":"b","class":"Box"}"#,
      merged: card(badge: "logo") + #",{"id":"b","class":"Box","attributes":{"near":"logo"}}"#),
    Row(
      name: "a new reference of theirs", base: scene + #",{"id":"b","class":"Box"}"#,
      ours: card(badge: "logo") + #",{"id":"b","class":"Box"}"#,
      theirs: scene + #",{"id":"b","class":"Box","attributes":{"near":"badge"}}"#,
      merged: card(badge: "logo") + #",{"id":"b","class":"Box","attributes":{"near":"logo"}}"#),
    Row(
      name: "a new constraint", base: scene,
      ours: card(
        badge: "badge", inside: ##"{"id":"c","class":"Box","constraints":[{"attribute":"left","to":"#badge.left"}]}"##),
      theirs: card(badge: "logo"),
      merged: card(
        badge: "logo", inside: ##"{"id":"c","class":"Box","constraints":[{"attribute":"left","to":"#logo.left"}]}"##)),
    Row(
      name: "moved here", base: scene,
      ours:
        #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"t","near":"badge"}}]},{"id":"badge","class":"Box","attributes":{"width":7,"tint":"red"}}"#,
      theirs: card(badge: "logo", title: "x"),
      merged:
        #"{"id":"card","class":"Box","children":[{"id":"label","class":"Box","attributes":{"title":"x","near":"logo"}}]},{"id":"logo","class":"Box","attributes":{"width":7,"tint":"red"}}"#
    ),
    Row(
      name: "the parent was removed here",
      ours: #"{"id":"b","class":"Box"}"#,
      theirs: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      merged: #"{"id":"b","class":"Box"}"#,
      conflicts: ["'badge' was removed here, and 'dot' was inserted into it there"]),
    Row(
      name: "the parent was removed there",
      ours: card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      theirs: #"{"id":"b","class":"Box"}"#,
      merged: #"{"id":"b","class":"Box"},"# + card(badge: "badge", inside: #"{"id":"dot","class":"Lamp"}"#),
      conflicts: ["'badge' was removed there, and 'dot' was inserted into it here"],
      preferred: #"{"id":"b","class":"Box"}"#),
  ]

  private func document(_ objects: String) throws -> SceneDocument {
    try SceneDocument(bytes: Array(#"{"format":"inspector-scene/1","objects":[\#(objects)]}"#.utf8), name: "scene.json")
  }

  @Test("a rename of one side is combined with what the other side did to the object", arguments: rows)
  func merges(_ row: Row) throws {
    for prefersTheirs in [false, true] {
      let session = try stage(row.ours)
      let conflicts = try session.merge(
        base: try document(row.base), theirs: try document(row.theirs), named: "merge",
        .init(prefersTheirs: prefersTheirs, asksComponents: false))
      let isTheirs = prefersTheirs && row.preferred != nil
      #expect(conflicts.map(\.message) == (isTheirs ? [] : prefersTheirs ? conflicts.map(\.message) : row.conflicts))
      if !prefersTheirs || isTheirs || row.conflicts.isEmpty {
        #expect(session.objects == (isTheirs ? row.preferred ?? "" : row.merged))
      }
      if session.objects != row.ours { try session.undo() }
      #expect(session.objects == row.ours)
    }
  }

  /// Checks that merging with renames equals merging without and renaming afterwards.
  @Test(arguments: 1...150, [false, true])
  func renamesAndMergesCommute(_ seed: Int, isOurs: Bool) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let base = try document(Self.objects(&random))
    func edited(_ seed: Int) throws -> SceneDocument {
      let session = SceneSession(try base.copy(), library: Self.library)
      var random = SeededGenerator(seed: UInt64(seed))
      for _ in 0..<random.next(4) + 1 { _ = try? session.make(Self.step(&random, base)) }
      return session.document
    }
    let (ours, plain) = (try edited(seed * 3 + 1_000), try edited(seed * 7 + 2_000))
    var renames: [EditStep] = []
    for node in base.objects where random.next(3) == 0 {
      renames.append(.rename(Selector(ids: [base.id(node)]), id: base.id(node) + "x"))
    }
    func renamed(_ document: SceneDocument) throws -> SceneSession {
      let session = SceneSession(try document.copy(), library: Self.library)
      for step in renames { _ = try? session.perform(EditRequest([step])) }
      return session
    }
    func merge(_ ours: SceneDocument, _ theirs: SceneDocument) throws -> (SceneSession, Int)? {
      let session = SceneSession(try ours.copy(), library: Self.library)
      do {
        let options = SceneSession.MergeOptions(asksComponents: false)
        return (session, try session.merge(base: base, theirs: theirs, named: "merge", options).count)
      } catch {
        return nil
      }
    }
    guard let (expected, conflicts) = try merge(ours, plain), conflicts == 0 else { return }
    let (side, other) = (try renamed(isOurs ? ours : plain).document, isOurs ? plain : ours)
    // What the edits changed in a renamed object may be too much to recognise it.
    guard
      RenamedObjects(ObjectMatching(base, side)).pairs.count
        == base.objects.count(where: { side.node(id: base.id($0) + "x") != nil })
    else { return }
    let found = try #require(try merge(isOurs ? side : ours, isOurs ? other : side))
    // An object that the other side removed and this side renamed is in conflict.
    guard base.objects.allSatisfy({ other.node(id: base.id($0)) != nil }) else { return }
    #expect(found.1 == 0, "seed \(seed)")
    let difference = SceneDifference(from: try renamed(expected.document).document, to: found.0.document)
    #expect(differenceOutline(difference) == [], "seed \(seed): \(found.0.text)")
  }

  private static func objects(_ random: inout SeededGenerator) -> String {
    var number = 0
    func object(_ depth: Int, _ random: inout SeededGenerator) -> String {
      number += 1
      let id = "o\(number)"
      let children = depth > 2 ? [] : (0..<random.next(3)).map { _ in object(depth + 1, &random) }
      let near = random.next(2) == 0 ? "" : #","near":"o\#(random.next(number) + 1)""#
      return
        ##"{"id":"\##(id)","class":"Box","attributes":{"title":"\##(id)","tint":"#00\##(number % 10)"\##(near)},"children":[\##(children.joined(separator: ","))]}"##
    }
    return (0..<random.next(3) + 1).map { _ in object(0, &random) }.joined(separator: ",")
  }

  private static func step(_ random: inout SeededGenerator, _ base: SceneDocument) -> EditStep {
    func target() -> String { base.id(NodeIndex(random.next(base.objectCount))) }
    let id = Selector(ids: [target()])
    switch random.next(6) {
    case 0: return .set(id, [Assignment("width", .set("\(random.next(9))"))])
    case 1: return .set(id, [Assignment("near", .set(target()))])
    case 2:
      let text = #"{"id":"n\#(random.next(1 << 40))","class":"Lamp","attributes":{"near":"\#(target())"}}"#
      return .insert(objects: [text], at: StepPlace(in: id))
    case 3: return .move(id, to: StepPlace(in: Selector(ids: [target()])))
    case 4: return .setName(id, to: "name")
    default: return .remove(id)
    }
  }
}

extension RenameMergeTests {
  /// Checks that scratches and background work remember renames, whatever else they change.
  @Test func sessionsKnowTheirRenames() throws {
    let objects =
      #"{"id":"a","class":"Box","attributes":{"width":1}},{"id":"b","class":"Box","attributes":{"near":"a"}}"#
    for isBeside in [false, true] {
      for sceneRenames in [false, true] {
        let scene = try stage(objects)
        let scratch = try isBeside ? scene.batch(named: "work", under: InspectorJob()) : scene.scratch(named: "work")
        let (renaming, other) = sceneRenames ? (scene, scratch.session) : (scratch.session, scene)
        try renaming.make(.rename(selector("#a"), id: "z"))
        try renaming.make(.move(selector("#z"), to: StepPlace(in: selector("#b"))))
        try renaming.set("#z", "width", "2")
        try renaming.make(.setClass(selector("#z"), to: "Lamp"))
        try other.set("#a", "title", "t")
        #expect(try (isBeside ? scratch.merge() : scratch.commit()) == [])
        #expect(
          scene.objects
            == #"{"id":"b","class":"Box","attributes":{"near":"z"},"children":[{"id":"z","class":"Lamp","attributes":{"width":2,"title":"t"}}]}"#
        )
      }
    }
  }
}
