package import JSONText

// Why a selector or a column is refused.
extension Refusal {
  package static func nothingMatches(_ selector: String) -> Self {
    Self(.selectorEmpty, "the selector '\(selector)' matches nothing")
  }
  static func noSuchClass(_ name: String, hint: String) -> Self {
    Self(.unknownClass, "unknown class '\(name)'\(hint.isEmpty ? "; neither the scene nor a plugin has it" : "")")
  }
  static func unknownName(_ name: String, hint: String, noClass: String = "no such class") -> Self {
    Self(
      .unknownProperty,
      "unknown property '\(name)'\(hint.isEmpty ? "; \(noClass) has it, and no object stores it" : "")")
  }
  static func value(_ error: any Error) -> Self { Self(.typeMismatch, "\(error)") }
}
