/// A text that equals another only where all its bytes do.
///
/// `String` takes "é" as one scalar and as "e" with a combining accent for the same; ids, names and keys of documents are not.
package struct ExactText: Hashable {
  package let text: String

  package init(_ text: some StringProtocol) { self.text = String(text) }

  package static func == (first: ExactText, second: ExactText) -> Bool { first.text.isExactly(second.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension String {
  /// Whether both have the same bytes; no Unicode normalization.
  package func isExactly(_ other: String) -> Bool {
    var (first, second) = (self, other)
    return first.withUTF8 { first in second.withUTF8 { first.elementsEqual($0) } }
  }

  /// Whether the text begins with these bytes.
  package func begins(with part: String) -> Bool {
    var (whole, part) = (self, part)
    return whole.withUTF8 { whole in part.withUTF8 { whole.starts(with: $0) } }
  }
}

/// Text compared byte by byte, as syntax is read.
///
/// `String` compares grapheme clusters: a quote, a comma or a bracket with a combining mark, a joiner or a skin tone after
/// it is another `Character`, and would be missed. Views (`utf8`, `unicodeScalars`) are used for splitting.
extension StringProtocol {
  /// Whether both have the same bytes; no Unicode normalization.
  package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the text begins with these bytes.
  package func begins(with part: some StringProtocol) -> Bool { utf8.starts(with: part.utf8) }

  /// Whether the text ends with these bytes.
  package func ends(with part: some StringProtocol) -> Bool {
    utf8.count >= part.utf8.count && utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
  }

  /// Whether these bytes stand somewhere in the text.
  package func holds(_ part: some StringProtocol) -> Bool {
    let wanted = Array(part.utf8)
    guard !wanted.isEmpty else { return true }
    // The search of Knuth, Morris and Pratt: for each beginning of what is wanted, how long its longest end is that is a
    // beginning too. No text and no part of it makes it look at a byte again and again.
    var ends = [0]
    var length = 0
    for byte in wanted.dropFirst() {
      while length > 0, wanted[length] != byte { length = ends[length - 1] }
      if wanted[length] == byte { length += 1 }
      ends.append(length)
    }
    length = 0
    for byte in utf8 {
      while length > 0, wanted[length] != byte { length = ends[length - 1] }
      if wanted[length] == byte { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }

  /// The text without the blanks around it.
  package var trimmed: String {
    let rest = unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(rest[...last]))
  }

  /// The parts between the places of a scalar, the empty ones among them.
  package func parts(between separator: Unicode.Scalar) -> [String] {
    if let byte = UInt8(exactly: separator.value), separator.isASCII {
      // No character of several bytes has an ASCII one.
      var text = String(self)
      return text.withUTF8 { bytes in
        bytes.split(separator: byte, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// The words between blanks.
  package var words: [String] {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String(String.UnicodeScalarView($0)) }
  }
}
