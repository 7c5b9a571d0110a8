import SceneDocument
import Workbench

/// Laws of edit scripts: a script is written and read back unchanged, is applied to a scene completely or not at all,
/// and is undone exactly.
enum EditScriptLaws {
  static func check(_ bytes: [UInt8]) throws {
    let script: EditScript
    do {
      script = try EditScript(bytes, name: "script")
    } catch {
      try law(!error.description.isEmpty && (error.line ?? 1) >= 1 && (error.column ?? 1) >= 1, error.description)
      return
    }
    let written = EditScript.text(of: script.steps)
    let again: EditScript
    do {
      again = try EditScript(Array(written.utf8), name: "written")
    } catch {
      throw Difference("written as \(written) it is refused: \(error)")
    }
    try law(EditScript.text(of: again.steps) == written, "it is written otherwise each time: \(written)")
    try run(script, as: again)
  }

  private static func run(_ script: EditScript, as written: EditScript) throws {
    let session = try Stage.session()
    let original = session.document.bytes()
    var request = EditRequest(script.steps)
    request.isDryRun = true
    request.wantsChanges = true
    let isGood = try perform(request, of: script, on: session)
    try law(session.document.bytes() == original && !session.isModified, "a dry run changes bytes")
    request.isDryRun = false
    try law(try perform(request, of: script, on: session) == isGood, "a dry run says otherwise than the run")
    let edited = session.document.bytes()
    if !isGood { try law(edited == original, "a refused script changes bytes") }
    try SceneEditLaws.expectReadAgain(session.document)
    _ = session.check()
    let other = try Stage.session()
    request.steps = written.steps
    try law(try perform(request, of: written, on: other) == isGood, "what is written the same says otherwise")
    try law(other.document.bytes() == edited, "what is written the same does otherwise")
    while try session.undo() != nil {}
    try law(session.document.bytes() == original, "undoing does not bring back what was")
    while try session.redo() != nil {}
    try law(session.document.bytes() == edited, "doing again does not bring back what was")
  }

  private static func perform(
    _ request: EditRequest, of script: EditScript, on session: SceneSession
  ) throws -> Bool {
    do {
      _ = try session.perform(request)
      return true
    } catch {
      try law(!error.message.isEmpty, "an error without words")
      if let place = script.place(of: error) {
        try law(
          (1...max(script.steps.count, 1)).contains(place.step) && place.line >= 1 && place.column >= 1, "\(place)")
      }
      return false
    }
  }
}
