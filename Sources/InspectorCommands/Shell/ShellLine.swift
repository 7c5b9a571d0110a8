/// What is typed in one go, as commands of words: quoted as in POSIX shells, without anything that is replaced.
///
/// ```swift
/// try ShellLine("set '#a b' text=\"it's\"; save  -- both").commands.map(\.words)
/// // [["set", "#a b", "text=it's"], ["save"]]
/// ```
///
/// Commands end at `;` and at line breaks; a comment begins with `--` in the place of a command, or with `--` and a blank
/// elsewhere; before a word that begins with `-` it ends the options of a command, as in `show -- -x`. A backslash keeps the next character as it is, and joins lines.
struct ShellLine: Hashable {
  struct Command: Hashable {
    var words: [String]

    /// As it was typed, without blanks and comments around it.
    var text: String
  }

  var commands: [Command] = []

  /// - Throws: where a quote is open or a backslash is last, so that more must follow.
  init(_ text: String) throws(ShellLineError) {
    var parser = ShellLineParser(text)
    commands = try parser.commands()
  }

  /// A word as it can be typed: in quotes where it needs them.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy { !" \t\n\r'\"\\;".unicodeScalars.contains($0) }
    if isPlain, !word.hasPrefix("--") || word.count > 2 { return word }
    return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}

/// Why a line is not whole.
enum ShellLineError: Error, Hashable {
  case openQuote(Character)
  case openBackslash
}

extension ShellLineError: CustomStringConvertible {
  var description: String {
    switch self {
    case .openQuote(let quote): "the quote \(quote) is not closed; add another \(quote)"
    case .openBackslash: "a backslash ends the input; it keeps the character after it as it is, so leave it out"
    }
  }
}

/// Reads a line from left to right.
private struct ShellLineParser {
  private let text: String
  private var place: String.Index
  private var word: String?
  private var words: [String] = []
  private var start: String.Index?
  /// Behind the last character that belongs to the command.
  private var end: String.Index
  private var found: [ShellLine.Command] = []

  init(_ text: String) {
    self.text = text
    place = text.startIndex
    end = text.startIndex
  }

  mutating func commands() throws(ShellLineError) -> [ShellLine.Command] {
    while let character = next {
      switch character {
      case " ", "\t": endWord()
      case ";", "\n", "\r", "\r\n": endCommand()
      case "-" where isComment:
        while let next, !next.isNewline { _ = skip(next) }
        continue
      case "\\" where start == nil: meta()
      case "\\": try escape()
      case "'", "\"": try quote(character)
      default: take(character)
      }
      if place < text.endIndex { place = text.index(after: place) }
      if word != nil { end = place }
    }
    endCommand()
    return found
  }

  private var next: Character? { place < text.endIndex ? text[place] : nil }

  private mutating func skip(_ character: Character) -> Character {
    place = text.index(after: place)
    return character
  }

  private mutating func take(_ character: Character) {
    start = start ?? place
    word = (word ?? "") + String(character)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  private mutating func endCommand() {
    endWord()
    if let start { found.append(ShellLine.Command(words: words, text: String(text[start..<end]))) }
    (words, start) = ([], nil)
  }

  private var isComment: Bool {
    let rest = text[place...]
    guard word == nil, rest.hasPrefix("--") else { return false }
    return start == nil || (rest.dropFirst(2).first?.isWhitespace ?? true) && !endsOptions(rest.dropFirst(2))
  }

  /// Whether the next word of the line is one that would be an option but for the `--` before it, or `#` and such an id.
  private func endsOptions(_ rest: Substring) -> Bool {
    var next = rest.drop { $0 == " " || $0 == "\t" }
    if next.first == "'" || next.first == "\"" { next = next.dropFirst() }
    if next.first == "#" { next = next.dropFirst() }
    return next.first == "-" && !(next.dropFirst().first?.isWhitespace ?? true)
  }

  /// `\timing` and its like: a backslash in the place of a command belongs to its name.
  private mutating func meta() { take("\\") }

  private mutating func escape() throws(ShellLineError) {
    start = start ?? place
    place = text.index(after: place)
    guard let character = next else { throw .openBackslash }
    if character.isNewline { return }
    word = (word ?? "") + String(character)
  }

  private mutating func quote(_ quote: Character) throws(ShellLineError) {
    start = start ?? place
    word = word ?? ""
    place = text.index(after: place)
    while let character = next, character != quote {
      place = text.index(after: place)
      if quote == "\"", character == "\\", let escaped = next, "\"\\$`\n".contains(escaped) {
        place = text.index(after: place)
        if escaped != "\n" { word?.append(escaped) }
      } else {
        word?.append(character)
      }
    }
    guard next != nil else { throw .openQuote(quote) }
  }
}
