internal import JSONText

/// A search for words in the texts of an object, ignoring case. The words may occur in different texts.
///
/// ```swift
/// var progress = search.begin()       // of TextSearch(["rate", "us"])
/// search.look(in: "Us", &progress)    // "us" was found
/// search.look(in: "Rated", &progress)
/// progress.isDone                     // true: all words were found
/// ```
///
/// The time is proportional to the total length of the texts and the words, not to the product of their lengths.
package struct TextSearch {
  /// The words in lower case, without duplicates or empty words.
  private let words: [[UInt8]]

  /// A matcher that finds all words in one pass; nil if there are at most four words of at most 32 bytes each.
  private let automaton: WordAutomaton?

  /// The state of a search in the texts of one object: the words found so far.
  package struct Progress {
    /// The number of words not found yet.
    fileprivate var left: Int

    /// The words found so far. Without an automaton, each word has a bit in `bits`; with an automaton, each word has an
    /// element in `found`.
    fileprivate var bits: UInt64 = 0
    fileprivate var found: [Bool] = []

    /// True if all words were found.
    package var isDone: Bool { left == 0 }
  }

  package init(_ words: [String]) {
    var seen = Set<[UInt8]>()
    self.words = words.map { Array($0.lowercased().utf8) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    let isSmall = self.words.count <= 4 && self.words.allSatisfy { $0.count <= 32 }
    automaton = isSmall ? nil : WordAutomaton(self.words)
  }

  package func begin() -> Progress {
    Progress(left: words.count, found: automaton == nil ? [] : Array(repeating: false, count: words.count))
  }

  /// Records in `progress` the words that a text contains.
  package func look(in text: String, _ progress: inout Progress) {
    guard progress.left > 0 else { return }
    var lower = text.lowercased()
    lower.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let automaton { return automaton.look(in: bytes, &progress.found, &progress.left) }
      for (place, word) in words.enumerated() where progress.bits & 1 << UInt64(place) == 0 && Self.holds(bytes, word) {
        progress.bits |= 1 << UInt64(place)
        progress.left -= 1
      }
    }
  }

  private static func holds(_ bytes: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
    guard bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
    }
  }
}

/// An automaton that finds many words in one pass over a text (Aho and Corasick, 1975).
private struct WordAutomaton {
  private struct State {
    /// The state for the longest proper suffix of this state's text that is also a prefix of a word; 0 for the empty
    /// suffix.
    var fallback: Int32 = 0

    /// The first state in the chain of fallbacks that completes a word; 0 for none.
    var shorter: Int32 = 0

    /// The index of the word that this state completes; -1 for none.
    var word: Int32 = -1
  }

  private var states = [State()]
  /// The transitions between states, by state and next byte; see ``key(_:_:)``.
  private var steps: [UInt64: Int32] = [:]

  /// Creates the automaton that searches for the given words.
  ///
  /// - Parameter words: the words, without duplicates or empty words.
  init(_ words: [[UInt8]]) {
    var depths: [[Int32]] = []
    for (place, word) in words.enumerated() {
      var state: Int32 = 0
      for (depth, byte) in word.enumerated() {
        if let next = steps[Self.key(state, byte)] {
          state = next
          continue
        }
        let next = Int32(states.count)
        steps[Self.key(state, byte)] = next
        states.append(State())
        if depth == depths.count { depths.append([]) }
        depths[depth].append(next)
        state = next
      }
      states[Int(state)].word = Int32(place)
    }
    setFallbacks(depths)
  }

  /// Sets the fallbacks of all states, in order of increasing depth.
  ///
  /// - Parameter depths: the states by the length of the text that leads to them, from length 1.
  private mutating func setFallbacks(_ depths: [[Int32]]) {
    var origins = [(state: Int32, byte: UInt8)](repeating: (0, 0), count: states.count)
    for (key, state) in steps { origins[Int(state)] = (Int32(key >> 8), UInt8(key & 0xFF)) }
    for state in depths.joined() {
      let (parent, byte) = origins[Int(state)]
      let fallback = parent == 0 ? 0 : step(from: states[Int(parent)].fallback, by: byte)
      states[Int(state)].fallback = fallback
      states[Int(state)].shorter =
        states[Int(fallback)].word >= 0 ? fallback : states[Int(fallback)].shorter
    }
  }

  private static func key(_ state: Int32, _ byte: UInt8) -> UInt64 { UInt64(state) << 8 | UInt64(byte) }

  private func step(from start: Int32, by byte: UInt8) -> Int32 {
    var state = start
    while true {
      if let next = steps[Self.key(state, byte)] { return next }
      if state == 0 { return 0 }
      state = states[Int(state)].fallback
    }
  }

  /// Records the searched words that a text contains, except those found before.
  func look(in text: UnsafeRawBufferPointer, _ found: inout [Bool], _ left: inout Int) {
    var state: Int32 = 0
    // The visited states of this text that complete a word, whose words were already recorded.
    var visited = Set<Int32>()
    for byte in text {
      state = step(from: state, by: byte)
      var end = states[Int(state)].word >= 0 ? state : states[Int(state)].shorter
      while end != 0, visited.insert(end).inserted {
        let word = Int(states[Int(end)].word)
        if !found[word] {
          found[word] = true
          left -= 1
          if left == 0 { return }
        }
        end = states[Int(end)].shorter
      }
    }
  }
}
