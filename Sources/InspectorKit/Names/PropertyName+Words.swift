/// The kinds of characters, for the rules that split a name into words.
enum LetterKind {
  case upper
  /// A lower-case letter, a letter of a script without case, or any other character that is neither an upper-case
  /// letter nor a digit.
  case lower
  case digit

  init(_ character: Character) {
    if let ascii = character.asciiValue {
      self =
        switch ascii {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        default: .lower
        }
      return
    }
    self =
      switch character.unicodeScalars.first?.properties.generalCategory {
      case .uppercaseLetter, .titlecaseLetter: .upper
      case .decimalNumber: .digit
      default: .lower
      }
  }

  /// Returns true if a character separates words: an ASCII character that is neither a letter nor a digit, or other
  /// Unicode punctuation. An apostrophe is part of a word.
  static func isPunctuation(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, scalar != "'", scalar != "’" else { return false }
    if scalar.isASCII { return !scalar.properties.isAlphabetic && scalar.properties.generalCategory != .decimalNumber }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }
}

extension PropertyName {
  /// Splits a part of a name into words by rules 3 to 5 of ``PropertyName``. The part must contain neither separators
  /// nor punctuation.
  static func split(_ chunk: Substring, _ table: WordTable) -> [Substring] {
    let characters = Array(chunk)
    let places = chunk.indices + [chunk.endIndex]
    let kinds = characters.map(LetterKind.init)
    var words: [Substring] = []
    var start = 0
    while start < characters.count {
      let next = (start + 1..<characters.count).first { beginsWord(at: $0, characters, kinds) } ?? characters.count
      let end = table.lengthOfKeptSpelling(in: characters[start...]).map { start + $0 } ?? next
      words.append(chunk[places[start]..<places[end]])
      start = end
    }
    return words
  }

  /// Returns true if rules 3 and 4 of ``PropertyName`` would split a word.
  static func isCut(_ word: String) -> Bool {
    let characters = Array(word)
    let kinds = characters.map(LetterKind.init)
    return characters.indices.dropFirst().contains { beginsWord(at: $0, characters, kinds) }
  }

  /// Returns true if a new word begins at `index` by rules 3 and 4 of ``PropertyName``. `index` is at least 1.
  private static func beginsWord(at index: Int, _ characters: [Character], _ kinds: [LetterKind]) -> Bool {
    switch (kinds[index - 1], kinds[index]) {
    case (.lower, .upper):
      return true
    case (.lower, .digit):
      // `1x2` is one word.
      return !(characters[index - 1] == "x" && index >= 2 && kinds[index - 2] == .digit)
    case (let last, .upper):
      guard index + 1 < kinds.count, kinds[index + 1] == .lower else { return false }
      return !(last == .upper && isPluralEnding(at: index + 1, characters, kinds))
    default:
      return false
    }
  }

  /// Returns true if the character at an index is an `s` that is not followed by a lower-case letter.
  static func isPluralEnding(at index: Int, _ characters: [Character], _ kinds: [LetterKind]) -> Bool {
    characters[index] == "s" && (index + 1 == kinds.count || kinds[index + 1] != .lower)
  }
}
