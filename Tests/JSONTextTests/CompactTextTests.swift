import Testing

@testable import JSONText

/// Tests that the fast path for compact text either agrees with the reader, or declines without consuming text.
@Suite struct CompactTextTests {
  private static let texts = [
    "0", "-0", "7", "-42", "123456789012345678", "1234567890123456789", "12345678901234567890", "0.5", "-12.25",
    "3.0625",
    "1e2", "1E-7", "1.5e+3", "100000000000000000000", "0.1234567890123456789012", "1e400", "01", "-", "-a", ".5", "5.",
    "1e",
    "1.", "\"\"", "\"plain\"", "\"#1A2B3C\"", "\"a\\nb\"", "\"é\"", "\"open", "\"\u{1}\"", "true", "null", "[1]", "{}",
    "",
  ]

  @Test(arguments: texts, [",", "]", ""]) func agrees(text: String, next: String) {
    let bytes = Array((text + next).utf8)
    bytes.withUnsafeBytes { bytes in
      check(bytes) {
        $0.number()
      } and: {
        try $0.readDouble()
      }
      check(bytes) {
        $0.integer()
      } and: {
        try $0.readInt()
      }
      check(bytes) {
        $0.string().map { String(decoding: $0, as: UTF8.self) }
      } and: {
        try $0.readString()
      }
    }
  }

  private func check<Value: Equatable>(
    _ bytes: UnsafeRawBufferPointer, _ compact: (inout CompactText) -> Value?,
    and proper: (inout JSONReader) throws -> Value
  ) {
    var reader = JSONReader(bytes)
    var text = reader.ahead
    let value = compact(&text)
    guard let value else {
      #expect(text.offset == 0)
      return
    }
    #expect((try? proper(&reader)) == value)
    #expect(reader.offset == text.offset)
  }

  @Test func takesWhatIsCompact() {
    let found = withText("12.5,-3,\"ab\",[]") { text -> [String] in
      [
        "\(text.number() as Double?)", "\(text.pass(","))", "\(text.integer() as Int?)", "\(text.pass(","))",
        "\(text.string()?.count as Int?)", "\(text.pass(",[}"))", "\(text.pass(",[]"))", "\(text.pass("]"))",
        "\(text.offset)",
      ]
    }
    #expect(found == ["Optional(12.5)", "true", "Optional(-3)", "true", "Optional(2)", "false", "true", "false", "15"])
  }

  @Test func passesWordsOfAnyLength() {
    let words: [StaticString] = [
      "a", "ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghijkl", "abcdefghijklmnopqrs",
    ]
    for word in words {
      let letters = Array("\(word)".utf8)
      #expect(passed(word, of: letters + [0x21]) == letters.count)
      #expect(passed(word, of: letters.dropLast()) == 0)
      for place in letters.indices {
        var wrong = letters
        wrong[place] ^= 1
        #expect(passed(word, of: wrong) == 0, "\(word) but for \(place)")
      }
    }
  }

  private func passed(_ word: StaticString, of letters: [UInt8]) -> Int {
    withText(String(decoding: letters, as: UTF8.self)) { text in
      text.pass(word) ? text.offset : 0 - text.offset
    }
  }

  private func withText<Result>(_ text: String, _ body: (inout CompactText) -> Result) -> Result {
    Array(text.utf8).withUnsafeBytes { bytes in
      var text = CompactText(bytes, from: 0)
      return body(&text)
    }
  }
}
