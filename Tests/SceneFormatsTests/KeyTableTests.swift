import JSONText
import Testing

@testable import SceneFormats

/// Tests of the dictionary of JSON member keys.
@Suite struct KeyTableTests {
  @Test func everyKeyIsFoundAndNoOther() {
    for count in [0, 1, 2, 3, 64, 65, 1000] {
      let keys = (0..<count).map { "key \"\($0)\" \u{E9}\n\($0 % 7)" }
      let table = KeyTable(keys.enumerated().map { (key: $1, value: $0) })
      #expect(table.values.elementsEqual(0..<count))
      for (number, key) in keys.enumerated() {
        #expect(table[key] == number)
        let raw = JSONString.quoted(key).dropFirst().dropLast()
        #expect(Array(raw).withUnsafeBytes(table.value(ofRaw:)) == number)
      }
      for key in ["", "key", "key \"\(count)\" \u{E9}\n\(count % 7)"] {
        #expect(table[key] == nil)
        #expect(JSONString.quoted(key).dropFirst().dropLast().withUnsafeBytes(table.value(ofRaw:)) == nil)
      }
    }
  }

  /// Checks that keys with unnecessary escapes are found.
  @Test func escapedKeysAreFound() {
    let table = KeyTable([(key: "width", value: 1), (key: "a/b", value: 2)])
    for (raw, value) in [("width", 1), ("w\\u0069dth", 1), ("a\\/b", 2)] {
      #expect(Array(raw.utf8).withUnsafeBytes(table.value(ofRaw:)) == value)
    }
  }
}
