extension PropertyMetadata {
  /// The same for a property of a part: names of its neighbours get the part's name before them.
  func inside(_ part: String) -> PropertyMetadata {
    var moved = self
    moved.label = label.map { "\(PropertyName.label(for: part)) \($0)" }
    moved.dependsOn = dependsOn.map { "\(part).\($0)" }
    moved.aliases = aliases.map { "\(part).\($0)" }
    moved.visibleWhen = visibleWhen.map { Self.condition($0, inside: part) }
    moved.enabledWhen = enabledWhen.map { Self.condition($0, inside: part) }
    return moved
  }

  /// A condition with the part's name before each name: `[width>0]` is `[layer.width>0]`.
  ///
  /// A name stands behind a bracket that is not in quotes, or behind its `stored(`. What is no condition stays what it is.
  static func condition(_ text: String, inside part: String) -> String {
    var moved = ""
    var rest = text[...]
    var quote: Character?
    var isInBrackets = false
    while let character = rest.popFirst() {
      moved.append(character)
      if let open = quote {
        if character == "\\", let escaped = rest.popFirst() { moved.append(escaped) }
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "]" {
        isInBrackets = false
      } else if character == "[", !isInBrackets {
        isInBrackets = true
        for start in ["stored(", "\"", "'"] {
          let blanks = rest.prefix(while: \.isWhitespace)
          guard rest.dropFirst(blanks.count).hasPrefix(start) else { continue }
          moved += blanks + start
          rest = rest.dropFirst(blanks.count + start.count)
          if start != "stored(" { quote = start.first }
        }
        moved += rest.prefix(while: \.isWhitespace) + "\(part)."
        rest = rest.drop(while: \.isWhitespace)
      }
    }
    return moved
  }
}
