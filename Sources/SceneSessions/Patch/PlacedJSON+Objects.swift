internal import JSONText

extension PlacedJSON {
  /// A colour's JSON text as a palette's request has it: the text of a string, and all else as it stands.
  package static func typed(_ json: String) -> String {
    (try? PlacedJSON(Array(json.utf8)))?.string ?? json
  }

  /// Valid JSON without the blanks between its tokens.
  static func withoutBlanks(_ text: [UInt8]) -> String {
    var kept: [UInt8] = []
    var (isString, isEscaped) = (false, false)
    for byte in text where isString || ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      kept.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isString.toggle()
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
