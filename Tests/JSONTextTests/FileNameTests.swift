import JSONText
import Testing

/// Tests that file names are bytes, and that their texts convert back to the same bytes.
@Suite struct FileNameTests {
  @Test(
    arguments: [
      (Array("card.json".utf8), "card.json", "card.json"),
      (Array("名前 é 🏳️‍🌈".utf8), "名前 é 🏳️‍🌈", "名前 é 🏳️‍🌈"),
      ([], "", ""),
      ([0xFF, 0xFE, 0x2E, 0x6A], "\u{10FEFF}\u{10FEFE}.j", "\\xff\\xfe.j"),
      // Parts of a character, a character too long, half a surrogate pair, and one beyond Unicode.
      ([0x61, 0xE5, 0x90, 0x62], "a\u{10FEE5}\u{10FE90}b", "a\\xe5\\x90b"),
      ([0xC0, 0xAF], "\u{10FEC0}\u{10FEAF}", "\\xc0\\xaf"),
      ([0xED, 0xA0, 0x80], "\u{10FEED}\u{10FEA0}\u{10FE80}", "\\xed\\xa0\\x80"),
      ([0xF5, 0x80], "\u{10FEF5}\u{10FE80}", "\\xf5\\x80"),
      // A name that has one of the scalars itself.
      (Array("\u{10FEFF}".utf8), "\u{10FEF4}\u{10FE8F}\u{10FEBB}\u{10FEBF}", "\u{10FEFF}"),
      (
        [0xFF] + Array("\u{10FEFF}".utf8), "\u{10FEFF}\u{10FEF4}\u{10FE8F}\u{10FEBB}\u{10FEBF}",
        "\\xff\\xf4\\x8f\\xbb\\xbf"
      ),
    ] as [([UInt8], String, String)])
  func textsLeadBackToTheirBytes(bytes: [UInt8], text: String, shown: String) {
    #expect(FileName.text(of: bytes) == text)
    #expect(FileName.bytes(of: text) == bytes)
    #expect(FileName.shown(text) == shown)
    #expect(FileName.plain(text) == String(validating: bytes, as: UTF8.self))
  }

  @Test func everyNameHasOneText() {
    var generator = SystemRandomNumberGenerator()
    let likely: [UInt8] = [0x61, 0x2F, 0x80, 0x8F, 0xBA, 0xBF, 0xC3, 0xE2, 0xED, 0xF4, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? likely[Int.random(in: 0..<likely.count, using: &generator)] : UInt8.random(in: 1...255, using: &generator)
      }
      #expect(FileName.bytes(of: FileName.text(of: bytes)) == bytes)
    }
  }
}
