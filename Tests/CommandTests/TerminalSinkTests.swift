import Testing

@testable import CommandLineKit

/// Tests of the text of documents, JSON and CSV that reaches a terminal.
@Suite struct TerminalSinkTests {
  @Test(arguments: [
    ("plain é 名\n", "plain é 名\n"), ("\u{1B}[1mours\u{1B}[0m\t\n", "\u{1B}[1mours\u{1B}[0m\t\n"),
    ("\"\u{85}\u{9B}\u{7F}\"", #""\u0085\u009b\u007f""#), ("\"\u{202E}a\u{2066}\"", #""\u202ea\u2066""#),
    ("\u{200E}\u{200F}\u{61C}\u{2028}\u{2029}", #"\u200e\u200f\u061c\u2028\u2029"#), ("\u{7}\u{8}", #"\u0007\u0008"#),
    ("a\r\nb\r\n", "a\r\nb\r\n"), ("{\r\"a\":1,\r}", "{\n\"a\":1,\n}"), ("\u{E0041}", #"\udb40\udc41"#),
    ("end\r", "end\n"),
  ])
  func escapes(text: String, shown: String) {
    // The text is written in one piece, and byte by byte.
    for length in [text.utf8.count, 1, 2, 3] {
      let collected = CollectingSink()
      let sink = TerminalSink(collected)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: length) {
        bytes[start..<min(start + length, bytes.count)].withUnsafeBytes { sink.write($0) }
      }
      sink.flush()
      #expect(collected.text == shown)
    }
  }
}
