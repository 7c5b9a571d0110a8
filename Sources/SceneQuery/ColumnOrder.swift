internal import InspectorKit

/// The sort order of column values: numbers by size, strings by their bytes, false before true, and points, sizes,
/// rectangles and colours number by number. Unreadable, unset and absent values come last in both directions.
package enum ColumnOrder {
  /// Returns true if the first value precedes the second, false if it follows; nil if neither precedes.
  package static func precedes(_ first: ColumnValue, _ second: ColumnValue, isDescending: Bool) -> Bool? {
    guard case .value(let left) = first, case .value(let right) = second else {
      let (left, right) = (rank(first), rank(second))
      return left == right ? nil : left < right
    }
    return isLess(left, right).map { $0 != isDescending }
  }

  private static func rank(_ value: ColumnValue) -> Int {
    switch value {
    case .value: 0
    case .raw: 1
    case .unset: 2
    case .absent: 3
    }
  }

  /// Returns true if the first value is less than the second, false if it is greater; nil if neither is less.
  private static func isLess(_ first: PropertyValue, _ second: PropertyValue) -> Bool? {
    switch (first, second) {
    case (.int(let left), .int(let right)): isLess(left, right)
    case (.string(let left), .string(let right)): isLess(left.utf8, right.utf8)
    case (.bool(let left), .bool(let right)): left == right ? nil : right
    case (.double(let left), .double(let right)): isLess(left, right)
    default:
      if let left = numbers(first), let right = numbers(second) {
        isLess(left, right)
      } else {
        // Classes may declare properties of the same name with different types.
        isLess(first.type.rawValue.utf8, second.type.rawValue.utf8)
      }
    }
  }

  private static func isLess<Number: Comparable>(_ first: Number, _ second: Number) -> Bool? {
    if first < second { return true }
    return second < first ? false : nil
  }

  private static func isLess<Part: Comparable>(_ first: some Sequence<Part>, _ second: some Sequence<Part>) -> Bool? {
    if first.lexicographicallyPrecedes(second) { return true }
    return second.lexicographicallyPrecedes(first) ? false : nil
  }

  private static func numbers(_ value: PropertyValue) -> [Double]? {
    switch value {
    case .int(let number): [Double(number)]
    case .double(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.x, rect.y, rect.width, rect.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .string, .bool: nil
    }
  }
}
