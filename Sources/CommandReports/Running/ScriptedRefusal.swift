package import JSONText
package import SceneSessions

/// The refusal of an edit script, or of one of its steps.
package struct ScriptedRefusal: Refusal {
  let reason: AnyRefusal

  /// The script as it was named on the command line.
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
