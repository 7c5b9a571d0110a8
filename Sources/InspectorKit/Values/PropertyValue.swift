/// A value of one of the eight property types.
///
/// It is what crosses every boundary: document, worker, bundle, command line, output. "No value" (an optional property
/// that was unset) is `PropertyValue?.none` everywhere.
///
/// ```swift
/// let value = try PropertyValue(parsing: "10,20", as: .point)   // .point(Point(x: 10, y: 20))
/// value.type                                                    // .point
/// value.text                                                    // "10,20"
/// ```
public enum PropertyValue: Sendable {
  case int(Int)
  case string(String)
  case double(Double)
  case bool(Bool)
  case color(Color)
  case point(Point)
  case size(Size)
  case rect(Rect)

  /// Which of the eight it is.
  public var type: PropertyType {
    switch self {
    case .int: .int
    case .string: .string
    case .double: .double
    case .bool: .bool
    case .color: .color
    case .point: .point
    case .size: .size
    case .rect: .rect
    }
  }

  /// What keeps the value from being written as text or JSON: a number that is infinite or not a number, or a colour's
  /// component outside 0…1; `nil` for every value that a document or a person can give.
  ///
  /// ```swift
  /// PropertyValue.double(1 / 0).problem?.description
  /// // "a Double cannot hold 'inf'; it must be finite"
  /// ```
  public var problem: PropertyValueError? {
    switch self {
    case .int, .string, .bool: nil
    case .double(let value): Self.problem(.double, [(nil, value)])
    case .color(let value):
      Self.problem(
        .color, [("red", value.red), ("green", value.green), ("blue", value.blue), ("alpha", value.alpha)], in: 0...1)
    case .point(let value): Self.problem(.point, [("x", value.x), ("y", value.y)])
    case .size(let value): Self.problem(.size, [("width", value.width), ("height", value.height)])
    case .rect(let value):
      Self.problem(.rect, [("x", value.x), ("y", value.y), ("width", value.width), ("height", value.height)])
    }
  }

  private static func problem(
    _ type: PropertyType, _ numbers: [(member: String?, value: Double)], in range: ClosedRange<Double>? = nil
  ) -> PropertyValueError? {
    for (member, value) in numbers {
      guard value.isFinite else { return .notFinite(type, member: member, found: value.description) }
      if let range, let member, !range.contains(value) {
        return .colorComponent(member, found: value.description)
      }
    }
    return nil
  }
}
