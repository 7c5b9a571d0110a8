import SceneDocument
import Workbench

/// Laws of sessions of any scene: checks and searches return, dry runs and refused edits change nothing, and undo
/// restores every byte.
enum SessionLaws {
  static func check(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    guard (try? SceneDocument(bytes: input.text, name: "scene")) != nil else { return }
    for hooks in [true, false] { _ = try open(input.text).check(hooks: hooks) }
    repeat {
      _ = try? open(input.text).select(try selector(&input.choices))
      try checkSetting(input.text, try request(&input.choices))
    } while !input.choices.isEmpty
  }

  private static func open(_ text: [UInt8]) throws -> SceneSession {
    try SceneSession.open(bytes: text, name: "scene", library: Stage.library)
  }

  private static func selector(_ choices: inout Choices) throws -> Selector {
    try Selector(
      parsing: choices.one(of: [
        "*", "Thing", "Lamp", "Dial", ":kind(Thing)", "Dial[level>2]", "[count>1]", "[tint=brand]", "Lamp[glow=white]",
        "#a",
        ":modified", "Thing[title^=A]", "[stored(count)<9]", "* > *", ":unset(title)",
      ]))
  }

  private static func request(_ choices: inout Choices) throws -> EditRequest {
    let operations: [(String, Assignment.Operation)] = [
      ("count", .set("5")), ("count", .add("2")), ("Count", .multiply("9223372036854775807")), ("level", .set("9")),
      ("limit", .set("0.5")), ("tint", .set("red")), ("tint", .set("brand")), ("frame.x", .subtract("3")),
      ("title", .unset), ("count", .reset), ("note", .set("a!")), ("number", .set("1")), ("ratio", .divide("0")),
    ]
    let assignments = (0...choices.number(below: 2)).map { _ in
      let (name, operation) = choices.one(of: operations)
      return Assignment(name, operation)
    }
    var request = EditRequest(try selector(&choices), assignments)
    let options = choices.byte()
    request.skipsMissing = options & 1 == 0
    request.skipsRefused = options & 2 != 0
    request.wantsChanges = options & 4 != 0
    return request
  }

  private static func checkSetting(_ text: [UInt8], _ request: EditRequest) throws {
    let session = try open(text)
    var dry = request
    dry.isDryRun = true
    let told = perform(dry, on: session)
    try law(session.document.bytes() == text, "a dry run changes bytes")
    let done = perform(request, on: session)
    try law(done == told, "a dry run tells \(told), the edit \(done)")
    try SceneEditLaws.expectReadAgain(session.document)
    while try session.undo() != nil {}
    try law(session.document.bytes() == text, "undoing does not bring back what was")
  }

  private static func perform(_ request: EditRequest, on session: SceneSession) -> String {
    do {
      let result = try session.perform(request)
      return "\(result.matched) \(result.changed) \(result.changes) \(result.warnings) \(result.skipped)"
    } catch {
      return "\(error.code) \(error.message) \(error.details)"
    }
  }
}
