internal import JSONText

/// A pattern of child numbers, as in `:nth-child()`. It matches the numbers `step`·n + `start` for all integers n ≥ 0.
/// Children are numbered from 1.
///
/// ```swift
/// ChildPattern(parsing: "2n+1")  // 1, 3, 5 …; also written "odd"
/// ChildPattern(parsing: "-n+3")  // 1, 2, 3
/// ChildPattern(parsing: "4")     // 4
/// ```
public struct ChildPattern: Hashable, Sendable {
  /// The distance between two matching numbers. It is 0 if only `start` matches, and negative to count down from
  /// `start`.
  public var step: Int

  /// The number for n = 0. It may be 0 or negative, although children are numbered from 1.
  public var start: Int

  package init(step: Int, start: Int) { (self.step, self.start) = (step, start) }

  /// Parses CSS's `An+B`, `odd` or `even`, regardless of case; nil for any other text, and for numbers of more than
  /// nine digits.
  package init?(parsing text: String) {
    let text = text.trimmed.lowercased()
    if text == "odd" || text == "even" {
      self.init(step: 2, start: text == "odd" ? 1 : 0)
      return
    }
    var rest = Array(text.utf8)[...]
    let sign = Self.sign(&rest)
    let digits = Self.digits(&rest)
    guard digits.count <= 9 else { return nil }
    guard rest.first == UInt8(ascii: "n") else {
      guard rest.isEmpty, let number = Int(digits) else { return nil }
      self.init(step: 0, start: (sign ?? 1) * number)
      return
    }
    rest.removeFirst()
    let step = (sign ?? 1) * (Int(digits) ?? 1)
    Self.skipBlanks(&rest)
    guard !rest.isEmpty else {
      self.init(step: step, start: 0)
      return
    }
    guard let sign = Self.sign(&rest) else { return nil }
    Self.skipBlanks(&rest)
    let last = Self.digits(&rest)
    guard rest.isEmpty, last.count <= 9, let start = Int(last) else { return nil }
    self.init(step: step, start: sign * start)
  }

  /// Returns true if the child with this number matches; children are numbered from 1.
  package func holds(_ number: Int) -> Bool {
    let distance = number - start
    return step == 0 ? distance == 0 : distance % step == 0 && distance / step >= 0
  }

  private static func sign(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    rest.removeFirst()
    return first == UInt8(ascii: "-") ? -1 : 1
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> String {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  private static func skipBlanks(_ rest: inout ArraySlice<UInt8>) {
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
