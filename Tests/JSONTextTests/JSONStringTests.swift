import JSONText
import Testing

struct JSONStringTests {
  static let pairs: [(String, String)] = [
    ("", ""), ("abc", "abc"), ("日本 😀", "日本 😀"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t"), (#"\u0000x"#, "\0x"),
    (#"\u00e9\u00E9"#, "éé"), (#"\ud83d\ude00!"#, "😀!"), (#"a\u65e5b"#, "a日b"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
  ]

  @Test(arguments: pairs)
  func escapesStandForCharacters(_ raw: String, _ text: String) {
    #expect(withBytes(raw, JSONString.decode) == text)
    #expect(withBytes(raw) { JSONString.equals($0, text) })
    #expect(!withBytes(raw) { JSONString.equals($0, text + "x") })
    #expect(!withBytes(raw + "x") { JSONString.equals($0, text) })
  }

  @Test func rawStringsAreComparedUnescaped() {
    let equal = { (a: String, b: String) in withBytes(a) { a in withBytes(b) { JSONString.equals(a, raw: $0) } } }
    #expect(equal("abc", #"\u0061bc"#))
    #expect(equal(#"\u0061bc"#, #"a\u0062c"#))
    #expect(!equal("abc", "abd"))
    #expect(!equal(#"\u00e9"#, #"e\u0301"#))
  }

  @Test(arguments: [#"\"#, #"\u"#, #"\u12"#, #"\ud800"#, #"\ud800\u"#, #"\ud800\u0041"#, #"\udc00"#, #"x\uZZZZ"#])
  func nothingInvalidTraps(_ raw: String) {
    #expect(withBytes(raw, JSONString.decode).unicodeScalars.contains("\u{FFFD}"))
    #expect(!withBytes(raw) { JSONString.equals($0, "") })
  }

  @Test func onlyWhatMustBeEscapedIs() {
    var bytes: [UInt8] = []
    JSONString.append("a/\"\\\n\u{1f}\u{7f}é😀", quotedTo: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a/\\\"\\\\\\n\\u001f\u{7f}é😀\"")
  }

  @Test func everyScalarBelow2000ReadsBack() {
    for value in UInt32(0)..<2000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var bytes: [UInt8] = []
      JSONString.append(String(scalar), quotedTo: &bytes)
      let raw = bytes.dropFirst().dropLast()
      #expect(Array(raw).withUnsafeBytes(JSONString.decode) == String(scalar))
    }
  }
}
