/// Turns the names of properties and classes into words for people.
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
/// ```
///
/// The rules, in order:
/// 1. Backticks, one `m_`, leading `_`, and a `k` before a capital are taken away, unless nothing would be left.
/// 2. `_`, `-`, `.` and blanks end a word.
/// 3. A word begins at a capital after a small letter (`corner|Radius`), at a capital before a small letter
///    (`HTML|Parser`, `180|Threshold`), and at a digit after a small letter (`vector|3`), but never within digits or
///    after them (`16px`, `2D`), nor in `1x2`.
/// 4. Capitals with a final `s` are one word (`URLs`).
/// 5. Spellings of the word table that these rules would cut (`iPhone`, `IPv6`, `x86`) are kept whole where a word
/// begins.
/// 6. A whole word of the word table gets the table's spelling (`url` → `URL`); every other word gets a capital at its
///    start and stays as it is.
///
/// A label is never empty, and the label of a label is the label itself, so long as it does not begin with what rule 1
/// takes away.
///
/// Known limits: capitals that run together are one word (`XMLHTTPRequest` → "XMLHTTP Request"); an acronym in small
/// letters that is not in the table looks like a word (`utf8Bytes` → "Utf 8 Bytes"); a Hungarian prefix stays
/// (`bEnabled` → "B Enabled"); `mMesh` is not `m_Mesh` ("M Mesh"); a unit such as `kHz` at the start loses its `k`.
public enum PropertyName {
  /// The words of a name, each written as the table or the rules say, with a blank between them.
  ///
  /// - Parameters:
  ///   - name: The name in code.
  ///   - words: Acronyms and names with a spelling of their own; see `WordTable`.
  public static func label(for name: String, words: WordTable = .standard) -> String {
    let chunks = stripped(name).split(whereSeparator: isSeparator)
    let label = chunks.flatMap { chunk in
      split(chunk, words).map { word in
        words.spelling(ofWord: word) ?? capitalized(word)
      }
    }
    if !label.isEmpty { return label.joined(separator: " ") }
    // Nothing but separators, such as `_`: better shown as it is than not at all.
    return name.contains { !$0.isWhitespace } ? name : "Unnamed"
  }

  /// Rule 1.
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

  /// Rule 2.
  private static func isSeparator(_ character: Character) -> Bool {
    character == "_" || character == "-" || character == "." || character.isWhitespace
  }

  /// Rule 6, for a word that is not in the table.
  private static func capitalized(_ word: Substring) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    let title = first.properties.titlecaseMapping
    // `ß` has no capital of one letter: it stays.
    guard title.unicodeScalars.count == 1 else { return String(word) }
    return title + String(word.unicodeScalars.dropFirst())
  }
}
