import JSONText
import Testing

struct JSONReaderTests {
  /// Reads `{"id": 1, "rows": [[…], …], …}`, and returns a text of its content, or the error with its offset.
  private func read(_ text: String) -> String {
    withBytes(text) { bytes in
      do throws(JSONSyntaxError) {
        var reader = JSONReader(bytes)
        var words = ""
        try reader.beginObject()
        while let key = try reader.nextKey() {
          if JSONString.equals(key, "id") {
            words += "id \(try reader.readInt());"
          } else if JSONString.equals(key, "rows") {
            try reader.beginArray()
            while try reader.nextElement() {
              switch reader.peek() {
              case 0x22: words += "string \(try reader.readString());"
              case 0x6E:
                try reader.readNull()
                words += "null;"
              case 0x74, 0x66: words += "\(try reader.readBool());"
              case 0x5B:
                try reader.beginArray()
                while try reader.nextElement() { words += "double \(try reader.readDouble());" }
              case 0x7B: words += "raw \(String(decoding: try reader.rawValue(), as: UTF8.self));"
              default: words += "int \(try reader.readInt());"
              }
            }
          } else {
            try reader.skipValue()
          }
        }
        try reader.end()
        return words
      } catch {
        return "\(error.offset): \(error)"
      }
    }
  }

  @Test(arguments: [
    ("{}", ""), (" { \"id\" : 7 } ", "id 7;"), ("{\"rows\":[]}", ""), ("{\"rows\":[[],[]],\"id\":1}", "id 1;"),
    (
      #"{"x":[{"y":[]},"z"],"rows":["a\n",null,true,[1,2.5],{"k": [1]},3],"id":-1}"#,
      "string a\n;null;true;double 1.0;double 2.5;raw {\"k\": [1]};int 3;id -1;"
    ),
    (#"{"\u0069d":5}"#, "id 5;"),
    ("", "0: expected an object, found the end of the text"),
    ("[]", "0: expected an object, found '['"),
    ("{\"id\":1", "7: expected ',' or '}', found the end of the text; the text may have been cut off"),
    ("{\"id\":1,}", "8: expected a key, found '}'; remove the ',' before it"),
    ("{,\"id\":1}", "1: expected a key, found ','; keys need double quotes"),
    ("{\"id\":1 \"id\":2}", "8: expected ',' or '}', found a string"),
    ("{\"id\":1.0}", "6: expected an integer of 64 bits, found '1.0'"),
    ("{\"id\":9223372036854775808}", "6: expected an integer of 64 bits, found '9223372036854775808'"),
    ("{\"id\":\"1\"}", "6: expected an integer, found a string"),
    ("{\"id\":}", "6: expected an integer, found '}'"),
    ("{\"rows\":[1,]}", "11: expected a value, found ']'; remove the ',' before it"),
    ("{\"rows\":[[1e999]]}", "10: expected a number of at most 1.8e308, found '1e999'"),
    ("{\"rows\":[tru]}", "9: expected 'true', found 'tru'"),
    ("{\"x\":[1,[}]}", "9: expected a value, found '}'"),
    (
      "{\"x\":\"\\q\"}",
      "7: expected one of \" \\ / b f n r t u after '\\', found 'q'; a backslash itself is written '\\\\'"
    ),
    ("{} x", "3: expected the end of the text, found 'x'; one text holds one value"),
    ("{\"id\" 1}", "6: expected ':' after a key, found '1'"),
  ])
  func aMessageIsReadOrRefusedAtThePlace(_ text: String, _ words: String) {
    #expect(read(text) == words)
  }

  @Test func skippingIsLimitedInDepthNotByTheStack() {
    let deep = "{\"x\":" + String(repeating: "[", count: 100_000)
    #expect(read(deep).contains("more than 512 arrays and objects within one another"))
  }

  @Test func cutMessagesNeverReadBeyondTheEnd() {
    let whole = #"{"x":[{"y":[]},"z\u00e9é"],"rows":["a\n",null,true,[1,2.5],{"k": [1]},3],"id":-1}"#
    for count in 0..<whole.utf8.count {
      let words = read(String(decoding: whole.utf8.prefix(count), as: UTF8.self))
      #expect(words.contains("expected"), "\(count): \(words)")
    }
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 7),
    (#"{"a":1,"\u0061":2}"#, 7),
    (#"{"b":{"a":1,"a":2}}"#, 12),
    (#"{"b":[{"a":1},{"a":2}],"a":3}"#, nil),
  ])
  func aReaderThatRefusesDoubleKeysFindsThemAtAnyDepth(_ text: String, _ offset: Int?) throws {
    func skip(_ refuses: Bool) throws(JSONSyntaxError) {
      let result = withBytes(text) { bytes in
        Result { () throws(JSONSyntaxError) in
          var reader = JSONReader(bytes, refusesDoubleKeys: refuses)
          try reader.beginObject()
          while try reader.nextKey() != nil { try reader.skipValue() }
        }
      }
      try result.get()
    }
    try skip(false)
    do throws(JSONSyntaxError) {
      try skip(true)
      #expect(offset == nil)
    } catch {
      #expect(error.offset == offset)
      #expect(error.found.contains("appears twice in one object"))
    }
  }
}
