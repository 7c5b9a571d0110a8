import JSONText

/// Strings, which are bare or quoted.
extension PropertyValue {
  /// What a typed string stands for.
  static func unquoted(_ text: String) throws(PropertyValueError) -> String {
    guard text.utf8.first == UInt8(ascii: "\"") else { return text }
    let bytes = Array(text.utf8)
    let contents = bytes.withUnsafeBytes { buffer -> String? in
      var reader = JSONReader(buffer)
      guard let value = try? reader.readString(), (try? reader.end()) != nil else { return nil }
      return value
    }
    guard let contents else { throw .quotedString(found: text) }
    return contents
  }

  /// The string as it is printed.
  static func quotedWhereNeeded(_ string: String) -> String {
    guard needsQuotes(string) else { return string }
    var bytes: [UInt8] = []
    JSONString.append(string, quotedTo: &bytes)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      if isUnseen(scalar) {
        text += "\\u" + String(repeating: "0", count: 4 - hex(scalar).count) + hex(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }

  private static func needsQuotes(_ string: String) -> Bool {
    guard let first = string.unicodeScalars.first, let last = string.unicodeScalars.last else { return true }
    return first == "\"" || first.properties.isWhitespace || last.properties.isWhitespace
      || string.unicodeScalars.contains { $0.value < 0x20 || isUnseen($0) }
  }

  /// A character beyond ASCII's controls that a terminal obeys instead of showing: all are below U+10000.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }
}
