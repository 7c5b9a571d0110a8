import JSONText

extension PropertyDefinition {
  /// Whether a text is an identifier, or several joined by dots.
  package static func isKeyPath(_ text: String) -> Bool {
    text.parts(between: ".").allSatisfy { part in
      guard let first = part.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
      return part.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }
  }
}
