import JSONText
import TestSupport
import Testing

@testable import InspectorKit

@Suite struct PropertyValueJSONTests {
  private static func read(_ json: String, as type: PropertyType) throws -> PropertyValue {
    try Array(json.utf8).withUnsafeBytes { buffer in
      var reader = JSONReader(buffer)
      let value = try PropertyValue(json: &reader, as: type)
      try reader.end()
      return value
    }
  }

  @Test func cellsCompareStringsByTheirBytes() {
    let (composed, split) = (PropertyValue.string("caf\u{E9}"), PropertyValue.string("cafe\u{301}"))
    #expect(StoredCell.value(composed).holds(composed))
    #expect(!StoredCell.value(composed).holds(split))
    #expect(!StoredCell.absent.holds(nil) && StoredCell.value(nil).holds(nil))
  }

  @Test(arguments: [
    (PropertyType.int, "5", PropertyValue.int(5)), (.int, "-9223372036854775808", .int(.min)),
    (.double, "5", .double(5)), (.double, "1e2", .double(100)), (.double, "0.1", .double(0.1)),
    (.bool, "true", .bool(true)), (.bool, "false", .bool(false)),
    (.string, #""""#, .string("")), (.string, #""a\u00e9\n\ud83c\udf88""#, .string("aé\n🎈")),
    (.color, ##""#3366FF""##, .color(Color(red: 0.2, green: 0.4, blue: 1))), (.color, #""Yellow""#, .color(.yellow)),
    (.color, #""\u0072ed""#, .color(.red)),
    (.color, #"{"alpha":0.5,"blue":0,"green":1,"red":0.25}"#, .color(Color(red: 0.25, green: 1, blue: 0, alpha: 0.5))),
    (.color, #"{"red":1,"green":1,"blue":0}"#, .color(.yellow)),
    (.color, #"{"white":1,"alpha":0.54}"#, .color(Color(white: 1, alpha: 0.54))),
    (.point, #" { "y" : 2 , "x" : 1 } "#, .point(Point(x: 1, y: 2))),
    (.point, #"{"\u0078":1,"y":2}"#, .point(Point(x: 1, y: 2))),
    (.size, #"{"width":1,"height":2}"#, .size(Size(width: 1, height: 2))),
    (.rect, #"{"height":4,"width":3,"y":2,"x":1}"#, .rect(Rect(x: 1, y: 2, width: 3, height: 4))),
  ])
  func isRead(_ type: PropertyType, _ json: String, _ value: PropertyValue) throws {
    #expect(try Self.read(json, as: type) == value)
  }

  @Test(arguments: [
    (PropertyType.int, "5.0", "expected an Int, found '5.0'; write 5"),
    (.int, "5e0", "expected an Int, found '5e0'; write 5"),
    (.int, "5.5", "expected an Int, found '5.5'; write a whole number, such as 12"),
    (.int, #""12""#, "expected an Int, found the string '12'; write 12 without quotes"),
    (.int, "true", "expected an Int, found 'true'; write a whole number, such as 12"),
    (.int, "null", "expected an Int, found null; only an optional property can be null"),
    (
      .int, "9223372036854775808",
      "'9223372036854775808' is beyond the 64 bits of an Int; write a number from -9223372036854775808 to 9223372036854775807"
    ),
    (.double, #""12""#, "expected a Double, found the string '12'; write 12 without quotes"),
    (.double, #""wide""#, "expected a Double, found the string 'wide'; write a number, such as 12.5"),
    (.double, "[1]", "expected a Double, found an array; write a number, such as 12.5"),
    (.double, "1e999", "'1e999' is not a finite number, and a Double must be finite"),
    (.bool, "1", "expected a Bool, found '1'; write true or false"),
    (.bool, #""yes""#, "expected a Bool, found the string 'yes'; write true without quotes"),
    (.string, "12", #"expected a String, found '12'; write "12" in quotes"#),
    (.string, "{}", "expected a String, found an object; write text in quotes"),
    (
      .color, "12",
      ##"expected a Color, found '12'; write a text such as "#3366FF", or an object with red, green, blue and alpha"##
    ),
    (.color, #""brandy""#, "unknown colour 'brandy'; write a CSS name or '#RRGGBB', such as '#3366FF'"),
    (.color, #""\u0072edd""#, "unknown colour 'redd'; did you mean 'red'?"),
    (.color, ##""#12""##, "'#12' is not a colour; write '#' and 3, 4, 6 or 8 hexadecimal digits, such as '#3366FF'"),
    (.color, #"{"red":1,"green":1}"#, "'blue' is missing; a Color has red, green, blue and alpha, or white and alpha"),
    (.color, #"{}"#, "'red' is missing; a Color has red, green, blue and alpha, or white and alpha"),
    (.color, #"{"white":1,"red":1}"#, "a Color has 'white' or 'red', not both; remove one of them"),
    (.color, #"{"white":1.5}"#, "'white' of a Color cannot be '1.5'; write a number from 0 to 1"),
    (.color, #"{"white":1,"alpha":-0.1}"#, "'alpha' of a Color cannot be '-0.1'; write a number from 0 to 1"),
    (.color, #"{"rad":1,"green":1,"blue":1}"#, "unknown key 'rad' in a Color; did you mean 'red'?"),
    (.point, #"{"x":1}"#, "'y' is missing; a Point has x and y"),
    (.point, #"{"x":1,"y":2,"z":3}"#, "unknown key 'z' in a Point; it has x and y"),
    (.point, #"{"x":1,"y":2,"x":3}"#, "'x' appears twice in a Point; remove one of them"),
    (.point, #"{"x":"1","y":2}"#, "expected a number for 'x' of a Point, found the string '1'"),
    (.point, #"{"x":null,"y":2}"#, "expected a number for 'x' of a Point, found null"),
    (.point, #"{"x":1e999,"y":2}"#, "'x' of a Point must be a finite number, not '1e999'"),
    (.point, "[1,2]", #"expected a Point, found an array; write an object such as {"x": 10, "y": 20}"#),
    (
      .size, #""1x2""#,
      #"expected a Size, found the string '1x2'; write an object such as {"width": 100, "height": 50}"#
    ),
    (.size, #"{"Width":1,"height":2}"#, "unknown key 'Width' in a Size; did you mean 'width'?"),
    (.rect, #"{"x":1,"y":2,"width":3}"#, "'height' is missing; a Rect has x, y, width and height"),
  ])
  func isRefused(_ type: PropertyType, _ json: String, _ message: String) {
    let error = #expect(throws: PropertyValueError.self) { try Self.read(json, as: type) }
    #expect(error?.description == message)
  }

  @Test(arguments: [(PropertyType.point, #"{"x":1,"#), (.int, "01"), (.string, #""a"#), (.color, ""), (.rect, "{]")])
  func whatIsNotJSONIsSaidToBeSo(_ type: PropertyType, _ json: String) {
    #expect(throws: JSONSyntaxError.self) { try Self.read(json, as: type) }
  }

  @Test(arguments: [
    (PropertyValue.int(5), "5"), (.double(5), "5"), (.double(0.1), "0.1"), (.bool(true), "true"),
    (.string("a\"\\\n/é"), #""a\"\\\n/é""#), (.color(.yellow), ##""#FFFF00FF""##),
    (.color(Color(white: 0.5)), #"{"red":0.5,"green":0.5,"blue":0.5,"alpha":1}"#),
    (.point(Point(x: 1, y: 2)), #"{"x":1,"y":2}"#), (.size(Size(width: 1, height: 2)), #"{"width":1,"height":2}"#),
    (.rect(Rect(x: 1, y: 2, width: 3, height: 4)), #"{"x":1,"y":2,"width":3,"height":4}"#),
  ])
  func isWritten(_ value: PropertyValue, _ json: String) {
    var bytes: [UInt8] = []
    value.appendJSON(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(value.json.text() == json)
  }

  @Test func bundlesHaveComponents() {
    #expect(PropertyValue.color(.yellow).bundleJSON.text() == #"{"red":1,"green":1,"blue":0,"alpha":1}"#)
    #expect(PropertyValue.double(2.5).bundleJSON.text() == "2.5")
  }

  /// Checks how stored texts appear in a bundle; nil for an invalid text.
  @Test(arguments: [
    (PropertyType.int, "5", String?("5")), (.int, "-0", "0"), (.int, "-9223372036854775808", "-9223372036854775808"),
    (.int, "5.0", nil), (.double, "5.0", "5"), (.double, "12.25", "12.25"), (.double, "-0", "-0"),
    (.double, "1e2", "100"), (.double, "0.00001", "1e-05"), (.double, "0.1000", "0.1"), (.bool, "true", "true"),
    (.string, #""a/é\u007f""#, #""a/é\#u{7F}""#), (.string, #""a\u000a\"\/""#, #""a\n\"/""#), (.string, "null", "null"),
    (.string, "5", nil), (.point, #"{"x":1,"y":2.5}"#, #"{"x":1,"y":2.5}"#),
    (.point, #"{"y":2.50, "x":1}"#, #"{"x":1,"y":2.5}"#), (.point, #"{"x":1}"#, nil),
    (.size, #"{"width":1,"height":-0}"#, #"{"width":1,"height":-0}"#),
    (.rect, #"{"x":1e1,"y":2,"width":3,"height":4}"#, #"{"x":10,"y":2,"width":3,"height":4}"#),
    (.color, ##""#FF000033""##, #"{"red":1,"green":0,"blue":0,"alpha":0.2}"#),
    (.color, #"{"white":0.3}"#, #"{"red":0.3,"green":0.3,"blue":0.3,"alpha":1}"#), (.color, ##""#12""##, nil),
  ])
  func isWrittenIntoBundles(_ type: PropertyType, _ stored: String, _ carried: String?) {
    var bytes: [UInt8] = []
    let isValue = Array(stored.utf8).withUnsafeBytes { PropertyValue.appendBundleJSON(of: $0, as: type, to: &bytes) }
    #expect(isValue == (carried != nil))
    #expect(String(decoding: bytes, as: UTF8.self) == carried ?? "")
  }

  @Test func everyValueReturnsExactly() throws {
    for value in SampleValues.all(seed: 2, count: 20_000) {
      var bytes: [UInt8] = []
      value.appendJSON(to: &bytes)
      let back = try Self.read(String(decoding: bytes, as: UTF8.self), as: value.type)
      #expect(back == value)
      #expect(SampleValues.bits(back) == SampleValues.bits(value))
      #expect(try Self.read(value.json.text(), as: value.type) == value)
      #expect(try Self.read(value.bundleJSON.text(), as: value.type) == value)
      var (carried, again) = ([UInt8](), [UInt8]())
      value.appendBundleJSON(to: &carried)
      #expect(carried == Array(value.bundleJSON.text().utf8))
      #expect(bytes.withUnsafeBytes { PropertyValue.appendBundleJSON(of: $0, as: value.type, to: &again) })
      #expect(again == carried)
    }
  }

  @Test func aNumberThatIsNotFiniteIsNull() {
    var bytes: [UInt8] = []
    PropertyValue.double(.nan).appendJSON(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "null")
  }

  @Test func codesAreStable() {
    #expect(PropertyValueError.unknownColor(name: "x", suggestion: nil).code == "value.color")
    #expect(PropertyValueError.mismatch(expected: .int, found: .null).code == "type.mismatch")
  }
}
