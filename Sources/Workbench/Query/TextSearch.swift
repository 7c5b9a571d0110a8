/// Looks for words in texts, upper and lower case being the same.
///
/// ```swift
/// TextSearch("Größe").isIn("die GRÖSSE")   // false: lower case of 'SS' is 'ss'
/// TextSearch("größe").isIn("Die GRÖßE 5")  // true
/// ```
struct TextSearch: Hashable {
  private let wanted: [UInt8]

  init(_ words: String) { wanted = Array(words.lowercased().utf8) }

  /// Whether the text holds the words.
  func isIn(_ text: String) -> Bool {
    guard let first = wanted.first else { return true }
    var lower = text.lowercased()
    return lower.withUTF8 { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...bytes.count - wanted.count).contains { start in
        bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
      }
    }
  }
}
