// The error messages of the scanner.
extension JSONScanner {
  /// Returns an error at `i` that names the text found there. If the bytes there are not UTF-8, the error concerns the
  /// encoding.
  func unexpected(_ i: Int, expected: String, remedy: String = "") -> JSONSyntaxError {
    if let c = byte(i), c >= 0x80, Self.utf8Length(bytes, i) == 0 { return notUTF8(i) }
    return JSONSyntaxError(
      offset: min(i, bytes.count), kind: .syntax, found: found(i), expected: expected, remedy: remedy)
  }

  func valueExpected(_ i: Int, after start: Int) -> JSONSyntaxError {
    let word = excerpt(i, i + 9)
    let remedy: String
    switch byte(i) {
    case nil: remedy = i == 0 || start == i ? "the text is empty" : "the text may have been cut off"
    case 0x5D, 0x7D: remedy = previous(i) == 0x2C ? "remove the ',' before it" : ""
    case 0x2C: remedy = "remove the ','"
    case 0x27: remedy = "JSON strings need double quotes"
    case 0x2F, 0x23: remedy = "JSON has no comments"
    case 0x2E: remedy = "write '0' before the '.'"
    case 0x2B: remedy = "JSON numbers have no '+'"
    case 0x4E where word.hasPrefix("'NaN"), 0x49 where word.hasPrefix("'Infinity"):
      remedy = "JSON has neither NaN nor infinity"
    case 0x54, 0x46, 0x4E: remedy = "JSON's words are true, false and null"
    default: remedy = ""
    }
    return unexpected(i, expected: "a value", remedy: remedy)
  }

  func keyExpected(_ i: Int, first: Bool) -> JSONSyntaxError {
    switch byte(i) {
    case 0x7D where !first: unexpected(i, expected: "a key", remedy: "remove the ',' before it")
    case nil: unexpected(i, expected: "a key", remedy: "the text may have been cut off")
    case 0x2F, 0x23: unexpected(i, expected: "a key", remedy: "JSON has no comments")
    default: unexpected(i, expected: first ? "a key or '}'" : "a key", remedy: "keys need double quotes")
    }
  }

  func separatorExpected(_ i: Int, inObject: Bool) -> JSONSyntaxError {
    let remedy =
      switch byte(i) {
      case nil: "the text may have been cut off"
      case 0x2F, 0x23: "JSON has no comments"
      default: ""
      }
    return unexpected(i, expected: inObject ? "',' or '}'" : "',' or ']'", remedy: remedy)
  }

  func tooDeep(_ i: Int, _ maximumDepth: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: i, kind: .limit, found: "more than \(maximumDepth) arrays and objects within one another", expected: "",
      remedy: "this is the limit; nest less deeply")
  }

  func controlCharacter(_ i: Int, _ c: UInt8) -> JSONSyntaxError {
    let escape =
      switch c {
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0D: "\\r"
      default: "\\u00" + JSONString.twoHexDigits(c)
      }
    return unexpected(
      i, expected: "'\"' or a character of the string", remedy: "in a string it is written '\(escape)'")
  }

  func loneSurrogate(_ i: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: i, kind: .utf8, found: "\(excerpt(i, i + 6)), which is half of a surrogate pair",
      expected: "a whole character", remedy: "write both halves, as in '\\uD83D\\uDE00'")
  }

  func notUTF8(_ i: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: i, kind: .utf8, found: "the byte 0x\(JSONString.twoHexDigits(bytes[i]).uppercased())",
      expected: "UTF-8", remedy: "save the file as UTF-8")
  }

  /// Throws an error for a text that begins with a byte order mark or is UTF-16, so that the message names the
  /// encoding.
  func refuseForeignEncodings() throws(JSONSyntaxError) {
    // Returns quickly if the text begins as JSON does.
    guard let first = bytes.first, let second = byte(1), first >= 0x80 || first == 0 || second == 0 else { return }
    if first == 0xEF, second == 0xBB, byte(2) == 0xBF {
      throw JSONSyntaxError(
        offset: 0, kind: .syntax, found: "a byte order mark", expected: "a value",
        remedy: "save the file as UTF-8 without a byte order mark")
    }
    let isMark = first == 0xFE && second == 0xFF || first == 0xFF && second == 0xFE
    if isMark || (first == 0) != (second == 0) {
      throw JSONSyntaxError(
        offset: 0, kind: .utf8, found: "what looks like UTF-16", expected: "UTF-8", remedy: "save the file as UTF-8")
    }
  }

  /// Returns a name for the text at `i`, such as `'}'`, `'nul'`, `the control character U+0007` or `the end of the
  /// text`.
  func found(_ i: Int) -> String {
    guard let c = byte(i) else { return "the end of the text" }
    switch c {
    case 0x00: return "a NUL byte"
    case 0x09: return "a tab"
    case 0x0A: return "a line break"
    case 0x0D: return "a carriage return"
    case 0x01..<0x20, 0x7F: return "the control character U+00\(JSONString.twoHexDigits(c).uppercased())"
    case 0x22: return "a string"
    default: return isWord(c) ? excerpt(i, wordEnd(i)) : excerpt(i, i + max(1, Self.utf8Length(bytes, i)))
    }
  }

  private func isWord(_ c: UInt8) -> Bool {
    c | 0x20 >= 0x61 && c | 0x20 <= 0x7A || c &- 0x30 < 10 || c == 0x2D || c == 0x2B || c == 0x2E || c == 0x5F
  }

  private func wordEnd(_ i: Int) -> Int {
    var end = i
    while let c = byte(end), isWord(c), end - i < 24 { end += 1 }
    return end
  }

  /// Returns the bytes from `start` to `end`, or to the end of the text, in single quotes.
  func excerpt(_ start: Int, _ end: Int) -> String {
    "'" + String(decoding: bytes[min(start, bytes.count)..<min(end, bytes.count)], as: UTF8.self) + "'"
  }

  /// Returns an unescaped key in single quotes.
  ///
  /// - Parameters:
  ///   - start: the offset of the opening double quote.
  ///   - end: the offset after the closing one.
  func quote(_ start: Int, _ end: Int) -> String {
    "'" + JSONString.decode(slice(start + 1, end - 1)) + "'"
  }

  /// Returns the last byte before `i` that is not a blank; nil if there is none.
  private func previous(_ i: Int) -> UInt8? {
    bytes[..<min(i, bytes.count)].last { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
  }
}
