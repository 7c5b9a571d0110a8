package import JSONText

/// A refusal of a command because of its arguments, or because of a file, program or name that is not part of a scene.
///
/// Most refusals are errors of usage: arguments are missing, too many, or contradictory.
package protocol CommandRefusal: Refusal {
  /// The exit status of a command that this refusal ends.
  var status: ExitStatus { get }

  /// The text for the standard error; nil for the usual form, the scene's name followed by the message.
  var report: String? { get }
}

extension CommandRefusal {
  package var code: DiagnosticCode { .usage }
  package var status: ExitStatus { code == .usage ? .usage : .findings }
  package var report: String? { nil }
}
