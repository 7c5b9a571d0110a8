import CJSONC
import JSONText

/// The JSON parser of json-c as a reference: strict, with UTF-8 validation, and with only blanks allowed after the
/// value.
enum JSONCText {
  static func accepts(_ text: [UInt8], depth: Int) -> Bool {
    parsed(text, depth: depth) { _ in true } ?? false
  }

  /// Returns an accepted text as json-c writes it, with numbers unchanged; nil for a refused text.
  static func rewritten(_ text: [UInt8], pretty: Bool) -> String? {
    let spacing = pretty ? JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED : JSON_C_TO_STRING_PLAIN
    return parsed(text, depth: 1000) { root in
      json_object_to_json_string_ext(root, spacing | JSON_C_TO_STRING_NOSLASHESCAPE).map { String(cString: $0) }
    } ?? nil
  }

  private static func parsed<R>(_ text: [UInt8], depth: Int, _ body: (OpaquePointer?) -> R) -> R? {
    guard let tokener = json_tokener_new_ex(Int32(depth)) else { return nil }
    defer { json_tokener_free(tokener) }
    json_tokener_set_flags(tokener, Int32(JSON_TOKENER_STRICT) | Int32(JSON_TOKENER_VALIDATE_UTF8))
    let root = (text + [0x20]).withUnsafeBytes { bytes in
      json_tokener_parse_ex(
        tokener, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    defer { json_object_put(root) }
    return json_tokener_get_error(tokener) == json_tokener_success ? body(root) : nil
  }

  /// The known leniencies of json-c 0.16 under its strictest flags.
  enum Trap {
    case bytesThatAreNotUTF8, keyTwice, leadingZeros, noDigits, rawControlCharacter, notANumberOrInfinity
    case keyInSingleQuotes, stopsAtNUL
  }

  /// Returns the leniency that explains why json-c accepts a text, given our scanner's error; nil if json-c should also
  /// refuse the text.
  static func trap(_ error: JSONSyntaxError, in text: [UInt8]) -> Trap? {
    let found = error.offset < text.count ? text[error.offset] : 0
    switch error.kind {
    // Overlong forms, surrogates and code points beyond U+10FFFF; escaped unpaired surrogates become U+FFFD.
    case .utf8: return .bytesThatAreNotUTF8
    case .duplicateKey: return .keyTwice
    case .limit: return nil
    case .syntax: break
    }
    if found == 0, error.offset < text.count { return .stopsAtNUL }
    if error.expected.contains("without leading zeros") { return .leadingZeros }
    if error.remedy.contains("infinity") { return .notANumberOrInfinity }
    if error.expected.hasPrefix("a digit") { return .noDigits }
    if error.remedy.hasPrefix("in a string") { return .rawControlCharacter }
    if found == UInt8(ascii: "'"), error.expected.contains("key") { return .keyInSingleQuotes }
    return nil
  }
}
