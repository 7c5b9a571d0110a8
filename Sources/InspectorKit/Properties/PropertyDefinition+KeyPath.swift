extension PropertyDefinition {
  /// Whether a text is an identifier, or several joined by dots.
  package static func isKeyPath(_ text: String) -> Bool {
    var begins = true
    for scalar in text.unicodeScalars {
      if scalar == ".", !begins {
        begins = true
        continue
      }
      let properties = scalar.properties
      guard begins ? scalar == "_" || properties.isXIDStart : properties.isXIDContinue else { return false }
      begins = false
    }
    return !begins
  }
}
