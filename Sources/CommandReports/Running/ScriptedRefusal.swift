package import JSONText
package import SceneSessions

/// The refusal of an edit script, or of one of its steps.
package struct ScriptedRefusal: Refusal {
  let reason: AnyRefusal

  /// The script as named on the command line.
  let script: String

  /// The place of the refused step in the script; nil if the refusal concerns the script as a whole.
  let place: EditScript.Place?

  package init(_ reason: any Refusal, script: String, place: EditScript.Place? = nil) {
    (self.reason, self.script, self.place) = (AnyRefusal(reason), script, place)
  }

  package var code: DiagnosticCode { reason.code }
  package var message: String { reason.message }
  package var suggestion: String? { reason.suggestion }
}

extension EditScript {
  /// Returns an error of an edit with its place in the script, if a step of the script caused the error.
  package func locating(_ error: Diagnostic) -> Diagnostic {
    guard let place = place(of: error) else { return error }
    var error = error
    error.reason = AnyRefusal(ScriptedRefusal(error.reason, script: name, place: place))
    return error
  }

  /// Runs an edit, and adds the place in the script to its error.
  package func locating<R>(_ body: () throws(Diagnostic) -> R) throws(Diagnostic) -> R {
    do throws(Diagnostic) {
      return try body()
    } catch {
      throw locating(error)
    }
  }
}
