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
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        (isEscaped, text, raw) = (false, text + String(character), raw + String(character))
        continue
      }
      switch (quote, character) {
      case (let open?, _) where open == character:
        quote = nil
        raw.append(character)
      case ("\"", "\\"), (nil, "\\"):
        // `\timing` is a word.
        if before.isEmpty, raw.isEmpty { text.append(character) } else { isEscaped = true }
        raw.append(character)
      case (nil, "'"), (nil, "\""):
        quote = character
        raw.append(character)
      case (nil, ";"):
        self = TypedWord()
      case (nil, _) where character.isWhitespace:
        if !raw.isEmpty { before.append(text) }
        (text, raw) = ("", "")
      default: (text, raw) = (text + String(character), raw + String(character))
      }
    }
  }

  private init() {}
}
