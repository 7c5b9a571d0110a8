internal import InspectorKit
internal import JSONText
internal import Workbench

/// An object that was found, and the scene it was found in.
struct FindRow {
  var scene: String
  var object: FoundObject

  /// What it has in a column.
  subscript(column: FindPlan.Column) -> ColumnValue {
    switch column {
    case .scene: .value(.string(scene))
    case .id: .value(.string(object.id))
    case .className: .value(.string(object.className))
    case .name: object.name.map { .value(.string($0)) } ?? .absent
    case .parent(let place), .property(let place): object.values[place]
    }
  }
}

extension ColumnValue {
  /// The value as JSON text; nil where there is none.
  var jsonText: String? {
    switch self {
    case .absent: nil
    case .unset: "null"
    case .value(let value): value.json.text()
    case .raw(let text): text
    }
  }

  /// The value as text for other programs; empty where there is none.
  var plainText: String {
    switch self {
    case .absent, .unset: ""
    case .value(.string(let text)): text
    case .value(let value): value.text
    case .raw(let text): text
    }
  }
}

/// The order of values: numbers by size, texts by their bytes, false before true, points and their kin number by number.
/// What cannot be read, unset values and absent ones come last, whichever the direction.
enum FindOrder {
  /// Whether a value comes before another; nil where neither does.
  static func precedes(_ first: ColumnValue, _ second: ColumnValue, isDescending: Bool) -> Bool? {
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
