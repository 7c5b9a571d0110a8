internal import JSONText

// Lookups of an object's members that do not parse the whole text.
extension JSONReader {
  /// Returns the byte range of the value of an object's first member with this name; nil if the object has no such
  /// member.
  static func member(_ name: String, of text: UnsafeRawBufferPointer) -> Range<Int>? {
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

  /// Returns the JSON text of the value of an object's first member with this name; nil if the object has no such
  /// member.
  static func member(_ name: String, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    bytes.withUnsafeBytes { member(name, of: $0) }.map { bytes[$0] }
  }

  /// Returns the string value of an object's first member with this name; nil if the member is missing or not a string.
  static func string(ofMember name: String, of text: UnsafeRawBufferPointer) -> String? {
    guard let place = member(name, of: text), place.count >= 2, text[place.lowerBound] == UInt8(ascii: "\"") else {
      return nil
    }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: text[place.dropFirst().dropLast()]))
  }
}

extension JSONSyntaxError {
  /// The error message for invalid JSON in a plugin's message. For invalid UTF-8, its remedy differs from the remedy
  /// for a file, since nobody can save a message in another encoding.
  package var wordsOfReply: String {
    guard kind == .utf8 else { return description }
    var error = self
    error.remedy = "messages are UTF-8"
    return error.description
  }
}

extension [UInt8] {
  /// Returns the line and column of a byte, both from 1, as `12:27`; a column counts Unicode scalars.
  func place(ofByte offset: Int) -> String {
    let lines = prefix(offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return "\(lines.count):\(String(decoding: lines[lines.count - 1], as: UTF8.self).unicodeScalars.count + 1)"
  }
}
