/// Conversions between plain text and the text of XML.
package enum MarkupText {
  /// Decodes the references of a text, such as `&lt;` and `&#10;`, and normalises its line breaks as XML requires.
  ///
  /// The text must have been parsed without a document type, so that it contains no other entities.
  ///
  /// - Parameter isAttribute: true for the value of an attribute, in which line breaks become spaces.
  package static func decoded(_ raw: some Collection<UInt8>, isAttribute: Bool = true) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var rest = raw[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "&"):
        let name = Array(rest.prefix { $0 != UInt8(ascii: ";") })
        rest = rest.dropFirst(name.count + 1)
        bytes += replacement(String(decoding: name, as: UTF8.self)).utf8
      case 0x0D:
        // XML normalises every line break to a line feed.
        bytes.append(isAttribute ? 0x20 : 0x0A)
        if rest.first == 0x0A { rest = rest.dropFirst() }
      case 0x09, 0x0A: bytes.append(isAttribute ? 0x20 : byte)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replacement(_ name: String) -> String {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.first == "#" else { return "&\(name);" }
      let digits = name.dropFirst()
      let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "\u{FFFD}"
    }
  }

  /// Returns an attribute value in quotes, with special characters escaped. The quotes are those of a former value, if
  /// given.
  package static func quoted(_ text: String, like old: UnsafeRawBufferPointer? = nil) -> [UInt8] {
    let quote = old?.first == 0x27 ? UInt8(0x27) : 0x22
    var bytes: [UInt8] = [quote]
    for byte in text.utf8 {
      switch byte {
      case quote: bytes += (quote == 0x22 ? "&quot;" : "&apos;").utf8
      case 0x09, 0x0A, 0x0D: bytes += "&#\(byte);".utf8
      default: append(byte, to: &bytes)
      }
    }
    return bytes + [quote]
  }

  /// Escapes a text for the content of an element.
  package static func content(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x0D { bytes += "&#13;".utf8 } else { append(byte, to: &bytes) }
    }
    return bytes
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): bytes += "&amp;".utf8
    case UInt8(ascii: "<"): bytes += "&lt;".utf8
    case UInt8(ascii: ">"): bytes += "&gt;".utf8
    default: bytes.append(byte)
    }
  }

  /// Returns true if XML allows all characters of a text.
  package static func isAllowed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      ($0.value >= 0x20 || [0x09, 0x0A, 0x0D].contains($0.value)) && $0.value != 0xFFFE && $0.value != 0xFFFF
    }
  }
}
