extension UnsafeRawBufferPointer {
  /// How many bytes two texts have in common at their beginning, and of the rest at their end.
  func common(with other: UnsafeRawBufferPointer) -> (start: Int, end: Int) {
    let limit = Swift.min(count, other.count)
    var start = 0
    while start + 8 <= limit, word(start) == other.word(start) { start += 8 }
    while start < limit, self[start] == other[start] { start += 1 }
    var end = 0
    let rest = limit - start
    while end + 8 <= rest, word(count - end - 8) == other.word(other.count - end - 8) { end += 8 }
    while end < rest, self[count - end - 1] == other[other.count - end - 1] { end += 1 }
    return (start, end)
  }

  private func word(_ offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
