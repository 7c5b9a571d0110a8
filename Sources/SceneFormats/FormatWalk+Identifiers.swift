// Names for values without a property, derived from their keys.
extension FormatWalk {
  /// Returns true if a member's key is an identifier of letters and underscores.
  static func isIdentifier(_ key: String) -> Bool {
    !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  /// Returns an identifier derived from a member's key: `text-font` becomes `textFont`.
  static func identifier(_ key: String) -> String {
    if isIdentifier(key) { return key }
    var name = ""
    var isStart = false
    for character in key.unicodeScalars {
      let isPart =
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: !character.isASCII && character.properties.isAlphabetic
        }
      if isPart {
        name += isStart ? character.properties.uppercaseMapping : String(character)
      }
      isStart = !isPart && !name.isEmpty
    }
    guard let first = name.unicodeScalars.first else { return "value" }
    return ("0"..."9").contains(first) ? "_" + name : name
  }
}
