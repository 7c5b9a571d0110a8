import SceneDocument
import TestSupport
import Testing

@testable import Journaling
@testable import SceneEditing
@testable import SceneQuery
@testable import SceneSessions
@testable import Workbench

/// Tests of value histories against the values that undo restores.
@Suite struct TrailLawTests {
  private struct Spot: Hashable {
    var node: NodeIndex
    var key: String
  }

  private static let keys = ["width", "title", "tint"]

  @Test(arguments: 1...40) func tellsWhatUndoingShows(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Array(RandomSession.text(&generator).utf8)
    let session = try SceneSession.open(bytes: text, name: "scene", library: PluginLibrary(inProcess: [Stage.self]))
    try edit(session, generator)
    let document = session.document
    let spots = document.objects.flatMap { node in Self.keys.map { Spot(node: node, key: $0) } }
    let trails = try spots.map { try trail(session, $0) }

    // The present nodes of the objects, tracked through every undo; nil for missing objects.
    nonisolated(unsafe) var places: [NodeIndex?] = Array(document.objects)
    let observer = session.observe { change in
      guard let map = change.map else { return }
      places = places.map { $0.flatMap(map.new) }
    }
    func texts() -> [[UInt8]??] {
      spots.map { spot in places[spot.node.number].map { document.attribute(spot.key, of: $0) } }
    }
    var states = [texts()]
    // The session may end with an undo: what it took back is no state here.
    let done = session.steps.steps.count { !$0.isUndone }
    while try session.undo() != nil { states.append(texts()) }
    session.stopObserving(observer)
    for (place, spot) in spots.enumerated() {
      let values = states.reversed().map { $0[place] }
      check(trails[place], values, "seed \(seed), \(spot) of \(document.name)")
      guard let origin = places[spot.node.number] else { continue }
      let ahead = try trail(session, Spot(node: origin, key: spot.key)).undone
        .filter { $0.step <= done && $0.old != $0.new }
      #expect(ahead.map(Step.init) == Step.of(values.map { $0 ?? nil }), "seed \(seed), \(spot), undone")
    }
  }

  /// Makes random edits of all kinds, including those that replace the whole text.
  private func edit(_ session: SceneSession, _ generator: SeededGenerator) throws {
    var generator = generator
    var random = RandomSession(session, generator)
    for _ in 0..<generator.next(5) + 1 {
      for _ in 0..<generator.next(8) { random.step() }
      if session.transaction != nil { try session.commit() }
      let scratch = try session.scratch(named: "try")
      var trial = RandomSession(scratch.session, generator, prefix: "s\(generator.next(1000))-")
      for _ in 0..<generator.next(6) { trial.step() }
      _ = try scratch.commit()
    }
  }

  private func trail(_ session: SceneSession, _ spot: Spot) throws -> ValueHistory {
    try session.withModel { model in
      try ValueHistory(
        model.document, spot.node, keys: [spot.key], isColor: spot.key == "tint", history: session.steps)
    }
  }

  /// - Parameter values: the stored value before the first step and after each step; nil while the object did not
  /// exist.
  private func check(_ trail: ValueHistory, _ values: [[UInt8]??], _ what: String) {
    let start = values.lastIndex { $0 == nil }
    #expect(trail.creation?.step == start.map { $0 + 1 }, "\(what): creation")
    let first = start.map { $0 + 1 } ?? 0
    let known = values[first...].map { $0 ?? nil }
    #expect(trail.origin == known[0], "\(what): origin")
    #expect(trail.edits.filter { $0.old != $0.new }.map(Step.init) == Step.of(known, from: first), "\(what): edits")
  }

  private struct Step: Hashable {
    var number: Int
    var old: [UInt8]?
    var new: [UInt8]?

    init(number: Int, old: [UInt8]?, new: [UInt8]?) { (self.number, self.old, self.new) = (number, old, new) }

    init(_ edit: ValueHistory.Edit) { self.init(number: edit.step, old: edit.old, new: edit.new) }

    /// Returns the steps at which the value changed.
    static func of(_ values: [[UInt8]?], from first: Int = 0) -> [Step] {
      zip(values, values.dropFirst()).enumerated().filter { $1.0 != $1.1 }
        .map { Step(number: first + $0 + 1, old: $1.0, new: $1.1) }
    }
  }
}
