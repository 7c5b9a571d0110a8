public import InspectorKit

/// A comparison whose value has been read as the property's type.
public struct TypedComparison: Hashable, Sendable {
  public let comparator: Comparison.Operator
  public let value: PropertyValue

  /// Whether `other` stands in the relation to the comparison's value; never for an unset one, nor for one of another
  /// type.
  public func matches(_ other: PropertyValue?) -> Bool {
    switch (other, value) {
    case (.int(let left)?, .int(let right)): holds(left, right)
    case (.double(let left)?, .double(let right)): holds(left, right)
    case (.string(let left)?, .string(let right)): holds(left, right)
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
    case .startsWith, .endsWith, .contains: false
    }
  }

  /// Texts are the same when their scalars are, as they are in the document.
  private func holds(_ left: String, _ right: String) -> Bool {
    switch comparator {
    case .equal: left.utf8.elementsEqual(right.utf8)
    case .notEqual: !left.utf8.elementsEqual(right.utf8)
    case .less: left.utf8.lexicographicallyPrecedes(right.utf8)
    case .lessOrEqual: !right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greater: right.utf8.lexicographicallyPrecedes(left.utf8)
    case .greaterOrEqual: !left.utf8.lexicographicallyPrecedes(right.utf8)
    case .startsWith: left.utf8.starts(with: right.utf8)
    case .endsWith: left.utf8.reversed().starts(with: right.utf8.reversed())
    case .contains: contains(left, right)
    }
  }

  private func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard text.count >= part.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}
