import TestSupport
import Testing
import WorkbenchSupport

@testable import CommandLineKit

@Suite struct ShellLineTests {
  @Test(
    arguments: [
      ("", []), ("   ", []), ("ls", [["ls"]]), ("  cd  badge  ", [["cd", "badge"]]),
      ("a; b;;c", [["a"], ["b"], ["c"]]), ("a\nb", [["a"], ["b"]]),
      ("set '#a b' x=1", [["set", "#a b", "x=1"]]), ("set 'it'\\''s'", [["set", "it's"]]),
      (#"a "b \" \\ \n" c\ d"#, [["a", #"b " \ \n"#, "c d"]]), (#"a '\n'"#, [["a", #"\n"#]]),
      ("a ''", [["a", ""]]), ("a\"b\"'c'", [["abc"]]), ("a 'b;c' \"d;e\"", [["a", "b;c", "d;e"]]),
      ("set a#b #c", [["set", "a#b", "#c"]]), ("a \\\n b", [["a", "b"]]), ("a 'b\nc'", [["a", "b\nc"]]),
      ("-- a comment", []), ("--", []), ("a -- b; c\nd", [["a"], ["d"]]), ("set --reset x", [["set", "--reset", "x"]]),
      ("a --", [["a"]]), ("a b--c", [["a", "b--c"]]), ("a '--' b", [["a", "--", "b"]]), ("a\\;b", [["a;b"]]),
      ("\\timing on", [["\\timing", "on"]]), ("a; \\q", [["a"], ["\\q"]]), ("\\?", [["\\?"]]),
      ("show -- -x", [["show", "--", "-x"]]), ("set --  '-a b' x=1 -- c", [["set", "--", "-a b", "x=1"]]),
      ("cd -- --x", [["cd", "--", "--x"]]), ("set -- '#-x'", [["set", "--", "#-x"]]), ("a -- - b", [["a"]]),
      ("-- -x", []),
      ("text=日本 'é'", [["text=日本", "é"]]),
      // A quote, a blank or a semicolon is recognised even before a combining mark, joiner or skin tone.
      ("text=don'\u{301}t\nsave' x", [["text=don\u{301}t\nsave", "x"]]),
      ("a \"b\"\u{301} c; d", [["a", "b\u{301}", "c"], ["d"]]), ("a 'b'\u{200D}'c'", [["a", "b\u{200D}c"]]),
      ("a;\u{301}b", [["a"], ["\u{301}b"]]), ("a \u{FE0F}b", [["a", "\u{FE0F}b"]]),
      ("a\\;\u{1F3FD}b", [["a;\u{1F3FD}b"]]), ("a -- \u{301}b\nc", [["a"], ["c"]]),
      ("a -- b\u{2028}c\nd", [["a"], ["d"]]),
      ("a\u{37E}b", [["a\u{37E}b"]]), ("a\u{2028}b", [["a\u{2028}b"]]), ("a \\\r\n b", [["a", "b"]]),
      ("a\r\nb", [["a"], ["b"]]),
      // Bytes of names of files.
      (#"a $'b\'c\x41\n\\\xc3\xa9' d"#, [["a", "b'cA\n\\é", "d"]]), (#"a x$'\xff'y"#, [["a", "x\u{10FEFF}y"]]),
      (#"a \$'b' $c"#, [["a", "$b", "$c"]]),
    ] as [(String, [[String]])])
  func wordsAreThoseOfAPosixShell(text: String, words: [[String]]) throws {
    #expect(try ShellLine(text).commands.map(\.words) == words)
  }

  @Test(
    arguments: [
      ("a 'b", .openQuote("'")), ("a \"b'", .openQuote("\"")), ("a \\", .openBackslash),
      ("a 'b' \"c\\\"", .openQuote("\"")),
    ] as [(String, CommandLineRefusal)])
  func whatIsOpenIsSaid(text: String, error: CommandLineRefusal) {
    #expect(throws: error) { try ShellLine(text) }
  }

  /// Checks that the words after a free-standing `|`, `>` or `>>` are the output; within quotes or a word, these
  /// characters are text.
  @Test(
    arguments: [
      ("tree | less -R", ["tree"], "tree", .program("less -R")),
      ("a 'b'  |  sort -k '1 2' | head > x", ["a", "b"], "a 'b'", .program("sort -k '1 2' | head > x")),
      ("tree |", ["tree"], "tree", .program("")), ("| less", [], "", .program("less")),
      ("tree > a.txt", ["tree"], "tree", .file(["a.txt"], appends: false)),
      ("ls card  >> 'a b'", ["ls", "card"], "ls card", .file(["a b"], appends: true)),
      ("find A > B C", ["find", "A"], "find A", .file(["B", "C"], appends: false)),
      ("tree > a | b", ["tree"], "tree", .file(["a", "|", "b"], appends: false)),
      ("tree >", ["tree"], "tree", .file([], appends: false)),
      ("find 'A > B'", ["find", "A > B"], "find 'A > B'", nil),
      ("find A '>' B", ["find", "A", ">", "B"], "find A '>' B", nil),
      ("find A \\> B", ["find", "A", ">", "B"], "find A \\> B", nil),
      ("find StarView[pointCount>4]", ["find", "StarView[pointCount>4]"], "find StarView[pointCount>4]", nil),
      ("ls >a", ["ls", ">a"], "ls >a", nil), ("ls '|' a", ["ls", "|", "a"], "ls '|' a", nil),
    ] as [(String, [String], String, ShellLine.Output?)])
  func aSignOfItsOwnBeginsTheOutput(line: String, words: [String], text: String, output: ShellLine.Output?) throws {
    let commands = try ShellLine("\(line); ls").commands
    #expect(commands == [.init(words: words, text: text, output: output), .init(words: ["ls"], text: "ls")])
  }

  @Test func aSignThatIsMeantIsQuoted() { #expect(ShellLine.quoted(">") == "'>'") }

  @Test func commandsKeepTheirText() throws {
    let line = try ShellLine("  set '#a b'  x=1 ; save -- both\nls 'x y'")
    #expect(line.commands.map(\.text) == ["set '#a b'  x=1", "save", "ls 'x y'"])
  }

  /// Checks that a word completed by Tab contains no line breaks or direction characters.
  @Test(arguments: [
    ("a\nb", "$'a\\nb'"), ("a\u{1B}[2J", "$'a\\e[2J'"), ("\u{1}", "$'\\x01'"), ("a\u{2028}b", "$'a\\xe2\\x80\\xa8b'"),
    ("\u{202E}x", "$'\\xe2\\x80\\xaex'"), ("\u{85}", "$'\\xc2\\x85'"), ("\t'", "$'\\t\\''"),
  ])
  func aQuotedWordIsPlainOnATerminal(word: String, quoted: String) throws {
    #expect(ShellLine.quoted(word) == quoted)
    #expect(try ShellLine("x \(quoted)").commands.map(\.words) == [["x", word]])
  }

  @Test(arguments: [
    "", "a", "a b", "it's", "#\"a b\"", "a;b", "--", "\\", "a\nb", "日本", "a\u{10FEFF}'\n\\", "it'\u{301}s", " \u{301}",
    ";\u{200D}",
    "-\u{301}-",
    "--\u{FE0F}", "\\\u{1F3FD}", "\u{37E}",
  ])
  func aQuotedWordIsReadBack(word: String) throws {
    #expect(try ShellLine("x \(ShellLine.quoted(word))").commands.map(\.words) == [["x", word]])
  }

  /// Checks that the completed word for any id contains no terminal control characters, and is parsed as the id.
  @Test func noQuotedWordHoldsWhatATerminalWouldTake() throws {
    var random = SeededGenerator(seed: 3)
    let pieces = [
      "a", "f", "0", "é", "名", " ", "'", "\"", "\\", "$", "#", ";", "\n", "\r", "\t", "\u{1}", "\u{1B}", "\u{7}",
      "\u{7F}",
      "\u{9B}", "\u{202E}", "\u{2028}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{AD}", "\u{E0041}", "\u{FEFF}",
    ]
    for _ in 0..<20_000 {
      let word = (0...Int.random(in: 0..<8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let quoted = ShellLine.quoted(word)
      #expect(!quoted.unicodeScalars.contains(where: TerminalText.isUnsafe), "\(word.debugDescription)")
      #expect(try ShellLine("x \(quoted)").commands.map(\.words) == [["x", word]], "\(quoted)")
      let typed = TypedWord("x \(quoted.dropLast())")
      if quoted.hasSuffix("'"), quoted.hasPrefix("$") { #expect(typed.text == word, "\(quoted)") }
    }
  }
}
