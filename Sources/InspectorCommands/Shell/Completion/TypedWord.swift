/// The word at the end of what is typed so far, with the words of its command before it.
///
/// ```swift
/// let typed = TypedWord("pwd; set 'Point C")
/// typed.before  // ["set"]
/// typed.text    // "Point C"
/// typed.raw     // "'Point C", which is what a completion replaces
/// ```
struct TypedWord: Hashable {
  var before: [String] = []
  var text = ""
  var raw = ""

  init(_ line: String) {
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line.unicodeScalars {
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
  }

  private init() {}
}
