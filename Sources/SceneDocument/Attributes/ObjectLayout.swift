/// The whitespace and separators around one member of a JSON object of the document. New members are inserted in the
/// same layout.
struct ObjectLayout {
  /// The offset in the document at which a new member is inserted: the end of the given member's value.
  let insertion: Int
  /// The comma and the whitespace before the new member's key.
  let separator: [UInt8]
  let emptyStyle: AttributeText.EmptyStyle

  /// Returns the text of a new member before its value: separator, key and colon.
  func prefix(_ key: StaticString) -> [UInt8] {
    separator + Array("\"\(key)\"".utf8) + emptyStyle.colon
  }

  /// Reads the punctuation and whitespace around a member of the object at the offsets `start ..< end`.
  ///
  /// - Parameter key: the raw text of the member's key.
  /// - Parameter value: the text of the member's value.
  init(base: UnsafePointer<UInt8>, start: Int, end: Int, key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let raw = UnsafeRawPointer(base)
    let keyStart = (key.baseAddress ?? raw) - raw - 1
    let keyEnd = keyStart + key.count + 2
    let valueStart = (value.baseAddress ?? raw) - raw
    let valueEnd = valueStart + value.count
    func text(_ range: Range<Int>) -> [UInt8] { range.map { base[$0] } }
    func back(_ i: Int) -> Int {
      var i = i
      while base[i - 1] &- 1 < 0x20 { i -= 1 }
      return i
    }

    // `lead` is the whitespace between the key and the `{` or comma before it.
    let leadStart = back(keyStart)
    let lead = text(leadStart..<keyStart)
    let colon = text(keyEnd..<valueStart)
    insertion = valueEnd
    if base[leadStart - 1] == 0x2C {
      separator = text(back(leadStart - 1)..<keyStart)
    } else {
      let next = TrustedText.blanks(base + valueEnd)
      separator =
        next.pointee == 0x2C
        ? text(valueEnd..<TrustedText.blanks(next + 1) - base)
        : AttributeText.separator(afterOnly: lead, hasBlankColon: colon.count > 1)
    }

    let first = text(start + 1..<TrustedText.blanks(base + start + 1) - base)
    guard lead.contains(0x0A) else {
      let pad = first.contains(0x0A) ? [] : first
      emptyStyle = AttributeText.EmptyStyle(before: pad, after: pad, unit: [0x20, 0x20], colon: colon)
      return
    }
    let indent = Self.indentation(lead)
    let outer = Self.indentation(text(back(end - 1)..<end - 1))
    let isNested = indent.count > outer.count && indent.starts(with: outer)
    let unit = isNested ? Array(indent.dropFirst(outer.count)) : indent.first == 0x09 ? [0x09] : [0x20, 0x20]
    emptyStyle = AttributeText.EmptyStyle(before: lead + unit, after: lead, unit: unit, colon: colon)
  }

  /// Returns the part of a run of whitespace after its last line break; empty if the run has no line break.
  private static func indentation(_ blanks: [UInt8]) -> [UInt8] {
    blanks.lastIndex(of: 0x0A).map { Array(blanks[($0 + 1)...]) } ?? []
  }
}
