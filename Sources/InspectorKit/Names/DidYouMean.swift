/// Suggestions of existing names for mistyped ones.
///
/// ```swift
/// DidYouMean.suggestion(for: "cornerRadus", among: ["alpha", "cornerRadius"])  // "cornerRadius"
/// DidYouMean.suggestion(for: "ALPHA", among: ["alpha", "cornerRadius"])        // "alpha"
/// DidYouMean.suggestion(for: "--mod", among: ["--raw", "--modified"])          // "--modified"
/// DidYouMean.suggestion(for: "points", among: ["alpha", "pointCount"])         // "pointCount"
/// DidYouMean.suggestion(for: "opacity", among: ["alpha", "cornerRadius"])      // nil
/// ```
package enum DidYouMean {
  /// Returns the existing name that is most similar to a mistyped one; nil if none is close enough.
  ///
  /// The suggestions, from the best to the worst, are:
  /// 1. The same name in a different case.
  /// 2. The shortest name that begins with the given name, if the given name has three or more characters.
  /// 3. The nearest name by `distance`. The maximum distance is 0 for a given name of one or two characters, 1 for up
  ///    to five, 2 for up to eight, and 3 for longer ones.
  /// 4. The shortest name that contains the given name as one of its words, if at most three names do.
  ///
  /// Of equally good names, the first is returned. If the given name has more than 200 bytes, the result is nil.
  package static func suggestion(for name: String, among names: some Sequence<String>) -> String? {
    // Text of this length is not a mistyped name, and comparing it would only take time.
    guard name.utf8.count <= 200 else { return nil }
    let wanted = folded(name)
    var best: (name: String, distance: Int)?
    var longer: (name: String, count: Int)?
    var holders = WordHolders(wanted)
    for candidate in names {
      if wanted.count >= 3, candidate.utf8.count < longer?.count ?? .max, goesOn(candidate, after: wanted) {
        longer = (candidate, candidate.utf8.count)
      }
      if longer == nil, best == nil { holders.add(candidate) }
      let limit = min(threshold(wanted.count), best.map { $0.distance - 1 } ?? .max)
      // A string has no more scalars than bytes, so most names that are too short need not be converted to lower case.
      guard candidate.utf8.count >= wanted.count - limit else { continue }
      if let distance = distance(wanted, folded(candidate), atMost: limit) {
        best = (candidate, distance)
        if distance == 0 { break }
      }
    }
    return best?.distance == 0 ? best?.name : longer?.name ?? best?.name ?? holders.shortest
  }

  /// The names that contain the wanted name as one of their words, ignoring case and a plural `s`.
  private struct WordHolders {
    private static let most = 3
    private let wanted: [Unicode.Scalar]

    /// The names found so far, each with its words. A property's name and its label have the same words, and count as
    /// one.
    private var found: [(name: String, words: [[Unicode.Scalar]])] = []

    init(_ wanted: [Unicode.Scalar]) { self.wanted = DidYouMean.singular(wanted) }

    mutating func add(_ name: String) {
      let wanted = self.wanted
      guard wanted.count >= 3, found.count <= Self.most, name.utf8.count > wanted.count else { return }
      let folded = DidYouMean.folded(name)
      // Few names contain the wanted name at all, so most of them need not be split into words.
      let starts = folded.indices.lazy.filter { folded[$0] == wanted[0] }
      guard starts.contains(where: { folded[$0...].starts(with: wanted) }) else { return }
      let words = PropertyName.label(for: name).split(separator: " ").map {
        DidYouMean.singular(DidYouMean.folded(String($0)))
      }
      guard words.contains(wanted), !found.contains(where: { $0.words == words }) else { return }
      found.append((name, words))
    }

    /// The shortest of the names found; nil if there are none or more than three.
    var shortest: String? {
      found.count > Self.most ? nil : found.min { $0.name.utf8.count < $1.name.utf8.count }?.name
    }
  }

  private static func singular(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
    word.count > 3 && word.last == "s" ? word.dropLast() : word
  }

  /// Returns true if a longer name begins with the wanted name, ignoring case.
  private static func goesOn(_ candidate: String, after wanted: [Unicode.Scalar]) -> Bool {
    guard candidate.utf8.count > wanted.count else { return false }
    let folded = folded(candidate)
    return folded.count > wanted.count && folded.starts(with: wanted)
  }

  private static func threshold(_ length: Int) -> Int {
    switch length {
    case ...2: 0
    case ...5: 1
    case ...8: 2
    default: 3
    }
  }

  static func folded(_ text: String) -> [Unicode.Scalar] { Array(text.lowercased().unicodeScalars) }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent characters that turn one name into
  /// the other; nil if the number exceeds `limit`. This is the Damerau–Levenshtein distance in its restricted form
  /// (optimal string alignment: no part is edited twice).
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    // Three rows of the table are enough: a swap looks two rows back.
    var beforeLast = Array(0...b.count)
    var last = beforeLast
    var row = beforeLast
    for i in 0..<a.count {
      row[0] = i + 1
      var least = row[0]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row[j + 1] = cost
        least = min(least, cost)
      }
      if least > limit { return nil }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}

extension DidYouMean {
  /// Returns `; did you mean 'cornerRadius'?` if ``suggestion(for:among:)`` finds a similar name, otherwise an empty
  /// string.
  package static func suffix(for name: String, among names: some Sequence<String>) -> String {
    suffix(suggestion(for: name, among: names))
  }

  /// Returns the question `; did you mean …?` for the end of a message; an empty string if the suggestion is nil.
  package static func suffix(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
