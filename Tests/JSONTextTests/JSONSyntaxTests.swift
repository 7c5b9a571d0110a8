import JSONText
import Testing

struct JSONSyntaxTests {
  @Test(arguments: [
    ("", "0 json.syntax: expected a value, found the end of the text; the text is empty"),
    ("[1,]", "3 json.syntax: expected a value, found ']'; remove the ',' before it"),
    ("[,1]", "1 json.syntax: expected a value, found ','; remove the ','"),
    ("{\"a\":1,}", "7 json.syntax: expected a key, found '}'; remove the ',' before it"),
    ("{\"a\" 1}", "5 json.syntax: expected ':' after the key 'a', found '1'"),
    ("{\"a\":1 \"b\":2}", "7 json.syntax: expected ',' or '}', found a string"),
    ("{a:1}", "1 json.syntax: expected a key or '}', found 'a'; keys need double quotes"),
    ("[1 2]", "3 json.syntax: expected ',' or ']', found '2'"),
    ("[1", "2 json.syntax: expected ',' or ']', found the end of the text; the text may have been cut off"),
    ("{\"a\":", "5 json.syntax: expected a value, found the end of the text; the text may have been cut off"),
    (
      "\"abc",
      "4 json.syntax: expected '\"' to close the string, found the end of the text; the text may have been cut off"
    ),
    (
      "\"a\nb\"",
      "2 json.syntax: expected '\"' or a character of the string, found a line break; in a string it is written '\\n'"
    ),
    (
      "\"a\u{1}\"",
      "2 json.syntax: expected '\"' or a character of the string, found the control character U+0001; "
        + "in a string it is written '\\u0001'"
    ),
    (
      "\"\\x\"",
      "2 json.syntax: expected one of \" \\ / b f n r t u after '\\', found 'x'; a backslash itself is written '\\\\'"
    ),
    ("\"\\u12G4\"", "5 json.syntax: expected four hexadecimal digits after '\\u', found 'G4'"),
    (
      "\"\\uD800\"",
      "1 json.utf8: expected a whole character, found '\\uD800', which is half of a surrogate pair; "
        + "write both halves, as in '\\uD83D\\uDE00'"
    ),
    ("01", "0 json.syntax: expected a number without leading zeros, found '01'; remove the zeros in front"),
    ("-", "1 json.syntax: expected a digit after '-', found the end of the text"),
    ("-Infinity", "1 json.syntax: expected a digit after '-', found 'Infinity'; JSON has no infinity"),
    ("1.", "2 json.syntax: expected a digit after '.', found the end of the text"),
    ("1e+", "3 json.syntax: expected a digit in the exponent, found the end of the text"),
    (".5", "0 json.syntax: expected a value, found '.5'; write '0' before the '.'"),
    ("+1", "0 json.syntax: expected a value, found '+1'; JSON numbers have no '+'"),
    ("NaN", "0 json.syntax: expected a value, found 'NaN'; JSON has neither NaN nor infinity"),
    ("True", "0 json.syntax: expected a value, found 'True'; JSON's words are true, false and null"),
    ("nul", "0 json.syntax: expected 'null', found 'nul'"),
    ("'a'", "0 json.syntax: expected a value, found '''; JSON strings need double quotes"),
    ("// x\n1", "0 json.syntax: expected a value, found '/'; JSON has no comments"),
    ("1 2", "2 json.syntax: expected the end of the text, found '2'; one text holds one value"),
    ("[1]\0", "3 json.syntax: expected the end of the text, found a NUL byte; one text holds one value"),
    (
      "\u{FEFF}{}",
      "0 json.syntax: expected a value, found a byte order mark; save the file as UTF-8 without a byte order mark"
    ),
    (
      "{\"a\":1,\"a\":2}",
      "7 json.duplicate-key: the key 'a' appears twice in one object; remove or rename one of the two"
    ),
    (
      "[[[[",
      "3 json.limit: more than 3 arrays and objects within one another; this is the limit; nest less deeply"
    ),
  ])
  func anErrorSaysWhatWhereAndWhatElse(_ text: String, _ words: String) {
    #expect(syntaxError(text, maximumDepth: 3) == words)
  }

  @Test func foreignEncodingsAreNamed() {
    let utf16 = "0 json.utf8: expected UTF-8, found what looks like UTF-16; save the file as UTF-8"
    #expect(syntaxError([0xFF, 0xFE, 0x7B, 0, 0x7D, 0]) == utf16)
    #expect(syntaxError([0xFE, 0xFF, 0, 0x7B, 0, 0x7D]) == utf16)
    #expect(syntaxError([0x7B, 0, 0x7D, 0]) == utf16)
    #expect(syntaxError([0, 0x7B, 0, 0x7D]) == utf16)
    #expect(
      syntaxError([0x22, 0x41, 0xE9, 0x22])
        == "2 json.utf8: expected UTF-8, found the byte 0xE9; save the file as UTF-8")
  }

  @Test func anyDepthIsFineWhereTheLimitAllowsIt() {
    let count = 1_000_000
    let arrays = [UInt8](repeating: 0x5B, count: count) + [UInt8](repeating: 0x5D, count: count)
    #expect(syntaxError(arrays, maximumDepth: count) == nil)
    #expect(syntaxError(arrays, maximumDepth: count - 1)?.hasPrefix("999999 json.limit") == true)
    let mixed = String(repeating: #"{"a":[{"a":1,"b":["#, count: 1000) + String(repeating: "]}]}", count: 1000)
    #expect(syntaxError(mixed, maximumDepth: 4000) == nil)
    #expect(syntaxError(mixed.dropLast() + "]", maximumDepth: 4000) != nil)
  }

  @Test func aDoubleKeyAmongManyIsFound() {
    let keys = (0..<1000).map { "\"key\($0)\":\($0)" }
    let before = keys.joined(separator: ",")
    #expect(syntaxError("{\(before)}") == nil)
    for twice in [0, 23, 24, 25, 999] {
      let offset = before.utf8.count + 2
      #expect(
        syntaxError("{\(before),\"key\(twice)\":1}")
          == "\(offset) json.duplicate-key: the key 'key\(twice)' appears twice in one object; remove or rename one of the two"
      )
    }
    // Sibling and nested objects have separate keys.
    #expect(syntaxError("[{\(before)},{\(before),\"o\":{\(before)}}]") == nil)
  }

  @Test func theFirstErrorIsTheOneReported() {
    #expect(syntaxError(#"{"a":1,"a":2,]"#)?.hasPrefix("7 json.duplicate-key") == true)
    #expect(syntaxError(#"{"a":1,]"#)?.hasPrefix("7 json.syntax") == true)
  }

  /// The refused `i_` files, which RFC 8259 leaves open, with the reason for each.
  static let refusedByChoice: [String: String] = [
    "i_object_key_lone_2nd_surrogate": "lone surrogate",
    "i_string_1st_surrogate_but_2nd_missing": "lone surrogate",
    "i_string_1st_valid_surrogate_2nd_invalid": "lone surrogate",
    "i_string_incomplete_surrogate_and_escape_valid": "lone surrogate",
    "i_string_incomplete_surrogate_pair": "lone surrogate",
    "i_string_incomplete_surrogates_escape_valid": "lone surrogate",
    "i_string_invalid_lonely_surrogate": "lone surrogate",
    "i_string_invalid_surrogate": "lone surrogate",
    "i_string_inverted_surrogates_U+1D11E": "lone surrogate",
    "i_string_lone_second_surrogate": "lone surrogate",
    "i_string_UTF-16LE_with_BOM": "UTF-16",
    "i_string_utf16BE_no_BOM": "UTF-16",
    "i_string_utf16LE_no_BOM": "UTF-16",
    "i_string_UTF-8_invalid_sequence": "not UTF-8",
    "i_string_UTF8_surrogate_U+D800": "surrogate in UTF-8",
    "i_string_invalid_utf-8": "not UTF-8",
    "i_string_iso_latin_1": "not UTF-8",
    "i_string_lone_utf8_continuation_byte": "not UTF-8",
    "i_string_not_in_unicode_range": "beyond U+10FFFF",
    "i_string_overlong_sequence_2_bytes": "overlong UTF-8",
    "i_string_overlong_sequence_6_bytes": "overlong UTF-8",
    "i_string_overlong_sequence_6_bytes_null": "overlong UTF-8",
    "i_string_truncated-utf-8": "not UTF-8",
    "i_structure_UTF-8_BOM_empty_object": "byte order mark",
    // Those of the fixtures.
    "i_byte_order_mark": "byte order mark",
    "i_high_surrogate_alone": "lone surrogate",
    "i_latin_1": "not UTF-8",
    "i_low_surrogate_in_a_key": "lone surrogate",
    "i_utf_16": "UTF-16",
  ]

  /// The accepted `i_` files, with the reason for each.
  static let acceptedByChoice: [String: String] = [
    "i_number_double_huge_neg_exp": "syntax has no range; it reads as 0",
    "i_number_huge_exp": "syntax has no range; as a value it is refused",
    "i_number_neg_int_huge_exp": "syntax has no range; as a value it is refused",
    "i_number_pos_double_huge_exp": "syntax has no range; as a value it is refused",
    "i_number_real_neg_overflow": "syntax has no range; as a value it is refused",
    "i_number_real_pos_overflow": "syntax has no range; as a value it is refused",
    "i_number_real_underflow": "syntax has no range; it reads as 0",
    "i_number_too_big_neg_int": "a number; as an Int it is refused",
    "i_number_too_big_pos_int": "a number; as an Int it is refused",
    "i_number_very_big_negative_int": "a number; as an Int it is refused",
    "i_structure_500_nested_arrays": "within the default depth",
    // Those of the fixtures.
    "i_100_lists_in_each_other": "within the default depth",
    "i_exponent_below_doubles": "syntax has no range; it reads as 0",
    "i_exponent_beyond_doubles": "syntax has no range; as a value it is refused",
    "i_integer_beyond_64_bits": "a number; as an Int it is refused",
  ]

  @Test(arguments: TestMaterial.at("json", shared: "corpora/json/JSONTestSuite/test_parsing"))
  func theTestSuite(_ suite: TestMaterial) {
    var counts: [Character: Int] = [:]
    for file in fileNames(in: suite.path) where file.hasSuffix(".json") {
      let name = String(file.dropLast(5))
      let error = syntaxError(contents("\(suite.path)/\(file)"))
      counts[name.first ?? "?", default: 0] += 1
      switch name.prefix(2) {
      case "y_":
        let isDuplicate = name == "y_object_duplicated_key" || name == "y_object_duplicated_key_and_value"
        #expect(isDuplicate ? error?.contains("json.duplicate-key") == true : error == nil, "\(name)")
      case "n_": #expect(error != nil, "\(name)")
      default:
        #expect((Self.refusedByChoice[name] != nil) == (error != nil), "\(name)")
        #expect((Self.acceptedByChoice[name] != nil) == (error == nil), "\(name)")
      }
    }
    #expect(counts == (suite.isShared ? ["y": 95, "n": 188, "i": 35] : ["y": 12, "n": 24, "i": 9]))
    #expect(Self.refusedByChoice.count + Self.acceptedByChoice.count == 35 + 9)
  }
}
