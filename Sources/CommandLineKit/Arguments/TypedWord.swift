internal import JSONText

/// The last word of an unfinished line, with the preceding words of its command.
///
/// ```swift
/// let typed = TypedWord("pwd; set 'Point C")
/// typed.before  // ["set"]
/// typed.text    // "Point C"
/// typed.raw     // "'Point C", the text that a completion replaces
/// ```
package struct TypedWord: Hashable {
  /// The preceding words of the command, without quotes.
  package var before: [String] = []

  /// The word without quotes or escapes; empty if the line ends with a blank.
  package var text = ""

  /// The word as typed, with its quotes and escapes.
  package var raw = ""

  package init(_ line: String) {
    var quote: Unicode.Scalar?
    var isEscaped = false
    // The text after an open `$'`; nil outside such a quote.
    var inner: [Unicode.Scalar]?
    for scalar in line.unicodeScalars {
      if let quoted = inner {
        if isEscaped || scalar != "'" {
          (isEscaped, inner) = (!isEscaped && scalar == "\\", quoted + [scalar])
        } else {
          (text, inner) = (text + DollarQuote.text(quoted), nil)
        }
      } else if isEscaped {
        (isEscaped, text) = (false, text + String(scalar))
      } else {
        switch (quote, scalar) {
        case (let open?, _) where open == scalar: quote = nil
        case ("\"", "\\"), (nil, "\\"):
          // A backslash at the start of a command belongs to its name, as in `\timing`.
          if before.isEmpty, raw.isEmpty { text += String(scalar) } else { isEscaped = true }
        case (nil, "'") where raw.ends(with: "$") && !raw.ends(with: "\\$"):
          text.unicodeScalars.removeLast()
          inner = []
        case (nil, "'"), (nil, "\""): quote = scalar
        case (nil, ";"):
          (before, text, raw) = ([], "", "")
          continue
        case (nil, _) where scalar.properties.isWhitespace:
          if !raw.isEmpty { before.append(text) }
          (text, raw) = ("", "")
          continue
        default: text += String(scalar)
        }
      }
      raw += String(scalar)
    }
    if let inner { text += DollarQuote.text(inner) }
  }
}
