/// An error that stores facts, from which its message is made on demand.
///
/// A module declares its refusals as the cases of enums, and only the enum's `message` contains their sentences:
///
/// ```swift
/// let refusal = SessionRefusal.noStep(4, count: 3)
/// refusal.code     // history.end
/// refusal.message  // "the history has no step 4; it goes to 3"
/// ```
package protocol Refusal: Error, Hashable {
  /// The stable code, such as `unknown.property`.
  var code: DiagnosticCode { get }

  /// The message: one lower-case sentence that ends with a remedy.
  var message: String { get }

  /// The name that the user probably meant, which the message suggests; nil if there is none.
  var suggestion: String? { get }
}

extension Refusal {
  package var suggestion: String? { nil }
}

/// A type-erased refusal that can be compared and stored in other refusals.
package struct AnyRefusal: Refusal {
  /// The wrapped refusal, which is never an `AnyRefusal`.
  package let base: any Refusal

  package init(_ base: any Refusal) { self.base = (base as? AnyRefusal)?.base ?? base }

  /// Wraps a caught error. An error that is not a refusal becomes a `type.mismatch` with the error's own description.
  package init(caught error: any Error) {
    self.init(error as? any Refusal ?? StatedRefusal(.typeMismatch, "\(error)"))
  }

  package var code: DiagnosticCode { base.code }
  package var message: String { base.message }
  package var suggestion: String? { base.suggestion }

  package static func == (a: AnyRefusal, b: AnyRefusal) -> Bool { AnyHashable(a.base) == AnyHashable(b.base) }
  package func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}

/// A refusal with a ready-made message, for example from a plugin's hook or from the parser of command lines.
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
