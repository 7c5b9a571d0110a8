internal import JSONText

/// The last word of an unfinished line, with the preceding words of its command.
///
/// ```swift
/// let typed = TypedWord("pwd; set 'Point C")
/// typed.before  // ["set"]
/// typed.text    // "Point C"
/// typed.raw     // "'Point C", which is what a completion replaces
/// ```
package struct TypedWord: Hashable {
  package var before: [String] = []
  package var text = ""
  package var raw = ""

  package init(_ line: String) {
    var quote: Unicode.Scalar?
    var isEscaped = false
    // The text in an open `$'`.
    var inner: [Unicode.Scalar]?
    for scalar in line.unicodeScalars {
      if let quoted = inner {
        raw += String(scalar)
        if isEscaped || scalar != "'" {
          (isEscaped, inner) = (!isEscaped && scalar == "\\", quoted + [scalar])
        } else {
          (text, inner) = (text + DollarQuote.text(quoted), nil)
        }
        continue
      }
      if isEscaped {
        (isEscaped, text, raw) = (false, text + String(scalar), raw + String(scalar))
        continue
      }
      switch (quote, scalar) {
      case (let open?, _) where open == scalar:
        quote = nil
        raw += String(scalar)
      case ("\"", "\\"), (nil, "\\"):
        // `\timing` is a word.
        if before.isEmpty, raw.isEmpty { text += String(scalar) } else { isEscaped = true }
        raw += String(scalar)
      case (nil, "'") where raw.ends(with: "$") && !raw.ends(with: "\\$"):
        text.unicodeScalars.removeLast()
        raw += String(scalar)
        inner = []
      case (nil, "'"), (nil, "\""):
        quote = scalar
        raw += String(scalar)
      case (nil, ";"):
        self = TypedWord()
      case (nil, _) where scalar.properties.isWhitespace:
        if !raw.isEmpty { before.append(text) }
        (text, raw) = ("", "")
      default: (text, raw) = (text + String(scalar), raw + String(scalar))
      }
    }
    if let inner { text += DollarQuote.text(inner) }
  }

  private init() {}
}
