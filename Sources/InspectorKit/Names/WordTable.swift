internal import Synchronization

/// A table of words with a fixed spelling, such as `URL`, `iPhone` and `IPv6`.
///
/// A whole word of a name gets the table's spelling, ignoring case. A spelling that the rules of ``PropertyName`` would
/// split into several words is kept whole at the beginning of a word, if the name contains it as in the table, in lower
/// case, or with its first letter in upper case.
///
/// ```swift
/// let words = WordTable.standard.adding(["CRM", "eBay"])
/// PropertyName.label(for: "crmKey", words: words)      // "CRM Key"
/// PropertyName.label(for: "isEBayShop", words: words)  // "Is eBay Shop"
/// ```
public struct WordTable: Sendable, Hashable {
  /// The spellings in the order in which they were given, without duplicates.
  public private(set) var spellings: [String] = []

  private var spellingOfWord: [String: String] = [:]

  /// The spellings that must not be split, by their first characters. The longest are first, so that the longest match
  /// is found.
  private var kept: [Character: [Kept]] = [:]

  private struct Kept: Hashable {
    var written: [Character]
    var spelling: String
  }

  /// The built-in table of acronyms and names, which `StandardWords.swift` lists.
  public static let standard = WordTable(standardWords)

  /// The process-wide table for names without a plugin's label: the standard table with the user's own words.
  package static var current: WordTable {
    shared.withLock { shared in
      if let table = shared.table { return table }
      let table = shared.words.isEmpty ? standard : standard.adding(shared.words)
      shared.table = table
      return table
    }
  }

  /// Sets the user's own words for the whole process. The program reads them from the setting `labels.words`.
  ///
  /// The table is built only when a name needs it, since most commands print no labels.
  package static func use(_ words: [String]) {
    shared.withLock { if $0.words != words { $0 = Shared(words: words) } }
  }

  private struct Shared {
    var words: [String] = []
    var table: WordTable?
  }

  private static let shared = Mutex(Shared())

  /// Makes a table of these spellings only. If spellings differ only in case, the last one is used.
  public init(_ spellings: [String]) {
    spellingOfWord.reserveCapacity(spellings.count)
    kept.reserveCapacity(spellings.count)
    for spelling in spellings where spellingOfWord[spelling.lowercased()] != spelling { add(spelling) }
    for first in kept.keys { kept[first]?.sort { $0.written.count > $1.written.count } }
  }

  /// Returns a copy of the table with more spellings. A word that the table already contains gets the new spelling.
  public func adding(_ spellings: [String]) -> WordTable {
    let replaced = Set(spellings.map { $0.lowercased() })
    return WordTable(self.spellings.filter { !replaced.contains($0.lowercased()) } + spellings)
  }

  private mutating func add(_ spelling: String) {
    let word = spelling.lowercased()
    guard !word.isEmpty else { return }
    if let former = spellingOfWord[word] { spellings.removeAll { $0 == former } }
    spellingOfWord[word] = spelling
    spellings.append(spelling)
    // The rules of ``PropertyName`` never split a spelling of upper-case ASCII letters, nor its lower-case form.
    if spelling.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) { return }
    for written in Set([spelling, word, word.prefix(1).uppercased() + String(spelling.dropFirst())])
    where PropertyName.isCut(written) {
      kept[written[written.startIndex], default: []].append(Kept(written: Array(written), spelling: spelling))
    }
  }

  /// Returns the table's spelling of a whole word, ignoring case; nil if the table does not contain the word.
  func spelling(ofWord word: Substring) -> String? {
    if let spelling = spellingOfWord[word.lowercased()] { return spelling }
    // The word may be the plural of a spelling that is kept whole, such as `iPhones`.
    guard word.last == "s", let first = word.first else { return nil }
    let singular = Array(word.dropLast())
    return kept[first]?.first { $0.written == singular }.map { $0.spelling + "s" }
  }

  /// Returns the length, in characters, of the kept spelling at the beginning of the characters, including a plural
  /// `s`; nil if there is none.
  func lengthOfKeptSpelling(in characters: ArraySlice<Character>) -> Int? {
    guard let first = characters.first, let entries = kept[first] else { return nil }
    for entry in entries where characters.starts(with: entry.written) {
      let rest = characters.dropFirst(entry.written.count)
      let plural = rest.first == "s" ? 1 : 0
      let following = rest.dropFirst(plural).first.map(LetterKind.init)
      // The spelling `x86` must not match the beginning of `x863`, nor `iOS` that of `iOSlo`.
      let cutsDigits = following == .digit && plural == 0 && entry.written.last.map(LetterKind.init) == .digit
      if following != .lower && !cutsDigits { return entry.written.count + plural }
    }
    return nil
  }
}
