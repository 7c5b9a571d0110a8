import SceneDocument
import Workbench

/// Sessions over any scene: one that was opened for a purpose, whose components are built while the text is still being
/// read, answers as one that was opened for none; a dry run changes nothing, a refused edit neither, and undoing brings back
/// every byte.
enum SessionLaws {
  static func check(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    guard (try? SceneDocument(bytes: input.text, name: "scene")) != nil else { return }
    for hooks in [true, false] {
      let late = try open(input.text).check(hooks: hooks)
      let early = try open(input.text, for: .check(hooks: hooks)).check(hooks: hooks)
      try law(early == late, "checked early: \(early.map(\.message)), late: \(late.map(\.message))")
    }
    repeat {
      try checkFinding(input.text, try selector(&input.choices))
      try checkSetting(input.text, try request(&input.choices))
    } while !input.choices.isEmpty
  }

  private static func open(_ text: [UInt8], for purpose: ScenePurpose? = nil) throws -> SceneSession {
    try SceneSession.open(bytes: text, name: "scene", library: Stage.library, for: purpose)
  }

  private static func selector(_ choices: inout Choices) throws -> Selector {
    try Selector(
      parsing: choices.one(of: [
        "*", "Thing", "Lamp", "Dial", ":kind(Thing)", "Dial[level>2]", "[count>1]", "[tint=brand]", "Lamp[glow=white]",
        "#a",
        ":modified", "Thing[title^=A]", "[stored(count)<9]", "* > *", ":unset(title)",
      ]))
  }

  private static func request(_ choices: inout Choices) throws -> SetRequest {
    let operations: [(String, Assignment.Operation)] = [
      ("count", .set("5")), ("count", .add("2")), ("Count", .multiply("9223372036854775807")), ("level", .set("9")),
      ("limit", .set("0.5")), ("tint", .set("red")), ("tint", .set("brand")), ("frame.x", .subtract("3")),
      ("title", .unset), ("count", .reset), ("note", .set("a!")), ("number", .set("1")), ("ratio", .divide("0")),
    ]
    let assignments = (0...choices.number(below: 2)).map { _ in
      let (name, operation) = choices.one(of: operations)
      return Assignment(name, operation)
    }
    var request = SetRequest(try selector(&choices), assignments)
    let options = choices.byte()
    request.skipsMissing = options & 1 == 0
    request.skipsRefused = options & 2 != 0
    request.wantsChanges = options & 4 != 0
    return request
  }

  private static func checkFinding(_ text: [UInt8], _ selector: Selector) throws {
    let late = try open(text)
    let early = try open(text, for: .find(selector))
    try law(found(selector, in: early) == found(selector, in: late), "\(selector.text) finds others early than late")
  }

  private static func found(_ selector: Selector, in session: SceneSession) -> String {
    do {
      return "\(try session.select(selector))"
    } catch {
      return error.message
    }
  }

  private static func checkSetting(_ text: [UInt8], _ request: SetRequest) throws {
    let late = try open(text)
    let early = try open(text, for: .set(request))
    var dry = request
    dry.isDryRun = true
    let told = perform(dry, on: late)
    try law(late.document.bytes() == text, "a dry run changes bytes")
    let done = perform(request, on: late)
    try law(done == told, "a dry run tells \(told), the edit \(done)")
    try law(perform(request, on: early) == done, "\(request) is another edit early than late")
    let edited = late.document.bytes()
    try law(early.document.bytes() == edited, "\(request) writes other bytes early than late")
    try SceneEditLaws.expectReadAgain(late.document)
    while try late.undo() != nil {}
    try law(late.document.bytes() == text, "undoing does not bring back what was")
  }

  private static func perform(_ request: SetRequest, on session: SceneSession) -> String {
    do {
      let result = try session.set(request)
      return "\(result.matched) \(result.changed) \(result.changes) \(result.warnings) \(result.skipped)"
    } catch {
      return "\(error.code) \(error.message) \(error.diagnostics)"
    }
  }
}
