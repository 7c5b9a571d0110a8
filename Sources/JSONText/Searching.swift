extension RandomAccessCollection {
  /// Returns the index of the first element that meets a condition; `endIndex` if there is no such element.
  ///
  /// This is a binary search: if an element meets the condition, all later elements must also meet it.
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
  /// Returns the index of the first equal element in a sorted collection, by a binary search; nil if there is none.
  @inlinable
  package func sortedIndex(of element: Element) -> Index? {
    let place = partitioningIndex { $0 >= element }
    return place < endIndex && self[place] == element ? place : nil
  }
}

extension Array where Element: Comparable {
  /// The indices of a longest strictly increasing subsequence, in ascending order, by patience sorting.
  package var longestIncrease: [Int] {
    // tails[n] is the index of the last number in the increasing subsequence of n + 1 numbers whose last number is
    // smallest.
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
