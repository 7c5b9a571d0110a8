package import InspectorKit

extension Diagnostic {
  /// A colour was typed that sRGB does not have.
  package init(clipped text: String, to color: Color, property: String, file: String?) {
    self.init(
      code: .valueClipped, severity: .warning, file: file, property: property,
      message: "'\(property)': '\(text)' is outside sRGB and is clipped to \(color.text)")
  }
}
