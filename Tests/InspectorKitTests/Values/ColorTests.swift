import JSONText
import TestSupport
import Testing

@testable import InspectorKit

@Suite struct ColorTests {
  @Test(arguments: [
    ("#36F", "#3366FFFF"), ("#36F8", "#3366FF88"), ("#3366FF", "#3366FFFF"), ("#3366ff80", "#3366FF80"),
    ("hotpink", "#FF69B4FF"), ("HotPink", "#FF69B4FF"), ("transparent", "#00000000"),
    ("lightgoldenrodyellow", "#FAFAD2FF"), ("REBECCAPURPLE", "#663399FF"), ("aliceblue", "#F0F8FFFF"),
    ("yellowgreen", "#9ACD32FF"),
  ])
  func textIsRead(_ text: String, _ canonical: String) throws {
    #expect(Color(text)?.text == canonical)
  }

  @Test(arguments: [
    "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#GGGGGG", "#-12345", "pinkish", "#12 456", "red red",
    "ｒed", "#１２３",
  ])
  func otherTextIsNot(_ text: String) {
    #expect(Color(text) == nil)
  }

  @Test func hexIsExactly255ths() throws {
    let color = try #require(Color("#01FE3380"))
    #expect(color == Color(red: 1.0 / 255, green: 254.0 / 255, blue: 0x33 / 255.0, alpha: 128.0 / 255))
  }

  @Test func every8BitValueReturnsAsHex() throws {
    for byte in 0...255 {
      let value = Double(byte) / 255
      let color = Color(red: value, green: 1 - value, blue: 0, alpha: value)
      #expect(Color(color.text) == color || color.rgba == nil)
      #expect(Color(red: value, green: value, blue: value, alpha: value).rgba == UInt32(byte) * 0x0101_0101)
    }
  }

  @Test(arguments: [
    (Color(red: 0.5, green: 0, blue: 0), #"{"red":0.5,"green":0,"blue":0,"alpha":1}"#),
    (Color(white: 1, alpha: 0.54), #"{"red":1,"green":1,"blue":1,"alpha":0.54}"#),
    (Color(red: 0.1, green: 1.0 / 3, blue: 1, alpha: 0), #"{"red":0.1,"green":0.3333333333333333,"blue":1,"alpha":0}"#),
  ])
  func componentsWhere8BitsDoNotHoldIt(_ color: Color, _ text: String) throws {
    #expect(color.text == text)
    #expect(try PropertyValue(parsing: text, as: .color) == .color(color))
  }

  @Test func namedConstantsAreTheCSSColours() {
    let named: [(Color, String)] = [
      (.black, "black"), (.darkGray, "darkgray"), (.gray, "gray"), (.lightGray, "lightgray"), (.white, "white"),
      (.red, "red"), (.orange, "orange"), (.yellow, "yellow"), (.green, "green"), (.cyan, "cyan"), (.blue, "blue"),
      (.purple, "purple"), (.magenta, "magenta"), (.brown, "brown"), (.clear, "transparent"),
    ]
    for (color, name) in named { #expect(Color(name) == color) }
  }

  @Test func thereAre148NamesAndTransparent() {
    let names = ColorNames.all
    #expect(names.count == 149)
    #expect(names == names.sorted(), "the search by halves needs order")
    for name in names { #expect(Color(name) != nil, "\(name)") }
  }

  @Test(arguments: TestMaterial.at("colors/names.tsv", shared: "corpora/css_named_colors.tsv"))
  func namesHaveTheirColours(_ table: TestMaterial) {
    #expect(table.rows.count == (table.isShared ? 149 : 26))
    for row in table.rows {
      let alpha = row[4] == "0" ? "00" : "FF"
      #expect(Color(row[0])?.text == row[5].uppercased() + alpha, "\(row[0])")
    }
  }

  @Test func greysAndOpacity() {
    #expect(Color(white: 0.25) == Color(red: 0.25, green: 0.25, blue: 0.25, alpha: 1))
    #expect(Color.red.withAlpha(0.5) == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
  }
}
