internal import JSONText

/// Which rows of a list moved, given where each was.
enum LiveOrder {
  /// The places, in the new order, of the rows that stay; all others moved past them.
  ///
  /// As many rows stay as can (the longest increasing subsequence, by patience sorting), but one that a person moved gives
  /// way to the others: what was dragged is what moved.
  ///
  /// - Parameters:
  ///   - former: for each row, in the new order, its place in the old one.
  ///   - dragged: places in the new order of rows that a person moved.
  static func kept(_ former: [Int], dragged: Set<Int>) -> Set<Int> {
    let others = former.indices.filter { !dragged.contains($0) }
    let stay = others.map { former[$0] }.longestIncrease.map { others[$0] }
    guard !dragged.isEmpty else { return Set(stay) }
    var kept = Set(stay)
    // What was dragged may stand between the same rows as before.
    var nextFormer = [Int](repeating: .max, count: former.count)
    var next = Int.max
    for place in former.indices.reversed() {
      nextFormer[place] = next
      if kept.contains(place) { next = former[place] }
    }
    var last = -1
    for place in former.indices {
      if !kept.contains(place), dragged.contains(place), last < former[place], former[place] < nextFormer[place] {
        kept.insert(place)
      }
      if kept.contains(place) { last = former[place] }
    }
    return kept
  }
}
