/// The conversion of names in code, such as the property name `cornerRadius`, to labels for the user. Names of
/// properties, classes and options are converted.
///
/// ```swift
/// PropertyName.label(for: "cornerRadius")    // "Corner Radius"
/// PropertyName.label(for: "imageURLs")       // "Image URLs"
/// PropertyName.label(for: "userId")          // "User ID"
/// PropertyName.label(for: "m_CameraFOV")     // "Camera FOV"
/// PropertyName.label(for: "Texture2D")       // "Texture 2D"
/// PropertyName.label(for: "iOSVersion")      // "iOS Version"
/// PropertyName.label(for: "snake_case")      // "Snake Case"
/// PropertyName.label(for: "größeÄndern")     // "Größe Ändern"
/// PropertyName.label(for: "CosmosView")      // "Cosmos View"
/// PropertyName.label(for: "iPhone, iPod")    // "iPhone, iPod"
/// PropertyName.label(for: "HD (1080p)")      // "HD (1080p)"
/// ```
///
/// The rules, in order:
/// 1. Backticks, one leading `m_`, other leading `_`, and a leading `k` before an upper-case letter are removed, unless
///    nothing would be left.
/// 2. `_`, `-`, `.` and whitespace end a word.
/// 3. A word begins at an upper-case letter after a lower-case one (`corner|Radius`), at an upper-case letter before a
///    lower-case one (`HTML|Parser`, `180|Threshold`), and at a digit after a lower-case letter (`vector|3`). No word
///    begins anywhere else, such as at the letters of `16px` and `2D`; nor at the last digit of `1x2`.
/// 4. Upper-case letters with a final `s` are one word (`URLs`).
/// 5. Spellings of the word table that these rules would split (`iPhone`, `IPv6`, `x86`) are kept whole if they are at
///    the beginning of a word.
/// 6. A whole word of the word table gets the table's spelling (`url` → `URL`). The first letter of every other word
///    becomes upper-case, and the rest of the word is unchanged.
/// 7. Punctuation other than an apostrophe separates words, and is kept without a space. The first letter of the word
///    after the punctuation is unchanged (`read/write` → "Read/write", `(url)` → "(URL)").
///
/// A label is never empty. Converting a label again does not change it, unless it begins with something that rule 1
/// removes.
///
/// Known limits: adjacent acronyms are one word (`XMLHTTPRequest` → "XMLHTTP Request"); a lower-case acronym that is
/// not in the table looks like a word (`utf8Bytes` → "Utf 8 Bytes"); a Hungarian prefix is kept (`bEnabled` → "B
/// Enabled"); `mMesh` is not treated as `m_Mesh` ("M Mesh"); a unit such as `kHz` at the start loses its `k`.
public enum PropertyName {
  /// Returns the label of a name: its words, separated by spaces, in the spelling of the standard word table or of the
  /// rules. In the program, words of the setting `labels.words` have precedence.
  public static func label(for name: String) -> String { label(for: name, words: .current) }

  /// Returns the label of a name: its words, separated by spaces, in the spelling of the word table or of the rules.
  ///
  /// - Parameters:
  ///   - name: The name in code.
  ///   - words: The table of acronyms and names with a fixed spelling.
  public static func label(for name: String, words: WordTable) -> String {
    let chunks = stripped(name).split(whereSeparator: isSeparator)
    let label = chunks.map { chunk in
      runs(of: chunk).enumerated().map { number, run in self.words(run, words, isFirst: number == 0) }.joined()
    }
    if !label.isEmpty { return label.joined(separator: " ") }
    // A name that consists of separators, such as `_`, is returned unchanged. An empty name or one of whitespace
    // becomes "Unnamed".
    return name.contains { !$0.isWhitespace } ? name : "Unnamed"
  }

  /// Returns the words of one run of ``runs(of:)`` in their spelling for labels, separated by spaces.
  private static func words(_ run: Substring, _ words: WordTable, isFirst: Bool) -> String {
    split(run, words).enumerated().map { number, word in
      words.spelling(ofWord: word) ?? (isFirst || number > 0 ? capitalized(word) : String(word))
    }.joined(separator: " ")
  }

  /// Applies rule 7 of ``PropertyName``: splits a part of a name before and after each run of punctuation.
  private static func runs(of chunk: Substring) -> [Substring] {
    var runs: [Substring] = []
    var rest = chunk
    while let first = rest.first {
      let isPunctuation = LetterKind.isPunctuation(first)
      let run = rest.prefix { LetterKind.isPunctuation($0) == isPunctuation }
      runs.append(run)
      rest = rest[run.endIndex...]
    }
    return runs
  }

  /// Applies rule 1 of ``PropertyName``: removes backticks and prefixes such as `m_`.
  private static func stripped(_ name: String) -> Substring {
    var rest = Substring(name.filter { $0 != "`" })
    let keepSomething = { (shorter: Substring) in
      if shorter.contains(where: { !isSeparator($0) }) { rest = shorter }
    }
    if rest.hasPrefix("m_") { keepSomething(rest.dropFirst(2)) }
    keepSomething(rest.drop { $0 == "_" })
    if rest.first == "k", let second = rest.dropFirst().first, LetterKind(second) == .upper {
      keepSomething(rest.dropFirst())
    }
    return rest
  }

  /// Applies rule 2 of ``PropertyName``: returns true if a character ends a word.
  private static func isSeparator(_ character: Character) -> Bool {
    character == "_" || character == "-" || character == "." || character.isWhitespace
  }

  /// Applies rule 6 of ``PropertyName`` to a word that is not in the table: returns the word with its first letter in
  /// upper case.
  private static func capitalized(_ word: Substring) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    let title = first.properties.titlecaseMapping
    // The upper-case form of `ß` has two letters, so the word is left unchanged.
    guard title.unicodeScalars.count == 1 else { return String(word) }
    return title + String(word.unicodeScalars.dropFirst())
  }
}
