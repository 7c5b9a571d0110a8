/// The blanks at the beginnings of lines, and moving text from one depth to another.
enum Indentation {
  private static let lineFeed: UInt8 = 0x0A

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The blanks that the last line of a separator begins with; nil where there is no line break. A comma may stand in that
  /// line, after them.
  static func afterLineBreak(_ separator: some BidirectionalCollection<UInt8>) -> [UInt8]? {
    guard let lineBreak = separator.lastIndex(of: lineFeed) else { return nil }
    var blanks: [UInt8] = []
    for byte in separator[separator.index(after: lineBreak)...] {
      guard isBlank(byte) else { break }
      blanks.append(byte)
    }
    return blanks
  }

  /// The blanks that the line of `offset` begins with.
  static func line(of offset: Int, in text: UnsafePointer<UInt8>) -> [UInt8] {
    var start = offset
    while start > 0, text[start - 1] != lineFeed { start -= 1 }
    var end = start
    while end < offset, isBlank(text[end]) { end += 1 }
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
