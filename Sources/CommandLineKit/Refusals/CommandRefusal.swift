package import JSONText

/// A refusal because of a command's words, or of a file, program or name that is not part of a scene.
///
/// Most are errors of usage: missing words, too many words, or words that do not go together.
package protocol CommandRefusal: Refusal {
  /// The exit status of a command that ends with the refusal.
  var status: ExitStatus { get }

  /// The lines for the standard error; nil for the usual form, the message after the name of the scene.
  var report: String? { get }
}

extension CommandRefusal {
  package var code: DiagnosticCode { .usage }
  package var status: ExitStatus { code == .usage ? .usage : .findings }
  package var report: String? { nil }
}
