internal import JSONText

/// A typed line, split into commands and words. Quotes work as in POSIX shells; there are no expansions.
///
/// ```swift
/// try ShellLine("set '#a b' text=\"it's\"; save  -- both").commands.map(\.words)
/// // [["set", "#a b", "text=it's"], ["save"]]
/// ```
///
/// Commands end at `;` and at line breaks. A comment begins with `--` at the start of a command, or with `--` and a
/// blank elsewhere. Before a word that begins with `-`, `#` or a quote, `--` ends the options of a command, as in
/// `show -- -x` and `remove -- '#b'`. A backslash makes the next character literal; before a line break it joins the
/// lines. In `$'…'`, escapes such as `\xff` represent bytes; see ``DollarQuote``. The word `|` pipes the output into a
/// program, and `>` and `>>` write it to a file.
package struct ShellLine: Hashable {
  package struct Command: Hashable {
    package var words: [String]

    /// The text of the command as typed, without surrounding blanks, comments and redirection.
    package var text: String

    /// The destination of the output; nil for the terminal.
    package var output: Output?
  }

  /// The destination of a command's output: a program or a file.
  package enum Output: Hashable {
    /// A program, given by its command line as typed after `|`.
    case program(String)

    /// A file, given by the words after `>` or `>>`; `appends` is true for `>>`.
    case file([String], appends: Bool)
  }

  package var commands: [Command] = []

  /// Splits a line into commands and words.
  ///
  /// - Throws: ``CommandLineRefusal`` if a quote is not closed or the line ends with a backslash; another line must
  ///   then follow.
  package init(_ text: String) throws(CommandLineRefusal) {
    var parser = ShellLineParser(text)
    commands = try parser.commands()
  }

  /// Returns a word in a form that the user can type, with quotes only if necessary.
  package static func quoted(_ word: String) -> String {
    if DollarQuote.isNeeded(word) { return DollarQuote.quoted(word) }
    let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy { !" \t\n\r'\"\\;".unicodeScalars.contains($0) }
    if isPlain, !["|", ">", ">>", "--"].contains(word) { return word }
    return inQuotes(word)
  }

  /// Returns a word in single quotes, for any POSIX shell.
  package static func inQuotes(_ word: String) -> String { "'\(word.parts(between: "'").joined(separator: "'\\''"))'" }
}

/// A parser that reads a line from left to right, one Unicode scalar at a time, so that a combining mark on a quote
/// does not hide the quote.
private struct ShellLineParser {
  private let scalars: String.UnicodeScalarView
  private var place: String.Index
  private var word: String?
  private var words: [String] = []
  /// True if a part of the word was in quotes or followed a backslash.
  private var isQuoted = false
  /// The redirection sign (`|`, `>` or `>>`), the number of words before it, and the index after it; nil if the command
  /// has no redirection.
  private var sign: (text: String, words: Int, end: String.Index)?
  private var start: String.Index?
  /// The index after the last word before the redirection sign.
  private var wordsEnd: String.Index?
  /// The index after the last scalar of the command.
  private var end: String.Index
  private var found: [ShellLine.Command] = []

  init(_ text: String) {
    scalars = text.unicodeScalars
    (place, end) = (text.startIndex, text.startIndex)
  }

  mutating func commands() throws(CommandLineRefusal) -> [ShellLine.Command] {
    while let scalar = next {
      switch scalar {
      case " ", "\t": endWord()
      case ";", "\n", "\r": endCommand()
      case "-" where isComment:
        while let next, !Self.isLineBreak(next) { skip() }
        continue
      // A backslash at the start of a command is a part of the command's name, as in `\timing`.
      case "\\" where start != nil: try escape()
      case "$" where scalars[place...].dropFirst().first == "'": try dollarQuote()
      case "'", "\"": try quote(scalar)
      default: take(scalar)
      }
      if place < scalars.endIndex { skip() }
      if word != nil { end = place }
    }
    endCommand()
    return found
  }

  private var next: Unicode.Scalar? { place < scalars.endIndex ? scalars[place] : nil }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  private mutating func skip() { place = scalars.index(after: place) }

  private mutating func take(_ scalar: Unicode.Scalar) {
    start = start ?? place
    add(scalar)
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    var longer = word ?? ""
    longer.unicodeScalars.append(scalar)
    word = longer
  }

  private mutating func endWord() {
    if let word, !isQuoted, sign == nil, ["|", ">", ">>"].contains(word) {
      sign = (word, words.count, end)
    } else if let word {
      words.append(word)
      if sign == nil { wordsEnd = end }
    }
    (word, isQuoted) = (nil, false)
  }

  private mutating func endCommand() {
    endWord()
    if let start {
      let words = Array(self.words.prefix(sign?.words ?? self.words.count))
      let text = wordsEnd.map { String(scalars[start..<$0]) } ?? ""
      found.append(ShellLine.Command(words: words, text: text, output: output))
    }
    (words, start, wordsEnd, sign) = ([], nil, nil, nil)
  }

  private var output: ShellLine.Output? {
    guard let sign else { return nil }
    if sign.text == "|" { return .program(String(scalars[sign.end..<end]).trimmed) }
    return .file(Array(words[sign.words...]), appends: sign.text == ">>")
  }

  private var isComment: Bool {
    let rest = scalars[place...]
    guard word == nil, rest.starts(with: "--".unicodeScalars) else { return false }
    return start == nil || Self.isBlank(rest.dropFirst(2).first) && !endsOptions(rest.dropFirst(2))
  }

  private static func isBlank(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isWhitespace ?? true }

  /// Returns true if the word after `--` begins with `-`, `#` or a quote, as options and selectors do. The `--` then ends
  /// the options, and does not begin a comment.
  private func endsOptions(_ rest: Substring.UnicodeScalarView) -> Bool {
    let next = rest.drop { $0 == " " || $0 == "\t" }
    return ["-", "#", "'", "\""].contains(next.first) && !Self.isBlank(next.dropFirst().first)
  }

  private mutating func escape() throws(CommandLineRefusal) {
    isQuoted = true
    start = start ?? place
    skip()
    guard let scalar = next else { throw .openBackslash }
    if Self.isLineBreak(scalar) {
      if scalars[place...].starts(with: "\r\n".unicodeScalars) { skip() }
    } else {
      add(scalar)
    }
  }

  /// Reads a quote of the form `$'…'`; see ``DollarQuote``.
  private mutating func dollarQuote() throws(CommandLineRefusal) {
    isQuoted = true
    start = start ?? place
    skip()
    skip()
    let inner = place
    while let scalar = next, scalar != "'" {
      skip()
      if scalar == "\\", next != nil { skip() }
    }
    guard next != nil else { throw .openQuote("'") }
    word = (word ?? "") + DollarQuote.text(scalars[inner..<place])
  }

  private mutating func quote(_ quote: Unicode.Scalar) throws(CommandLineRefusal) {
    isQuoted = true
    start = start ?? place
    word = word ?? ""
    skip()
    while let scalar = next, scalar != quote {
      skip()
      if quote == "\"", scalar == "\\", let escaped = next, "\"\\$`\n".unicodeScalars.contains(escaped) {
        skip()
        if escaped != "\n" { add(escaped) }
      } else {
        add(scalar)
      }
    }
    guard next != nil else { throw .openQuote(quote) }
  }
}
