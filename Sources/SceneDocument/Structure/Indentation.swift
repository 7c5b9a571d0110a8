/// The blanks at the beginnings of lines, and moving text from one depth to another.
enum Indentation {
  private static let lineFeed: UInt8 = 0x0A

  /// What follows the last line break of a run of blanks; nil where there is none.
  static func afterLineBreak(_ blanks: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    blanks.lastIndex(of: lineFeed).map { Array(blanks[blanks.index(after: $0)...]) }
  }

  /// The blanks that the line of `offset` begins with.
  static func line(of offset: Int, in text: UnsafePointer<UInt8>) -> [UInt8] {
    var start = offset
    while start > 0, text[start - 1] != lineFeed { start -= 1 }
    var end = start
    while end < offset, text[end] == 0x20 || text[end] == 0x09 { end += 1 }
    return (start..<end).map { text[$0] }
  }

  /// The text with the beginnings of its lines, after the first, moved from one indentation to another. A line that is
  /// indented less stays as it is: someone wanted it so.
  static func moved(_ text: [UInt8], from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    guard old != new, text.contains(lineFeed) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 8)
    var rest = text[...]
    while let end = rest.firstIndex(of: lineFeed) {
      result += rest[...end]
      rest = rest[(end + 1)...]
      if rest.starts(with: old) {
        result += new
        rest = rest.dropFirst(old.count)
      }
    }
    return result + rest
  }
}
