internal import JSONText

/// Members of an object's text that are looked for without reading all of it.
enum JSONMember {
  /// Where the first member of that name has its value, in bytes from the start; nil where there is none.
  static func raw(_ name: String, of text: UnsafeRawBufferPointer) -> Range<Int>? {
    var reader = JSONReader(text)
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let value = try reader.rawValue()
        if JSONString.equals(key, name) { return (reader.offset - value.count)..<reader.offset }
      }
    } catch {}
    return nil
  }

  /// The first member of that name, as it is written.
  static func raw(_ name: String, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    bytes.withUnsafeBytes { raw(name, of: $0) }.map { bytes[$0] }
  }

  /// The first member of that name where that is a string.
  static func string(_ name: String, of text: UnsafeRawBufferPointer) -> String? {
    guard let place = raw(name, of: text), place.count >= 2, text[place.lowerBound] == UInt8(ascii: "\"") else {
      return nil
    }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: text[place.dropFirst().dropLast()]))
  }
}

extension JSONSyntaxError {
  /// The sentence for text that a plugin sent: it is no file that could be saved otherwise.
  package var wordsOfReply: String {
    guard kind == .utf8 else { return description }
    var error = self
    error.remedy = "messages are UTF-8"
    return error.description
  }
}
