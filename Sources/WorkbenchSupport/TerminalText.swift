import JSONText

/// Escaping, measuring and wrapping of text for a terminal.
///
/// ```swift
/// TerminalText.escaped("a\u{1B}[31m")  // "a\u001b[31m", which colours nothing
/// TerminalText.width("名前")            // 4
/// ```
package enum TerminalText {
  /// Returns the text with control, direction and invisible characters written as JSON escapes, and bytes of a file's
  /// name that are not UTF-8 written as `\xff`. The result can neither move the cursor nor look like a different text.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += escaped($1) }
  }

  /// Returns one character of a text, escaped for a terminal.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    isUnsafe(scalar) ? escape(scalar) : String(scalar)
  }

  /// Returns a message of several lines, escaped for a terminal. Lines after the first begin with a mark, so that no
  /// text of a plugin looks like a line of the program itself.
  package static func escapedLines(_ text: String) -> String {
    text.parts(between: "\n").map(escaped).joined(separator: "\n  | ")
  }

  /// Returns the number of columns that a terminal uses for a text without unsafe characters; see ``escaped(_:)``.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// Returns the text if it fits a width in columns. Otherwise, returns its beginning, followed by an ellipsis.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard self.width(text) > width else { return text }
    return String(prefix(text, width - 1)) + "…"
  }

  /// Returns the text if it fits a width in columns. Otherwise, returns its beginning and its end, with an ellipsis
  /// between them.
  package static func cutInMiddle(_ text: String, to width: Int) -> String {
    guard self.width(text) > width else { return text }
    guard width > 2 else { return truncated(text, to: width) }
    let (head, tail) = (prefix(text, width / 2), prefix(text.reversed(), width - 1 - width / 2))
    return String(head) + "…" + String(tail.reversed())
  }

  /// Returns the text if it fits a width in columns. Otherwise, returns a part of the text that includes the character
  /// at `place` and a few before it, with an ellipsis at each cut end.
  package static func cut(_ text: String, around place: Int, to width: Int) -> String {
    guard self.width(text) > width else { return text }
    let before = max(0, place - max(width / 4, 1))
    // Replacing a single character by an ellipsis would save no space.
    guard before > 1, width > 2 else { return truncated(text, to: width) }
    let rest = text.dropFirst(before)
    guard self.width(String(rest)) >= width else { return "…" + String(prefix(text.reversed(), width - 1).reversed()) }
    return "…" + truncated(String(rest), to: width - 1)
  }

  /// Returns the longest prefix of a text that fits a width in columns.
  private static func prefix(_ text: some Sequence<Character>, _ width: Int) -> [Character] {
    var left = width
    return Array(
      text.prefix { character in
        left -= self.width(character)
        return left >= 0
      })
  }

  /// Breaks a text at spaces into lines of at most `width` columns. All lines have the indentation of the text.
  ///
  /// - Parameter cutsWords: true to shorten a word that is wider than a line by an ellipsis in its middle; false to
  ///   continue the word on the next line.
  package static func wrapped(_ text: String, to width: Int, cutsWords: Bool) -> [String] {
    let margin = String(text.prefix { $0 == " " })
    let width = max(width - margin.utf8.count, 1)
    var lines: [String] = []
    var (line, used) = ("", 0)
    for word in text.split(separator: " ") {
      var word = cutsWords ? cutInMiddle(String(word), to: width) : String(word)
      if used > 0, used + 1 + self.width(word) <= width {
        (line, used) = ("\(line) \(word)", used + 1 + self.width(word))
        continue
      }
      if used > 0 { lines.append(line) }
      while self.width(word) > width, width > 1 {
        let part = String(prefix(word, width))
        lines.append(part)
        word = String(word.dropFirst(part.count))
      }
      (line, used) = (word, self.width(word))
    }
    if used > 0 || lines.isEmpty { lines.append(line) }
    return margin.isEmpty ? lines : lines.map { margin + $0 }
  }

  /// Returns the spaces that pad a text to `width` columns; an empty string if the text is at least as wide.
  package static func padding(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - self.width(text)))
  }

  /// Returns the width of a character in columns; a character of several scalars is as wide as its widest scalar.
  private static func width(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // U+FE0F selects the emoji form of a character; the range contains the regional indicators, which form flags in
      // pairs.
      if scalar.value == 0xFE0F || (0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
      width = max(width, self.width(scalar))
    }
    return width
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    let place = wideScalars.partitioningIndex { $0.upperBound >= value }
    return place < wideScalars.endIndex && wideScalars[place].contains(value)
  }

  /// Returns true if a terminal would not display the scalar visibly: a control, direction or invisible character, or a
  /// byte of a file's name that is not UTF-8.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    // The joiner of emoji and of Indic scripts only changes the shape of its neighbours, and hides no text.
    case 0x200D: false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case _ where FileName.byte(scalar) != nil: true
    default: scalar.properties.generalCategory == .format
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    if let byte = FileName.byte(scalar) { return FileName.escape(byte) }
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    default: return String(scalar).utf16.map(JSONString.unicodeEscape).joined()
    }
  }
}

/// The ranges of scalars that occupy two columns of a terminal: the scalars with the East Asian Width W or F in Unicode
/// 14 (UAX #11), and the unassigned scalars between them.
let wideScalars: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
  0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
  0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
  0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
  0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
  0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
  0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
  0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004,
  0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
  0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
  0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
  0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
  0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
  0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
  0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3FFFD,
]
