internal import JSONText
internal import WorkbenchSupport

/// Quotes of the form `$'…'`, in which escapes represent bytes, as in POSIX shells. Completion and messages use them to
/// write ids, values and file names that a terminal cannot show unchanged.
///
/// ```swift
/// DollarQuote.text("caf\\xc3\\xa9 \\xff".unicodeScalars)  // "café ", then a byte 0xFF
/// DollarQuote.quoted(name)                                // "$'café \\xff'"
/// ```
package enum DollarQuote {
  private static let escapes: [Unicode.Scalar: UInt8] = [
    "n": 0x0A, "t": 0x09, "r": 0x0D, "a": 0x07, "b": 0x08, "e": 0x1B, "f": 0x0C, "v": 0x0B,
  ]

  /// Decodes the text between the quotes: `\n` and similar escapes become control characters, `\xFF` becomes a byte,
  /// and before any other character the `\` is dropped.
  package static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var bytes: [UInt8] = []
    var rest = Array(scalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        bytes += FileName.bytes(of: String(scalar))
        continue
      }
      let digits = rest.prefix(2).prefix { $0.properties.isASCIIHexDigit }
      if escaped == "x", let byte = UInt8(String(String.UnicodeScalarView(digits)), radix: 16), byte > 0 {
        bytes.append(byte)
        rest = rest.dropFirst(digits.count)
      } else if let byte = escapes[escaped] {
        bytes.append(byte)
      } else {
        bytes += FileName.bytes(of: String(escaped))
      }
    }
    return FileName.text(of: bytes)
  }

  /// Returns the text in `$'…'` quotes, in which unsafe characters are escaped.
  package static func quoted(_ text: String) -> String { "\(opened(text))'" }

  /// Returns the text with an opening `$'` and no closing quote, for an unfinished word.
  package static func opened(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "$'") { result, scalar in
      if let byte = FileName.byte(scalar) {
        result += FileName.escape(byte)
      } else if let name = escapes.first(where: { $0.value == scalar.value })?.key {
        result += "\\\(name)"
      } else if TerminalText.isUnsafe(scalar) {
        result += UTF8.encode(scalar)?.map(FileName.escape).joined() ?? ""
      } else {
        result += scalar == "'" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
      }
    }
  }

  /// Returns true if a text needs `$'…'` quotes: it contains a character that a terminal would not show unchanged.
  package static func isNeeded(_ text: String) -> Bool { text.unicodeScalars.contains(where: TerminalText.isUnsafe) }
}
