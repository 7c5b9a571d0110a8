import Testing

@testable import CommandLineKit

@Suite struct PagerTests {
  @Test(
    "the person's own pager, none where that is empty or cat",
    arguments: [
      (["INSPECTOR_PAGER": "most -s", "PAGER": "more"], "most -s"),
      (["PAGER": "more"], "more"),
      (["INSPECTOR_PAGER": "", "PAGER": "more"], nil),
      (["INSPECTOR_PAGER": "cat"], nil),
      (["PAGER": " "], nil),
      (["TERM": "xterm", "PATH": "/no/such/folder"], nil),
      (["TERM": "dumb", "PATH": "/usr/bin"], nil),
    ] as [([String: String], String?)])
  func command(environment: [String: String], command: String?) {
    #expect(Pager.command(environment, setting: nil) == command)
    let isSet = environment["INSPECTOR_PAGER"] != nil || environment["PAGER"] != nil
    #expect(Pager.command(environment, setting: "most") == (isSet ? command : "most"))
  }

  @Test(
    "rows are lines, and more where these are wider than the screen; colours take no room",
    arguments: [
      ("", 0), ("a", 0), ("a\n", 1), ("\n\n", 2), ("0123456789\n", 1), ("0123456789a\n", 2),
      ("\u{1B}[31;1m0123456789\u{1B}[0m\n", 1), ("áéíóúáéíóú\n", 1), (String(repeating: "x", count: 31) + "\n", 4),
    ])
  func rows(text: String, count: Int) {
    var rows = ScreenRows(columns: 10)
    var text = text
    text.withUTF8 { rows.add(UnsafeRawBufferPointer($0)) }
    #expect(rows.count == count)
  }
}
