import JSONText
import TestSupport
import Testing

/// Tests of the fuzz targets' laws on the corpus and on reproducible mutations of it.
struct FuzzTests {
  @Test(arguments: FuzzTarget.all)
  func theCorpusKeepsTheLaws(_ target: FuzzTarget) throws {
    let inputs = corpus(of: target)
    try #require(!inputs.isEmpty, "Tests/Fuzz/Corpus/\(target.name) is empty")
    for (name, input) in inputs {
      #expect(throws: Never.self, "\(target.name)/\(name)") { try target.run(input) }
    }
  }

  @Test(arguments: FuzzTarget.all)
  func brokenInputsKeepTheLaws(_ target: FuzzTarget) throws {
    var generator = SeededGenerator(seed: 5)
    for (name, input) in corpus(of: target).prefix(30) {
      for round in 0..<3 {
        let broken = mutated(input, &generator)
        #expect(throws: Never.self, "\(target.name)/\(name), broken a time of \(round + 1): \(broken)") {
          try target.run(broken)
        }
      }
    }
  }

  /// Checks that each exception for json-c is necessary, because json-c accepts an input that the scanner refuses.
  @Test(arguments: [
    (JSONCText.Trap.bytesThatAreNotUTF8, #""\ud800""#), (.keyTwice, #"{"a":1,"\u0061":2}"#), (.leadingZeros, "[-01]"),
    (.noDigits, "[2.]"), (.rawControlCharacter, "[\"a\tb\"]"), (.notANumberOrInfinity, "[NaN]"),
    (.keyInSingleQuotes, "{'a':1}"), (.stopsAtNUL, "[1]\0"),
  ])
  func trapsOfJSONC(_ trap: JSONCText.Trap, _ text: String) throws {
    let error = try #require(JSONLaws.syntaxError(Array(text.utf8)))
    #expect(JSONCText.trap(error, in: Array(text.utf8)) == trap)
    #expect(JSONCText.accepts(Array(text.utf8), depth: 9))
  }

  @Test(arguments: [
    (FoundationText.Leniency.keyTwice, #"{"a":1,"a":2}"#), (.otherEncodings, "\u{FEFF}[]"),
    (.commaAtTheEnd, "[1,]"),
    (.commaAtTheEnd, #"{"a":1,}"#),
  ])
  func lenienciesOfFoundation(_ leniency: FoundationText.Leniency, _ text: String) throws {
    let error = try #require(JSONLaws.syntaxError(Array(text.utf8)))
    #expect(FoundationText.leniency(error, in: Array(text.utf8)) == leniency)
    #expect(FoundationText.tree(Array(text.utf8)) != nil)
  }

  /// Checks that the laws detect violations.
  @Test func theJudgesTellADifference() throws {
    #expect(JSONCText.accepts(Array("[1]".utf8), depth: 9) && !JSONCText.accepts(Array("[1".utf8), depth: 9))
    #expect(FoundationText.tree(Array("[1]".utf8)) != nil && FoundationText.tree(Array("[1".utf8)) == nil)
    #expect(!FoundationText.equal(.array([.int(1)]), [2]))
    let noClass = #"{"format":"inspector-scene/1","objects":[{"id":"a"}]}"#
    #expect(try SceneModelText(Array(noClass.utf8))?.fault == "the class")
    #expect(throws: Difference.self) { try law(false, "words") }
  }

  private func corpus(of target: FuzzTarget) -> [(name: String, bytes: [UInt8])] {
    let root = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let folder = "/\(root)/Corpus/\(target.name)"
    return fileNames(in: folder).map { ($0, contents("\(folder)/\($0)")) }
  }

  /// Characters that join the preceding one: a combining mark, a joiner, a variation selector, and a skin tone.
  private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}"]

  /// Returns a mutated input: with bytes removed, duplicated or changed, or with a mark or a foreign piece inserted.
  private func mutated(_ input: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var result = input
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard !result.isEmpty else { return result }
      let start = Int.random(in: 0..<result.count, using: &generator)
      let end = min(result.count, start + Int.random(in: 1...8, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: result.removeSubrange(start..<end)
      case 1: result.insert(contentsOf: result[start..<end], at: start)
      case 2: result[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 3: result.insert(contentsOf: Self.marks.randomElement(using: &generator)?.utf8.map(\.self) ?? [], at: end)
      default:
        let other = Int.random(in: 0..<input.count, using: &generator)
        result.insert(contentsOf: input[other..<min(input.count, other + 8)], at: start)
      }
    }
    return result
  }
}
