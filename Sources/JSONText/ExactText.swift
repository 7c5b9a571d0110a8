/// A text that is compared and hashed by its UTF-8 bytes.
///
/// `String` treats "é" and "e" with a combining accent as equal. Ids, names and keys of documents differ if their bytes
/// differ.
package struct ExactText: Hashable, Sendable {
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
  /// Returns true if both texts have the same bytes, without Unicode normalization.
  package func isExactly(_ other: String) -> Bool {
    var (first, second) = (self, other)
    return first.withUTF8 { first in second.withUTF8 { first.elementsEqual($0) } }
  }

  /// Returns true if the text begins with the bytes of `part`.
  package func begins(with part: String) -> Bool {
    var (whole, part) = (self, part)
    return whole.withUTF8 { whole in part.withUTF8 { whole.starts(with: $0) } }
  }
}

/// Comparisons and splitting of text by bytes and scalars, as parsers need them.
///
/// `String` compares grapheme clusters: a quote, a comma or a bracket followed by a combining mark, a joiner or a skin
/// tone is a different `Character`, and would be missed. Views (`utf8`, `unicodeScalars`) are used for splitting.
extension StringProtocol {
  /// Returns true if both texts have the same bytes, without Unicode normalization.
  package func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Returns true if the text begins with the bytes of `part`.
  package func begins(with part: some StringProtocol) -> Bool { utf8.starts(with: part.utf8) }

  /// Returns the text after the bytes of `part`; nil if the text does not begin with them.
  package func rest(after part: some StringProtocol) -> String? {
    begins(with: part) ? String(decoding: utf8.dropFirst(part.utf8.count), as: UTF8.self) : nil
  }

  /// Returns true if the text ends with the bytes of `part`.
  package func ends(with part: some StringProtocol) -> Bool {
    utf8.count >= part.utf8.count && utf8.suffix(part.utf8.count).elementsEqual(part.utf8)
  }

  /// Returns true if the text contains the bytes of `part`; an empty `part` is always contained.
  package func holds(_ part: some StringProtocol) -> Bool {
    let wanted = Array(part.utf8)
    guard !wanted.isEmpty else { return true }
    // The search of Knuth, Morris and Pratt: for each prefix of the wanted text, the length of its longest proper
    // suffix that is also a prefix. The search takes linear time for every text.
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

  /// The text without leading or trailing Unicode white space.
  package var trimmed: String {
    // A concrete type needs no generic metadata at run time.
    let scalars = String(self).unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Returns the parts between the occurrences of a scalar, empty ones included.
  package func parts(between separator: Unicode.Scalar) -> [String] {
    if let byte = UInt8(exactly: separator.value), separator.isASCII {
      // In UTF-8, no character of several bytes contains an ASCII byte.
      var text = String(self)
      return text.withUTF8 { bytes in
        bytes.split(separator: byte, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    return unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// The parts of the text between runs of Unicode white space; none is empty.
  package var words: [String] {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String(String.UnicodeScalarView($0)) }
  }
}
