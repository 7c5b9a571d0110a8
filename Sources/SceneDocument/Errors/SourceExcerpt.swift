/// The part of a source line that an error shows, and the line with the caret below it.
///
/// Long lines are cut to a window around the error. Characters that would move a terminal's cursor or reorder its text
/// are shown as escapes; tabs stay, and the caret line repeats them.
public struct SourceExcerpt: Hashable, Sendable {
  /// The shown part of the source line.
  public var line: String

  /// The line to show below the source line: spaces and tabs, then a caret.
  public var caretLine: String

  private static let before = 60
  private static let after = 40

  /// Creates the excerpt of the line that contains the byte at `offset`.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    let offset = min(offset, bytes.count)
    let lineStart = Self.lineStart(bytes, offset)
    let lineEnd = Self.lineEnd(bytes, offset)
    let start = Self.cut(bytes, back: offset, by: Self.before, to: lineStart)
    let end = Self.cut(bytes, forth: offset, by: Self.after, to: lineEnd)
    let left = start > lineStart ? "…" : ""
    let prefix = Self.escaped(Self.text(bytes, start, offset))
    line = left + prefix + Self.escaped(Self.text(bytes, offset, end)) + (end < lineEnd ? "…" : "")
    caretLine = Self.blanks(left) + Self.blanks(prefix) + "^"
  }

  /// Returns the text with control characters, bidirectional marks and invisible formatting characters replaced by
  /// escapes such as `\u{202E}`. Tabs are kept.
  public static func escaped(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\t" || !mustEscape(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u{" + digits + "}"
      }
    }
    return result
  }

  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The distance from the error, in bytes, within which the ends of its line are searched for, so that a line of
  /// gigabytes is not scanned as a whole.
  private static let horizon = 1024

  private static func lineStart(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    let before = bytes[max(0, offset - horizon)..<offset]
    return before.lastIndex(of: 0x0A).map { $0 + 1 } ?? before.startIndex
  }

  private static func lineEnd(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
    let rest = bytes[offset..<min(bytes.count, offset + horizon)]
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    let endsWithReturn = end > offset && end < bytes.count && bytes[end] == 0x0A && bytes[end - 1] == 0x0D
    return endsWithReturn ? end - 1 : end
  }

  private static func cut(_ bytes: UnsafeRawBufferPointer, back offset: Int, by count: Int, to limit: Int) -> Int {
    var i = offset
    var left = count
    while i > limit, left > 0 {
      i -= 1
      while i > limit, bytes[i] & 0xC0 == 0x80 { i -= 1 }
      left -= 1
    }
    return i
  }

  private static func cut(_ bytes: UnsafeRawBufferPointer, forth offset: Int, by count: Int, to limit: Int) -> Int {
    var i = offset
    var left = count
    while i < limit, left > 0 {
      i += 1
      while i < limit, bytes[i] & 0xC0 == 0x80 { i += 1 }
      left -= 1
    }
    return i
  }

  /// Returns true if a text has only printable ASCII characters, as most source lines do.
  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 &- 0x20 < 0x5F } }

  /// Returns a blank text that is as wide as the given text in a terminal; tabs are kept.
  private static func blanks(_ text: String) -> String {
    isPlain(text) ? String(repeating: " ", count: text.utf8.count) : String(text.unicodeScalars.flatMap(blank))
  }

  /// Returns the blanks that are as wide as a character in a terminal: none for a combining mark, two spaces for a wide
  /// character, a tab for a tab.
  private static func blank(_ scalar: Unicode.Scalar) -> [Character] {
    if scalar == "\t" { return ["\t"] }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return []
    default: return isWide(scalar.value) ? [" ", " "] : [" "]
    }
  }

  /// Returns true if the character is East Asian wide or an emoji (the large ranges of Unicode's UAX #11).
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
