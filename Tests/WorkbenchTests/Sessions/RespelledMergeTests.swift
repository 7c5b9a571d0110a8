import Foundation
import SceneDocument
import TestSupport
import Testing

@testable import SceneComparing
@testable import SceneEditing
@testable import SceneSessions
@testable import Workbench

/// Tests that a merge compares properties, even if the sides store them under different keys.
@Suite struct RespelledMergeTests {
  private static let library = PluginLibrary(inProcess: [FormerFormTests.Dials.self])

  /// The attributes of an object in the scenes of a merge.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var base: String
    var ours: String
    var theirs: String
    var merged: String
    var conflicts: [String] = []
    /// The merged attributes if the other side wins; nil if this makes no difference.
    var preferred: String?

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "upgraded here, edited there", base: #""turn":90,"text":"t""#, ours: #""rotation":90,"text":"t""#,
      theirs: #""turn":45,"text":"t""#, merged: #""rotation":45,"text":"t""#),
    Row(
      name: "edited here, upgraded there", base: #""turn":90,"text":"t""#, ours: #""turn":45,"text":"t""#,
      theirs: #""rotation":90,"text":"t""#, merged: #""rotation":45,"text":"t""#),
    Row(
      name: "upgraded here, reset there", base: #""turn":90,"text":"t""#, ours: #""rotation":90,"text":"t""#,
      theirs: #""text":"t""#, merged: #""text":"t""#),
    Row(
      name: "reset here, upgraded there", base: #""turn":90,"text":"t""#, ours: #""text":"t""#,
      theirs: #""rotation":90,"text":"t""#, merged: #""text":"t""#),
    Row(
      name: "a form of its own, upgraded here", base: #""angle":1.5707963267948966"#, ours: #""rotation":90"#,
      theirs: #""angle":3.141592653589793"#, merged: #""rotation":180"#),
    Row(
      name: "a form of its own, upgraded there", base: #""angle":1.5707963267948966"#,
      ours: #""angle":3.141592653589793"#, theirs: #""rotation":90"#, merged: #""rotation":180"#),
    Row(
      name: "a form of the present name, too", base: #""tenths":3"#, ours: #""level":"30%""#, theirs: #""tenths":7"#,
      merged: #""level":"70%""#),
    Row(
      name: "upgraded by both, and edited there", base: #""angle":1.5707963267948966"#, ours: #""rotation":90"#,
      theirs: #""rotation":45"#, merged: #""rotation":45"#),
    Row(
      name: "upgraded by both, and edited by both", base: #""turn":90"#, ours: #""rotation":45"#,
      theirs: #""rotation":30"#, merged: #""rotation":45"#, conflicts: ["'a.rotation' is 45 here and 30 there"],
      preferred: #""rotation":30"#),
    Row(
      name: "upgraded and edited there, edited here", base: #""angle":1.5707963267948966"#,
      ours: #""angle":3.141592653589793"#, theirs: #""rotation":30"#, merged: #""rotation":180"#,
      conflicts: ["'a.rotation' is 180 here and 30 there"], preferred: #""rotation":30"#),
    Row(
      name: "upgraded and edited there, reset here", base: #""turn":90,"text":"t""#, ours: #""text":"t""#,
      theirs: #""rotation":30,"text":"t""#, merged: #""text":"t""#,
      conflicts: ["'a.rotation' is not stored here and 30 there"], preferred: #""text":"t","rotation":30"#),
    Row(
      name: "reset there, upgraded and edited here", base: #""turn":90,"text":"t""#, ours: #""rotation":30,"text":"t""#,
      theirs: #""text":"t""#, merged: #""rotation":30,"text":"t""#,
      conflicts: ["'a.rotation' is 30 here and not stored there"], preferred: #""text":"t""#),
    Row(
      name: "the same value under two names", base: #""text":"t""#, ours: #""text":"t","turn":45"#,
      theirs: #""text":"t","rotation":45"#, merged: #""text":"t","rotation":45"#),
    Row(
      name: "two values under two former names", base: "", ours: #""turn":90"#, theirs: #""angle":3.141592653589793"#,
      merged: #""rotation":90"#, conflicts: ["'a.rotation' is 90 here and 180 there"], preferred: #""rotation":180"#),
    Row(
      name: "both names stored there", base: #""turn":1"#, ours: #""turn":2"#, theirs: #""turn":1,"rotation":3"#,
      merged: #""rotation":2"#, conflicts: ["'a.rotation' is 2 here and 3 there"], preferred: #""rotation":3"#),
    Row(
      name: "both names stored here, and reset there", base: #""turn":1,"rotation":3,"text":"t""#,
      ours: #""turn":1,"rotation":4,"text":"t""#, theirs: #""text":"t""#, merged: #""rotation":4,"text":"t""#,
      conflicts: ["'a.rotation' is 4 here and not stored there"], preferred: #""text":"t""#),
    Row(
      name: "a text that cannot be converted", base: #""angle":"much""#, ours: #""angle":"more""#,
      theirs: #""rotation":5"#, merged: #""angle":"more""#, conflicts: [#"'a.rotation' is "more" here and 5 there"#],
      preferred: #""rotation":5"#),
    Row(
      name: "a text that cannot be converted there", base: #""turn":1"#, ours: #""rotation":2"#,
      theirs: #""angle":"more""#, merged: #""rotation":2"#,
      conflicts: [#"'a.rotation' is 2 here and "more" there"#], preferred: #""angle":"more""#),
    Row(
      name: "other properties", base: #""turn":90,"gear":0,"shout":"NO""#,
      ours: #""rotation":90,"mode":"low","text":"no""#,
      theirs: #""turn":90,"gear":1,"shout":"YES""#, merged: #""rotation":90,"mode":"high","text":"yes""#),
    Row(
      name: "both upgraded, and edited other properties", base: #""turn":90,"tenths":3"#,
      ours: #""rotation":90,"level":"40%""#, theirs: #""rotation":80,"level":"30%""#,
      merged: #""rotation":80,"level":"40%""#),
  ]

  private func object(_ attributes: String, className: String = "Dial") -> String {
    #"{"id":"a","class":"\#(className)","attributes":{\#(attributes)}}"#
  }

  private func text(_ objects: String) -> [UInt8] {
    Array(#"{"format":"inspector-scene/1","objects":[\#(objects)]}"#.utf8)
  }

  private func open(_ objects: String, in path: String = "scene.json") throws -> SceneSession {
    try SceneSession.open(bytes: text(objects), name: path, library: Self.library)
  }

  private func document(_ objects: String, in path: String = "scene.json") throws -> SceneDocument {
    try SceneDocument(bytes: text(objects), name: path)
  }

  @Test("sides that store a property under different names are merged by property", arguments: rows)
  func merges(_ row: Row) throws {
    for prefersTheirs in [false, true] {
      let session = try open(object(row.ours))
      let conflicts = try session.merge(
        base: try document(object(row.base)), theirs: try document(object(row.theirs)), named: "merge",
        .init(prefersTheirs: prefersTheirs, asksComponents: false))
      #expect(conflicts.map(\.message) == (prefersTheirs ? [] : row.conflicts))
      #expect(session.objects == object(prefersTheirs ? row.preferred ?? row.merged : row.merged))
      if session.objects != object(row.ours) { try session.undo() }
      #expect(session.objects == object(row.ours))
    }
  }

  @Test("objects of unknown classes are merged by key")
  func unknownClasses() throws {
    func alien(_ attributes: String) -> String { object(attributes, className: "Alien") }
    let session = try open(alien(#""rotation":90"#))
    let theirs = try document(alien(#""turn":45"#))
    let conflicts = try session.merge(base: try document(alien(#""turn":90"#)), theirs: theirs, named: "merge")
    #expect(conflicts.map(\.message) == ["'a.turn' is not stored here and 45 there"])
    #expect(session.objects == alien(#""rotation":90"#))
  }

  @Test("overrides of an inner object are merged by property", arguments: rows)
  func overrides(_ row: Row) throws {
    let folder = TemporaryFolder()
    folder.write(
      "t.json",
      #"{"format":"inspector-scene/1","objects":[{"id":"t","class":"View","children":[{"id":"a","class":"Dial"}]}]}"#)
    func placeholder(_ attributes: String) -> String {
      #"{"id":"p","class":"View","ref":"t.json","overrides":{"a":{\#(attributes)}}}"#
    }
    // Without values an entry is left out, and then the sides' overrides are compared as wholes.
    guard ![row.base, row.ours, row.theirs, row.merged, row.preferred ?? "t"].contains("") else { return }
    for prefersTheirs in [false, true] {
      let path = "\(folder.path)/s.json"
      let session = try open(placeholder(row.ours), in: path)
      let conflicts = try session.merge(
        base: try document(placeholder(row.base), in: path), theirs: try document(placeholder(row.theirs), in: path),
        named: "merge", .init(prefersTheirs: prefersTheirs, asksComponents: false))
      #expect(
        conflicts.map(\.message)
          == (prefersTheirs ? [] : row.conflicts.map { $0.replacing("a.rotation", with: "p/a.rotation") }))
      #expect(session.objects == placeholder(prefersTheirs ? row.preferred ?? row.merged : row.merged))
      if session.objects != placeholder(row.ours) { try session.undo() }
      #expect(session.objects == placeholder(row.ours))
    }
  }

  private var upgrade: EditRequest {
    get throws {
      var request = EditRequest([.upgrade(try Selector(parsing: "*"))])
      request.allowsEmpty = true
      return request
    }
  }

  @Test("a file that another program upgraded is merged with unsaved edits")
  func takesInAnUpgradedFile() throws {
    let folder = TemporaryFolder()
    func write(_ attributes: String) {
      folder.write("s.json", String(decoding: text(object(attributes)), as: UTF8.self))
    }
    write(#""angle":1.5707963267948966,"tenths":3"#)
    let session = try SceneSession.open(path: "\(folder.path)/s.json", library: Self.library)
    try session.set("#a", "rotation", "180")
    write(#""rotation":90,"level":"70%""#)
    guard case .changed(let theirs) = session.fileState() else { return #expect(Bool(false), "no change") }
    #expect(try session.takeInFile(theirs) == [])
    #expect(session.objects == object(#""rotation":180,"level":"70%""#))
    try session.undo()
    #expect(session.objects == object(#""angle":3.141592653589793,"tenths":3"#))
  }

  /// Checks background work that upgrades the scene during edits, even between the merge of the text and its
  /// installation.
  @Test(arguments: [false, true])
  func upgradesBesideAScene(duringTheMerge: Bool) throws {
    let scene = try open(object(#""angle":1.5707963267948966,"text":"t""#))
    let work = try scene.batch(named: "work", under: InspectorJob())
    _ = try work.session.perform(try upgrade)
    if duringTheMerge {
      let moment = try scene.moment()
      let merged = try #require(
        try MergedText(work.session.document, from: moment, journal: nil, under: InspectorJob()))
      try scene.set("#a", "rotation", "180")
      #expect(try scene.install(merged, named: "work") == nil)
    } else {
      try scene.set("#a", "rotation", "180")
    }
    #expect(try work.merge() == [])
    #expect(scene.objects == object(#""rotation":180,"text":"t""#))
  }

  /// Checks that merging upgraded sides equals upgrading the merge.
  @Test(arguments: 1...200)
  func upgradesAndMergesCommute(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let base = try Self.edited(try open(Self.objects(&random)), &random, times: 0)
    let sides = [
      try Self.edited(base, &random, times: random.next(6) + 1),
      try Self.edited(base, &random, times: random.next(6) + 1),
    ]
    let prefersTheirs = random.next(2) == 0
    func merge(_ upgraded: [Bool]) throws -> (conflicts: Int, objects: SceneDocument) {
      let made = try zip(sides, upgraded).map { side, isUpgraded in
        let session = SceneSession(try side.document.copy(), library: Self.library)
        if isUpgraded { _ = try session.perform(try upgrade) }
        return session
      }
      let conflicts = try made[0].merge(
        base: base.document, theirs: made[1].document, named: "merge", .init(prefersTheirs: prefersTheirs))
      for object in made[0].objectTexts { #expect(Self.storesNoPropertyTwice(object), "seed \(seed): \(object)") }
      _ = try made[0].perform(try upgrade)
      return (conflicts.count, made[0].document)
    }
    let expected = try merge([false, false])
    for upgraded in [[true, false], [false, true], [true, true]] {
      let found = try merge(upgraded)
      #expect(found.conflicts == expected.conflicts, "seed \(seed): \(upgraded)")
      #expect(
        differenceOutline(SceneDifference(from: expected.objects, to: found.objects)) == [], "seed \(seed): \(upgraded)"
      )
    }
  }

  private static let spellings = [
    [#""turn":30"#, #""angle":1.5707963267948966"#, #""rotation":60"#], [#""tenths":3"#, #""level":"20%""#],
    [#""gear":0"#, #""mode":"high""#], [#""shout":"NO""#, #""text":"yes""#],
  ]

  private static func objects(_ random: inout SeededGenerator) -> String {
    (0..<3).map { number in
      let members = spellings.filter { _ in random.next(4) > 0 }.map { $0[random.next($0.count)] }
      return #"{"id":"o\#(number)","class":"Dial","attributes":{\#(members.joined(separator: ","))}}"#
    }.joined(separator: ",")
  }

  private static func edited(
    _ session: SceneSession, _ random: inout SeededGenerator, times: Int
  ) throws -> SceneSession {
    let copy = SceneSession(try session.document.copy(), library: library)
    for _ in 0..<times {
      let edits = [
        ("rotation", ["45", "90", "180"]), ("level", ["0.1", "0.5"]), ("mode", ["low", "high"]), ("text", ["a", "b"]),
      ]
      let (name, values) = edits[random.next(edits.count)]
      let value = values[random.next(values.count)]
      let operation: Assignment.Operation = random.next(4) == 0 ? .reset : .set(value)
      let request = EditRequest(Selector(ids: ["o\(random.next(3))"]), [Assignment(name, operation)])
      // Not all former forms can store all values.
      _ = try? copy.perform(request)
    }
    return copy
  }

  private static func storesNoPropertyTwice(_ object: String) -> Bool {
    [["turn", "angle", "rotation"], ["tenths", "level"], ["gear", "mode"], ["shout", "text"]].allSatisfy { names in
      names.count { object.contains("\"\($0)\":") } < 2
    }
  }
}

extension SceneSession {
  fileprivate var objectTexts: [String] {
    document.objects.map { String(decoding: document.objectText(of: $0), as: UTF8.self) }
  }
}
