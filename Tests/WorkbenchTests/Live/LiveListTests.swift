import InspectorKit
import SceneDocument
import Testing

@testable import ComponentModel
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Returns a list's ids.
private func ids(_ list: LiveList) -> String { list.rows.map(\.object.id).joined(separator: " ") }

private func text(_ row: LiveRow) -> String {
  row.object.values.map { if case .value(let value) = $0 { value.text } else { "\($0)" } }.joined(separator: ",")
}

/// Returns a line for each inserted, removed, moved or changed row.
private func outline(_ difference: LiveDifference) -> [String] {
  difference.removed.map { "\($0.index) - \($0.row.object.id)" }
    + difference.inserted.map { "\($0.index) + \($0.row.object.id)" }
    + difference.moved.map { "\($0.from) → \($0.to) \($0.row.object.id)" }
    + difference.changed.map { "\($0.index) ~ \($0.new.object.id) \(text($0.old)) → \(text($0.new))" }
}

@Suite struct LiveListTests {
  private static let stones = """
    {"id":"a","class":"Stone","attributes":{"weight":3}},{"id":"b","class":"Stone","attributes":{"weight":1}},\
    {"id":"c","class":"Stone","attributes":{"weight":2,"note":"x"}},{"id":"f","class":"Fish","attributes":{"level":9}}
    """

  private func set(_ scene: SceneSession, _ selector: String, _ name: String, _ value: String) throws {
    _ = try scene.perform(EditRequest(Selector(parsing: selector), [Assignment(name, .set(value))]))
  }

  @Test func rowsComeGoMoveAndChange() throws {
    let scene = try zoo(Self.stones)
    let list = try LiveList(
      scene, selector("Stone[weight<10]"), columns: [FindColumn("weight")],
      sort: [LiveList.SortKey("weight", isDescending: true)])
    #expect(ids(list) == "a c b")
    #expect(try list.update().isEmpty)
    try set(scene, "#c", "weight", "4")
    #expect(
      try outline(list.update()) == [
        "1 → 0 c", "0 ~ c 2 → 4",
      ])
    try set(scene, "#a", "weight", "12")
    #expect(try outline(list.update()) == ["1 - a"])
    try scene.undo()
    try set(scene, "#b", "note", "y")
    #expect(try outline(list.update()) == ["1 + a"])
    try scene.make(.remove(selector("Stone")))
    // A class without objects is no mistake.
    #expect(try outline(list.update()) == ["0 - c", "1 - a", "2 - b"])
    try scene.undo()
    #expect(try outline(list.update()) == ["0 + c", "1 + a", "2 + b"])
  }

  @Test func whatAPersonMovedIsWhatMoves() throws {
    let scene = try zoo(Self.stones)
    let list = try LiveList(scene, selector("*"))
    #expect(ids(list) == "a b c f")
    try scene.make(.move(selector("#b"), to: StepPlace(.after(selector("#c")))))
    // The list reports which of two neighbours moved.
    #expect(try outline(list.update()) == ["1 → 2 b"])
    try scene.make(.move(selector("#b"), to: StepPlace(.before(selector("#c")))))
    #expect(try outline(list.update()) == ["2 → 1 b"])
    try scene.make(.move(selector("#f"), to: StepPlace(.before(selector("#a")))))
    #expect(try outline(list.update()) == ["3 → 0 f"])
    #expect(ids(list) == "f a b c")
  }

  @Test func sectionsAreSortedWithinAndHooksCount() throws {
    let scene = try zoo(Self.stones)
    let list = try LiveList(scene, selector("*"), columns: [FindColumn("level")], group: FindColumn("class"))
    #expect(ids(list) == "f a b c")
    #expect(list.rows.map(\.group) == ["Fish", "Stone", "Stone", "Stone"].map { .value(.string($0)) })
    // The hook clamps the level to 5, so the list does not change.
    try set(scene, "#f", "level", "7")
    #expect(try list.update().isEmpty)
    try set(scene, "#f", "level", "2")
    #expect(
      try outline(list.update()) == [
        "0 ~ f 5 → 2"
      ])
  }

  @Test func whatReadsItsParentIsLookedAtToo() throws {
    let scene = try stage(
      ##"{"id":"room","class":"Box","children":[{"id":"m","class":"Mirror","children":[{"id":"lamp","class":"Lamp"}]}]}"##
    )
    let list = try LiveList(scene, selector("Lamp"), columns: [FindColumn("glow")])
    try set(scene, "#room", "tint", "#0000FF")
    #expect(
      try outline(list.update()) == [
        "0 ~ lamp #FFFFFFFF → #0000FFFF"
      ])
  }

  @Test func goesOverToAScratchAndBack() throws {
    let scene = try zoo(Self.stones)
    let list = try LiveList(
      scene, selector("Stone"), columns: [FindColumn("weight")], sort: [LiveList.SortKey("weight")])
    #expect(ids(list) == "b c a")
    let scratch = try scene.scratch(named: "try")
    list.follow(scratch.session)
    #expect(try list.update().isEmpty)
    try scratch.session.make(.remove(selector("#b")))
    try set(scratch.session, "#a", "weight", "0")
    #expect(try outline(list.update()) == ["0 - b", "2 → 0 a", "0 ~ a 3 → 0"])
    // Changes that the list has not seen before it switches are seen afterwards.
    try set(scratch.session, "#c", "weight", "9")
    list.follow(scene)
    #expect(try outline(list.update()) == ["0 + b", "1 → 1 c", "2 ~ a 0 → 3"])
    #expect(try scratch.commit() == [])
    #expect(try outline(list.update()) == ["0 - b", "2 → 0 a", "0 ~ a 3 → 0", "1 ~ c 2 → 9"])
    try scene.undo()
    #expect(ids(list) == "a c")
    _ = try list.update()
    #expect(ids(list) == "b c a")
  }

  @Test func aFewRowsAtOnce() throws {
    let scene = try zoo(Self.stones)
    let list = try LiveList(scene, selector("Stone[weight<10]"), columns: [], sort: [LiveList.SortKey("weight")])
    #expect(ids(list) == "b c a")
    // One row is removed, and one moves.
    try set(scene, "#b", "weight", "11")
    try set(scene, "#a", "weight", "1")
    #expect(try outline(list.update()) == ["0 - b", "2 → 0 a"])
    // One row is restored, and the other keeps its place between the same rows.
    try set(scene, "#b", "weight", "0")
    try set(scene, "#a", "weight", "1.5")
    #expect(try outline(list.update()) == ["0 + b"])
    #expect(ids(list) == "b a c")
  }

  @Test func aMistakeInTheSelectorIsToldAtOnce() throws {
    let scene = try zoo(Self.stones)
    let error = #expect(throws: Diagnostic.self) { _ = try LiveList(scene, selector("Stoen")) }
    #expect(error?.code == "unknown.class")
    let column = #expect(throws: Diagnostic.self) {
      _ = try LiveList(scene, selector("*"), columns: [FindColumn("wieght")])
    }
    #expect(column?.message == "unknown property 'wieght'; did you mean 'weight'?")
  }

  /// Checks with various lists after random edits that a list equals a new list, and that the differences lead to it.
  @Test(arguments: 0..<20) func followsRandomEdits(seed: Int) throws {
    var random = RandomEdits(seed: UInt64(seed))
    let scene = try stage(random.objects())
    let lists = try [
      LiveList(scene, selector("*"), columns: [FindColumn("width"), FindColumn("parent")]),
      LiveList(
        scene, selector("Box[width>2], Lamp"), columns: [FindColumn("tint")],
        sort: [LiveList.SortKey("width", isDescending: true)]),
      LiveList(scene, selector(":kind(Box)"), sort: [LiveList.SortKey("tint")], group: FindColumn("class")),
      LiveList(scene, selector("Box > Lamp, Mirror:has(Lamp)"), columns: [FindColumn("glow")]),
      LiveList(
        scene, selector("Mirror[tint=#0000FF]"), columns: [FindColumn("tint")], group: FindColumn("stored(tint)")),
    ]
    for _ in 0..<30 {
      for _ in 0...random.roll(3) { random.edit(scene) }
      for list in lists {
        let old = list.rows
        let difference = try list.update()
        let fresh = try LiveList(scene, list.selector, columns: list.columns, sort: list.sort, group: list.group)
        #expect(list.rows == fresh.rows, "\(list.selector.text) in \(scene.text)")
        #expect(difference.applied(to: old) == list.rows, "\(list.selector.text) in \(scene.text)")
        #expect(difference.isEmpty == (old == list.rows), "\(list.selector.text) in \(scene.text)")
      }
    }
  }
}

/// A reproducible generator of scenes and edits with few objects, so that edits often affect the same ones.
private struct RandomEdits {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a random number below `bound`, by Marsaglia's xorshift.
  mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func pick(_ words: String...) -> String { words[roll(words.count)] }

  /// Returns the initial objects, which include one of every class that is never removed.
  mutating func objects() -> String {
    ##"{"id":"box","class":"Box","children":[{"id":"mirror","class":"Mirror","children":[{"id":"lamp","class":"Lamp"}]}]}"##
      + (0..<4).map { _ in ",\(object())" }.joined()
  }

  private mutating func object() -> String {
    count += 1
    return
      #"{"id":"o\#(count)","class":"\#(pick("Box", "Lamp", "Mirror"))","attributes":{"width":\#(roll(6))},"children":[\#(roll(3) == 0 ? object() : "")]}"#
  }

  private mutating func target(_ scene: SceneSession) -> String {
    let count = scene.document.objectCount
    return count == 0 ? "*" : "#" + scene.document.id(NodeIndex(roll(count)))
  }

  /// Makes, undoes or redoes an edit. Refused edits change nothing.
  mutating func edit(_ scene: SceneSession) {
    let (one, other) = (target(scene), target(scene))
    let kind = roll(11)
    let set =
      roll(2) == 0
      ? Assignment("width", .set("\(roll(8))")) : Assignment("tint", .set(pick("#0000FF", "green", "white")))
    let scope = roll(3) == 0 ? pick("Box", "Mirror", ":kind(Box)") : one
    let new = object()
    let name = "n\(roll(1000))"
    do {
      switch kind {
      case 0...3: _ = try scene.perform(EditRequest(selector(scope), [set]))
      case 4: _ = try scene.undo()
      case 5: _ = try scene.redo()
      case 6: try scene.make(.insert(objects: [new], at: StepPlace(in: selector(one), .first)))
      case 7:
        let place = roll(2) == 0 ? try StepPlace(.before(selector(other))) : try StepPlace(in: selector(other), .last)
        try scene.make(.move(selector(one), to: place))
      case 8: if scene.document.objectCount > 5 { try scene.make(.remove(selector(one))) }
      case 9: try scene.make(.duplicate(selector(one), id: nil, at: nil))
      default: try scene.make(.rename(selector(one), id: name), .setName(selector(other), to: name))
      }
    } catch {
      #expect(error is Diagnostic)
    }
  }
}
