/// Spans of a text in order, none of which is in a different one.
package struct OrderedSpans {
  package private(set) var spans: [Range<Int>] = []

  /// Creates the list of the outermost of some spans, of which two are either apart or one in the other.
  package init(_ spans: some Sequence<Range<Int>>) {
    for span in spans.sorted(by: { ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound) })
    where span.lowerBound >= self.spans.last?.upperBound ?? 0 {
      self.spans.append(span)
    }
  }

  /// Returns true if one of the spans holds an offset.
  func contains(_ offset: Int) -> Bool { overlaps(offset..<offset + 1) }

  /// Returns true if one of the spans has a part of a span.
  func overlaps(_ span: Range<Int>) -> Bool {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound <= span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].overlaps(span)
  }
}
