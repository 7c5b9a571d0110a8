public import InspectorKit
internal import JSONText

/// A comparison whose value has been converted to the property's type.
public struct TypedComparison: Hashable, Sendable {
  /// The operator, whose left operand is the tested value and whose right operand is ``value``.
  public let comparator: Comparison.Operator

  /// The right operand, of the property's type; a string is in lower case if ``ignoresCase`` is true.
  public let value: PropertyValue

  /// True if the comparison ignores the case of ASCII letters.
  public let ignoresCase: Bool

  /// True if colours are compared by their components in 8 bits.
  let isIn8Bits: Bool

  package init(
    comparator: Comparison.Operator, value: PropertyValue, ignoresCase: Bool = false, isIn8Bits: Bool = false
  ) {
    (self.comparator, self.ignoresCase, self.isIn8Bits) = (comparator, ignoresCase, isIn8Bits)
    if ignoresCase, case .string(let text) = value {
      self.value = .string(Self.folded(text))
    } else {
      self.value = value
    }
  }

  /// Returns true if the comparison holds for a value; false for an unset value and for a value of a different type.
  public func matches(_ other: PropertyValue?) -> Bool {
    switch (other, value) {
    case (.int(let left)?, .int(let right)): comparator == .includes ? left & right == right : holds(left, right)
    case (.double(let left)?, .double(let right)): holds(left, right)
    case (.string(let left)?, .string(let right)): holds(ignoresCase ? Self.folded(left) : left, right)
    case (.color(let left)?, .color(let right)) where isIn8Bits:
      (left.nearestIn8Bits == right) == (comparator == .equal)
    case (let left?, _) where left.type == value.type: comparator == .equal ? left == value : left != value
    default: false
    }
  }

  private func holds<V: Comparable>(_ left: V, _ right: V) -> Bool {
    switch comparator {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .startsWith, .endsWith, .contains, .includes: false
    }
  }

  /// Returns true if the comparison holds for two texts, which are compared byte by byte, without Unicode
  /// normalisation.
  private func holds(_ left: String, _ right: String) -> Bool {
    switch comparator {
    case .equal: left.isExactly(right)
    case .notEqual: !left.isExactly(right)
    case .less: left.utf8.lexicographicallyPrecedes(right.utf8)
    case .lessOrEqual: !right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greater: right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greaterOrEqual: !left.utf8.lexicographicallyPrecedes(right.utf8)
    case .startsWith: left.begins(with: right)
    case .endsWith: left.ends(with: right)
    case .contains: left.holds(right)
    // CSS separates words by whitespace, so an operand with whitespace is no word.
    case .includes: left.split(whereSeparator: \.isWhitespace).contains { String($0).isExactly(right) }
    }
  }

  /// Returns the text with its ASCII capital letters in lower case.
  private static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
