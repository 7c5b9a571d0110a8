/// The reason for a refusal: a fact with its data.
///
/// The reasons of a module are the cases of its enums, and the enum's `message` is the only place with their sentences:
///
/// ```swift
/// let refusal = SessionRefusal.noStep(4, count: 3)
/// refusal.code     // history.end
/// refusal.message  // "the history has no step 4; it goes to 3"
/// ```
package protocol Refusal: Error, Hashable {
  /// The stable code, such as `unknown.property`.
  var code: DiagnosticCode { get }

  /// The message: one lower-case sentence with its remedy, made on demand.
  var message: String { get }

  /// The name that was probably meant, with which the sentence then ends.
  var suggestion: String? { get }
}

extension Refusal {
  package var suggestion: String? { nil }
}

/// A type-erased refusal, which can be compared and be part of another fact.
package struct AnyRefusal: Refusal {
  /// The fact itself.
  package let base: any Refusal

  package init(_ base: any Refusal) { self.base = (base as? AnyRefusal)?.base ?? base }

  /// Wraps a caught error; one that is not a refusal becomes a `type.mismatch` in its own words.
  package init(caught error: any Error) {
    self.init(error as? any Refusal ?? StatedRefusal(.typeMismatch, "\(error)"))
  }

  package var code: DiagnosticCode { base.code }
  package var message: String { base.message }
  package var suggestion: String? { base.suggestion }

  package static func == (a: AnyRefusal, b: AnyRefusal) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }
  package func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}

/// A refusal whose message has an outside source, such as a plugin's hook or the parser of command lines.
package struct StatedRefusal: Refusal {
  package let code: DiagnosticCode
  package let message: String

  package init(_ code: DiagnosticCode, _ message: String) { (self.code, self.message) = (code, message) }
}

/// The refusal of work that was cancelled on request.
package struct CancelledRefusal: Refusal {
  package init() {}

  package var code: DiagnosticCode { .cancelled }
  package var message: String { "cancelled" }
}
