extension PropertyMetadata {
  /// A condition with the part's name before each name: `[width>0]` is `[layer.width>0]`.
  ///
  /// A name stands after a bracket that is not in quotes, or after its `stored(`. What is no condition stays what it is.
  static func condition(_ text: String, inside part: String) -> String {
    var moved = ""
    var rest = text.unicodeScalars[...]
    var quote: Unicode.Scalar?
    var isInBrackets = false
    while let scalar = rest.popFirst() {
      moved.unicodeScalars.append(scalar)
      if let open = quote {
        if scalar == "\\", let escaped = rest.popFirst() { moved.unicodeScalars.append(escaped) }
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "]" {
        isInBrackets = false
      } else if scalar == "[", !isInBrackets {
        isInBrackets = true
        for start in ["stored(", "\"", "'"] {
          let blanks = rest.prefix(while: \.properties.isWhitespace)
          guard rest.dropFirst(blanks.count).starts(with: start.unicodeScalars) else { continue }
          moved += String(Substring(blanks)) + start
          rest = rest.dropFirst(blanks.count + start.unicodeScalars.count)
          if start != "stored(" { quote = start.unicodeScalars.first }
        }
        moved += String(Substring(rest.prefix(while: \.properties.isWhitespace))) + "\(part)."
        rest = rest.drop(while: \.properties.isWhitespace)
      }
    }
    return moved
  }
}
