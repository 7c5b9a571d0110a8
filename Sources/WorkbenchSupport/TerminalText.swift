internal import JSONText

/// Text from documents, plugins and people, made fit to be shown on a terminal.
///
/// ```swift
/// TerminalText.escaped("a\u{1B}[31m")  // "a\u001b[31m", which colours nothing
/// TerminalText.width("名前")            // 4
/// ```
package enum TerminalText {
  /// The text with control, direction and invisible characters written as JSON escapes, and bytes of a file's name that are not UTF-8
  /// as `\xff`, so that it can neither move the cursor nor pretend to be other text.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars { result += escaped(scalar) }
    return result
  }

  /// One of a text's characters, escaped for a terminal.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    isUnsafe(scalar) ? escape(scalar) : String(scalar)
  }

  /// A message of several lines, escaped for a terminal. Those after the first have a mark before them, so that no text
  /// of a plugin looks like a line of ours.
  package static func escapedLines(_ text: String) -> String {
    text.parts(between: "\n").map(escaped).joined(separator: "\n  | ")
  }

  /// How many columns a terminal gives to a text that ``escaped(_:)`` has passed.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  /// The text where it fits, else as much of it as fits with an ellipsis.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard self.width(text) > width else { return text }
    var (shown, left) = ("", width - 1)
    for character in text {
      left -= self.width(character)
      guard left >= 0 else { break }
      shown.append(character)
    }
    return shown + "…"
  }

  /// The text where it fits, else its beginning and its end with an ellipsis between them.
  package static func cutInMiddle(_ text: String, to width: Int) -> String {
    guard self.width(text) > width else { return text }
    guard width > 2 else { return truncated(text, to: width) }
    let (head, tail) = (prefix(text, width / 2), prefix(text.reversed(), width - 1 - width / 2))
    return String(head) + "…" + String(tail.reversed())
  }

  /// The first characters of a text that fit a width.
  private static func prefix(_ text: some Sequence<Character>, _ width: Int) -> [Character] {
    var left = width
    return Array(
      text.prefix { character in
        left -= self.width(character)
        return left >= 0
      })
  }

  /// The text in lines of that width, broken at blanks; the later ones begin below the first word.
  ///
  /// - Parameter cutsWords: whether a word that is wider than a line is cut in the middle; else it goes on in the next.
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

  /// What makes a text as wide as `width`, at its end; nothing where it is as wide already.
  package static func padding(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - self.width(text)))
  }

  /// One character of several scalars, such as a flag or a family, is as wide as its widest.
  private static func width(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // A scalar that asks for the picture, and half of a flag.
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

  /// True if a terminal would not show the scalar as itself: a control, direction or invisible character, or a byte of a
  /// file's name that is not UTF-8.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    // The joiner of emoji and of Indic scripts says how its neighbours look, and hides nothing.
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
    default:
      return String(scalar).utf16.reduce(into: "") { text, unit in
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}
