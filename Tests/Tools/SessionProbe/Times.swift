import InspectorKit
import SceneDocument
import Workbench

/// Times of a session's own work on a scene of so many objects, each with a hook that runs: what a person at a prompt
/// waits for.
struct Times {
  private let path: String

  /// Writes the scene.
  init(path: String, objects: Int) throws {
    self.path = path
    let panels = (0..<objects).map { number in
      #"{ "id": "p\#(number)", "class": "Panel", "attributes": { "width": \#(number % 800), "title": "panel number \#(number), with a text of some length so that the scene is as large as real ones are, about two hundred bytes each" } }"#
    }
    let text = #"{ "format": "inspector-scene/1", "objects": [\#(panels.joined(separator: ",\n"))] }"#
    try SceneDocument(bytes: Array(text.utf8), name: path).save(to: path)
  }

  func run(state: String?) throws {
    let session = try SceneSession.open(path: path, library: PluginLibrary(inProcess: [Panels.self]))
    if let state { try session.attachJournal(environment: ["XDG_STATE_HOME": state]) }
    let count = session.document.objectCount
    let text = session.document.bytes().count
    say("\(count) objects, \(text / 1_000_000) MB, \(state == nil ? "without" : "with") a journal")
    try measure("first set", 1) { _ in try set(session, 0) }
    try measure("set", 2000) { try set(session, ($0 &* 7919) % count) }
    try measure("set during saves", 200) { round in
      if round % 50 == 0 { try session.saveInBackground() }
      try set(session, (round &* 104_729) % count)
    }
    try measure("undo", 200) { _ in try session.undo() }
    try measure("begin a save", 5) { _ in try session.saveInBackground() }
    try measure("move an object", 10) { round in
      let place = StepPlace(.first)
      _ = try session.edit(EditRequest([.move(try Selector(parsing: "#p\(round + 50)"), to: place)]))
    }
    try measure("scratch", 5) { _ in _ = try session.scratch(named: "try") }
    session.closeJournal(discarding: true)
  }

  private func set(_ session: SceneSession, _ node: Int) throws {
    let selector = try Selector(parsing: "#p\(node)")
    _ = try session.set(SetRequest(selector, [Assignment("width", .add("1"))]))
  }

  private func measure(_ what: String, _ rounds: Int, _ body: (Int) throws -> Void) throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in 0..<rounds {
      let time = try clock.measure { try body(round) }
      times.append(Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1e3)
    }
    times.sort()
    func text(_ part: Double) -> String { "\((times[Int(Double(rounds - 1) * part)] * 1000).rounded() / 1000) ms" }
    say("\(what): p50 \(text(0.5)), p99 \(text(0.99)), most \(text(1))")
  }
}
