/// Disjoint spans of a text in ascending order.
package struct OrderedSpans {
  package private(set) var spans: [Range<Int>] = []

  /// Creates a list of the outermost spans. Any two of the given spans must be disjoint or nested.
  package init(_ spans: some Sequence<Range<Int>>) {
    for span in spans.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where span.lowerBound >= self.spans.last?.upperBound ?? 0 {
      self.spans.append(span)
    }
  }

  /// Returns true if one of the spans contains an offset.
  func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  /// Returns true if one of the spans overlaps the given span.
  func overlaps(_ span: Range<Int>) -> Bool {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].overlaps(span)
  }
}
