internal import InspectorKit
internal import JSONText

/// A condition for showing or enabling a property: comparisons with other properties of the same object, joined by
/// `and`, `or` and `not`.
///
/// | written | holds when |
/// |---|---|
/// | `[axis=vertical]` | the effective value is `vertical`; all operators of ``Selector``'s brackets are allowed |
/// | `[title]` | a value is stored |
/// | `[stored(spacing)>0]` | the stored value is greater than 0 |
/// | `[isOn=true] and not ([mode=1] or [mode=2])` | as it reads; `not` binds closest, then `and`, then `or` |
public indirect enum Condition: Hashable, Sendable {
  case predicate(Selector.Predicate)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  /// Parses a condition. A thrown error has the offset of the mistake.
  public init(parsing text: String) throws(SelectorError) {
    var parser = SelectorParser(text)
    self = try parser.wholeCondition()
  }

  /// Returns true if the condition holds. Calls `predicate` for the comparisons from left to right, and stops as soon
  /// as the result is certain.
  package func holds(_ predicate: (Selector.Predicate) -> Bool) -> Bool {
    switch self {
    case .predicate(let comparison): predicate(comparison)
    case .not(let inner): !inner.holds(predicate)
    case .and(let first, let second): first.holds(predicate) && second.holds(predicate)
    case .or(let first, let second): first.holds(predicate) || second.holds(predicate)
    }
  }

  /// The comparisons in the condition, in the order written.
  package var predicates: [Selector.Predicate] {
    switch self {
    case .predicate(let comparison): [comparison]
    case .not(let inner): inner.predicates
    case .and(let first, let second), .or(let first, let second): first.predicates + second.predicates
    }
  }
}

extension SelectorParser {
  fileprivate mutating func wholeCondition() throws(SelectorError) -> Condition {
    let condition = try alternatives(depth: 0)
    skipBlanks()
    guard isAtEnd else { throw error(.noConjunction(found)) }
    return condition
  }

  private mutating func alternatives(depth: Int) throws(SelectorError) -> Condition {
    var condition = try conjunction(depth: depth)
    while takeWord("or") { condition = .or(condition, try conjunction(depth: depth)) }
    return condition
  }

  private mutating func conjunction(depth: Int) throws(SelectorError) -> Condition {
    var condition = try factor(depth: depth)
    while takeWord("and") { condition = .and(condition, try factor(depth: depth)) }
    return condition
  }

  private mutating func factor(depth: Int) throws(SelectorError) -> Condition {
    skipBlanks()
    // A limit on the nesting depth, far above practical needs, prevents a stack overflow.
    guard depth < 100 else { throw error(.noCondition(found)) }
    if takeWord("not") { return .not(try factor(depth: depth + 1)) }
    if next == UInt8(ascii: "[") { return .predicate(try predicate()) }
    guard next == UInt8(ascii: "(") else { throw error(.noCondition(found)) }
    let open = offset
    offset += 1
    let condition = try alternatives(depth: depth + 1)
    skipBlanks()
    guard next == UInt8(ascii: ")") else { throw error(.unclosedParenthesis, at: open) }
    offset += 1
    return condition
  }

  /// Consumes the keyword `word` if it is next, and is followed by a space, tab, line feed, bracket, slash or the end.
  /// Otherwise, skips only whitespace and comments, and returns false.
  private mutating func takeWord(_ word: String) -> Bool {
    skipBlanks()
    let end = offset + word.utf8.count
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    guard end == bytes.count || " \t\n[(/".utf8.contains(bytes[end]) else { return false }
    offset = end
    return true
  }
}
