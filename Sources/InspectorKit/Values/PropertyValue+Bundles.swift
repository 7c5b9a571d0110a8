internal import JSONText

extension PropertyValue {
  /// Appends a stored value in the form of bundles, as ``appendBundleJSON(to:)`` writes it; false, and nothing is appended,
  /// where the text is no value of the type.
  ///
  /// - Parameter raw: valid JSON, as a scene stores it; `null` stays `null`.
  package static func appendBundleJSON(
    of raw: UnsafeRawBufferPointer, as type: PropertyType, to bytes: inout [UInt8]
  ) -> Bool {
    if isInBundleForm(raw, as: type) {
      bytes.append(contentsOf: raw)
      return true
    }
    var reader = JSONReader(raw)
    guard let value = try? PropertyValue(json: &reader, as: type) else { return false }
    value.appendBundleJSON(to: &bytes)
    return true
  }

  /// Whether a bundle holds these very bytes; no for some that it would hold as well.
  private static func isInBundleForm(_ raw: UnsafeRawBufferPointer, as type: PropertyType) -> Bool {
    guard let first = raw.first else { return false }
    if first == UInt8(ascii: "n") { return true }
    var text = CompactText(raw)
    switch type {
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .string: return first == UInt8(ascii: "\"") && !raw.contains(UInt8(ascii: "\\"))
    case .int: return text.integer() != nil && text.isAtEnd && !raw.elementsEqual("-0".utf8)
    case .double: return text.passShortestNumber() && text.isAtEnd
    case .color: return false
    case .point:
      return text.pass(#"{"x":"#) && text.passShortestNumber() && text.pass(#","y":"#) && text.passShortestNumber()
        && text.pass("}") && text.isAtEnd
    case .size:
      return text.pass(#"{"width":"#) && text.passShortestNumber() && text.pass(#","height":"#)
        && text.passShortestNumber() && text.pass("}") && text.isAtEnd
    case .rect:
      return text.pass(#"{"x":"#) && text.passShortestNumber() && text.pass(#","y":"#) && text.passShortestNumber()
        && text.pass(#","width":"#) && text.passShortestNumber() && text.pass(#","height":"#)
        && text.passShortestNumber() && text.pass("}") && text.isAtEnd
    }
  }
}
