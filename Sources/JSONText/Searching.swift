extension RandomAccessCollection {
  /// The index of the first element of which a condition holds; `endIndex` where it holds of none.
  ///
  /// A binary search: where the condition holds of an element, it must hold of all that follow.
  ///
  /// ```swift
  /// [1, 3, 5].partitioningIndex { $0 >= 3 }  // 1
  /// ```
  @inlinable
  package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if holds(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

extension RandomAccessCollection where Element: Comparable {
  /// Where an element stands in a sorted collection; nil where it does not. A binary search.
  @inlinable
  package func sortedIndex(of element: Element) -> Index? {
    let place = partitioningIndex { $0 >= element }
    return place < endIndex && self[place] == element ? place : nil
  }
}

extension Array where Element == Int {
  /// The places of a longest increasing subsequence of different numbers, by patience sorting.
  package var longestIncrease: [Int] {
    // tails[n] is where the smallest end of an increase of n + 1 numbers stands.
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for (place, number) in enumerated() {
      let length = tails.partitioningIndex { self[$0] >= number }
      if length > 0 { previous[place] = tails[length - 1] }
      if length == tails.count { tails.append(place) } else { tails[length] = place }
    }
    var result: [Int] = []
    var place = tails.last ?? -1
    while place >= 0 {
      result.append(place)
      place = previous[place]
    }
    return result.reversed()
  }
}
