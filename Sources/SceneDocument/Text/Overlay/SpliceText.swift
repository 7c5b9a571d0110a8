/// The text of a splice, and the span of the original text that it replaces.
struct SpliceText {
  var span: Range<Int>
  var text: [UInt8]

  /// Returns true if a splice replaces the same span by the same text.
  func isSame(as entry: Overlay.Entry) -> Bool {
    entry.start == span.lowerBound && entry.end == span.upperBound && entry.text.elementsEqual(text)
  }
}
