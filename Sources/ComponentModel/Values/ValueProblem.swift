package import JSONText

/// Why a stored or typed value cannot be a property's.
package struct ValueProblem: Refusal {
  package let reason: AnyRefusal

  /// The member of a JSON object that is wrong, such as `width` of a `frame`; nil where the value as a whole is.
  package var member: String?

  /// The name of the property whose assignment is refused; nil where the value belongs to no assignment.
  package var property: String?

  /// Whether the member's key is wrong, and not its value.
  var isOfKey: Bool = false

  package init(_ reason: any Refusal) { self.reason = AnyRefusal(reason) }

  package var code: DiagnosticCode { reason.code }
  package var message: String { reason.message }

  /// Whether a component that was needed failed.
  package var isPluginFailure: Bool { code.isOfPlugin }
}
