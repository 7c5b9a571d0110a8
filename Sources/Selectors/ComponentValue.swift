package import InspectorKit

/// Access to the numeric components of values: `x`, `y`, `width`, `height`, `red`, `green`, `blue`, `alpha`.
package enum ComponentValue {
  /// Returns the names of a type's components; empty for numbers, strings and Booleans.
  package static func names(of type: PropertyType) -> [String] {
    switch type {
    case .point: ["x", "y"]
    case .size: ["width", "height"]
    case .rect: ["x", "y", "width", "height"]
    case .color: ["red", "green", "blue", "alpha"]
    case .int, .string, .double, .bool: []
    }
  }

  /// Returns true if any type has a component of that name.
  package static func isName(_ name: String) -> Bool {
    [PropertyType.rect, .color].contains { names(of: $0).contains(name) }
  }

  /// Returns the components of a value, in the order of ``names(of:)``; empty if its type has no components.
  package static func numbers(of value: PropertyValue) -> [Double] {
    let vector = vector(of: value)
    return names(of: value.type).indices.map { vector[$0] }
  }

  /// Returns the components of a value as a vector. Unused elements are zero.
  private static func vector(of value: PropertyValue) -> SIMD4<Double> {
    switch value {
    case .point(let point): [point.x, point.y, 0, 0]
    case .size(let size): [size.width, size.height, 0, 0]
    case .rect(let rect): [rect.x, rect.y, rect.width, rect.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .int, .string, .double, .bool: .zero
    }
  }

  /// Returns one component of a value; nil if the value has no component of that name.
  package static func number(_ name: String, of value: PropertyValue) -> Double? {
    names(of: value.type).firstIndex(of: name).map { vector(of: value)[$0] }
  }

  /// Returns the value with one component replaced, or unchanged if it has no component of that name.
  package static func replacing(_ name: String, of value: PropertyValue, with number: Double) -> PropertyValue {
    guard let place = names(of: value.type).firstIndex(of: name) else { return value }
    var numbers = vector(of: value)
    numbers[place] = number
    return switch value {
    case .point: .point(Point(x: numbers[0], y: numbers[1]))
    case .size: .size(Size(width: numbers[0], height: numbers[1]))
    case .rect: .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case .color: .color(Color(red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3]))
    case .int, .string, .double, .bool: value
    }
  }
}
