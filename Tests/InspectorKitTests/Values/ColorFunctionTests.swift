import Foundation
import JSONText
import TestSupport
import Testing

@testable import InspectorKit

@Suite struct ColorFunctionTests {
  @Test(arguments: [
    ("rgb(51, 102, 255)", "#3366FFFF"), ("RGB(51,102,255)", "#3366FFFF"), ("rgb(51 102 255)", "#3366FFFF"),
    ("rgb( 20%\t40%\n100% )", "#3366FFFF"), ("rgb(20%40%100%)", "#3366FFFF"), ("rgb(51 40% 255)", "#3366FFFF"),
    (" rgb(51 102 255)\r\n", "#3366FFFF"), ("\u{0C}#36f ", "#3366FFFF"), ("\tred ", "#FF0000FF"),
    ("rgba(51, 102, 255, 0.2)", "#3366FF33"), ("rgb(51 102 255 / 20%)", "#3366FF33"),
    ("rgba(51 102 255/.2)", "#3366FF33"), ("rgba(51 102 255)", "#3366FFFF"), ("rgb(51 102 255/0.2)", "#3366FF33"),
    ("rgb(none 102 none / none)", "#00660000"), ("rgb(None 102 255)", "#0066FFFF"),
    ("rgb(-2 300 1e9)", "#00FFFFFF"), ("rgb(+51.0 1.02e2 0255)", "#3366FFFF"), ("rgb(-20% 140% 1e999%)", "#00FFFFFF"),
    ("rgb(0 0 0 / 12)", "#000000FF"), ("rgb(0 0 0 / -1)", "#00000000"), ("rgba(0, 0, 0, 1e999)", "#000000FF"),
    // A sign or a point begins the next number.
    ("rgb(51+102+255)", "#3366FFFF"), ("rgb(51+102-3)", "#336600FF"), ("rgb(1-2-3)", "#010000FF"),
    ("rgb(.0.5.0e0)", nil), ("rgb(51+102 255/.2)", "#3366FF33"), ("rgb(1e1+2e+1-3e-1)", "#0A1400FF"),
    ("rgb(20%+40%+100%)", "#3366FFFF"), ("rgb(20%.4e2%100%)", "#3366FFFF"), ("rgb(51+102+255/-1)", "#3366FF00"),
    ("hsl(225deg+100%+60%)", "#3366FFFF"), ("hsl(+225+100+60)", "#3366FFFF"), ("hwb(225+20+0)", "#3366FFFF"),
    ("color(srgb.2.4+1)", nil), ("color(srgb .2.4+1)", "#3366FFFF"), ("oklab(1-0+0)", "#FFFFFFFF"),
    ("lch(100 0-5)", "#FFFFFFFF"),
    ("hsl(225, 100%, 60%)", "#3366FFFF"), ("hsl(225deg 100% 60%)", "#3366FFFF"), ("hsl(225 100 60)", "#3366FFFF"),
    ("hsl(250grad 100% 60%)", "#3366FFFF"), ("hsl(0.625TURN 100% 60%)", "#3366FFFF"),
    ("hsl(-135 100% 60%)", "#3366FFFF"), ("hsl(3.9269908169872414rad 100% 60%)", "#3366FFFF"),
    ("hsla(225, 100%, 60%, 0.2)", "#3366FF33"), ("hsl(225 100% 60% / 0.2)", "#3366FF33"),
    ("hsla(585deg 100% 60% / 20%)", "#3366FF33"), ("hsl(none none none / none)", "#00000000"),
    ("hsl(120 -50% 40%)", "#666666FF"), ("hsl(30, 100%, 200%)", "#FFFFFFFF"), ("hsl(30 100% -1%)", "#000000FF"),
    ("hsl(0 200% 50%)", "#FF0000FF"), ("hsl(1e999 100% 50%)", "#FF0000FF"),
    ("hsl(0 100% 50%)", "#FF0000FF"), ("hsl(60, 100%, 50%)", "#FFFF00FF"),
    ("hsl(300, 100%, 25.098039215686274%)", "#800080FF"),
    // Both names take an opacity with commas, or none; it may be a percentage.
    ("rgb(51, 102, 255, 0.2)", "#3366FF33"), ("rgba(51, 102, 255)", "#3366FFFF"),
    ("rgba(51, 102, 255, 20%)", "#3366FF33"), ("rgb(20%, 40%, 100%, 20%)", "#3366FF33"),
    ("hsl(225deg, 100%, 60%)", "#3366FFFF"), ("hsl(0.625turn, 100%, 60%, 20%)", "#3366FF33"),
    ("hsla(225, 100%, 60%)", "#3366FFFF"),
    ("hwb(225 20% 0%)", "#3366FFFF"), ("hwb(225deg 20 0 / 20%)", "#3366FF33"), ("hwb(0 100% 100%)", nil),
    ("hwb(none none none)", "#FF0000FF"), ("hwb(90 40% 60%)", "#666666FF"), ("hwb(90 80% 120%)", "#666666FF"),
    ("lab(0 0 0)", "#000000FF"), ("lab(100 0 0)", "#FFFFFFFF"), ("lab(100% 0 0 / 20%)", "#FFFFFF33"),
    ("lab(-40 0 0)", "#000000FF"), ("lch(400 0 0)", "#FFFFFFFF"), ("lch(none none none)", "#000000FF"),
    ("oklab(1 0 0)", "#FFFFFFFF"), ("oklab(400% 0 0)", "#FFFFFFFF"), ("oklch(0% 50% 1turn)", nil),
    ("oklch(0 0 0deg)", "#000000FF"), ("color(srgb 0.2 40% 1)", "#3366FFFF"),
    ("COLOR( sRGB 0.2 0.4 1 / 20% )", "#3366FF33"), ("color(srgb none 2 -1)", "#00FF00FF"),
    ("color(display-p3 0 0 0)", "#000000FF"), ("color(display-p3 1 1 1)", "#FFFFFFFF"),
    // Comments and escapes
    ("rgb(/* R */51, /* G */102, /* B */255)", "#3366FFFF"), ("rgb(51/**/102/**/255)", "#3366FFFF"),
    ("/* a */ tomato/* b */", "#FF6347FF"), ("r\\gb(51, 102, 255)", "#3366FFFF"),
    ("r\\67 b(51, 102, 255)", "#3366FFFF"), ("\\000054omato", "#FF6347FF"), ("#3366\\66 f", "#3366FFFF"),
  ])
  func isRead(_ text: String, _ canonical: String?) throws {
    let canonical = try canonical ?? #require(Color(text)?.text)
    #expect(Color(text)?.text == canonical)
    #expect(try PropertyValue(parsing: text, as: .color).text == canonical)
  }

  /// Checks 8-bit results on which browsers and colour libraries agree.
  @Test(arguments: [
    ("lab(46.2775 -47.5621 48.5837)", "#008000FF"), ("lab(54.2917 80.8125 69.8851)", "#FF0000FF"),
    ("lch(46.2775 67.9892 134.3912)", "#008000FF"), ("lch(29.5676 131.207 301.3685)", "#0000FFFF"),
    ("oklab(0.51975 -0.1403 0.10768)", "#008000FF"), ("oklch(0.51975 0.17686 142.495)", "#008000FF"),
    ("oklch(0.62796 0.25768 29.23388)", "#FF0000FF"),
    ("color(display-p3 0.21604 0.49418 0.13151)", "#008000FF"), ("color(display-p3 0.9175 0.2003 0.1386)", "#FF0000FF"),
    ("lab(50 40 20)", "#B95857FF"), ("hwb(120 30% 50%)", "#4D804DFF"), ("hwb(320deg 30% 40%)", "#994D80FF"),
  ])
  func isConverted(_ text: String, _ nearest: String) {
    #expect(Color(text)?.nearestIn8Bits.text == nearest)
  }

  @Test(arguments: [
    ("oklch(0.9 0.4 150)", true), ("lab(50 -200 200)", true), ("color(display-p3 1 0 0)", true),
    ("color(srgb 1.5 0 0)", true), ("color(srgb -0.2 0 0)", true), ("color(srgb 1 0 0)", false),
    ("lab(100 0 0)", false), ("oklab(1 0 0)", false), ("oklch(0.62796 0.25768 29.23388)", false),
    ("rgb(300 0 0)", false), ("hsl(0 200% 50%)", false), ("#FF0000", false),
  ])
  func isClipped(_ text: String, _ isClipped: Bool) throws {
    #expect(try TypedColor(text).isClipped == isClipped)
  }

  /// Checks that scenes accept only the colours of the schema's grammar; others can only be typed.
  @Test(arguments: [
    ("#36f", true), ("tomato", true), ("rgb(1 2 3)", true), ("hsl(1deg, 2%, 3%, 4%)", true), (" rgb(1, 2, 3) ", true),
    ("hwb(1 2% 3%)", false), ("lab(1 2 3)", false), ("oklch(0.1 0.2 3)", false), ("color(srgb 0 0 0)", false),
    ("rgb(/**/1 2 3)", false), ("r\\67 b(1 2 3)", false), ("/**/tomato", false),
  ])
  func isStorable(_ text: String, _ isStorable: Bool) throws {
    #expect(try TypedColor(text).isStorable == isStorable)
    var bytes: [UInt8] = []
    JSONString.append(text, quotedTo: &bytes)
    let value = bytes.withUnsafeBytes { buffer in
      var reader = JSONReader(buffer)
      return try? PropertyValue(json: &reader, as: .color)
    }
    #expect((value != nil) == isStorable)
  }

  @Test(arguments: [
    ("#0A0A0D", true), ("tomato", true), ("rgb(10, 10, 13)", true), ("rgb(10 10 13 / 20%)", true),
    ("rgb(10.0 10 13)", true), ("rgb(10.5 10 13)", false), ("rgb(10 10 13 / 0.5)", false),
    ("rgb(20% 40% 100%)", false), ("hsl(225 100% 60%)", false), ("oklch(0 0 0)", false),
  ])
  func isOf8Bits(_ text: String, _ isEightBit: Bool) throws {
    #expect(try TypedColor(text).isEightBit == isEightBit)
  }

  @Test(arguments: [
    ("rgb()", "rgb() has 3 values, found 0"), ("rgb(1 2)", "rgb() has 3 values, found 2"),
    ("rgba(1 2 3 4 5)", "rgba() has 3 values, found 5"), ("rgb(1)", "rgb() has 3 values, found 1"),
    ("rgb(1 2 3 / 4 / 5)", "rgb() has 3 values, found 5"),
    ("rgb(1,2,3,4,5)", "rgb() with commas has 3 values, found 5"),
    ("rgb(1, 2, light)", "expected a number from 0 to 255 or a percentage, found 'light'"),
    ("rgb(1 2 light)", "expected a number from 0 to 255, a percentage or 'none', found 'light'"),
    ("rgb(1 2 3deg)", "expected a number from 0 to 255, a percentage or 'none', found '3deg'"),
    ("rgb(1, 2, 3px)", "expected a number from 0 to 255 or a percentage, found '3px'"),
    ("rgb(1 2 5.)", "expected a number from 0 to 255, a percentage or 'none', found '5.'"),
    ("rgb(1--2 3 4)", "expected a number from 0 to 255, a percentage or 'none', found '1--2'"),
    ("rgb(1 2 .)", "expected a number from 0 to 255, a percentage or 'none', found '.'"),
    ("rgb(1.5.2)", "rgb() has 3 values, found 2"),
    ("rgb(1+2+)", "expected a number from 0 to 255, a percentage or 'none', found '+2+'"),
    ("rgb(1 2 0x3)", "expected a number from 0 to 255, a percentage or 'none', found '0x3'"),
    ("rgb(1,,2)", "expected a number from 0 to 255 or a percentage, found ','"),
    ("rgb(1, 2, )", "expected a number from 0 to 255 or a percentage, found ')'"),
    ("rgb(1 2 / )", "expected a number from 0 to 255, a percentage or 'none', found ')'"),
    ("rgb(1 2 3 / half)", "expected an opacity from 0 to 1, a percentage or 'none', found 'half'"),
    ("rgba(0, 0, 0, 0deg)", "expected an opacity from 0 to 1 or a percentage, found '0deg'"),
    ("hsl(50% 50% 50%)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found '50%'"),
    ("hsl(red 50% 50%)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found 'red'"),
    ("hsl(1 2deg 3)", "expected a percentage or 'none', found '2deg'"),
    ("rgb(", "the closing ')' is missing"), ("rgb(1 2", "the closing ')' is missing"),
    ("rgb(/* R 0 0 0)", "expected a number from 0 to 255, a percentage or 'none', found '/'"),
    ("lab(1 2 3deg)", "expected a number, a percentage or 'none', found '3deg'"),
    ("lch(1 2 3%)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found '3%'"),
    ("hwb(10% 2 3)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found '10%'"),
    ("oklab(1 2)", "oklab() has 3 values, found 2"), ("color(srgb 1 2)", "color() has 3 values, found 2"),
    ("rgb(calc(1) 2 3)", "expected a number from 0 to 255, a percentage or 'none', found 'calc'"),
  ])
  func isRefused(_ text: String, _ phrase: String) {
    let error = #expect(throws: PropertyValueError.self) { try PropertyValue(parsing: text, as: .color) }
    #expect(
      error?.description
        == "'\(text)': \(phrase); write it as in 'rgb(51 102 255)', 'rgba(51, 102, 255, 0.5)' or 'hsl(220 100% 60% / 0.5)'"
    )
    #expect(error?.code == "value.color")
  }

  @Test(arguments: [
    (
      "rgb(1 2 3 0.5)",
      "'rgb(1 2 3 0.5)': a '/' belongs before the opacity, and nowhere else; did you mean 'rgb(1 2 3 / 0.5)'?"
    ),
    ("rgb(0, 0 0)", "'rgb(0, 0 0)': put commas between all values or none; did you mean 'rgb(0, 0, 0)'?"),
    (
      "rgba(1, 2, 3 / 0.5)",
      "'rgba(1, 2, 3 / 0.5)': put commas between all values or none; did you mean 'rgba(1, 2, 3, 0.5)'?"
    ),
    (
      "rgb(10%, 50%, 0)",
      "'rgb(10%, 50%, 0)': with commas the three are all numbers or all percentages; did you mean 'rgb(10% 50% 0)'?"
    ),
    (
      "lab(1, 2, 3)", "'lab(1, 2, 3)': lab() has no commas between its values; did you mean 'lab(1 2 3)'?"
    ),
    (
      "color(rec2020 1 1 1)", "'color(rec2020 1 1 1)': color() has no space 'rec2020'; write 'srgb' or 'display-p3'"
    ),
    ("hwba(120 30% 50%)", "'hwba(120 30% 50%)': unknown colour function 'hwba()'; did you mean 'hwb(120 30% 50%)'?"),
    ("hsl(10, 50%, 0)", "'hsl(10, 50%, 0)': expected a percentage, found '0'; did you mean 'hsl(10 50% 0)'?"),
    (
      "rgb(none, 1, 2)",
      "'rgb(none, 1, 2)': expected a number from 0 to 255 or a percentage, found 'none'; did you mean 'rgb(none 1 2)'?"
    ),
    ("rgb(1, 2, 3", "'rgb(1, 2, 3': the closing ')' is missing; did you mean 'rgb(1, 2, 3)'?"),
    ("rgb(1 2 3);", "'rgb(1 2 3);': nothing may follow the closing ')', found ';'; did you mean 'rgb(1 2 3)'?"),
    ("rbg(1, 2, 3)", "'rbg(1, 2, 3)': unknown colour function 'rbg()'; did you mean 'rgb(1, 2, 3)'?"),
    (
      "cmyk(0, 0, 0, 0)",
      "'cmyk(0, 0, 0, 0)': unknown colour function 'cmyk()'; write rgb(), hsl(), oklch(), '#RRGGBB' or a CSS name"
    ),
    ("rgb(1 / 2 3)", "'rgb(1 / 2 3)': a '/' belongs before the opacity, and nowhere else; did you mean 'rgb(1 2 3)'?"),
    ("fff", "unknown colour 'fff'; did you mean '#fff'?"),
    ("0xffffff", "unknown colour '0xffffff'; write a CSS name or '#RRGGBB', such as '#3366FF'"),
    ("rgb (1, 2, 3)", "unknown colour 'rgb (1, 2, 3)'; write a CSS name or '#RRGGBB', such as '#3366FF'"),
  ])
  func isRefusedWithARemedy(_ text: String, _ message: String) {
    let error = #expect(throws: PropertyValueError.self) { try PropertyValue(parsing: text, as: .color) }
    #expect(error?.description == message)
  }

  @Test func componentsStayExact() throws {
    let color = try #require(Color("rgb(33.3% 0 0 / 0.42)"))
    #expect(color == Color(red: 33.3 / 100, green: 0, blue: 0, alpha: 0.42))
    for byte in 0...255 {
      #expect(Color("rgb(\(byte) \(byte) \(byte))") == Color(white: Double(byte) / 255))
    }
  }

  /// Checks against the conversion in CSS Color Module Level 3, §4.2.4, which uses a different formula.
  @Test func hslIsThatOfLevel3() throws {
    func component(_ m1: Double, _ m2: Double, _ hue: Double) -> Double {
      let h = hue < 0 ? hue + 1 : hue > 1 ? hue - 1 : hue
      if h * 6 < 1 { return m1 + (m2 - m1) * h * 6 }
      if h * 2 < 1 { return m2 }
      if h * 3 < 2 { return m1 + (m2 - m1) * (2.0 / 3 - h) * 6 }
      return m1
    }
    for hue in stride(from: 0, to: 360, by: 7) {
      for saturation in stride(from: 0, through: 100, by: 10) {
        for lightness in stride(from: 0, through: 100, by: 5) {
          let color = try #require(Color("hsl(\(hue), \(saturation)%, \(lightness)%)"))
          let (h, s, l) = (Double(hue) / 360, Double(saturation) / 100, Double(lightness) / 100)
          let m2 = l <= 0.5 ? l * (s + 1) : l + s - l * s
          let m1 = l * 2 - m2
          #expect(abs(color.red - component(m1, m2, h + 1.0 / 3)) < 1e-12)
          #expect(abs(color.green - component(m1, m2, h)) < 1e-12)
          #expect(abs(color.blue - component(m1, m2, h - 1.0 / 3)) < 1e-12)
        }
      }
    }
  }

  @Test func noTextTraps() {
    var random = SplitMix(state: 7)
    let pieces = [
      "rgb(", "hsla(", "oklch(", "color(", "srgb", "/*", "*/", "\\", "67 ", "1", "-", ".5", "e9", "%", ",", "/", " ",
      "none", "deg", ")", "(", "é", "\u{0}", "1e999",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random.next() % 12).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      guard let color = Color(text) else { continue }
      #expect(PropertyValue.color(color).problem == nil, "\(text)")
    }
  }

  /// Texts that are valid in Level 4, but not in the shared table of Level 3: `rgb()` and `hsl()` with commas and any
  /// opacity, and hues with units between commas.
  static let newerTexts: Set = [
    "rgb(0, 0, 0, 0)", "rgb(0%, 0%, 0%, 0%)", "rgb(0%, 0%, 0%, 0)", "rgba(255, 255, 255, 0%)", "rgba(0, 0, 0)",
    "rgba(0%, 0%, 0%)", "rgba(0%, 0%, 0%, 0%)", "hsl(30deg, 100%, 100%)", "hsl(0, 0%, 0%, 0%)",
    "hsla(30deg, 100%, 100%, 1)", "hsla(0, 0%, 0%, 50%)",
  ]

  /// Checks all rows of a table. Its components are not clamped, unlike ours, which follow Level 4. `currentColor` is
  /// out of scope.
  @Test(arguments: TestMaterial.at("colors/functions.tsv", shared: "corpora/colors.tsv"))
  func everyRowOfTheTableHolds(_ table: TestMaterial) throws {
    var held = 0
    for row in table.rows {
      // The texts are enclosed in control characters.
      let json = row[0].filter { $0 != "\u{1}" }
      let text = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      if row[6].contains("currentColor") { continue }
      let color = Color(text)
      #expect((color != nil) == (row[1] == "yes" || Self.newerTexts.contains(text)), "\(json)")
      if let color, row[1] == "yes" {
        let wanted = try row[2...5].map { min(max(try #require(Double($0)), 0), 1) }
        for (found, wanted) in zip([color.red, color.green, color.blue, color.alpha], wanted) {
          #expect(abs(found - wanted) < 1e-6, "\(json)")
        }
      }
      held += 1
    }
    #expect(held == (table.isShared ? 949 : 31))
  }
}
