internal import InspectorKit

/// The order of values: numbers by size, texts by their bytes, false before true, points and their kin number by number.
/// What cannot be read, unset values and absent ones come last, whichever the direction.
package enum ColumnOrder {
  /// Whether a value comes before another; nil where neither does.
  package static func precedes(_ first: ColumnValue, _ second: ColumnValue, isDescending: Bool) -> Bool? {
    guard case .value(let left) = first, case .value(let right) = second else {
      let (left, right) = (rank(first), rank(second))
      return left == right ? nil : left < right
    }
    if isLess(left, right) { return !isDescending }
    return isLess(right, left) ? isDescending : nil
  }

  private static func rank(_ value: ColumnValue) -> Int {
    switch value {
    case .value: 0
    case .raw: 1
    case .unset: 2
    case .absent: 3
    }
  }

  private static func isLess(_ first: PropertyValue, _ second: PropertyValue) -> Bool {
    switch (first, second) {
    case (.int(let left), .int(let right)): left < right
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.bool(let left), .bool(let right)): !left && right
    case (.double(let left), .double(let right)): left < right
    default:
      if let left = numbers(first), let right = numbers(second) {
        left.lexicographicallyPrecedes(right)
      } else {
        // Of classes whose properties have one name and different types.
        first.type.rawValue < second.type.rawValue
      }
    }
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
