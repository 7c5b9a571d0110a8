/// Remembers of each open array or object which it is, a bit each; the first 64 levels cost no allocation.
struct NestingStack {
  private(set) var depth = 0
  /// The innermost levels, the current one in the lowest bit.
  private var word: UInt64 = 0
  private var outer: [UInt64] = []

  /// Whether the innermost open one is an object; false when none is open.
  var isObject: Bool { word & 1 == 1 }

  mutating func push(object: Bool) {
    if depth > 0, depth % 64 == 0 {
      outer.append(word)
      word = 0
    }
    word = word << 1 | (object ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    depth -= 1
    if depth > 0, depth % 64 == 0, let last = outer.popLast() {
      word = last
    } else {
      word >>= 1
    }
  }
}
