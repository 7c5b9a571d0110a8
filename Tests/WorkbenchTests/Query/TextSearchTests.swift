import JSONText
import TestSupport
import Testing

@testable import SceneQuery
@testable import Workbench

@Suite struct TextSearchTests {
  @Test(arguments: [
    (["rate us"], ["Rate Us!"], true), (["rate", "us"], ["us", "rated"], true), (["rate", "us"], ["rate"], false),
    ([], ["x"], true), ([""], [], true), (["ß"], ["STRASSE"], false), (["größe"], ["Die GRÖßE 5"], true),
    (["a", "aa", "aaa", "aaaa", "aaaaa"], ["aaaaa"], true), (["a", "aa", "aaa", "aaaa", "aaaaaa"], ["aaaaa"], false),
    (["he", "she", "his", "hers", "ushers"], ["usher", "hers", "ushers", "his"], true),
    (["he", "she", "his", "hers", "ushers"], ["ushers", "hi", "s"], false),
  ])
  func wordsAreFoundInAnyText(words: [String], texts: [String], isFound: Bool) {
    #expect(Self.finds(words, in: texts) == isFound)
  }

  /// Checks the search algorithm for many or long words against a search word by word.
  @Test(arguments: 0..<200) func anySearchFindsWhatLookingWordByWordFinds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func text(_ most: Int) -> String {
      let letters = ["a", "b", "B", "ä"].prefix(seed % 3 + 2)
      return (0..<Int.random(in: 0..<most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
        .joined()
    }
    let words = (0..<Int.random(in: 0..<12, using: &random)).map { _ in text(seed % 2 == 0 ? 5 : 40) }
    let texts = (0..<Int.random(in: 0..<4, using: &random)).map { _ in text(60) }
    let isFound = words.allSatisfy { word in
      word.isEmpty || texts.contains { Self.slowly($0.lowercased(), holds: word.lowercased()) }
    }
    #expect(Self.finds(words, in: texts) == isFound, "\(words) \(texts)")
    for (word, text) in zip(words, texts) { #expect(text.holds(word) == Self.slowly(text, holds: word)) }
  }

  private static func finds(_ words: [String], in texts: [String]) -> Bool {
    let search = TextSearch(words)
    var progress = search.begin()
    for text in texts { search.look(in: text, &progress) }
    return progress.isDone
  }

  private static func slowly(_ text: String, holds part: String) -> Bool {
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
  }
}
