internal import JSONText

/// Functions that read and replace members of an object in valid JSON text. If several members have the same name, the
/// first one is used, as in scenes.
enum JSONMembers {
  /// Returns the texts of the members by their names; nil if the text is not an object.
  static func texts(_ object: [UInt8]) -> [String: String]? {
    var texts: [String: String] = [:]
    let isObject = forEach(object) { name, span in
      if texts[name] == nil { texts[name] = String(decoding: object[span], as: UTF8.self) }
    }
    return isObject ? texts : nil
  }

  /// Returns the text of one member's value; nil if there is no such member.
  static func text(of name: String, in object: [UInt8]) -> String? { texts(object)?[name] }

  /// Returns the number in a text; nil if the text is not a number.
  static func number(_ text: String) -> Double? { Array(text.utf8).withUnsafeBytes { JSONNumber.double($0) } }

  /// Returns the object's text with a member set, in the place of its former value or at the end. Text that is not an
  /// object is returned unchanged.
  static func replacing(_ name: String, of object: [UInt8], by value: [UInt8]) -> [UInt8] {
    var place: Range<Int>?
    var isEmpty = true
    let isObject = forEach(object) { found, span in
      isEmpty = false
      if found == name, place == nil { place = span }
    }
    guard isObject, let end = object.lastIndex(of: UInt8(ascii: "}")) else { return object }
    if let place { return object[..<place.lowerBound] + value + object[place.upperBound...] }
    let comma: [UInt8] = isEmpty ? [] : [UInt8(ascii: ",")]
    return object[..<end] + comma + quoted(name) + [UInt8(ascii: ":")] + value + object[end...]
  }

  /// Returns a text as a JSON string.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONString.append(text, quotedTo: &bytes)
    return bytes
  }

  /// Calls `body` with each member's name and the byte range of its value. Returns false if the text is not an
  /// object.
  private static func forEach(_ object: [UInt8], _ body: (String, Range<Int>) -> Void) -> Bool {
    object.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      do {
        try reader.beginObject()
        while let key = try reader.nextKey() {
          let value = try reader.rawValue()
          guard let start = bytes.baseAddress, let place = value.baseAddress else { return false }
          body(JSONString.decode(key), place - start..<place - start + value.count)
        }
        return true
      } catch {
        return false
      }
    }
  }
}
