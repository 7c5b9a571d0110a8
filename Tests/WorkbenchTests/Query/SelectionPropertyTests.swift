import Testing

@testable import ComponentModel
@testable import SceneQuery
@testable import Workbench

/// Tests of random selectors on random scenes against ``NaiveMatcher``.
@Suite struct SelectionPropertyTests {
  @Test(arguments: 0..<40) func agreesWithTheNaiveMatcher(seed: Int) throws {
    var random = RandomQuery(seed: UInt64(seed))
    let scene = try zoo(random.objects())
    let naive = try NaiveMatcher(scene)
    var compared = 0
    for _ in 0..<60 {
      let text = random.selector(depth: 0)
      let selector = try Selector(parsing: text)
      do throws(Diagnostic) {
        let found = try scene.select(selector)
        #expect(found == naive.nodes(selector), "\(text) in \(scene.text)")
        compared += 1
      } catch {
        // The class may have no such property.
        #expect(["unknown.property", "type.mismatch"].contains(error.code), "\(text): \(error.message)")
      }
    }
    #expect(compared > 20)
  }
}

/// A reproducible generator of scenes and selectors with few names, so that they often match.
private struct RandomQuery {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a random number below `bound`, by Marsaglia's xorshift.
  private mutating func roll(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private mutating func pick(_ words: String...) -> String { words[roll(words.count)] }

  // MARK: scenes

  mutating func objects() -> String {
    count = 0
    // The unknown class always occurs, so that its name is no mistake.
    return siblings(depth: 0) + #",{"id":"last","class":"Ghost"}"#
  }

  private mutating func siblings(depth: Int) -> String {
    var objects: [String] = []
    repeat { objects.append(object(depth: depth)) } while count < 14 && roll(3) > 0
    return objects.joined(separator: ",")
  }

  private mutating func object(depth: Int) -> String {
    count += 1
    var text = #"{"id":"n\#(count)","class":"\#(pick("Animal", "Bird", "Parrot", "Stone", "Fish", "Ghost"))""#
    if roll(4) == 0 { text += #","name":"\#(pick("Kree", "one", "Two"))""# }
    let attributes = [
      #""legs":\#(roll(12))"#, #""call":\#(pick("null", "\"kree\"", "\"two\""))"#, #""wings":\#(roll(4))"#,
      #""traits":\#(roll(16))"#, #""mate":"n\#(1 + roll(14))""#, #""beside":"n\#(1 + roll(14))""#,
      #""level":\#(roll(9))"#, #""words":"\#(pick("hello", "one two"))""#, #""note":\#(pick("null", "\"one\""))"#,
    ].filter { _ in roll(3) == 0 }
    if !attributes.isEmpty { text += #","attributes":{\#(attributes.joined(separator: ","))}"# }
    if depth < 4, count < 14, roll(2) == 0 { text += #","children":[\#(siblings(depth: depth + 1))]"# }
    return text + "}"
  }

  // MARK: selectors

  mutating func selector(depth: Int) -> String {
    var paths = [path(depth: depth)]
    while roll(4) == 0 { paths.append(path(depth: depth)) }
    return paths.joined(separator: ", ")
  }

  private mutating func path(depth: Int) -> String {
    var text = compound(depth: depth)
    while roll(3) == 0 { text += pick(" ", " > ", " + ", " ~ ") + compound(depth: depth) }
    return text
  }

  private mutating func compound(depth: Int) -> String {
    var text = pick("*", "*", "*", "Animal", "Bird", "Stone", "Fish", "Ghost", "*#n\(1 + roll(14))")
    while roll(2) == 0 { text += condition(depth: depth) }
    return text
  }

  private mutating func condition(depth: Int) -> String {
    switch roll(depth < 3 ? 12 : 7) {
    case 0: return "[\(pick("legs", "call", "wings", "level", "words", "note"))]"
    case 1: return "[\(pick("legs", "stored(legs)"))\(operation())\(roll(12))]"
    case 2: return "[\(pick("wings", "level", "stored(level)"))\(operation())\(roll(8))]"
    case 3:
      return
        "[\(pick("call", "stored(call)", "words", "note"))\(pick("=", "!=", "^=", "*=", "<", ">="))\(pick("KREE", "kree", "one", "two", "hello"))]"
    case 4:
      return pick(
        ":modified", ":unset(call)", ":unset(note)", ":text(one)", ":text(KREE)", ":text(n1)", ":first-child",
        ":last-child", ":nth-child(2n)", ":nth-child(-n+2)")
    case 5: return ":kind(\(pick("Animal", "Bird", "Parrot", "Stone")))"
    case 6:
      return pick(
        "[traits\(pick("=", "~=", "!="))\(pick("Red", "Big|Fast", "Red|8", "3", "0"))]",
        "[words~=\(pick("one", "two", "hello"))]")
    case 7: return ":\(pick("references", "related"))(\(selector(depth: depth + 1)))"
    case 8, 9: return ":not(\(selector(depth: depth + 1)))"
    case 10: return ":\(pick("is", "where"))(\(selector(depth: depth + 1)))"
    default: return ":has(\(pick("", "> ", "+ ", "~ "))\(path(depth: depth + 1)))"
    }
  }

  private mutating func operation() -> String { pick("=", "!=", "<", "<=", ">", ">=") }
}
