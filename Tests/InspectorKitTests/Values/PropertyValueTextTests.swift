import Testing

@testable import InspectorKit

@Suite struct PropertyValueTextTests {
  @Test(arguments: [
    (PropertyType.int, "12", PropertyValue.int(12)), (.int, " -7 ", .int(-7)), (.int, "-0", .int(0)),
    (.int, "9223372036854775807", .int(.max)), (.int, "-9223372036854775808", .int(.min)),
    (.double, "12.5", .double(12.5)), (.double, "5", .double(5)), (.double, "1e2", .double(100)),
    (.double, "-1.5E-3", .double(-0.0015)),
    (.bool, "yes", .bool(true)), (.bool, "No", .bool(false)), (.bool, "TRUE", .bool(true)),
    (.bool, "on", .bool(true)), (.bool, "Off", .bool(false)),
    (.bool, "false", .bool(false)),
    (.string, "two words", .string("two words")), (.string, "", .string("")), (.string, " x ", .string(" x ")),
    (.string, #""quoted""#, .string("quoted")), (.string, #""a\n\u00e9\"""#, .string("a\né\"")),
    (.string, #"say "hi""#, .string(#"say "hi""#)), (.string, #"C:\temp"#, .string(#"C:\temp"#)),
    (.color, "#36F", .color(Color(red: 0.2, green: 0.4, blue: 1))), (.color, " yellow ", .color(.yellow)),
    (.color, #"{"white":0.5}"#, .color(Color(white: 0.5))),
    (.color, #"{ "blue": 1, "red": 0.5, "green": 0 }"#, .color(Color(red: 0.5, green: 0, blue: 1))),
    (.point, "10,20", .point(Point(x: 10, y: 20))), (.point, " -1.5 , 2e1 ", .point(Point(x: -1.5, y: 20))),
    (.point, #"{"y":2,"x":1}"#, .point(Point(x: 1, y: 2))),
    (.size, "100x50", .size(Size(width: 100, height: 50))),
    (.size, "100 X 50.5", .size(Size(width: 100, height: 50.5))),
    (.size, "100×50", .size(Size(width: 100, height: 50))),
    (.rect, "10,20 100x50", .rect(Rect(x: 10, y: 20, width: 100, height: 50))),
    (.rect, " -1 , 2   3 x 4 ", .rect(Rect(x: -1, y: 2, width: 3, height: 4))),
  ])
  func isRead(_ type: PropertyType, _ text: String, _ value: PropertyValue) throws {
    #expect(try PropertyValue(parsing: text, as: type) == value)
  }

  @Test(arguments: [
    (PropertyType.int, "abc", "'abc' is not an Int; write a whole number, such as 12"),
    (.int, "", "'' is not an Int; write a whole number, such as 12"),
    (.int, "5.0", "'5.0' is not an Int; did you mean '5'?"),
    (.int, "1e2", "'1e2' is not an Int; did you mean '100'?"),
    (.int, "5.5", "'5.5' is not an Int; write a whole number, such as 12"),
    (.int, "007", "'007' is not an Int; did you mean '7'?"),
    (
      .int, "9223372036854775808",
      "'9223372036854775808' is beyond the 64 bits of an Int; write a number from -9223372036854775808 to 9223372036854775807"
    ),
    (.double, "abc", "'abc' is not a Double; write a number, such as 12.5"),
    (.double, ".5", "'.5' is not a Double; did you mean '0.5'?"),
    (.double, "+5", "'+5' is not a Double; did you mean '5'?"),
    (.double, "1,5", "'1,5' is not a Double; did you mean '1.5'?"),
    (.double, "1,500", "'1,500' is not a Double; write a number, such as 12.5"),
    (.double, "1e999", "'1e999' is not a finite number, and a Double must be finite"),
    (.double, "nan", "'nan' is not a finite number, and a Double must be finite"),
    (.bool, "maybe", "'maybe' is not a Bool; write true or false"),
    (.bool, "1", "'1' is not a Bool; did you mean 'true'?"),
    (.bool, "0", "'0' is not a Bool; did you mean 'false'?"),
    (
      .string, #""open"#,
      #"'"open' is not a quoted string; end it with a quotation mark and escape as in JSON"#
    ),
    (
      .string, #""a" b"#,
      #"'"a" b' is not a quoted string; end it with a quotation mark and escape as in JSON"#
    ),
    (.color, "yelow", "unknown colour 'yelow'; did you mean 'yellow'?"),
    (.color, "zzz", "unknown colour 'zzz'; write a CSS name or '#RRGGBB', such as '#3366FF'"),
    (
      .color, "#12345",
      "'#12345' is not a colour; write '#' and 3, 4, 6 or 8 hexadecimal digits, such as '#3366FF'"
    ),
    (.color, #"{"red":2,"green":0,"blue":0}"#, "'red' of a Color cannot be '2'; write a number from 0 to 1"),
    (.point, "10", "'10' is not a Point; write x and y, such as 10,20"),
    (.point, "10x20", "'10x20' is not a Point; did you mean '10,20'?"),
    (.point, "10,20,30", "'10,20,30' is not a Point; write x and y, such as 10,20"),
    (.point, #"{"x":1}"#, "'y' is missing; a Point has x and y"),
    (.size, "100,50", "'100,50' is not a Size; did you mean '100x50'?"),
    (.size, "{", "'{' is not a Size; write width and height, such as 100x50"),
    (.rect, "1,2,3,4", "'1,2,3,4' is not a Rect; did you mean '1,2 3x4'?"),
    (.rect, "10,20", "'10,20' is not a Rect; write x, y, width and height, such as '10,20 100x50'"),
  ])
  func isRefused(_ type: PropertyType, _ text: String, _ message: String) {
    let error = #expect(throws: PropertyValueError.self) { try PropertyValue(parsing: text, as: type) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    (PropertyValue.int(-12), "-12"), (.double(5), "5"), (.double(0.1), "0.1"), (.double(1e300), "1e+300"),
    (.double(-0.0), "-0"), (.bool(false), "false"), (.string("a b"), "a b"), (.string(""), #""""#),
    (.string(#""x""#), #""\"x\"""#), (.string(" x"), #"" x""#), (.string("a\nb"), #""a\nb""#),
    (.string("a\u{202E}b\u{7F}"), #""a\u202eb\u007f""#), (.string("größe 🎈"), "größe 🎈"),
    (.color(.yellow), "#FFFF00FF"), (.point(Point(x: 10, y: 20.5)), "10,20.5"),
    (.size(Size(width: 100, height: 50)), "100x50"), (.rect(Rect(x: -1, y: 0, width: 1e21, height: 4)), "-1,0 1e+21x4"),
  ])
  func isPrinted(_ value: PropertyValue, _ text: String) {
    #expect(value.text == text)
  }

  @Test func everyValueReturnsExactly() throws {
    for value in SampleValues.all(seed: 1, count: 20_000) {
      let back = try PropertyValue(parsing: value.text, as: value.type)
      #expect(back == value)
      #expect(SampleValues.bits(back) == SampleValues.bits(value))
    }
  }

  @Test func noTextTraps() {
    var random = SplitMix(state: 3)
    let pieces = [
      "1", "0", "-", "+", ".", "e", "x", ",", " ", "#", "{", "}", "\"", "\\", ":", "red", "nan", "9e999", "\u{0}", "é",
      "×",
    ]
    for _ in 0..<2_000 {
      let text = (0..<random.next() % 9).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      for type in PropertyType.allCases {
        guard let value = try? PropertyValue(parsing: text, as: type) else { continue }
        #expect(value.type == type)
        #expect(throws: Never.self) { try #expect(PropertyValue(parsing: value.text, as: type) == value) }
      }
    }
  }

  @Test func longTextsAreShortened() {
    let error = #expect(throws: PropertyValueError.self) {
      try PropertyValue(parsing: String(repeating: "9", count: 100), as: .bool)
    }
    #expect(error?.description == "'\(String(repeating: "9", count: 60))…' is not a Bool; write true or false")
  }

  @Test(arguments: [
    (PropertyValue.double(.infinity), "'inf' is not a finite number, and a Double must be finite"),
    (.point(Point(x: 0, y: .nan)), "'y' of a Point must be a finite number, not 'nan'"),
    (.color(Color(red: 1.5, green: 0, blue: 0)), "'red' of a Color cannot be '1.5'; write a number from 0 to 1"),
  ])
  func whatCannotBeWrittenIsAProblem(_ value: PropertyValue, _ message: String) {
    #expect(value.problem?.description == message)
  }

  @Test func thereAreEightTypes() {
    #expect(PropertyType.list == "Int, String, Double, Bool, Color, Point, Size, Rect")
  }
}
