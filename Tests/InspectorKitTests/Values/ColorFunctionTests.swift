import Foundation
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
    ("hsl(225, 100%, 60%)", "#3366FFFF"), ("hsl(225deg 100% 60%)", "#3366FFFF"), ("hsl(225 100 60)", "#3366FFFF"),
    ("hsl(250grad 100% 60%)", "#3366FFFF"), ("hsl(0.625TURN 100% 60%)", "#3366FFFF"),
    ("hsl(-135 100% 60%)", "#3366FFFF"), ("hsl(3.9269908169872414rad 100% 60%)", "#3366FFFF"),
    ("hsla(225, 100%, 60%, 0.2)", "#3366FF33"), ("hsl(225 100% 60% / 0.2)", "#3366FF33"),
    ("hsla(585deg 100% 60% / 20%)", "#3366FF33"), ("hsl(none none none / none)", "#00000000"),
    ("hsl(120 -50% 40%)", "#666666FF"), ("hsl(30, 100%, 200%)", "#FFFFFFFF"), ("hsl(30 100% -1%)", "#000000FF"),
    ("hsl(0 200% 50%)", "#FF0000FF"), ("hsl(1e999 100% 50%)", "#FF0000FF"),
    ("hsl(0 100% 50%)", "#FF0000FF"), ("hsl(60, 100%, 50%)", "#FFFF00FF"),
    ("hsl(300, 100%, 25.098039215686274%)", "#800080FF"),
  ])
  func isRead(_ text: String, _ canonical: String) throws {
    #expect(Color(text)?.text == canonical)
    #expect(try PropertyValue(parsing: text, as: .color).text == canonical)
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
    ("rgb(1+2-3)", "expected a number from 0 to 255, a percentage or 'none', found '1+2-3'"),
    ("rgb(1 2 0x3)", "expected a number from 0 to 255, a percentage or 'none', found '0x3'"),
    ("rgb(1,,2)", "expected a number from 0 to 255 or a percentage, found ','"),
    ("rgb(1, 2, )", "expected a number from 0 to 255 or a percentage, found ')'"),
    ("rgb(1 2 / )", "expected a number from 0 to 255, a percentage or 'none', found ')'"),
    ("rgb(1 2 3 / half)", "expected an opacity from 0 to 1, a percentage or 'none', found 'half'"),
    ("rgba(0, 0, 0, 0deg)", "expected an opacity from 0 to 1, found '0deg'"),
    ("hsl(50% 50% 50%)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found '50%'"),
    ("hsl(red 50% 50%)", "expected an angle, such as 220, 220deg, 0.6turn or 'none', found 'red'"),
    ("hsl(1 2deg 3)", "expected a percentage or 'none', found '2deg'"),
    ("rgb(", "the closing ')' is missing"), ("rgb(1 2", "the closing ')' is missing"),
    ("rgb(/* R */0, 0, 0)", "expected a number from 0 to 255, a percentage or 'none', found '/'"),
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
      "rgb(1, 2, 3, 0.5)",
      "'rgb(1, 2, 3, 0.5)': rgb() with commas has 3 values, found 4; did you mean 'rgba(1, 2, 3, 0.5)'?"
    ),
    ("rgba(1, 2, 3)", "'rgba(1, 2, 3)': rgba() with commas has 4 values, found 3; did you mean 'rgb(1, 2, 3)'?"),
    (
      "rgb(1 2 3 0.5)",
      "'rgb(1 2 3 0.5)': a '/' stands before the opacity and nowhere else; did you mean 'rgb(1 2 3 / 0.5)'?"
    ),
    ("rgb(0, 0 0)", "'rgb(0, 0 0)': commas stand between all values or none; did you mean 'rgb(0, 0, 0)'?"),
    (
      "rgba(1, 2, 3 / 0.5)",
      "'rgba(1, 2, 3 / 0.5)': commas stand between all values or none; did you mean 'rgba(1, 2, 3, 0.5)'?"
    ),
    (
      "rgb(10%, 50%, 0)",
      "'rgb(10%, 50%, 0)': with commas the three are all numbers or all percentages; did you mean 'rgb(10% 50% 0)'?"
    ),
    (
      "rgba(1, 2, 3, 50%)",
      "'rgba(1, 2, 3, 50%)': expected an opacity from 0 to 1, found '50%'; did you mean 'rgb(1 2 3 / 50%)'?"
    ),
    (
      "hsl(30deg, 100%, 50%)",
      "'hsl(30deg, 100%, 50%)': expected a hue without a unit, found '30deg'; did you mean 'hsl(30deg 100% 50%)'?"
    ),
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
      "'cmyk(0, 0, 0, 0)': unknown colour function 'cmyk()'; write rgb(), hsl(), '#RRGGBB' or a CSS name"
    ),
    ("rgb(1 / 2 3)", "'rgb(1 / 2 3)': a '/' stands before the opacity and nowhere else; did you mean 'rgb(1 2 3)'?"),
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

  /// The conversion of CSS Color Module Level 3, §4.2.4, which is written quite differently.
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
      "rgb(", "hsla(", "1", "-", ".5", "e9", "%", ",", "/", " ", "none", "deg", ")", "(", "é", "\u{0}", "1e999",
    ]
    for _ in 0..<20_000 {
      let text = (0..<random.next() % 12).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      guard let color = Color(text) else { continue }
      #expect(PropertyValue.color(color).problem == nil, "\(text)")
    }
  }

  /// The rows of the shared table. It is one of Level 3, whose components are not clamped: ours are, as Level 4 has it.
  /// Comments, escapes and `currentColor` are out of scope; blanks around are not.
  @Test(.enabled(if: SharedFolder.has("corpora/colors.tsv"), "the shared corpora are not here"))
  func everyRowOfTheTableHolds() throws {
    var held = 0
    for row in try SharedFolder.table("corpora/colors.tsv") {
      // The texts stand between control characters.
      let json = row[0].filter { $0 != "\u{1}" }
      let text = try JSONDecoder().decode(String.self, from: Data(json.utf8))
      if text.contains("/*") || text.contains("\\") || row[6].contains("currentColor") { continue }
      let color = Color(text)
      #expect((color != nil) == (row[1] == "yes"), "\(json)")
      if let color, row[1] == "yes" {
        let wanted = try row[2...5].map { min(max(try #require(Double($0)), 0), 1) }
        for (found, wanted) in zip([color.red, color.green, color.blue, color.alpha], wanted) {
          #expect(abs(found - wanted) < 1e-6, "\(json)")
        }
      }
      held += 1
    }
    #expect(held == 670)
  }
}
