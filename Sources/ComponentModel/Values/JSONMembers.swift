internal import JSONText

/// Reads and replaces members of a JSON object's text, which is valid. Of several of one name it means the first, as
/// documents do.
enum JSONMembers {
  /// The texts of the members by their names; nil where the text is no object.
  static func texts(_ object: [UInt8]) -> [String: String]? {
    var texts: [String: String] = [:]
    let isObject = forEach(object) { name, span in
      if texts[name] == nil { texts[name] = String(decoding: object[span], as: UTF8.self) }
    }
    return isObject ? texts : nil
  }

  /// The text of one member; nil where there is none.
  static func text(of name: String, in object: [UInt8]) -> String? { texts(object)?[name] }

  /// The number of a text; nil where it is none.
  static func number(_ text: String) -> Double? { Array(text.utf8).withUnsafeBytes { JSONNumber.double($0) } }

  /// The object with a member, in the place of the former one or at the end.
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

  /// A text as a JSON string.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONString.append(text, quotedTo: &bytes)
    return bytes
  }

  /// Calls `body` with each member's name and the span of its value; false where the text is no object.
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
