/// The text of a document, rebuilt from the changes that a `TextRecorder` recorded.
///
/// A structural change copies the whole text; the cost of other changes depends only on the changed text. The input may
/// be damaged in any way. The replay then throws an error or produces a wrong text, and has no other effect.
package struct TextReplay {
  package typealias Damage = ByteReader.Damage

  private var base: [UInt8]

  /// The spans of `base` that are replaced, with their replacements, by the keys of the splices.
  private var entries: [Int: (span: Range<Int>, text: ArraySlice<UInt8>)] = [:]

  /// Starts from the text that a document had when it was read.
  package init(base: [UInt8]) { self.base = base }

  /// Starts from a saved text and the mark of its snapshot. From both, the original text without the edits is restored,
  /// since later changes refer to that text.
  package init(saved text: [UInt8], mark: ArraySlice<UInt8>) throws(Damage) {
    base = []
    base.reserveCapacity(text.count)
    var reader = ByteReader(mark)
    var taken = 0
    for _ in 0..<(try reader.number()) {
      let key = try reader.number()
      let gap = try reader.number()
      guard gap <= text.count - taken else { throw Damage() }
      base += text[taken..<taken + gap]
      taken += gap
      let original = try reader.run()
      let count = try reader.number()
      guard count <= text.count - taken else { throw Damage() }
      entries[key] = (base.count..<base.count + original.count, text[taken..<taken + count])
      base += original
      taken += count
    }
    guard reader.isAtEnd else { throw Damage() }
    base += text[taken...]
  }

  /// Applies recorded changes in order; throws an error at the first damaged one.
  package mutating func apply(_ changes: ArraySlice<UInt8>) throws(Damage) {
    var reader = ByteReader(changes)
    while !reader.isAtEnd {
      switch try reader.number() {
      case TextRecorder.Tag.entry: try readEntry(&reader)
      case TextRecorder.Tag.noEntry: entries[try reader.number()] = nil
      case TextRecorder.Tag.text: try replaceText(&reader)
      default: throw Damage()
      }
    }
  }

  private mutating func readEntry(_ reader: inout ByteReader) throws(Damage) {
    let (key, start, length) = (try reader.number(), try reader.number(), try reader.number())
    let text = try reader.run()
    guard start <= base.count, length <= base.count - start else { throw Damage() }
    entries[key] = (start..<start + length, text)
  }

  private mutating func replaceText(_ reader: inout ByteReader) throws(Damage) {
    var next: [UInt8] = []
    next.reserveCapacity(base.count)
    var taken = 0
    for _ in 0..<(try reader.number()) {
      let gap = try reader.number()
      guard gap <= base.count - taken else { throw Damage() }
      next += base[taken..<taken + gap]
      let length = try reader.number()
      guard length <= base.count - taken - gap else { throw Damage() }
      taken += gap + length
      next += try reader.run()
    }
    next += base[taken...]
    base = next
    entries = [:]
    for _ in 0..<(try reader.number()) { try readEntry(&reader) }
  }

  /// Returns the whole current text. Throws an error if the spans of two changes overlap, which happens only if the
  /// changes are damaged.
  package func text() throws(Damage) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(base.count)
    var end = 0
    // An insertion at the start of a replaced span precedes the replacement.
    for (span, new) in entries.values.sorted(by: {
      ($0.span.lowerBound, $0.span.upperBound) < ($1.span.lowerBound, $1.span.upperBound)
    }) {
      guard span.lowerBound >= end else { throw Damage() }
      text += base[end..<span.lowerBound]
      text += new
      end = span.upperBound
    }
    return text + base[end...]
  }
}
