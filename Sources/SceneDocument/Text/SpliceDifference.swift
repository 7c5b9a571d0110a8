/// The text of a splice, and the span of the original text that it replaces.
struct SpliceText {
  var span: Range<Int>
  var text: [UInt8]

  /// Returns true if a splice replaces the same span by the same text.
  func isSame(as entry: Overlay.Entry) -> Bool {
    entry.start == span.lowerBound && entry.end == span.upperBound && entry.text.elementsEqual(text)
  }
}

/// The difference between the texts of two splices, from which the former one can be restored.
struct SpliceDifference {
  private let span: Range<Int>

  /// The lengths of the beginning and of the end that both texts have.
  private let prefix: Int
  private let suffix: Int

  /// The bytes of the former text between them.
  private let middle: [UInt8]

  init(from former: Overlay.Entry, to new: SpliceText) {
    span = former.start..<former.end
    let old = former.text
    let shorter = min(old.count, new.text.count)
    var (prefix, suffix) = (0, 0)
    while prefix < shorter, old[prefix] == new.text[prefix] { prefix += 1 }
    while suffix < shorter - prefix, old[old.count - 1 - suffix] == new.text[new.text.count - 1 - suffix] {
      suffix += 1
    }
    (self.prefix, self.suffix) = (prefix, suffix)
    middle = Array(old[prefix..<old.count - suffix])
  }

  /// Returns the former splice, given the later one.
  func former(of later: Overlay.Entry) -> SpliceText {
    let text = later.text
    return SpliceText(span: span, text: Array(text[..<prefix]) + middle + Array(text[(text.count - suffix)...]))
  }
}
