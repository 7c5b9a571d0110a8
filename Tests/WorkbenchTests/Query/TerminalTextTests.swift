import Testing

@testable import SceneQuery
@testable import Workbench

@Suite struct QueryTerminalTextTests {
  @Test(arguments: [
    ("plain é 名", "plain é 名"), ("a\u{1B}[31m", "a\\u001b[31m"), ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{202E}abc", "\\u202eabc"), ("a\u{200B}b", "a\\u200bb"), ("\u{FEFF}", "\\ufeff"),
    ("👩‍👧", "👩‍👧"), ("\u{E0041}", "\\udb40\\udc41"), ("\u{85}", "\\u0085"), ("\u{2028}", "\\u2028"),
  ])
  func escapes(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test(arguments: [
    ("one line", "one line"), ("first\nsecond", "first\n  | second"), ("a\r\nb\n", "a\\r\n  | b\n  | "),
    ("x\u{2028}y", "x\\u2028y"),
  ])
  func marksFurtherLines(text: String, shown: String) {
    #expect(TerminalText.escapedLines(text) == shown)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("名前", 4), ("한국", 4), ("ｆ", 2), ("👩‍👧", 2), ("🇩🇪", 2),
    ("❤\u{FE0F}", 2), ("❤", 1), ("𠀀", 2), ("→", 1), ("…", 1),
  ])
  func measures(text: String, columns: Int) {
    #expect(TerminalText.width(text) == columns)
  }
}
