import InspectorKit
import SceneDocument
import Testing

@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of lists with layout frames, in which an edit of one object also updates its descendants.
@Suite struct LiveLayoutTests {
  /// A shelf of 100 by 80: `a` follows its size, `b` follows `a`, `c` is independent, and `d` follows `c`.
  static let objects = #"""
    {"id":"shelf","class":"Rack","attributes":{"frame":{"x":0,"y":0,"width":100,"height":80}},"children":[
      {"id":"a","class":"Rack","constraints":[{"attribute":"width","to":"parent.width"}],"children":[
        {"id":"b","class":"Rack","constraints":[{"attribute":"right","to":"parent.right"},{"attribute":"width","constant":10}]},
        {"id":"c","class":"Rack","attributes":{"frame":{"x":3,"y":0,"width":30,"height":5}},"children":[
          {"id":"d","class":"Rack","constraints":[{"attribute":"width","to":"parent.width"}]}]}]}]}
    """#

  private func session() throws -> SceneSession {
    let text = #"{"format":"inspector-scene/1","objects":[\#(Self.objects)]}"#
    return try SceneSession.open(
      bytes: Array(text.utf8), name: "scene.json", library: PluginLibrary(inProcess: [Racks.self]))
  }

  private func set(_ session: SceneSession, _ id: String, _ name: String, _ value: String) throws {
    _ = try session.perform(EditRequest(selector("#\(id)"), [Assignment(name, .set(value))]))
  }

  private func outline(_ difference: LiveDifference) -> [String] {
    difference.removed.map { "- \($0.row.object.id)" } + difference.inserted.map { "+ \($0.row.object.id)" }
      + difference.moved.map { "> \($0.row.object.id)" } + difference.changed.map { "~ \($0.new.object.id)" }
  }

  @Test func whatLiesInAnEditedObjectIsLookedAtToo() throws {
    let session = try session()
    let columns = try LiveList(session, selector("*"), columns: [FindColumn("layout.frame")])
    let sorted = try LiveList(session, selector("Rack"), sort: [LiveList.SortKey("layout.frame.width")])
    let found = try LiveList(session, selector("[layout.frame.x>=100]"))
    let around = try LiveList(session, selector("[layout.frame.width>100] > Rack"))
    #expect(sorted.rows.map(\.object.id) == ["b", "c", "d", "shelf", "a"])
    try set(session, "shelf", "frame.width", "120")
    #expect(try outline(columns.update()) == ["~ shelf", "~ a", "~ b"])
    #expect(try outline(sorted.update()) == [])
    #expect(try outline(found.update()) == ["+ b"])
    #expect(try outline(around.update()) == ["+ a", "+ b", "+ c"])
    try set(session, "c", "frame.width", "5")
    #expect(try outline(columns.update()) == ["~ c", "~ d"])
    #expect(try outline(sorted.update()) == ["> b"])
    #expect(try outline(found.update()) == [])
    // Layout starts from the width that the hook sets.
    try set(session, "shelf", "frame.width", "5000")
    #expect(try outline(columns.update()) == ["~ shelf", "~ a", "~ b"])
    #expect(columns.rows.first?.object.values == [.value(.rect(Rect(x: 0, y: 0, width: 1000, height: 80)))])
    _ = try session.undo()
    _ = try session.perform(EditRequest([.removeConstraint(selector("#a"), nil)]))
    #expect(try outline(columns.update()) == ["~ shelf", "~ a", "~ b"])
    #expect(try outline(found.update()) == ["- b"])
    #expect(try outline(around.update()) == ["- b", "- c"])
  }

  /// Checks after random edits that a list equals a new list, and that the differences lead to it.
  @Test(arguments: 1..<13) func followsRandomEdits(seed: Int) throws {
    let session = try session()
    let lists = try [
      LiveList(session, selector("[layout.frame.width>50]"), columns: [FindColumn("layout.frame")]),
      LiveList(session, selector("*"), sort: [LiveList.SortKey("layout.frame.x", isDescending: true)]),
      LiveList(session, selector("Rack"), group: FindColumn("layout.frame.width")),
      LiveList(session, selector("[layout.frame.width>50] > *"), columns: [FindColumn("layout.frame.x")]),
    ]
    var random = SeededNumbers(seed: UInt64(seed))
    for _ in 0..<25 {
      for _ in 0...random.roll(3) { edit(session, &random) }
      for list in lists {
        let old = list.rows
        let difference = try list.update()
        let fresh = try LiveList(session, list.selector, columns: list.columns, sort: list.sort, group: list.group)
        #expect(list.rows == fresh.rows, "\(list.selector.text) in \(session.text)")
        #expect(difference.applied(to: old) == list.rows, "\(list.selector.text) in \(session.text)")
        #expect(difference.isEmpty == (old == list.rows), "\(list.selector.text) in \(session.text)")
      }
    }
  }

  /// Makes, undoes or redoes an edit. Refused edits change nothing.
  private func edit(_ session: SceneSession, _ random: inout SeededNumbers) {
    func id() -> String { "abcd".map(String.init)[random.roll(4)] }
    let (one, other) = (id(), id())
    do {
      switch random.roll(8) {
      case 0: try set(session, "shelf", "frame.width", "\(random.roll(200))")
      case 1: try set(session, one, "frame", "\(random.roll(60)),0 \(random.roll(90))x5")
      case 2:
        let constraint = LayoutConstraint(.width, to: .parent(.width), constant: -Double(random.roll(30)))
        _ = try session.perform(EditRequest([.setConstraint(selector("#\(one)"), to: constraint)]))
      case 3: _ = try session.perform(EditRequest([.removeConstraint(selector("#\(one)"), nil)]))
      case 4: try session.make(.move(selector("#\(one)"), to: StepPlace(in: selector("#\(other)"), .last)))
      case 5: _ = try session.perform(EditRequest([.updateFrames(selector("#\(one)"))]))
      case 6: _ = try session.redo()
      default: _ = try session.undo()
      }
    } catch {
      #expect(error is Diagnostic)
    }
  }
}

/// A reproducible random number generator: Marsaglia's xorshift.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}

private enum Racks: InspectorPlugin {
  static var components: [Component.Type] { [Rack.self] }
}

/// A rack with a width of at most 1000.
@Component private final class Rack: Component {
  @Inspectable var frame = Rect.zero {
    didSet { frame.width = min(frame.width, 1000) }
  }
}
