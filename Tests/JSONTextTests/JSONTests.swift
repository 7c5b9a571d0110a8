import JSONText
import Testing

struct JSONTests {
  private func parse(_ text: String) throws -> JSON {
    try JSON.parse(Array(text.utf8))
  }

  @Test func aTreeKeepsTheOrderOfItsMembers() throws {
    let tree = try parse(#" {"b": [1, 2.5, true, null], "a": {"": "x"}} "#)
    #expect(tree == ["b": [1, 2.5, true, nil], "a": ["": "x"]])
    #expect(tree.text() == #"{"b":[1,2.5,true,null],"a":{"":"x"}}"#)
    #expect(tree["a"]?[""]?.stringValue == "x")
    #expect(tree["c"] == nil)
  }

  @Test(arguments: [
    ("7", JSON.int(7)), (" -7\n", .int(-7)), ("null", .null), ("true", .bool(true)), ("\"\"", .string("")),
    ("1.0", .double(1)), ("[]", .array([])), ("{}", .object([])),
  ])
  func aScalarIsATextToo(_ text: String, _ tree: JSON) throws {
    #expect(try parse(text) == tree)
  }

  // The traps of json-c, one by one.

  /// Checks surrogate pairs in escapes, including those that json-c loses: scalars whose lower 16 bits are a
  /// surrogate's.
  @Test func everyPairOfEscapesIsItsCharacter() throws {
    for plane: UInt32 in 1...16 {
      for low: UInt32 in [0, 0xD7FF, 0xD800, 0xDA0A, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF] {
        let scalar = try #require(Unicode.Scalar(plane << 16 | low))
        let escaped = String(scalar).utf16.map { "\\u" + String($0, radix: 16) }.joined()
        #expect(try parse("[\"\(escaped)\"]") == [.string(String(scalar))], "\(escaped)")
        #expect(try parse("{\"\(escaped)\":1}")[String(scalar)] == 1, "\(escaped)")
      }
    }
  }

  @Test(arguments: [
    "NaN", "-NaN", "Infinity", "-Infinity", "01", "-01", "012", "2.", "2.e3", "{'a':1}", "[\"a\nb\"]", "[\"a\tb\"]",
    "[1,]", "{\"a\":1,}", "/* */1", "1 2", "{} {}", "[1]x", "tru", "nulll", "True",
  ])
  func whatJSONCToleratesIsRefused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test(arguments: [
    [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
    [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0x80], [0xC3], [0xE2, 0x82],
    [0xF0, 0x9F, 0x98],
  ])
  func whatIsNotUTF8IsRefused(_ sequence: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try JSON.parse([0x22] + sequence + [0x22]) }
  }

  @Test(arguments: [
    #""\uD800""#, #""\uDC00""#, #""\uD800\u0041""#, #""\uD800x""#, #""\uD83D\uD83D""#, #"{"\uDFFF":1}"#,
  ])
  func loneSurrogatesAreRefused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test func keysAreNotCutAtNUL() throws {
    let tree = try parse(#"{"a\u0000b":1,"a\u0000c":"x\u0000y"}"#)
    #expect(tree == ["a\0b": 1, "a\0c": "x\0y"])
    #expect(tree.text() == #"{"a\u0000b":1,"a\u0000c":"x\u0000y"}"#)
    #expect(tree.text(pretty: true) == "{\n  \"a\\u0000b\": 1,\n  \"a\\u0000c\": \"x\\u0000y\"\n}")
  }

  @Test(arguments: [
    ("9223372036854775807", JSON.int(.max)), ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .double(0x1p63)),
    ("18446744073709551615", .double(0x1p64)),
    ("-9223372036854775809", .double(-0x1p63)),
    ("123456789012345678901234567890", .double(1.2345678901234568e29)),
  ])
  func integersBeyond64BitsBecomeDoubles(_ text: String, _ tree: JSON) throws {
    #expect(try parse(text) == tree)
    #expect(try parse("[\(text)]") == [tree])
  }

  @Test func theSignOfZeroStays() throws {
    #expect(try parse("-0").doubleValue?.sign == .minus)
    #expect(try parse("-0").intValue == 0)
    #expect(try parse("-0.0").text() == "-0")
  }

  @Test(arguments: [
    (0.1, "0.1"), (5, "5"), (1e300, "1e+300"), (1.0 / 3, "0.3333333333333333"), (.leastNonzeroMagnitude, "5e-324"),
  ])
  func doublesAreWrittenShort(_ value: Double, _ text: String) {
    #expect(JSON.double(value).text() == text)
    #expect(JSON.array([.double(value)]).text() == "[\(text)]")
  }

  @Test(arguments: ["1e309", "-1e309", "[1e400]", "1" + String(repeating: "0", count: 400)])
  func numbersThatAreNotFiniteAreRefused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test func theTextOfWhatIsNotFiniteIsNull() {
    #expect(JSON.array([.double(.nan), .double(.infinity)]).text() == "[null,null]")
  }

  @Test(arguments: [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"[{"x":{"é":1,"\u00e9":2}}]"#])
  func doubleKeysAreRefused(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try parse(text) }
  }

  @Test func keysThatOnlyLookAlikeAreTwo() throws {
    // "é" as one scalar and as two: equal as Swift strings, different as keys.
    let tree = try parse(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(tree["\u{e9}"] == 1)
    #expect(tree["e\u{301}"] == 2)
  }

  @Test func depthIsLimitedBeforeAnythingRecurses() throws {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(try parse(deep(512)).text() == deep(512))
    #expect(throws: JSONSyntaxError.self) { try parse(deep(513)) }
    #expect(throws: JSONSyntaxError.self) { try parse(deep(1_000_000)) }
    #expect(throws: JSONSyntaxError.self) { try JSON.parse(Array(deep(1_001).utf8), maximumDepth: .max) }
    #expect(try JSON.parse(Array(deep(1_000).utf8), maximumDepth: .max).text() == deep(1_000))
  }

  @Test func nothingIsEscapedThatNeedNot() {
    let text = JSON.string("a/b \"c\" \\ \u{7f} é 😀 \u{1}\u{8}\u{c}\n\r\t").text()
    #expect(text == "\"a/b \\\"c\\\" \\\\ \u{7f} é 😀 \\u0001\\b\\f\\n\\r\\t\"")
  }

  @Test func aMemberOrAnElementStandsOnALineOfItsOwn() {
    let tree: JSON = ["a": 1, "b": [1, 2.5, [], [:]], "c": ["d": "x/\"\u{1}\u{7f}", "e": nil], "f": false, "g": ""]
    #expect(tree.text() == #"{"a":1,"b":[1,2.5,[],{}],"c":{"d":"x/\"\u0001\#u{7f}","e":null},"f":false,"g":""}"#)
    #expect(
      tree.text(pretty: true) == #"""
        {
          "a": 1,
          "b": [
            1,
            2.5,
            [
            ],
            {
            }
          ],
          "c": {
            "d": "x/\"\u0001\#u{7f}",
            "e": null
          },
          "f": false,
          "g": ""
        }
        """#)
  }

  @Test func randomTreesReadBackTheSame() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let tree = randomTree(&generator, depth: 4)
      #expect(try parse(tree.text()) == tree)
      #expect(try parse(tree.text(pretty: true)) == tree)
    }
  }

  private func randomTree(_ generator: inout SeededGenerator, depth: Int) -> JSON {
    func string() -> String {
      String(
        (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
          "ab\0\n\"\\/é😀".randomElement(using: &generator) ?? "x"
        })
    }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .int(Int(truncatingIfNeeded: generator.next()))
    case 3: return .double(Double.random(in: -1e3...1e3, using: &generator))
    case 4, 5: return .string(string())
    case 6:
      return .array(
        (0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomTree(&generator, depth: depth - 1) })
    default:
      return .object(
        (0..<Int.random(in: 0..<4, using: &generator)).map {
          .init("\($0)\(string())", randomTree(&generator, depth: depth - 1))
        })
    }
  }
}
