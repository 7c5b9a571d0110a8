import TestSupport
import Testing

@testable import InspectorKit

/// Tests of line breaks and text measurement.
@Suite struct TextLayoutTests {
  private func width(_ text: String, size: Double = 2048, weight: FontWeight = .regular) -> Double {
    TextLayout(text, style: TextStyle(size: size, weight: weight)).size.width
  }

  /// Checks text widths against those that HarfBuzz returns in font units.
  @Test func widthsAreThoseOfTheFont() {
    #expect(width("A") == 1401)
    #expect(width("AV") == 1401 + 1401 - 131)
    #expect(width("Hello") == 1540 + 1260 + 569 + 569 + 1253)
    #expect(width("é") == width("e\u{301}"))
    #expect(width("Hello", size: 20) == width("Hello") * 20 / 2048)
    #expect(width("Hello", weight: .bold) > width("Hello"))
    #expect(width("") == 0)
  }

  @Test func whatTheFontLacksIsGuessed() {
    let layout = TextLayout("漢字", style: TextStyle(size: 10))
    #expect(layout.size.width == 20)
    #expect(layout.isGuessed)
    #expect(!TextLayout("Ωμέγα", style: TextStyle()).isGuessed)
    // An emoji of a family of four is one character.
    #expect(width("👨‍👩‍👧‍👦") == width("👨"))
    #expect(width("🇩🇪") == width("🇩"))
  }

  private func lines(
    _ text: String, _ width: Double, limit: Int? = nil, wraps: Bool = true, _ truncation: TextTruncation = .tail
  ) -> [String] {
    let style = TextStyle(size: 10, lineLimit: limit, wraps: wraps, truncation: truncation)
    return TextLayout(text, style: style, width: width).lines.map(\.text)
  }

  @Test func linesAreBrokenAfterBlanksAndHyphens() {
    #expect(lines("one two three", 50) == ["one two", "three"])
    #expect(lines("well-known", 35) == ["well-", "known"])
    #expect(lines("one  \n\n two", 500) == ["one", "", " two"])
    #expect(lines("a\r\nb", 500) == ["a", "b"])
    #expect(lines("10\u{A0}km", 15) == ["10", "k", "m"])
    #expect(lines("Donaudampfschiff", 40) == ["Donaud", "ampfsc", "hiff"])
    #expect(lines("abc", 0) == ["a", "b", "c"])
  }

  /// Checks that text shrinks in steps of a twentieth of its size, down to the minimum factor, before it is truncated.
  @Test(arguments: [
    (60.0, 0.5, 10.0, "one two"), (38, 0.5, 9, "one two"), (28, 0.5, 6.5, "one two"), (28, 0.8, 8, "one…"),
    (5, 0, 1, "one two"), (28, .nan, 10, "on…"), (28, 2, 10, "on…"),
  ])
  func lettersBecomeSmallerWhereTheyMay(width: Double, factor: Double, size: Double, text: String) {
    let style = TextStyle(size: 10, lineLimit: 1, minimumScaleFactor: factor)
    let layout = TextLayout("one two", style: style, width: width)
    #expect(abs(layout.fontSize - size) < 1e-9)
    #expect(layout.lines.map(\.text) == [text])
    #expect(TextLayout("one two", style: style).fontSize == 10)
    let lines = TextLayout("one\ntwo", style: TextStyle(size: 10, minimumScaleFactor: factor), width: 100, height: 20)
    #expect(abs(lines.fontSize - (factor <= 0.85 ? 8.5 : 10)) < 1e-9)
    #expect(lines.lines.count == 2)
  }

  @Test func whatDoesNotFitIsLeftOut() {
    #expect(lines("one two three", 45, limit: 1) == ["one tw…"])
    #expect(lines("one two three", 45, limit: 1, .head) == ["… three"])
    #expect(lines("one two three", 45, limit: 1, .middle) == ["on…hree"])
    #expect(lines("one two three", 45, limit: 1, .clip) == ["one two"])
    #expect(lines("one two three four", 45, limit: 2) == ["one two", "three f…"])
    #expect(lines("one\ntwo", 500, limit: 1) == ["one…"])
    #expect(lines("one two three", 45, wraps: false) == ["one tw…"])
    #expect(lines("one two three", 500, limit: 1) == ["one two three"])
    #expect(lines("one", 1, limit: 1) == ["…"])
  }

  @Test func aTextFitsIntoItsOwnWidth() {
    for text in ["Hello", "AVAVAV", "Tea for two", "Straße"] {
      for size in [7.0, 11, 12.5, 17, 100] {
        let style = TextStyle(size: size)
        let natural = TextLayout(text, style: style)
        #expect(TextLayout(text, style: style, width: natural.size.width).lines == natural.lines)
      }
    }
  }

  /// Checks with random text that only blanks are lost, and that only lines of a single character may be too wide.
  @Test(arguments: 0..<200) func linesHoldTheText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "W", "i", "-", " ", " ", "é", "漢", "👩‍👧", "\n", "\u{301}", "\u{200F}", "ﷺ", "\u{0}"]
    let text = String(
      (0..<Int.random(in: 1...200, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
    let width = Double.random(in: 0...120, using: &random)
    let layout = TextLayout(text, style: TextStyle(size: 12), width: width)
    func visible(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
    #expect(visible(layout.lines.map(\.text).joined()).unicodeScalars.elementsEqual(visible(text).unicodeScalars))
    for line in layout.lines { #expect(line.width <= width + 0.01 || line.text.count == 1) }
  }

  @Test func strangeNumbersDoNoHarm() {
    for size in [0, -1, .nan, .infinity, 1e300] {
      for width in [0, -1, .nan, .infinity, 1e300] {
        let layout = TextLayout("one two", style: TextStyle(size: size), width: width)
        #expect(layout.size.width.isFinite && layout.size.height.isFinite)
      }
    }
    #expect(lines(String(repeating: "a", count: 100_000), 1000).count > 500)
  }
}
